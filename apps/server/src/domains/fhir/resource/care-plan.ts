import type { CarePlan } from '@medplum/fhirtypes'
import { type BaseRow, metaOf, patientOf, referenceTo } from './coding.ts'

export type CarePlanRow = BaseRow & { goal_ids: string[]; is_active: boolean }

/** All habit goals of the patient. */
export const toCarePlan = (row: CarePlanRow): CarePlan => ({
  resourceType: 'CarePlan',
  id: row.id,
  meta: metaOf(row),
  status: row.is_active ? 'active' : 'completed',
  intent: 'plan',
  title: '習慣の目標',
  subject: patientOf(row),
  goal: row.goal_ids.map((id) => referenceTo('Goal', id)),
})
