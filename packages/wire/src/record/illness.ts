import Type, { type Static } from 'typebox'
import { Disease } from '../care/assessment.ts'
import { ById, endpoint, Id, Include, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf, PartialDay, Text, UserId } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const allergyKinds = ['asthma', 'atopic', 'food', 'medicine', 'metal', 'other', 'pollen'] as const
export type AllergyKind = (typeof allergyKinds)[number]

export const relatives = [
  'father',
  'mother',
  'brother',
  'sister',
  'son',
  'daughter',
  'f_grandpa',
  'f_grandma',
  'm_grandpa',
  'm_grandma',
  'f_uncle',
  'f_aunt',
  'm_uncle',
  'm_aunt',
] as const
export type Relative = (typeof relatives)[number]

/** Optimistic lock: 409 if the row has changed since this `updated_at`. */
const updated_at = Type.Optional(Instant)
const detail = Type.Optional(Text(2000, 0))
const day = Type.Optional(Nullable(PartialDay))
const IncludeDisease = InputObject({ user_id: Id, include: Include('disease') })

export type AllergyReaction = Static<typeof AllergyReaction>
export const AllergyReaction = Type.Object({
  id: Id,
  user_id: Id,
  kind: OneOf(allergyKinds),
  is_occured: Type.Boolean(),
  description: Type.String(),
  /** When somebody last said whether it occurred. */
  confirmed_at: Instant,
  /** The member of staff who recorded that; null if the patient said it, or if it is not known. */
  confirmed_by: Nullable(Person),
  is_self_reported: Type.Boolean(),
  updated_at: Instant,
})

export const listAllergyReactions = endpoint({
  method: 'GET',
  path: '/api/allergy_reactions',
  permission: 'patient.read',
  summary: 'List a patient’s allergies by kind, including those that never occurred',
  description: 'A kind without a row was never asked about.',
  query: UserId,
  reply: Items(AllergyReaction),
  example: { query: { user_id: 1 } },
})

export const addAllergyReaction = endpoint({
  method: 'POST',
  path: '/api/allergy_reactions',
  permission: 'diagnoses.write',
  summary: 'Record whether a kind of allergy occurred',
  description: 'Each kind can be recorded only once; a second record is rejected with 422.',
  body: InputObject({ user_id: Id, kind: OneOf(allergyKinds), is_occured: Type.Boolean(), description: detail }),
  reply: AllergyReaction,
  status: 201,
  example: { body: { user_id: 1, kind: 'metal', is_occured: true, description: 'ニッケル' } },
  changes: ['allergy_reactions'],
})

export const changeAllergyReaction = endpoint({
  method: 'PUT',
  path: '/api/allergy_reactions/:id',
  permission: 'diagnoses.write',
  summary: 'Change a recorded allergy',
  description:
    'If `is_occured` is sent, even with the same value, the allergy counts as confirmed now. A `description` has at most 2,000 characters, or as many as the recorded one, which answers of questionnaires and merges can make longer.',
  params: ById,
  body: InputObject({ updated_at, is_occured: Type.Optional(Type.Boolean()), description: Type.Optional(Text(20_000, 0)) }),
  reply: AllergyReaction,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { is_occured: true, description: 'セフェム系抗菌薬（2019年 全身の発疹）' } },
  changes: ['allergy_reactions'],
})

export const removeAllergyReaction = endpoint({
  method: 'DELETE',
  path: '/api/allergy_reactions/:id',
  permission: 'diagnoses.write',
  summary: 'Delete a recorded allergy',
  params: ById,
  query: InputObject({ updated_at }),
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 }, query: {} },
  changes: ['allergy_reactions'],
})

