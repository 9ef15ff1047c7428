import { and, eq } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviews } from '../interview/tables.ts'
import { kartes, notDeleted } from './tables.ts'
import type { Writer } from './writer-store.ts'

/** Fails with `not_allowed` unless the interview belongs to this patient. */
export const assertInterview = async (scope: PatientScope, user_id: number, interview_id: number | undefined, field: string) => {
  if (interview_id === undefined) return
  const [found] = await scope.db
    .select({ id: interviews.id })
    .from(scope.rows(interviews))
    .where(and(eq(interviews.id, interview_id), eq(interviews.interviewee_id, user_id)))
    // prevents its deletion until the transaction ends
    .for('key share')
  if (!found) throw apiError('invalid', { fields: { [field]: ['not_allowed'] } })
}

/** Fails with `not_allowed` unless the karte belongs to this patient and the writer may change it. */
export const assertOwnKarte = async ({ scope, mayChange }: Pick<Writer, 'scope' | 'mayChange'>, user_id: number, karte_id: number | undefined) => {
  if (karte_id === undefined) return
  const [found] = await scope.db
    .select({ id: kartes.id })
    .from(scope.rows(kartes))
    .where(and(eq(kartes.id, karte_id), eq(kartes.user_id, user_id), notDeleted, mayChange))
    .for('key share')
  if (!found) throw apiError('invalid', { fields: { karte_id: ['not_allowed'] } })
}
