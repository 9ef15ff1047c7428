import { and, eq, sql } from 'drizzle-orm'
import { builtOnce, type Db } from '../database/db.ts'
import { patients } from '../domains/patient/tables.ts'
import { apiError } from '../errors/api-error.ts'
import { type Reach, reaches, touch, withinOwn } from './gate.ts'

const patientRow = builtOnce((db, isOwn: boolean) =>
  db
    .select({ user_id: patients.user_id })
    .from(patients)
    .where(and(eq(patients.user_id, sql.placeholder('user_id')), withinOwn(isOwn, patients.user_id)))
    .prepare(`patient_row_${isOwn}`),
)

/** Throws 404 alike for a patient outside the scope, a staff member and an unknown id. */
export const mustReach = async (db: Db, reach: Reach, user_id: number) => {
  if (!reaches(reach, user_id)) throw apiError('not_found')
  const [found] = await patientRow(db, reach.own !== undefined).execute({ user_id, own: reach.own })
  if (!found) throw apiError('not_found')
  touch(reach, user_id)
}
