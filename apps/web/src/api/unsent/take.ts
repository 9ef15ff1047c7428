import { isUnsentOf, saveFormDraft } from '../form-drafts.ts'
import { pendingPrefixOf } from '../pending-answers.ts'
import { askBeforeUnload } from './ask-before-unload.ts'
import { draftsOf } from './count.ts'
import { storeFilesAgain, takeFiles } from './files.ts'
import { storedAnswers, storedInput } from './stored.ts'

/** The database of files may never open; the text is not to wait for it. */
const filesTimeoutMs = 2_000

/** Takes what this user has not sent or saved from the storage of the browser into memory, from where the same user gets it back after signing in. */
export const takeUnsent = async (user_id: number) => {
  for (const [key, value] of [...storedInput(user_id), ...storedAnswers(user_id)]) saveFormDraft(user_id, key, value)
  askBeforeUnload(user_id)
  await Promise.race([takeFiles(user_id), new Promise((resolve) => setTimeout(resolve, filesTimeoutMs))])
}

/** Stores what was taken again, so that it survives a reload. What the storage has is newer: this window or another one has written it since. */
export const storeUnsent = async (user_id: number) => {
  const pending = pendingPrefixOf(user_id)
  for (const [key, { value }] of draftsOf(user_id)) {
    const storage = key.startsWith(pending) ? sessionStorage : isUnsentOf(user_id, key) ? localStorage : undefined
    try {
      if (storage && storage.getItem(key) === null) storage.setItem(key, JSON.stringify(value))
    } catch {
      // without storage it lasts as long as the page
    }
  }
  await storeFilesAgain(user_id)
}
