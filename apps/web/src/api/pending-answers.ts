/**
 * Unsent changes in sessionStorage, to survive a reload of this tab; deleted once saved, on sign-out and when the session ends. `formKey` is a key
 * such as `questionnaire.12`.
 */
const storageKeyOf = (formKey: string, user_id: number | undefined) => `unsent.${user_id}.${formKey}`

export const readPendingAnswers = <T>(formKey: string, user_id: number | undefined): T | undefined => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKeyOf(formKey, user_id)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as T) : undefined
  } catch {
    return undefined
  }
}

export const savePendingAnswers = (formKey: string, user_id: number | undefined, value: object | undefined) => {
  try {
    if (value) sessionStorage.setItem(storageKeyOf(formKey, user_id), JSON.stringify(value))
    else sessionStorage.removeItem(storageKeyOf(formKey, user_id))
  } catch {
    // without storage, changes stay in memory only
  }
}

/** The map as an object, to be stored; undefined if it is empty. */
export const toPendingAnswers = <T>(pending: ReadonlyMap<string, T>) => (pending.size ? Object.fromEntries(pending) : undefined)