export type PastIllness = Static<typeof PastIllness>
export const PastIllness = Type.Object({
  id: Id,
  user_id: Id,
  disease_id: Id,
  disease: Type.Optional(Disease),
  diagnosed_on: Nullable(PartialDay),
  /** Null while it lasts or if unknown. */
  recovered_on: Nullable(PartialDay),
  detail: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

export const listPastIllnesses = endpoint({
  method: 'GET',
  path: '/api/past_illnesses',
  permission: 'patient.read',
  summary: 'List a patient’s past illnesses, latest first',
  description: 'Max 1,000. Those without a day come last.',
  query: IncludeDisease,
  reply: Items(PastIllness),
  example: { query: { user_id: 1, include: ['disease'] } },
})

export const addPastIllness = endpoint({
  method: 'POST',
  path: '/api/past_illnesses',
  permission: 'diagnoses.write',
  summary: 'Record a past illness of a patient',
  body: InputObject({ user_id: Id, disease_id: Id, diagnosed_on: day, recovered_on: day, detail }),
  reply: PastIllness,
  status: 201,
  example: { body: { user_id: 1, disease_id: 1, diagnosed_on: '2019-04', recovered_on: '2020', detail: '内服のみ' } },
  changes: ['past_illnesses'],
})

export const changePastIllness = endpoint({
  method: 'PUT',
  path: '/api/past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Change a past illness',
  params: ById,
  body: InputObject({ updated_at, disease_id: Type.Optional(Id), diagnosed_on: day, recovered_on: day, detail }),
  reply: PastIllness,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { recovered_on: '2020-03' } },
  changes: ['past_illnesses'],
})

export const removePastIllness = endpoint({
  method: 'DELETE',
  path: '/api/past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Delete a past illness',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['past_illnesses'],
})

const age = Type.Integer({ minimum: 0, maximum: 130 })

export type FamilyPastIllness = Static<typeof FamilyPastIllness>
export const FamilyPastIllness = Type.Object({
  id: Id,
  user_id: Id,
  disease_id: Id,
  disease: Type.Optional(Disease),
  relative: OneOf(relatives),
  diagnosed_on: Nullable(PartialDay),
  /** Age of the relative at diagnosis, because families remember it better than the year. */
  diagnosed_age: Nullable(age),
  created_at: Instant,
  updated_at: Instant,
})

export const listFamilyPastIllnesses = endpoint({
  method: 'GET',
  path: '/api/family_past_illnesses',
  permission: 'patient.read',
  summary: 'List illnesses in a patient’s family, in order of entry',
  description: 'Max 1,000.',
  query: IncludeDisease,
  reply: Items(FamilyPastIllness),
  example: { query: { user_id: 1, include: ['disease'] } },
})

export const addFamilyPastIllness = endpoint({
  method: 'POST',
  path: '/api/family_past_illnesses',
  permission: 'diagnoses.write',
  summary: 'Record an illness of a relative',
  body: InputObject({ user_id: Id, disease_id: Id, relative: OneOf(relatives), diagnosed_on: day, diagnosed_age: Type.Optional(Nullable(age)) }),
  reply: FamilyPastIllness,
  status: 201,
  example: { body: { user_id: 1, disease_id: 1, relative: 'm_grandma', diagnosed_age: 72 } },
  changes: ['family_past_illnesses'],
})

export const changeFamilyPastIllness = endpoint({
  method: 'PUT',
  path: '/api/family_past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Change an illness of a relative',
  params: ById,
  body: InputObject({
    updated_at,
    disease_id: Type.Optional(Id),
    relative: Type.Optional(OneOf(relatives)),
    diagnosed_on: day,
    diagnosed_age: Type.Optional(Nullable(age)),
  }),
  reply: FamilyPastIllness,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { diagnosed_on: '1998' } },
  changes: ['family_past_illnesses'],
})

export const removeFamilyPastIllness = endpoint({
  method: 'DELETE',
  path: '/api/family_past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Delete an illness of a relative',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['family_past_illnesses'],
})

export type PerformedOperation = Static<typeof PerformedOperation>
export const PerformedOperation = Type.Object({
  id: Id,
  user_id: Id,
  name: Type.String(),
  operated_on: Nullable(PartialDay),
  /** Free text, because not every hospital is a facility of ours. */
  facility: Type.String(),
  detail: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

const facility = Type.Optional(Line(200, 0))

export const listPerformedOperations = endpoint({
  method: 'GET',
  path: '/api/performed_operations',
  permission: 'patient.read',
  summary: 'List a patient’s operations, latest first',
  description: 'Max 1,000. Those without a day come last.',
  query: UserId,
  reply: Items(PerformedOperation),
  example: { query: { user_id: 1 } },
})

export const addPerformedOperation = endpoint({
  method: 'POST',
  path: '/api/performed_operations',
  permission: 'diagnoses.write',
  summary: 'Record an operation of a patient',
  body: InputObject({ user_id: Id, name: Line(200), operated_on: day, facility, detail }),
  reply: PerformedOperation,
  status: 201,
  example: { body: { user_id: 1, name: '虫垂切除術', operated_on: '1985', facility: '市民病院' } },
  changes: ['performed_operations'],
})

export const changePerformedOperation = endpoint({
  method: 'PUT',
  path: '/api/performed_operations/:id',
  permission: 'diagnoses.write',
  summary: 'Change an operation',
  params: ById,
  body: InputObject({ updated_at, name: Type.Optional(Line(200)), operated_on: day, facility, detail }),
  reply: PerformedOperation,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { operated_on: '1985-06' } },
  changes: ['performed_operations'],
})

export const removePerformedOperation = endpoint({
  method: 'DELETE',
  path: '/api/performed_operations/:id',
  permission: 'diagnoses.write',
  summary: 'Delete an operation',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['performed_operations'],
})
