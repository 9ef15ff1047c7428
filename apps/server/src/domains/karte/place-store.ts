import { and, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviews } from '../interview/tables.ts'
import { kartes, notDeleted } from './tables.ts'
import { isChangeable, type Writer } from './writer-store.ts'

const interviewOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ id: interviews.id })
    .from(rows(interviews))
    .where(and(eq(interviews.id, sql.placeholder('interview_id')), eq(interviews.interviewee_id, sql.placeholder('user_id'))))
    // the interview cannot be deleted until the transaction ends
    .for('key share'),
)

/** Fails with `not_allowed` unless the interview belongs to this patient. */
export const assertInterview = async (scope: PatientScope, user_id: number, interview_id: number | undefined, field: string) => {
  if (interview_id === undefined) return
  const [found] = await interviewOfPatient(scope).execute({ interview_id, user_id })
  if (!found) throw apiError('invalid', { fields: { [field]: ['not_allowed'] } })
}

const changeableKarte = patientQuery(({ db, rows }, isLimited: boolean) =>
  db
    .select({ id: kartes.id })
    .from(rows(kartes))
    .where(and(eq(kartes.id, sql.placeholder('karte_id')), eq(kartes.user_id, sql.placeholder('user_id')), notDeleted, isChangeable(isLimited)))
    .for('key share'),
)

/** Fails with `not_allowed` unless the karte belongs to this patient and the writer may change it. */
export const assertChangeableKarte = async ({ scope, author_id }: Pick<Writer, 'scope' | 'author_id'>, user_id: number, karte_id: number | undefined) => {
  if (karte_id === undefined) return
  const [found] = await changeableKarte(scope, author_id !== undefined).execute({ karte_id, user_id, author_id })
  if (!found) throw apiError('invalid', { fields: { karte_id: ['not_allowed'] } })
}
