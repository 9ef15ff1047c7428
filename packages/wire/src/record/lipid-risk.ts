import Type, { type Static } from 'typebox'
import { endpoint, Id, InputObject, Instant, Nullable, OneOf, UserId } from '../endpoint.ts'
import { Person } from '../people/account.ts'

/**
 * Risk categories of 動脈硬化性疾患予防ガイドライン 2022 (Japan Atherosclerosis Society): primary prevention `low` to `high`, secondary prevention after coronary
 * disease or atherothrombotic stroke; the `_strict` ones have the lower targets that the guideline names for some patients of either.
 */
export const lipidRisks = ['low', 'medium', 'high', 'high_strict', 'secondary', 'secondary_strict'] as const
export type LipidRisk = (typeof lipidRisks)[number]

export type PatientLipidRisk = Static<typeof PatientLipidRisk>
/** `risk` is null if nobody has assessed the patient’s risk; the patient then has no target. */
export const PatientLipidRisk = Type.Object({ user_id: Id, risk: Nullable(OneOf(lipidRisks)), set_by: Nullable(Person), updated_at: Nullable(Instant) })

export const getLipidTarget = endpoint({
  method: 'GET',
  path: '/api/lipid_risk',
  permission: 'coordination.read',
  summary: 'Read the risk category that gives a patient’s lipid targets',
  query: UserId,
  reply: PatientLipidRisk,
  example: { query: { user_id: 1 } },
})

export const changeLipidTarget = endpoint({
  method: 'PUT',
  path: '/api/lipid_risk',
  permission: 'diagnoses.write',
  summary: 'Set or remove the risk category of a patient’s lipid targets',
  description: 'The status of results, by their reference range, does not change.',
  body: InputObject({ user_id: Id, risk: Nullable(OneOf(lipidRisks)), updated_at: Type.Optional(Nullable(Instant)) }),
  reply: PatientLipidRisk,
  errors: ['conflict'],
  example: { body: { user_id: 1, risk: 'medium' } },
  staffChanges: ['lipid_risks'],
})
