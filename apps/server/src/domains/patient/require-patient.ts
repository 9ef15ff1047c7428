import { eq, sql } from 'drizzle-orm'
import { patients } from './tables.ts'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'

const patientById = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: patients.user_id })
    .from(rows(patients))
    .where(eq(patients.user_id, sql.placeholder('user_id'))),
)

/** For a patient named in a request. A patient outside the scope, a member of staff and an unknown id are the same 404. */
export const requirePatient = async (scope: PatientScope, user_id: number): Promise<void> => {
  requireRow(await patientById(scope).execute({ user_id }))
}
