import type { Questionnaire } from '@sukoyaka/wire/record/questionnaire'
import { type Answers, isAnswered } from '../answers.ts'

/** `open`: not answered. `other`: an answer that is neither yes nor no, such as the skin type. */
export type Change = 'new' | 'yes' | 'still' | 'gone' | 'open' | 'no' | 'other'

/** Answers of one questionnaire; undefined if there is no such questionnaire. */
export type Column = Answers | undefined

type Answer = Answers[string]

const isYes = (answer: Answer | undefined) => answer?.value === 1 || answer?.value === true

/**
 * How a yes-or-no answer differs from the one of the compared questionnaire. A yes is `new` if the compared answer was not yes or is missing, and `yes`
 * if there is no compared questionnaire.
 */
export const changeOf = (path: string, now: Answers, before: Column): Change => {
  if (!isAnswered(now, path)) return 'open'
  const wasYes = isYes(before?.[path])
  if (isYes(now[path])) return before === undefined ? 'yes' : wasYes ? 'still' : 'new'
  return wasYes ? 'gone' : 'no'
}

export type Reply = 'yes' | 'no' | 'open'
export const replyOf = (path: string, column: Answers): Reply => (isAnswered(column, path) ? (isYes(column[path]) ? 'yes' : 'no') : 'open')

type Compared = Pick<Questionnaire, 'id' | 'answered_at' | 'parts'>

/**
 * `earlier`: the questionnaires that were answered before `shown`. `beside`: the chosen questionnaire and the one before it. Without `chosen`, it is the
 * newest earlier one; if `shown` asks about symptoms, the newest that also asks about them, if there is one. `listed` is newest first.
 */
export const olderQuestionnaires = <Q extends Compared>(listed: readonly Q[], shown: Compared, chosen?: number): { earlier: Q[]; beside: Q[] } => {
  const earlier = listed.filter(({ id, answered_at }) => id !== shown.id && answered_at !== null && (!shown.answered_at || answered_at < shown.answered_at))
  const shares = earlier.findIndex(({ parts }) => !shown.parts.includes('symptoms') || parts.includes('symptoms'))
  const at = chosen === undefined ? Math.max(shares, 0) : earlier.findIndex(({ id }) => id === chosen)
  return { earlier, beside: earlier.slice(at, at + 2) }
}
