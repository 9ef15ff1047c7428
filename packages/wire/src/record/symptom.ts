import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Instant, Items, Nullable, OneOf } from '../endpoint.ts'
import { AnswerOption, answerTypes } from './lifestyle.ts'

export const bodyAreas = [
  'general',
  'head',
  'neurological',
  'eye',
  'ear_nose_throat',
  'mouth',
  'respiratory',
  'chest',
  'abdomen',
  'urinary',
  'reproductive',
  'musculoskeletal',
  'skin',
  'mental',
] as const

export type SymptomCategory = Static<typeof SymptomCategory>
export const SymptomCategory = Type.Object({
  id: Id,
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  /** Folded names in all languages, kana, romaji and synonyms for the search. */
  name_search: Type.String(),
  body_area: OneOf(bodyAreas),
  value_type: OneOf(answerTypes),
  /** Options of a symptom that is not yes or no. */
  options: Type.Array(AnswerOption),
  applicable_sex: OneOf(['male', 'female', 'any']),
  /** Whether a yes should be followed up promptly. */
  red_flag: Type.Boolean(),
  sort_number: Type.Integer(),
})

export const listSymptomCategories = endpoint({
  method: 'GET',
  path: '/api/symptom_categories',
  permission: 'catalogue.read',
  summary: 'List the symptom categories',
  query: InputObject({}),
  reply: Items(SymptomCategory),
  cache: 'reference',
})

export type Symptom = Static<typeof Symptom>
export const Symptom = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  questionnaire_id: Nullable(Id),
  answered_at: Instant,
  /** 1 yes, 0 no; for skin_type the type from 1 to 6. */
  value: Type.Number(),
  /** 0 healthy, 1 unhealthy; null for the skin type, which has no health status. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 1 })),
})

export const listSymptoms = endpoint({
  method: 'GET',
  path: '/api/symptoms',
  permission: 'patient.read',
  summary: 'List the newest `count` answers to each symptom, newest first',
  description: '`count` defaults to 10; `categories` takes category names. Max 8,000 answers in total.',
  query: InputObject({
    user_id: Id,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    categories: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 300 })),
  }),
  reply: Items(Symptom),
  example: { query: { user_id: 1, count: 5, categories: ['headache'] } },
})
