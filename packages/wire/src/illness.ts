import Type, { type Static } from 'typebox'
import { endpoint, Id, Items, OneOf, UserId } from './kit.ts'

export const allergyKinds = ['asthma', 'atopic', 'food', 'medicine', 'metal', 'other', 'pollen'] as const

export type AllergyReaction = Static<typeof AllergyReaction>
export const AllergyReaction = Type.Object({
  id: Id,
  user_id: Id,
  kind: OneOf(allergyKinds),
  is_occured: Type.Boolean(),
  description: Type.String(),
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
