import Type, { type Static } from 'typebox'
import { endpoint, Id, Instant, Items, Nullable, OneOf, Sent } from '../endpoint.ts'

export const lifestyleDivisions = ['Food', 'Preference', 'Sleep', 'Sport', 'Hobby'] as const
export const answerTypes = ['boolean', 'scale', 'number', 'other'] as const

export type AnswerOption = Static<typeof AnswerOption>
/** One step of a scale, in the request’s language. */
export const AnswerOption = Type.Object({ value: Type.Number(), label: Type.String() })

export type AnswerRange = Static<typeof AnswerRange>
export const AnswerRange = Type.Object({ min: Type.Number(), max: Type.Number(), step: Type.Number() })

export type LifestyleRule = Static<typeof LifestyleRule>
/** How an answer is read: by the first condition that holds. */
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
  /** Its names in kanji, kana, romaji and English as a search compares them. */
  name_search: Type.String(),
  major_division: OneOf(lifestyleDivisions),
  value_type: OneOf(answerTypes),
  unit: Type.String(),
  options: Type.Array(AnswerOption),
  /** Of a number: what may be answered. */
  range: Nullable(AnswerRange),
  rule: LifestyleRule,
  /** Measured day by day and drawn as a line; not part of a questionnaire. */
  line_chart: Type.Boolean(),
  /** As a questionnaire asks it, in the request’s language. */
  question: Type.String(),
  sort_number: Type.Integer(),
})

export const listLifestyleCategories = endpoint({
  method: 'GET',
  path: '/api/lifestyle_categories',
  permission: 'catalogue.read',
  summary: 'What is asked about how people live, and what devices measure of it',
  query: Sent({}),
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
  /** 0 healthy, 1 unhealthy; null where the answer is no matter of health. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 1 })),
  /** Sports and relaxation that are done: a neutral badge, never a mark of health. */
  important: Type.Boolean(),
})

export const listLifestyles = endpoint({
  method: 'GET',
  path: '/api/lifestyles',
  permission: 'patient.read',
  summary: 'A patient’s answers about how they live, newest first',
  description:
    '`limit` answers (1,000 unless told) and the others of the same moment as the last of them, so that reading on with `before`, the moment of the oldest, loses none.',
  query: Sent({
    user_id: Id,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
    category_ids: Type.Optional(Type.Array(Id, { maxItems: 300 })),
    /** Only answers given earlier than this. */
    before: Type.Optional(Instant),
  }),
  reply: Items(Lifestyle),
  example: { query: { user_id: 1, limit: 70 } },
})
