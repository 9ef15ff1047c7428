import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Nullable, OneOf, Text, UserId } from '../endpoint.ts'
import { allergyKinds } from './illness.ts'

export const questionnaireParts = ['symptoms', 'lifestyles', 'allergy_reactions'] as const
export type QuestionnairePart = (typeof questionnaireParts)[number]

export type Questionnaire = Static<typeof Questionnaire>
/** One completion of the form; open while `answered_at` is null. A patient has at most one open. */
export const Questionnaire = Type.Object({
  id: Id,
  user_id: Id,
  parts: Type.Array(OneOf(questionnaireParts)),
  answered_at: Nullable(Instant),
  /** Increases with every save. */
  version: Type.Integer(),
  symptom_count: Type.Integer(),
  lifestyle_count: Type.Integer(),
  allergy_count: Type.Integer(),
  /** Number of symptoms answered with yes; 0 while the questionnaire is open. */
  yes_count: Type.Integer(),
  /** Names of symptoms that are new, or gone, compared with the previous questionnaire about symptoms; empty without one and while open. */
  new_symptoms: Type.Array(Type.String()),
  gone_symptoms: Type.Array(Type.String()),
  created_at: Instant,
  updated_at: Instant,
})

export type NamedAnswer = Static<typeof NamedAnswer>
export const NamedAnswer = Type.Object({
  /** Name of the category. */
  name: Type.String(),
  value: Type.Number(),
  /** Whether the previous answer was reused. */
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

export type QuestionnaireDetail = Static<typeof QuestionnaireDetail>
export const QuestionnaireDetail = Type.Object({
  ...Questionnaire.properties,
  ...answers,
  /** The newest recorded answer to each question. */
  last: Type.Object(answers),
})

/** A number, or null to delete the answer; other types pass the schema so that the handler can reject them by question name. */
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
  summary: 'List a patient’s questionnaires, the open one first, then newest first',
  description: 'Max 1,000.',
  query: UserId,
  reply: Items(Questionnaire),
  example: { query: { user_id: 1 } },
})

export const addQuestionnaire = endpoint({
  method: 'POST',
  path: '/api/questionnaires',
  permission: 'health_data.write',
  summary: 'Start a questionnaire, or continue the open one',
  description:
    'A patient has at most one open questionnaire: if there is one, the requested parts are added to it and it is returned. `parts` defaults to all.',
  body: InputObject({ user_id: Id, parts: Type.Optional(Type.Array(OneOf(questionnaireParts), { minItems: 1, maxItems: 3 })) }),
  reply: Questionnaire,
  status: 201,
  example: { body: { user_id: 1 } },
  changes: ['questionnaires'],
})

export const getQuestionnaire = endpoint({
  method: 'GET',
  path: '/api/questionnaires/:id',
  permission: 'patient.read',
  summary: 'Get a questionnaire with its answers and the previous answers',
  params: ById,
  reply: QuestionnaireDetail,
  example: { params: { id: 1 } },
})

export const getQuestionnaireDocument = endpoint({
  method: 'GET',
  path: '/api/questionnaires/:id/document',
  permission: 'patient.read',
  summary: 'Download a questionnaire as PDF, with its answers or to fill in by hand',
  description: '`blank` leaves the answers out. The document is in the language of the request.',
  params: ById,
  query: InputObject({ blank: Type.Optional(Type.Boolean()) }),
  reply: Type.String(),
  media: 'application/pdf',
  errors: ['document_failed'],
  example: { params: { id: 1 }, query: {} },
})

export const saveQuestionnaire = endpoint({
  method: 'PUT',
  path: '/api/questionnaires/:id',
  permission: 'health_data.write',
  summary: 'Save some answers of an open questionnaire',
  description:
    'Answers are merged one by one, so that two devices do not overwrite each other: answers not sent stay unchanged, `null` deletes one. The description of an allergy is stored only if it occurred.',
  params: ById,
  body: InputObject({
    symptoms: list(InputObject({ name, value: valueOrNone, is_same })),
    lifestyles: list(InputObject({ name, value: valueOrNone, is_same })),
    allergy_reactions: list(InputObject({ kind: name, is_occured: Nullable(Type.Boolean()), description, is_same })),
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
  summary: 'Submit a questionnaire; writes all answers to the record',
  description:
    'Atomic. Answers sent here replace those saved before, and `null` removes a saved one; saved answers that are not sent are written too. Each invalid answer is reported by its path, such as `symptoms.headache`. An allergy that staff recorded stays: “no” does not change it. What “yes” says about a recorded allergy is added to its description. An answer about an allergy with `is_same` confirms the record, and changes nothing if the record says something else by now. If the patient reports a symptom with a red flag that was not reported before, the care team is notified. Without `questionnaire_id` a new questionnaire is created. 409 if it is already answered.',
  body: InputObject({
    user_id: Id,
    questionnaire_id: Type.Optional(Id),
    symptoms: list(InputObject({ name, value: valueOrNone, is_same })),
    lifestyles: list(InputObject({ name, value: valueOrNone, is_same })),
    allergy_reactions: list(InputObject({ kind: name, is_occured: Nullable(Type.Boolean()), description, is_same })),
  }),
  reply: Questionnaire,
  status: 201,
  errors: ['conflict'],
  example: { body: { user_id: 1, symptoms: [{ name: 'headache', value: 0 }], lifestyles: [{ name: 'smoking', value: 0 }] } },
  changes: ['questionnaires', 'symptoms', 'lifestyles', 'allergy_reactions', 'data_entry_requests'],
})
