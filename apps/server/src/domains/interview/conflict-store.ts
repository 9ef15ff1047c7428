import type { InterviewConflict, listInterviewConflicts } from '@sukoyaka/wire/care/interview'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { personColumns, staffByIds } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { interview_participants, interviews } from './tables.ts'

const max = 50

type ConflictQuery = Input<typeof listInterviewConflicts>

/** Half-open intervals: back-to-back interviews do not conflict. Without an end an hour is assumed. */
export const conflictsOf = async (
  scope: PatientScope,
  { interviewee_id, participants = [], from, to, except: excludedId }: ConflictQuery,
): Promise<InterviewConflict[]> => {
  await requirePatient(scope, interviewee_id)
  const rows = await scope.db
    .select({
      id: interviews.id,
      kind: interviews.kind,
      name: interviews.name,
      conducted_at: interviews.conducted_at,
      ends_at: interviews.ends_at,
      interviewee: personColumns,
      staff_ids: sql<number[]>`array(
        select p.staff_id::float8 from ${scope.from(interview_participants, 'p')} where p.interview_id = ${interviews.id} and p.staff_id = any(${sql.param(participants)}::bigint[])
        order by p.place, p.id)`,
    })
    .from(scope.rows(interviews))
    .innerJoin(users, eq(users.id, interviews.interviewee_id))
    .where(
      and(
        ne(interviews.status, 'cancelled'),
        lt(interviews.conducted_at, to), // the index is on the start; no interview is longer than a day
        gt(interviews.conducted_at, sql`${from}::timestamptz - interval '1 day'`),
        gt(sql`coalesce(${interviews.ends_at}, ${interviews.conducted_at} + interval '1 hour')`, sql`${from}::timestamptz`),
        excludedId === undefined ? undefined : ne(interviews.id, excludedId),
        or(
          eq(interviews.interviewee_id, interviewee_id),
          inArray(
            interviews.id,
            scope.db
              .select({ id: interview_participants.interview_id })
              .from(scope.rows(interview_participants))
              .where(sql`${interview_participants.staff_id} = any(${sql.param(participants)}::bigint[])`),
          ),
        ),
      ),
    )
    .orderBy(asc(interviews.conducted_at), asc(interviews.id))
    .limit(max)
  const personOf = await staffByIds(scope.db, participants)
  for (const { interviewee } of rows) scope.record(interviewee.id)
  return rows.map(({ staff_ids, ...row }) => ({ ...row, participants: staff_ids.flatMap((id) => personOf.get(id) ?? []) }))
}

/** Locks the people involved, so that concurrent calls see each other's interviews. */
export const lockPeople = (scope: PatientScope, ids: readonly number[]) => {
  if (scope.own !== undefined) throw apiError('forbidden')
  return scope.db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .orderBy(asc(users.id))
    .for('no key update')
}
