import { and, eq } from 'drizzle-orm'
import { type Reach, touch, within } from '../../access/gate.ts'
import type { Db } from '../../database/db.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviews } from './tables.ts'

export type Row = typeof interviews.$inferSelect

/** Locked until the call is over, so that what is checked is what is changed. */
export const holdInterview = async (db: Db, reach: Reach, id: number): Promise<Row> => {
  const [held] = await db
    .select()
    .from(interviews)
    .where(and(eq(interviews.id, id), within(reach, interviews.interviewee_id)))
    .for('update')
  if (!held) throw apiError('not_found')
  touch(reach, held.interviewee_id)
  return held
}
