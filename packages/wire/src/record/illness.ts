import Type, { type Static } from 'typebox'
import { Disease } from '../care/assessment.ts'
import { ById, endpoint, Id, Include, Instant, Items, Line, Nothing, Nullable, OneOf, PartialDay, Sent, Text, UserId } from '../endpoint.ts'

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

/** As it was read: when it has been changed since, the change is refused. */
const updated_at = Type.Optional(Instant)
const detail = Type.Optional(Text(2000, 0))
const day = Type.Optional(Nullable(PartialDay))
const IncludeDisease = Sent({ user_id: Id, include: Include('disease') })

export type AllergyReaction = Static<typeof AllergyReaction>
export const AllergyReaction = Type.Object({
  id: Id,
  user_id: Id,
  kind: OneOf(allergyKinds),
  is_occured: Type.Boolean(),
  description: Type.String(),
  updated_at: Instant,
})

export const listAllergyReactions = endpoint({
  method: 'GET',
  path: '/api/allergy_reactions',
  permission: 'patient.read',
  summary: 'A patient’s allergies by kind, those that never occurred included',
  query: UserId,
  reply: Items(AllergyReaction),
  example: { query: { user_id: 1 } },
})

export const addAllergyReaction = endpoint({
  method: 'POST',
  path: '/api/allergy_reactions',
  permission: 'diagnoses.write',
  summary: 'Notes whether a kind of allergy occurred',
  description: 'Each kind is noted once; a second one is refused.',
  body: Sent({ user_id: Id, kind: OneOf(allergyKinds), is_occured: Type.Boolean(), description: detail }),
  reply: AllergyReaction,
  status: 201,
  example: { body: { user_id: 1, kind: 'metal', is_occured: true, description: 'ニッケル' } },
  changes: ['allergy_reactions'],
})

export const changeAllergyReaction = endpoint({
  method: 'PUT',
  path: '/api/allergy_reactions/:id',
  permission: 'diagnoses.write',
  summary: 'Changes whether an allergy occurred and what happened',
  params: ById,
  body: Sent({ updated_at, is_occured: Type.Optional(Type.Boolean()), description: detail }),
  reply: AllergyReaction,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { is_occured: true, description: 'セフェム系抗菌薬（2019年 全身の発疹）' } },
  changes: ['allergy_reactions'],
})

export const removeAllergyReaction = endpoint({
  method: 'DELETE',
  path: '/api/allergy_reactions/:id',
  permission: 'diagnoses.write',
  summary: 'Removes what was noted of a kind of allergy',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['allergy_reactions'],
})

export type PastIllness = Static<typeof PastIllness>
export const PastIllness = Type.Object({
  id: Id,
  user_id: Id,
  disease_id: Id,
  disease: Type.Optional(Disease),
  diagnosed_on: Nullable(PartialDay),
  /** Null while it lasts or where nobody knows. */
  recovered_on: Nullable(PartialDay),
  detail: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

export const listPastIllnesses = endpoint({
  method: 'GET',
  path: '/api/past_illnesses',
  permission: 'patient.read',
  summary: 'Illnesses a patient has had, the latest first',
  description: 'At most 1,000. Those of an unknown day stand last.',
  query: IncludeDisease,
  reply: Items(PastIllness),
  example: { query: { user_id: 1, include: ['disease'] } },
})

export const addPastIllness = endpoint({
  method: 'POST',
  path: '/api/past_illnesses',
  permission: 'diagnoses.write',
  summary: 'Notes an illness a patient has had',
  body: Sent({ user_id: Id, disease_id: Id, diagnosed_on: day, recovered_on: day, detail }),
  reply: PastIllness,
  status: 201,
  example: { body: { user_id: 1, disease_id: 1, diagnosed_on: '2019-04', recovered_on: '2020', detail: '内服のみ' } },
  changes: ['past_illnesses'],
})

export const changePastIllness = endpoint({
  method: 'PUT',
  path: '/api/past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Changes a past illness',
  params: ById,
  body: Sent({ updated_at, disease_id: Type.Optional(Id), diagnosed_on: day, recovered_on: day, detail }),
  reply: PastIllness,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { recovered_on: '2020-03' } },
  changes: ['past_illnesses'],
})

export const removePastIllness = endpoint({
  method: 'DELETE',
  path: '/api/past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Removes a past illness',
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
  /** The relative’s age then, which families remember sooner than the year. */
  diagnosed_age: Nullable(age),
  created_at: Instant,
  updated_at: Instant,
})

export const listFamilyPastIllnesses = endpoint({
  method: 'GET',
  path: '/api/family_past_illnesses',
  permission: 'patient.read',
  summary: 'Illnesses in a patient’s family, as they were noted',
  description: 'At most 1,000.',
  query: IncludeDisease,
  reply: Items(FamilyPastIllness),
  example: { query: { user_id: 1, include: ['disease'] } },
})

export const addFamilyPastIllness = endpoint({
  method: 'POST',
  path: '/api/family_past_illnesses',
  permission: 'diagnoses.write',
  summary: 'Notes an illness of a relative',
  body: Sent({ user_id: Id, disease_id: Id, relative: OneOf(relatives), diagnosed_on: day, diagnosed_age: Type.Optional(Nullable(age)) }),
  reply: FamilyPastIllness,
  status: 201,
  example: { body: { user_id: 1, disease_id: 1, relative: 'm_grandma', diagnosed_age: 72 } },
  changes: ['family_past_illnesses'],
})

export const changeFamilyPastIllness = endpoint({
  method: 'PUT',
  path: '/api/family_past_illnesses/:id',
  permission: 'diagnoses.write',
  summary: 'Changes an illness of a relative',
  params: ById,
  body: Sent({
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
  summary: 'Removes an illness of a relative',
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
  /** Where, in words: not every hospital is one of ours. */
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
  summary: 'Operations a patient has had, the latest first',
  description: 'At most 1,000. Those of an unknown day stand last.',
  query: UserId,
  reply: Items(PerformedOperation),
  example: { query: { user_id: 1 } },
})

export const addPerformedOperation = endpoint({
  method: 'POST',
  path: '/api/performed_operations',
  permission: 'diagnoses.write',
  summary: 'Notes an operation a patient has had',
  body: Sent({ user_id: Id, name: Line(200), operated_on: day, facility, detail }),
  reply: PerformedOperation,
  status: 201,
  example: { body: { user_id: 1, name: '虫垂切除術', operated_on: '1985', facility: '市民病院' } },
  changes: ['performed_operations'],
})

export const changePerformedOperation = endpoint({
  method: 'PUT',
  path: '/api/performed_operations/:id',
  permission: 'diagnoses.write',
  summary: 'Changes an operation',
  params: ById,
  body: Sent({ updated_at, name: Type.Optional(Line(200)), operated_on: day, facility, detail }),
  reply: PerformedOperation,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { operated_on: '1985-06' } },
  changes: ['performed_operations'],
})

export const removePerformedOperation = endpoint({
  method: 'DELETE',
  path: '/api/performed_operations/:id',
  permission: 'diagnoses.write',
  summary: 'Removes an operation',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['performed_operations'],
})
