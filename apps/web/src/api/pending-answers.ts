/**
 * Unsent changes in sessionStorage, to survive a reload of this tab; deleted once saved and on sign-out. `place` is a key such as
 * `questionnaire.12`.
 */
const keyOf = (place: string, user_id: number | undefined) => `unsent.${user_id}.${place}`

export const readPendingAnswers = <T>(place: string, user_id: number | undefined): T | undefined => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(place, user_id)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? (kept as T) : undefined
  } catch {
    return undefined
  }
}

export const savePendingAnswers = (place: string, user_id: number | undefined, value: object | undefined) => {
  try {
    if (value) sessionStorage.setItem(keyOf(place, user_id), JSON.stringify(value))
    else sessionStorage.removeItem(keyOf(place, user_id))
  } catch {
    // without storage, changes stay in memory only
  }
}

/** Object by name, or undefined if empty. */
export const pendingAnswersKey = <T>(waiting: ReadonlyMap<string, T>) => (waiting.size ? Object.fromEntries(waiting) : undefined)
