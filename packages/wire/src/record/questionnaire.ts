import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Nullable, OneOf, Sent, Text, UserId } from '../endpoint.ts'
import { allergyKinds } from './illness.ts'

export const questionnaireParts = ['symptoms', 'lifestyles', 'allergy_reactions'] as const
export type QuestionnairePart = (typeof questionnaireParts)[number]

export type Questionnaire = Static<typeof Questionnaire>
/** One filling in of the form: open while `answered_at` is null, of which each patient has one at most. */
export const Questionnaire = Type.Object({
  id: Id,
  user_id: Id,
  parts: Type.Array(OneOf(questionnaireParts)),
  answered_at: Nullable(Instant),
  /** Rises with everything that is saved. */
  version: Type.Integer(),
  symptom_count: Type.Integer(),
  lifestyle_count: Type.Integer(),
  allergy_count: Type.Integer(),
  /** Symptoms answered yes. */
  yes_count: Type.Integer(),
  /** Names of symptoms that were not there the last time, and of those that were and are gone; empty for the first one. */
  new_symptoms: Type.Array(Type.String()),
  gone_symptoms: Type.Array(Type.String()),
  created_at: Instant,
  updated_at: Instant,
})

export type NamedAnswer = Static<typeof NamedAnswer>
export const NamedAnswer = Type.Object({
  /** Of the category. */
  name: Type.String(),
  value: Type.Number(),
  /** Taken over from the time before with one press. */
  is_same: Type.Boolean(),
})
export type AllergyAnswer = Static<typeof AllergyAnswer>
export const AllergyAnswer = Type.Object({
  kind: OneOf(allergyKinds),
  is_occured: Type.Boolean(),
  description: Type.String(),
  is_same: Type.Boolean(),
})
const answers = {
  symptoms: Type.Array(NamedAnswer),
  lifestyles: Type.Array(NamedAnswer),
  allergy_reactions: Type.Array(AllergyAnswer),
}

export type OneQuestionnaire = Static<typeof OneQuestionnaire>
export const OneQuestionnaire = Type.Object({
  ...Questionnaire.properties,
  ...answers,
  /** What the record says now: the newest answer to each question. */
  last: Type.Object(answers),
})

/** A number as a rule; anything else a form might send is refused by name. */
const value = Type.Unsafe<number | string | boolean>({ type: ['number', 'string', 'boolean'], maxLength: 100 })
const valueOrNone = Type.Unsafe<number | string | boolean | null>({ type: ['number', 'string', 'boolean', 'null'], maxLength: 100 })
const name = Type.String({ minLength: 1, maxLength: 100 })
const is_same = Type.Optional(Type.Boolean())
const description = Type.Optional(Text(2000, 0))
const max = 300
const list = <T extends Parameters<typeof Type.Array>[0]>(item: T) => Type.Optional(Type.Array(item, { maxItems: max }))

export const listQuestionnaires = endpoint({
  method: 'GET',
  path: '/api/questionnaires',
  permission: 'patient.read',
  summary: 'A patient’s questionnaires, the open one first, then the newest first',
  description: 'At most 1,000.',
  query: UserId,
  reply: Items(Questionnaire),
  example: { query: { user_id: 1 } },
})

export const addQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/questionnaires',
  permission: 'health_data.write',
  summary: 'Begins a questionnaire, or goes on with the open one',
  description: 'A patient has one open questionnaire at most: it is answered here, with these parts added to it. All parts unless told.',
  body: Sent({ user_id: Id, parts: Type.Optional(Type.Array(OneOf(questionnaireParts), { minItems: 1, maxItems: 3 })) }),
  reply: Questionnaire,
  status: 201,
  example: { body: { user_id: 1 } },
  changes: ['questionnaires'],
})

export const getQuestionnaire = endpoint({
  method: 'GET',
  path: '/api/questionnaires/:id',
  permission: 'patient.read',
  summary: 'A questionnaire with its answers, and what was answered last',
  params: ById,
  reply: OneQuestionnaire,
  example: { params: { id: 1 } },
})

export const saveQuestionnaire = endpoint({
  method: 'PUT',
  path: '/api/questionnaires/:id',
  permission: 'health_data.write',
  summary: 'Saves some answers of an open questionnaire',
  description: 'Each answer on its own, so that two devices do not undo each other: what is not named stays. `null` takes an answer back.',
  params: ById,
  body: Sent({
    symptoms: list(Sent({ name, value: valueOrNone, is_same })),
    lifestyles: list(Sent({ name, value: valueOrNone, is_same })),
    allergy_reactions: list(Sent({ kind: name, is_occured: Nullable(Type.Boolean()), description, is_same })),
  }),
  reply: Questionnaire,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { symptoms: [{ name: 'headache', value: 1 }] } },
  changes: ['questionnaires'],
})

export const addMedicalQuestionnaireAnswers = endpoint({
  method: 'POST',
  path: '/api/medical_questionnaire_answers',
  permission: 'health_data.write',
  summary: 'Sends a questionnaire: all its answers go into the record at once, or none',
  description:
    'Answers sent here stand over those saved before. Each wrong one is named, such as `symptoms.headache`. Without `questionnaire_id` a questionnaire is made for them. One that is answered is a conflict.',
  body: Sent({
    user_id: Id,
    questionnaire_id: Type.Optional(Id),
    symptoms: list(Sent({ name, value, is_same })),
    lifestyles: list(Sent({ name, value, is_same })),
    allergy_reactions: list(Sent({ kind: name, is_occured: Type.Boolean(), description, is_same })),
  }),
  reply: Questionnaire,
  status: 201,
  errors: ['conflict'],
  example: { body: { user_id: 1, symptoms: [{ name: 'headache', value: 0 }], lifestyles: [{ name: 'smoking', value: 0 }] } },
  changes: ['questionnaires', 'symptoms', 'lifestyles', 'allergy_reactions', 'data_entry_requests'],
})
