import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviews } from './tables.ts'

export type Row = typeof interviews.$inferSelect

const lockedInterview = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(interviews))
    .where(eq(interviews.id, sql.placeholder('id')))
    .for('update'),
)

/** Locks the row, so that it cannot change between the checks and the update. */
export const lockInterview = async (scope: PatientScope, id: number): Promise<Row> => {
  const [interview] = await lockedInterview(scope).execute({ id })
  if (!interview) throw apiError('not_found')
  scope.record(interview.interviewee_id)
  return interview
}
