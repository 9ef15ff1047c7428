import type { GivenAllergy, GivenAnswer } from '@sukoyaka/rules/record/questionnaire'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import type { AllergyAnswer, NamedAnswer } from '@sukoyaka/wire/record/questionnaire'
import { normalizeText } from '../../access/rows.ts'
import type { Answers } from './tables.ts'

type Sent = { symptoms?: readonly GivenAnswer[]; lifestyles?: readonly GivenAnswer[]; allergy_reactions?: readonly GivenAllergy[] }

const same = (is_same: boolean | undefined) => (is_same ? { is_same } : {})

/** Converts sent answers to the stored shape: answers by place, and places to clear. */
export const keptOf = ({ symptoms = [], lifestyles = [], allergy_reactions = [] }: Sent): { set: Answers; gone: string[] } => {
  const set: Answers = {}
  const gone: string[] = []
  for (const [part, given] of [
    ['symptoms', symptoms],
    ['lifestyles', lifestyles],
  ] as const)
    for (const { name, value, is_same } of given) {
      if (value === null) gone.push(`${part}.${name}`)
      else set[`${part}.${name}`] = { value: value as number, ...same(is_same) }
    }
  for (const { kind, is_occured, description, is_same } of allergy_reactions) {
    if (is_occured === null) gone.push(`allergy_reactions.${kind}`)
    else
      set[`allergy_reactions.${kind}`] = {
        value: is_occured,
        ...(description !== undefined && { description: normalizeText(description) }),
        ...same(is_same),
      }
  }
  return { set, gone }
}

const partOf = (answers: Answers, part: string) =>
  Object.entries(answers)
    .filter(([place]) => place.startsWith(`${part}.`))
    .map(([place, answer]) => ({ name: place.slice(part.length + 1), ...answer }))

/** Converts stored answers to the wire's shape. */
export const shownOf = (answers: Answers) => {
  const named = (part: string): NamedAnswer[] => partOf(answers, part).map(({ name, value, is_same = false }) => ({ name, value: Number(value), is_same }))
  return {
    symptoms: named('symptoms'),
    lifestyles: named('lifestyles'),
    allergy_reactions: partOf(answers, 'allergy_reactions').map(
      ({ name, value, description = '', is_same = false }): AllergyAnswer => ({ kind: name as AllergyKind, is_occured: Boolean(value), description, is_same }),
    ),
  }
}
