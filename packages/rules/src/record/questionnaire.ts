import type { FieldReason } from '@sukoyaka/wire/errors'
import { type AllergyKind, allergyKinds } from '@sukoyaka/wire/record/illness'
import type { AnswerRange } from '@sukoyaka/wire/record/lifestyle'
import type { QuestionnairePart } from '@sukoyaka/wire/record/questionnaire'

type Sex = 'male' | 'female' | null
export type Question = {
  name: string
  value_type: string
  options?: readonly { value: number }[]
  range?: AnswerRange | null
  applicable_sex?: 'male' | 'female' | 'any'
  /** Measured by devices; not asked in questionnaires. */
  line_chart?: boolean
}
export type Questions = Record<'symptoms' | 'lifestyles', ReadonlyMap<string, Question>>

export type GivenAnswer = { name: string; value: unknown; is_same?: boolean }
export type GivenAllergy = { kind: string; is_occured: boolean | null; description?: string; is_same?: boolean }
export type GivenAnswers = { symptoms?: readonly GivenAnswer[]; lifestyles?: readonly GivenAnswer[]; allergy_reactions?: readonly GivenAllergy[] }

/** Whether the question is asked. If the sex is unknown, the questions for either sex are asked. */
export const isApplicable = ({ applicable_sex = 'any', line_chart = false }: Question, sex: Sex) =>
  !line_chart && (applicable_sex === 'any' || sex === null || applicable_sex === sex)

/** Accepts tenths, not only multiples of the form's step, because recorded values can be finer, and people must be able to confirm them unchanged. */
const isTenth = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9

/** Why an answer is invalid, or undefined. */
export const problemOf = (question: Question | undefined, value: unknown, sex: Sex): FieldReason | undefined => {
  if (!question || !isApplicable(question, sex)) return 'not_allowed'
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'format'
  const { value_type, options = [], range } = question
  if (value_type === 'number' && range) {
    if (value < range.min) return 'too_small'
    if (value > range.max) return 'too_large'
    return isTenth(value) ? undefined : 'format'
  }
  const values = options.length ? options.map((option) => option.value) : value_type === 'boolean' ? [0, 1] : []
  if (values.includes(value)) return undefined
  if (!values.length) return 'not_allowed'
  return value < Math.min(...values) ? 'too_small' : value > Math.max(...values) ? 'too_large' : 'format'
}

/** Invalid answers by path, such as `symptoms.headache`. `null` deletes an answer and is valid for every known question. */
export const problemsOf = (given: GivenAnswers, questions: Questions, sex: Sex): Record<string, FieldReason> => {
  const problems: Record<string, FieldReason> = {}
  for (const part of ['symptoms', 'lifestyles'] as const) {
    const seen = new Set<string>()
    for (const { name, value } of given[part] ?? []) {
      const question = questions[part].get(name)
      const problem = seen.has(name) ? 'twice' : value === null && question ? undefined : problemOf(question, value, sex)
      seen.add(name)
      if (problem) problems[`${part}.${name}`] = problem
    }
  }
  const seen = new Set<string>()
  for (const { kind } of given.allergy_reactions ?? []) {
    const problem = seen.has(kind) ? 'twice' : allergyKinds.includes(kind as AllergyKind) ? undefined : 'not_allowed'
    seen.add(kind)
    if (problem) problems[`allergy_reactions.${kind}`] = problem
  }
  return problems
}

const applicableQuestions = <T extends Question>(questions: readonly T[], sex: Sex) => questions.filter((question) => isApplicable(question, sex))

type Catalogue<S extends Question, L extends Question> = { symptoms: readonly S[]; lifestyles: readonly L[] }
/** Number of questions asked of a person in these parts. */
export const countQuestions = <S extends Question, L extends Question>(catalogue: Catalogue<S, L>, parts: readonly QuestionnairePart[], sex: Sex) =>
  (parts.includes('symptoms') ? applicableQuestions(catalogue.symptoms, sex).length : 0) +
  (parts.includes('lifestyles') ? applicableQuestions(catalogue.lifestyles, sex).length : 0) +
  (parts.includes('allergy_reactions') ? allergyKinds.length : 0)
