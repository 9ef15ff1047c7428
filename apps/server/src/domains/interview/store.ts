import type { Language } from '@sukoyaka/phrases/language'
import type { Interview, listInterviews } from '@sukoyaka/wire/care/interview'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import type { AddressOf } from '../../files/signed-file.ts'
import { personColumns, staffByIds } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { facilitiesShown } from '../facility/store.ts'
import { requirePatient } from '../patient/require-store.ts'
import type { Row } from './lock-store.ts'
import { interview_moves, interview_participants, interviews } from './tables.ts'
import { videosOf } from './video-store.ts'

const maxRows = 1000

/** Language and file URLs of the reader. */
export type Reader = { language: Language; address: AddressOf }

const intervieweesOf = async (scope: PatientScope, ids: readonly number[]) => {
  const rows = await scope.db
    .select(personColumns)
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), scope.ownerIs(users.id)))
  return new Map(rows.map((person) => [person.id, person]))
}

/** Rows with everything that belongs to them: one query per part. */
const withDetails = async (scope: PatientScope, rows: Row[], { language, address }: Reader, hasInterviewee = false): Promise<Interview[]> => {
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const isPatient = scope.own !== undefined
  const participants = await scope.db
    .select()
    .from(scope.rows(interview_participants))
    .where(inArray(interview_participants.interview_id, ids))
    .orderBy(asc(interview_participants.place), asc(interview_participants.id))
  const moves = await scope.db
    .select()
    .from(scope.rows(interview_moves))
    .where(inArray(interview_moves.interview_id, ids))
    .orderBy(asc(interview_moves.id))
    .limit(10_000)
  const staffIds = [...participants.map(({ staff_id }) => staff_id), ...moves.flatMap(({ moved_by }) => moved_by ?? [])]
  const personOf = staffIds.length ? await staffByIds(scope.db, [...new Set(staffIds)]) : undefined
  const facilityOf = await facilitiesShown(
    scope.db,
    rows.flatMap(({ facility_id }) => facility_id ?? []),
    language,
  )
  const videoOf = isPatient ? undefined : await videosOf(scope, ids, address)
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
    video: videoOf?.get(row.id) ?? null,
  }))
}

export const interviewsOf = async (
  scope: PatientScope,
  { interviewee_id, staff_id, from, to, include }: Input<typeof listInterviews>,
  reader: Reader,
): Promise<Interview[]> => {
  if (interviewee_id !== undefined) await requirePatient(scope, interviewee_id)
  const rows = await scope.db
    .select()
    .from(scope.rows(interviews))
    .where(
      and(
        interviewee_id === undefined ? undefined : eq(interviews.interviewee_id, interviewee_id),
        staff_id === undefined
          ? undefined
          : sql`exists (select from ${scope.from(interview_participants, 'p')} where p.interview_id = ${interviews.id} and p.staff_id = ${staff_id})`,
        from === undefined ? undefined : gte(interviews.conducted_at, from),
        to === undefined ? undefined : lt(interviews.conducted_at, to),
      ),
    )
    .orderBy(desc(interviews.conducted_at), desc(interviews.id))
    .limit(maxRows)
  for (const row of rows) scope.record(row.interviewee_id)
  return withDetails(scope, rows, reader, include?.includes('interviewee'))
}

export const interviewOf = async (scope: PatientScope, id: number, reader: Reader): Promise<Interview> => {
  const [found] = await scope.db.select().from(scope.rows(interviews)).where(eq(interviews.id, id))
  if (!found) throw apiError('not_found')
  scope.record(found.interviewee_id)
  return (await withDetails(scope, [found], reader))[0]!
}

/** Interviews by id, unordered. */
export const interviewsByIds = async (scope: PatientScope, ids: readonly number[], reader: Reader): Promise<Interview[]> =>
  withDetails(
    scope,
    await scope.db
      .select()
      .from(scope.rows(interviews))
      .where(inArray(interviews.id, [...ids])),
    reader,
  )
