import type { AllergyAnswer, NamedAnswer } from '@sukoyaka/wire/record/questionnaire'

/** `value` is null for a removed answer. */
export type Answer = { value: number | boolean | null; description?: string; is_same?: boolean }
/** By path, such as `symptoms.headache` or `allergy_reactions.food`. */
export type Answers = Readonly<Record<string, Answer>>

type Lists = { symptoms: readonly NamedAnswer[]; lifestyles: readonly NamedAnswer[]; allergy_reactions: readonly AllergyAnswer[] }

/** Converts the API's lists to answers by path. */
export const answersIn = ({ symptoms, lifestyles, allergy_reactions }: Lists): Answers =>
  Object.fromEntries([
    ...symptoms.map(({ name, value, is_same }) => [`symptoms.${name}`, { value, is_same }]),
    ...lifestyles.map(({ name, value, is_same }) => [`lifestyles.${name}`, { value, is_same }]),
    ...allergy_reactions.map(({ kind, is_occured, description, is_same }) => [`allergy_reactions.${kind}`, { value: is_occured, description, is_same }]),
  ])

const ofPart = (answers: Answers, part: string) =>
  Object.entries(answers).flatMap(([path, answer]) => (path.startsWith(`${part}.`) ? [{ name: path.slice(part.length + 1), ...answer }] : []))

/** Converts answers to a request body; removed answers are sent as null, and a description only with a yes. */
export const requestBodyOf = (answers: Answers) => {
  const named = (part: string) => ofPart(answers, part).map(({ name, value, is_same }) => ({ name, value: value as number | null, is_same: is_same ?? false }))
  return {
    symptoms: named('symptoms'),
    lifestyles: named('lifestyles'),
    allergy_reactions: ofPart(answers, 'allergy_reactions').map(({ name, value, description, is_same }) => ({
      kind: name,
      is_occured: value as boolean | null,
      ...(value && description !== undefined && { description }),
      is_same: is_same ?? false,
    })),
  }
}

/**
 * Paths of the answers that the server rejected. The server names an answer by its path, or by its index in the request, such as
 * `allergy_reactions.0.description`. Other fields are returned as they are.
 */
export const rejectedPaths = (answers: Answers, fields: object = {}) =>
  Object.keys(fields).map((field) => {
    const [part = '', index] = field.split('.')
    const answer = ofPart(answers, part)[Number(index)]
    return answer ? `${part}.${answer.name}` : field
  })

export const isAnswered = (answers: Answers, path: string) => typeof answers[path]?.value === 'number' || typeof answers[path]?.value === 'boolean'

/**
 * Index of the page on which a questionnaire opens: where the patient stopped, which is the last page with an answer, or the next if that one is complete.
 * Skipped questions before it are named on the last page.
 */
export const firstPage = (steps: readonly { paths: readonly string[] }[], answers: Answers): number => {
  const last = steps.findLastIndex(({ paths }) => paths.some((path) => isAnswered(answers, path)))
  const isComplete = steps[last]?.paths.every((path) => isAnswered(answers, path)) ?? false
  return Math.max(0, Math.min(isComplete ? last + 1 : last, steps.length - 1))
}
