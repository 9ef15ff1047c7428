import { and, eq } from 'drizzle-orm'
import type { Db } from '../kit/db.ts'
import { refuse } from '../kit/refusal.ts'
import { patients } from '../patient/tables.ts'
import { type Reach, reaches, touch, within } from './gate.ts'

/** For a patient named in a request: out of reach, staff and nobody at all are the same 404. */
export const mustReach = async (db: Db, reach: Reach, user_id: number) => {
  if (!reaches(reach, user_id)) throw refuse('not_found')
  const [found] = await db
    .select({ user_id: patients.user_id })
    .from(patients)
    .where(and(eq(patients.user_id, user_id), within(reach, patients.user_id)))
  if (!found) throw refuse('not_found')
  touch(reach, user_id)
}
