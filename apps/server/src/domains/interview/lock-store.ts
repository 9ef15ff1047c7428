import { eq } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviews } from './tables.ts'

export type Row = typeof interviews.$inferSelect

/** Row lock: what is checked is what is changed. */
export const lockInterview = async (scope: PatientScope, id: number): Promise<Row> => {
  const [interview] = await scope.db.select().from(scope.rows(interviews)).where(eq(interviews.id, id)).for('update')
  if (!interview) throw apiError('not_found')
  scope.record(interview.interviewee_id)
  return interview
}
