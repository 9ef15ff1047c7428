import { formDraftOf, saveFormDraft } from './form-drafts.ts'

/** Prefix of the keys of this user's unsent changes. */
export const pendingPrefixOf = (user_id: number | undefined) => `unsent.${user_id}.`

/**
 * Unsent changes in sessionStorage, to survive a reload of this tab; deleted once saved and on sign-out. When the session ends, they are taken into memory as
 * form drafts, and stored again when their author has signed in (`unsent/keep.ts`). `formKey` is a key such as `questionnaire.12`.
 */
const storageKeyOf = (formKey: string, user_id: number | undefined) => `${pendingPrefixOf(user_id)}${formKey}`

export const readPendingAnswers = <T>(formKey: string, user_id: number | undefined): T | undefined => {
  const key = storageKeyOf(formKey, user_id)
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? formDraftOf(user_id, key)
    return typeof stored === 'object' && stored !== null ? (stored as T) : undefined
  } catch {
    return undefined
  }
}

export const savePendingAnswers = (formKey: string, user_id: number | undefined, value: object | undefined) => {
  const key = storageKeyOf(formKey, user_id)
  // what an earlier session left is obsolete now
  saveFormDraft(user_id, key, undefined)
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // without storage, changes stay in memory only
  }
}

/** The map as an object, to be stored; undefined if it is empty. */
export const toPendingAnswers = <T>(pending: ReadonlyMap<string, T>) => (pending.size ? Object.fromEntries(pending) : undefined)
