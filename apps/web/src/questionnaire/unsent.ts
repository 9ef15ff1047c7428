import type { Answers } from './answers.ts'

/** Answers on their way, over a reload of this tab; they go as soon as the server has them, and with everything else when somebody signs out. */
const keyOf = (user_id: number | undefined, id: number) => `questionnaire.${user_id}.${id}`

export const readUnsent = (user_id: number | undefined, id: number): Answers => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(user_id, id)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Answers) : {}
  } catch {
    return {}
  }
}

export const keepUnsent = (user_id: number | undefined, id: number, answers: ReadonlyMap<string, Answers[string]>) => {
  try {
    if (answers.size) sessionStorage.setItem(keyOf(user_id, id), JSON.stringify(Object.fromEntries(answers)))
    else sessionStorage.removeItem(keyOf(user_id, id))
  } catch {
    // a browser without storage keeps them in memory only
  }
}
