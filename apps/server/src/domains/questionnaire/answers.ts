import type { GivenAllergy, GivenAnswer } from '@sukoyaka/rules/record/questionnaire'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import type { AllergyAnswer, NamedAnswer } from '@sukoyaka/wire/record/questionnaire'
import { normalizeText } from '../../access/rows.ts'
import type { Answers } from './tables.ts'

type Sent = { symptoms?: readonly GivenAnswer[]; lifestyles?: readonly GivenAnswer[]; allergy_reactions?: readonly GivenAllergy[] }

const sameFlag = (is_same: boolean | undefined) => (is_same ? { is_same } : {})

/** Converts sent answers to the stored shape: answers by key, such as `symptoms.headache`, and keys to clear. Only a yes has a description. */
export const storedAnswersOf = ({ symptoms = [], lifestyles = [], allergy_reactions = [] }: Sent): { set: Answers; cleared: string[] } => {
  const set: Answers = {}
  const cleared: string[] = []
  for (const [part, values] of [
    ['symptoms', symptoms],
    ['lifestyles', lifestyles],
  ] as const)
    for (const { name, value, is_same } of values) {
      if (value === null) cleared.push(`${part}.${name}`)
      else set[`${part}.${name}`] = { value: value as number, ...sameFlag(is_same) }
    }
  for (const { kind, is_occured, description, is_same } of allergy_reactions) {
    if (is_occured === null) cleared.push(`allergy_reactions.${kind}`)
    else
      set[`allergy_reactions.${kind}`] = {
        value: is_occured,
        ...(is_occured && description !== undefined && { description: normalizeText(description) }),
        ...sameFlag(is_same),
      }
  }
  return { set, cleared }
}

const partOf = (answers: Answers, part: string) =>
  Object.entries(answers)
    .filter(([key]) => key.startsWith(`${part}.`))
    .map(([key, answer]) => ({ name: key.slice(part.length + 1), ...answer }))

/** Converts stored answers to the wire's shape. */
export const shownOf = (answers: Answers) => {
  const namedAnswers = (part: string): NamedAnswer[] =>
    partOf(answers, part).map(({ name, value, is_same = false }) => ({ name, value: Number(value), is_same }))
  return {
    symptoms: namedAnswers('symptoms'),
    lifestyles: namedAnswers('lifestyles'),
    allergy_reactions: partOf(answers, 'allergy_reactions').map(
      ({ name, value, description = '', is_same = false }): AllergyAnswer => ({
        kind: name as AllergyKind,
        is_occured: Boolean(value),
        // answers from before may have a description with a no
        description: value ? description : '',
        is_same,
      }),
    ),
  }
}
