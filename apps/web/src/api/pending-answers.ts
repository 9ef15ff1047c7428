/**
 * What is on its way, over a reload of this tab; it goes as soon as the server has it, and with everything else when somebody signs out.
 * `place` is such as `questionnaire.12`.
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
    // a browser without storage keeps it in memory only
  }
}

/** By name, or nothing where nothing is left. */
export const pendingAnswersKey = <T>(waiting: ReadonlyMap<string, T>) => (waiting.size ? Object.fromEntries(waiting) : undefined)
