import type { InterviewConflict, listInterviewConflicts } from '@sukoyaka/wire/care/interview'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { personColumns, staffByIds } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import { interview_participants, interviews } from './tables.ts'

const maxConflicts = 50

type ConflictQuery = Input<typeof listInterviewConflicts>

const overlapping = patientQuery(({ db, rows, from }, hasException: boolean) => {
  const start = sql`${sql.placeholder('from')}::timestamptz`
  const participants = sql`${sql.placeholder('participants')}::bigint[]`
  return db
    .select({
      id: interviews.id,
      kind: interviews.kind,
      name: interviews.name,
      conducted_at: interviews.conducted_at,
      ends_at: interviews.ends_at,
      interviewee: personColumns,
      staff_ids: sql<number[]>`array(
        select p.staff_id::float8 from ${from(interview_participants, 'p')} where p.interview_id = ${interviews.id} and p.staff_id = any(${participants})
        order by p.place, p.id)`,
    })
    .from(rows(interviews))
    .innerJoin(users, eq(users.id, interviews.interviewee_id))
    .where(
      and(
        ne(interviews.status, 'cancelled'),
        lt(interviews.conducted_at, sql.placeholder('to')),
        // the index is on the start; no interview is longer than a day
        gt(interviews.conducted_at, sql`${start} - interval '1 day'`),
        gt(sql`coalesce(${interviews.ends_at}, ${interviews.conducted_at} + interval '1 hour')`, start),
        hasException ? ne(interviews.id, sql.placeholder('except')) : undefined,
        or(
          eq(interviews.interviewee_id, sql.placeholder('interviewee_id')),
          inArray(
            interviews.id,
            db
              .select({ id: interview_participants.interview_id })
              .from(rows(interview_participants))
              .where(sql`${interview_participants.staff_id} = any(${participants})`),
          ),
        ),
      ),
    )
    .orderBy(asc(interviews.conducted_at), asc(interviews.id))
    .limit(maxConflicts)
})

/** The interviews that overlap the given time. Back-to-back interviews do not conflict. An interview without an end is taken as an hour. */
export const conflictsOf = async (
  scope: PatientScope,
  { interviewee_id, participants = [], from, to, except }: ConflictQuery,
): Promise<InterviewConflict[]> => {
  await requirePatient(scope, interviewee_id)
  const rows = await overlapping(scope, except !== undefined).execute({ interviewee_id, participants, from, to, except })
  const personOf = await staffByIds(scope.db, participants)
  for (const { interviewee } of rows) scope.record(interviewee.id)
  return rows.map(({ staff_ids, ...row }) => ({ ...row, participants: staff_ids.flatMap((id) => personOf.get(id) ?? []) }))
}

const lockedPeople = preparedQuery((db) => db.select({ id: users.id }).from(users).where(isAnyOf(users.id)).orderBy(asc(users.id)).for('no key update'))

/** Locks the people involved, so that concurrent calls see each other's interviews. Throws 403 for an account outside the scope. */
export const lockPeople = (scope: PatientScope, ids: readonly number[]) => {
  if (!ids.every((id) => scope.includes(id))) throw apiError('forbidden')
  return lockedPeople(scope.db).execute({ ids })
}
