import type { Language } from '@sukoyaka/phrases/language'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { JobStressCheck, requestStressInterview } from '@sukoyaka/wire/record/stress-check'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { forgetInterviewRequest, notifyOfInterviewRequest } from './interview-notice-store.ts'
import { findStressChecks, withdrawn } from './store.ts'
import { job_stress_checks } from './tables.ts'

const lockedCheck = patientQuery(({ db, rows }) =>
  db
    .select({
      id: job_stress_checks.id,
      user_id: job_stress_checks.user_id,
      is_high_stress: job_stress_checks.is_high_stress,
      interview_requested_at: job_stress_checks.interview_requested_at,
    })
    .from(rows(job_stress_checks))
    .where(eq(job_stress_checks.id, sql.placeholder('id')))
    .for('update'),
)

/** A request shares the result, because the doctor has to see it. */
export const changeInterviewRequest = async (
  scope: PatientScope,
  { id, requested, note = '' }: Input<typeof requestStressInterview>,
  language: Language,
): Promise<JobStressCheck> => {
  const [check] = await lockedCheck(scope).execute({ id })
  if (!check) throw apiError('not_found')
  assertValid({ requested: requested && !check.is_high_stress && 'not_allowed' })
  scope.record(check.user_id)
  const change = requested
    ? {
        consented_at: sql`coalesce(consented_at, now())`,
        interview_requested_at: sql`coalesce(interview_requested_at, now())`,
        interview_note: normalizeText(note),
      }
    : withdrawn
  await scope
    .update(job_stress_checks)
    .set({ ...change, updated_at: later(job_stress_checks.updated_at) })
    .where(eq(job_stress_checks.id, id))
  if (!requested) await forgetInterviewRequest(scope, id)
  else if (check.interview_requested_at === null) await notifyOfInterviewRequest(scope, check)
  return (await findStressChecks(scope, 'id', id, 1, language))[0]!
}
