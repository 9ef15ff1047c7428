import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Instant, Items, Nullable, OneOf } from '../endpoint.ts'

export const lifestyleDivisions = ['Food', 'Preference', 'Sleep', 'Sport', 'Hobby'] as const
export const answerTypes = ['boolean', 'scale', 'number', 'other'] as const

export type AnswerOption = Static<typeof AnswerOption>
/** A possible answer to a question: a step of a scale, or yes or no. `label` is in the request's language. */
export const AnswerOption = Type.Object({ value: Type.Number(), label: Type.String() })

export type AnswerRange = Static<typeof AnswerRange>
export const AnswerRange = Type.Object({ min: Type.Number(), max: Type.Number(), step: Type.Number() })

export type LifestyleRule = Static<typeof LifestyleRule>
/** Judges an answer; the rule matches if any of the conditions does. */
export const LifestyleRule = Type.Object({
  kind: OneOf(['healthy_if', 'unhealthy_if', 'important_if', 'none']),
  any: Type.Optional(Type.Array(Type.Object({ op: OneOf(['eq', 'gte', 'lte']), value: Type.Number() }))),
})

export type LifestyleCategory = Static<typeof LifestyleCategory>
export const LifestyleCategory = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  /** Folded names in all languages, kana, romaji and synonyms for the search. */
  name_search: Type.String(),
  major_division: OneOf(lifestyleDivisions),
  value_type: OneOf(answerTypes),
  unit: Type.String(),
  options: Type.Array(AnswerOption),
  /** Valid range of a number. */
  range: Nullable(AnswerRange),
  rule: LifestyleRule,
  /** Measured daily by devices and shown as a line chart; not asked in questionnaires. */
  line_chart: Type.Boolean(),
  /** Text of the question, in the request's language. */
  question: Type.String(),
  sort_number: Type.Integer(),
})

export const listLifestyleCategories = endpoint({
  method: 'GET',
  path: '/api/lifestyle_categories',
  permission: 'catalogue.read',
  summary: 'List the lifestyle categories: questions and device data',
  query: InputObject({}),
  reply: Items(LifestyleCategory),
  cache: 'reference',
})

export type Lifestyle = Static<typeof Lifestyle>
export const Lifestyle = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  questionnaire_id: Nullable(Id),
  answered_at: Instant,
  value: Type.Number(),
  /** 0 healthy, 1 unhealthy; null if the answer has no health status. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 1 })),
  /** Whether the person does this sport, hobby or relaxation: a neutral badge, not a health status. */
  important: Type.Boolean(),
})

export const listLifestyles = endpoint({
  method: 'GET',
  path: '/api/lifestyles',
  permission: 'patient.read',
  summary: 'List a patient’s lifestyle answers and device data, newest first',
  description:
    '`limit` rows (default 1,000), plus all with the same time as the last one, so that paging with `before` (the time of the oldest row) skips none.',
  query: InputObject({
    user_id: Id,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
    category_ids: Type.Optional(Type.Array(Id, { maxItems: 300 })),
    /** Exclusive upper bound of the answer time. */
    before: Type.Optional(Instant),
  }),
  reply: Items(Lifestyle),
  example: { query: { user_id: 1, limit: 70 } },
})
