import { isUnsentOf } from '../form-drafts.ts'
import { pendingPrefixOf } from '../pending-answers.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // treat unreadable storage as empty
    return undefined
  }
}

const entriesOf = (storage: Storage, isOwn: (key: string) => boolean): ReadonlyMap<string, unknown> =>
  new Map(Object.entries<string>(storage).flatMap(([key, text]) => (isOwn(key) ? [[key, parse(text)]] : [])))

/** Unsent messages, message drafts and ids of selected files of this user in localStorage, by key. */
export const storedInput = (user_id: number) => entriesOf(localStorage, (key) => isUnsentOf(user_id, key))

/** Unsaved notes and answers of this user in sessionStorage (`savePendingAnswers`), by key. */
export const storedAnswers = (user_id: number) => entriesOf(sessionStorage, (key) => key.startsWith(pendingPrefixOf(user_id)))
