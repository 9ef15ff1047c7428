import type { Language } from '@sukoyaka/phrases/language'
import type { Interview, listInterviews } from '@sukoyaka/wire/care/interview'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { eachPatient, maxRowsOfEach, rowsOfEach } from '../../access/each-patient.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { personColumns, staffByIds } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { facilitiesShown } from '../facility/store.ts'
import { interview_minutes } from '../minutes/tables.ts'
import { requirePatient } from '../patient/require-store.ts'
import type { Row } from './lock-store.ts'
import { interview_moves, interview_participants, interviews } from './tables.ts'
import { videosOf } from './video-store.ts'

const maxRows = 1000

/** Language and file URLs of the reader. */
export type Reader = { language: Language; urlOf: FileUrlOf }

const intervieweesByIds = patientQuery(({ db, own }) =>
  db
    .select({ ...personColumns, birthday: users.birthday, sex: users.sex })
    .from(users)
    .where(and(isAnyOf(users.id), own && eq(users.id, own))),
)
const intervieweesOf = async (scope: PatientScope, ids: readonly number[]) =>
  new Map((await intervieweesByIds(scope).execute({ ids })).map((person) => [person.id, person]))

const participantsOfInterviews = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(interview_participants))
    .where(isAnyOf(interview_participants.interview_id))
    .orderBy(asc(interview_participants.place), asc(interview_participants.id)),
)
const movesOfInterviews = patientQuery(({ db, rows }) =>
  db.select().from(rows(interview_moves)).where(isAnyOf(interview_moves.interview_id)).orderBy(asc(interview_moves.id)).limit(10_000),
)

const minutesOfInterviews = patientQuery(({ db, rows }) => {
  const { id, interview_id, status, sections, decided_at, edited_at, updated_at } = columnsOf(interview_minutes)
  return db
    .select({ id, interview_id, status, sections, decided_at, edited_at, updated_at })
    .from(rows(interview_minutes))
    .where(and(isAnyOf(interview_minutes.interview_id), ne(interview_minutes.status, 'rejected')))
})

/** Adds the details of the interviews, with one query for each kind of detail. */
const withDetails = async (scope: PatientScope, rows: Row[], { language, urlOf }: Reader, hasInterviewee = false): Promise<Interview[]> => {
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const isPatient = scope.own !== undefined
  const participants = await participantsOfInterviews(scope).execute({ ids })
  const moves = await movesOfInterviews(scope).execute({ ids })
  const staffIds = [...participants.map(({ staff_id }) => staff_id), ...moves.flatMap(({ moved_by }) => moved_by ?? [])]
  const personOf = staffIds.length ? await staffByIds(scope.db, [...new Set(staffIds)]) : undefined
  const facilityOf = await facilitiesShown(
    scope.db,
    rows.flatMap(({ facility_id }) => facility_id ?? []),
    language,
  )
  const videoOf = isPatient ? undefined : await videosOf(scope, ids, urlOf)
  // minutes are for staff; at most one row of an interview is not rejected
  const minutesOf = isPatient ? undefined : new Map((await minutesOfInterviews(scope).execute({ ids })).map((minutes) => [minutes.interview_id, minutes]))
  const patientOf = hasInterviewee
    ? await intervieweesOf(
        scope,
        rows.map(({ interviewee_id }) => interviewee_id),
      )
    : undefined
  const participantsOf = Map.groupBy(participants, ({ interview_id }) => interview_id)
  const movesOf = Map.groupBy(moves, ({ interview_id }) => interview_id)
  return rows.map((row) => ({
    ...row,
    ...(patientOf && { interviewee: patientOf.get(row.interviewee_id)! }),
    cancel_reason: isPatient ? null : row.cancel_reason,
    facility: facilityOf.get(row.facility_id ?? 0) ?? null,
    participants: (participantsOf.get(row.id) ?? []).flatMap(({ staff_id }) => personOf?.get(staff_id) ?? []),
    moves: (movesOf.get(row.id) ?? []).map(({ moved_by, reason, ...move }) => ({
      ...move,
      reason: isPatient ? null : reason,
      moved_by: isPatient ? null : (personOf?.get(moved_by ?? 0) ?? null),
    })),
    auto_minutes: minutesOf?.get(row.id) ?? null,
    video: videoOf?.get(row.id) ?? null,
  }))
}

type Filter = 'interviewee_id' | 'staff_id' | 'from' | 'to'

/** Interviews that match the given filters, newest first. */
const interviewsMatching = patientQuery(({ db, rows, from }, ...filters: Filter[]) => {
  const conditions = {
    interviewee_id: eq(interviews.interviewee_id, sql.placeholder('interviewee_id')),
    staff_id: sql`exists (select from ${from(interview_participants, 'p')} where p.interview_id = ${interviews.id} and p.staff_id = ${sql.placeholder('staff_id')})`,
    from: gte(interviews.conducted_at, sql.placeholder('from')),
    to: lt(interviews.conducted_at, sql.placeholder('to')),
  }
  return db
    .select()
    .from(rows(interviews))
    .where(and(...filters.map((filter) => conditions[filter])))
    .orderBy(desc(interviews.conducted_at), desc(interviews.id))
    .limit(maxRows)
})

export const interviewsOf = async (
  scope: PatientScope,
  { interviewee_id, staff_id, from, to, include }: Input<typeof listInterviews>,
  reader: Reader,
): Promise<Interview[]> => {
  if (interviewee_id !== undefined) await requirePatient(scope, interviewee_id)
  const values = { interviewee_id, staff_id, from, to }
  const filters = (['interviewee_id', 'staff_id', 'from', 'to'] as const).filter((filter) => values[filter] !== undefined)
  const rows = await interviewsMatching(scope, ...filters).execute(values)
  for (const row of rows) scope.record(row.interviewee_id)
  return withDetails(scope, rows, reader, include?.includes('interviewee'))
}

const interviewsOfEach = patientQuery(({ db, rows }) =>
  rowsOfEach(
    db
      .select()
      .from(rows(interviews))
      .where(eq(interviews.interviewee_id, eachPatient))
      .orderBy(desc(interviews.conducted_at), desc(interviews.id))
      .limit(maxRowsOfEach),
  ),
)

/** The newest interviews of each of these patients. */
export const interviewsOfAll = async (scope: PatientScope, user_ids: number[], reader: Reader): Promise<Interview[]> =>
  withDetails(scope, await interviewsOfEach(scope).execute({ ids: user_ids }), reader)

const interviewById = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(interviews))
    .where(eq(interviews.id, sql.placeholder('id'))),
)

export const interviewOf = async (scope: PatientScope, id: number, reader: Reader): Promise<Interview> => {
  const [found] = await interviewById(scope).execute({ id })
  if (!found) throw apiError('not_found')
  scope.record(found.interviewee_id)
  return (await withDetails(scope, [found], reader))[0]!
}

const interviewsWithIds = patientQuery(({ db, rows }) => db.select().from(rows(interviews)).where(isAnyOf(interviews.id)))

/** The interviews with these ids, in any order. */
export const interviewsByIds = async (scope: PatientScope, ids: readonly number[], reader: Reader): Promise<Interview[]> =>
  withDetails(scope, await interviewsWithIds(scope).execute({ ids }), reader)
