import type { listInterviews } from '@sukoyaka/wire/interview'
import type { Input } from '@sukoyaka/wire/kit'
import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import { type Reach, within } from '../access/gate.ts'
import { mustReach } from '../access/patients.ts'
import { staffNamed } from '../account/store.ts'
import type { Db } from '../kit/db.ts'
import { interview_participants, interviews } from './tables.ts'

const mostRows = 1000

export const interviewsOf = async (db: Db, reach: Reach, { interviewee_id, from, to }: Input<typeof listInterviews>) => {
  await mustReach(db, reach, interviewee_id)
  const rows = await db
    .select()
    .from(interviews)
    .where(
      and(
        eq(interviews.interviewee_id, interviewee_id),
        within(reach, interviews.interviewee_id),
        from === undefined ? undefined : gte(interviews.conducted_at, from),
        to === undefined ? undefined : lt(interviews.conducted_at, to),
      ),
    )
    .orderBy(desc(interviews.conducted_at), desc(interviews.id))
    .limit(mostRows)
  return withParticipants(db, reach, rows)
}

const withParticipants = async (db: Db, _reach: Reach, rows: (typeof interviews.$inferSelect)[]) => {
  if (!rows.length) return []
  const asked = await db
    .select()
    .from(interview_participants)
    .where(
      inArray(
        interview_participants.interview_id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(interview_participants.place), asc(interview_participants.id))
  const personOf = asked.length ? await staffNamed(db, [...new Set(asked.map(({ staff_id }) => staff_id))]) : undefined
  const of = Map.groupBy(asked, ({ interview_id }) => interview_id)
  return rows.map((row) => ({ ...row, participants: (of.get(row.id) ?? []).flatMap(({ staff_id }) => personOf?.get(staff_id) ?? []) }))
}

/** These interviews, in no order. */
export const interviewsNamed = async (db: Db, reach: Reach, ids: readonly number[]) =>
  withParticipants(
    db,
    reach,
    await db
      .select()
      .from(interviews)
      .where(and(inArray(interviews.id, [...ids]), within(reach, interviews.interviewee_id))),
  )
