import { defaultMinutes, endOf, isCompleted, isMeetingUrl } from '@sukoyaka/rules/care/interview'
import { careRoles } from '@sukoyaka/wire/access'
import type { addInterview, changeInterview } from '@sukoyaka/wire/care/interview'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { FieldReason } from '@sukoyaka/wire/errors'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid, normalizeText } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { ApiError, apiError, fieldError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { freePlanUse, movePlanUse, takePlanUse } from '../contract/plan-use-store.ts'
import { bookableFacility } from '../facility/bookable-store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { conflictsOf, lockPeople } from './conflict-store.ts'
import { lockInterview, type Row } from './lock-store.ts'
import { interviewOf, type Reader } from './store.ts'
import { interview_moves, interview_participants, interviews } from './tables.ts'

const minute = 60_000
const day = 1440 * minute
/** Dates further ahead are rejected as typing errors. */
const maxAheadMs = 730 * day
const earliest = Date.parse('2000-01-01T00:00:00Z')

const endAfter = (minutes: number, conducted_at: string) => new Date(Date.parse(conducted_at) + minutes * minute).toISOString()

type Times = Pick<Row, 'conducted_at' | 'ends_at'>
const assertTimes = ({ conducted_at, ends_at }: Times, now: Date) => {
  const start = Date.parse(conducted_at)
  const end = ends_at === null ? start + 1 : Date.parse(ends_at)
  const startReason: FieldReason | false = start < earliest ? 'too_long_ago' : start > now.getTime() + maxAheadMs && 'too_far_ahead'
  const endReason: FieldReason | false = end <= start ? 'before_start' : end - start > day && 'over_a_day'
  assertValid({ conducted_at: startReason, ends_at: endReason })
}

const assertMeetingUrl = (url: string | null | undefined) => {
  if (url && !isMeetingUrl(url)) throw fieldError('meeting_url', 'format')
}

const activeCareStaff = patientQuery(({ db, own }) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isAnyOf(users.id), inArray(users.role, [...careRoles]), isNull(users.deactivated_at), own && eq(users.id, own))),
)

/** New participants must be active care staff. */
const assertCareStaff = async (scope: PatientScope, ids: readonly number[]) => {
  if (new Set(ids).size < ids.length) throw fieldError('participants', 'twice')
  if (!ids.length) return
  const found = await activeCareStaff(scope).execute({ ids })
  if (found.length < ids.length) throw fieldError('participants', 'not_allowed')
}

type Meeting = Times & { id?: number; interviewee_id: number }
/** Rejects conflicts other than those `accepted` by their ids; the lock keeps the time free until the commit. */
const assertNoConflict = async (
  scope: PatientScope,
  { id, interviewee_id, conducted_at, ends_at }: Meeting,
  participants: number[],
  accepted: readonly number[] | boolean = [],
) => {
  await lockPeople(scope, [interviewee_id, ...participants])
  const query = { interviewee_id, participants, from: conducted_at, to: ends_at ?? endAfter(60, conducted_at), ...(id !== undefined && { except: id }) }
  const conflicts = await conflictsOf(scope, query)
  const accepted_ids = typeof accepted === 'boolean' ? [] : accepted
  if (!conflicts.every((conflict) => accepted_ids.includes(conflict.id))) throw apiError('interview_conflict', { fields: { conducted_at: ['taken'] } })
}

const mapQuotaErrors = async (planChange: Promise<void>) => {
  try {
    await planChange
  } catch (error) {
    const fields = { included_in_plan: ['not_allowed' as const] }
    if (error instanceof ApiError && error.code === 'quota_used_up') throw apiError('interview_quota_used_up', { fields })
    if (error instanceof ApiError && error.code === 'contract_required') throw apiError('interview_contract_required', { fields })
    throw error
  }
}
const planUseOf = ({ id, interviewee_id, conducted_at }: Pick<Row, 'id' | 'interviewee_id' | 'conducted_at'>, now: Date) => ({
  user_id: interviewee_id,
  part: 'interview' as const,
  at: new Date(conducted_at),
  now,
  owner: { interview_id: id },
})

const putParticipants = async (scope: PatientScope, interview_id: number, ids: readonly number[]) => {
  await scope.delete(interview_participants).where(eq(interview_participants.interview_id, interview_id))
  if (ids.length) await scope.insert(interview_participants).values(ids.map((staff_id, place) => ({ interview_id, staff_id, place })))
}

export const insertInterview = async (scope: PatientScope, input: Input<typeof addInterview>, now: Date, reader: Reader) => {
  const { interviewee_id, kind, conducted_at, participants = [], facility_id = null, included_in_plan = false } = input
  await requirePatient(scope, interviewee_id)
  const ends_at = input.ends_at ?? endAfter(defaultMinutes[kind], conducted_at)
  assertTimes({ conducted_at, ends_at }, now)
  assertMeetingUrl(input.meeting_url)
  if (facility_id !== null) await bookableFacility(scope.db, facility_id)
  await assertCareStaff(scope, participants)
  await assertNoConflict(scope, { interviewee_id, conducted_at, ends_at }, participants, input.accept_conflicts)
  const [created] = await scope
    .insert(interviews)
    .values({
      interviewee_id,
      kind,
      name: normalizeText(input.name ?? ''),
      conducted_at,
      ends_at,
      location: normalizeText(input.location ?? ''),
      meeting_type: input.meeting_type ?? 'other',
      meeting_url: input.meeting_url ?? null,
      status: Date.parse(ends_at) <= now.getTime() ? 'done' : 'scheduled',
      facility_id,
      included_in_plan,
    })
    .returning()
  await putParticipants(scope, created!.id, participants)
  if (included_in_plan) await mapQuotaErrors(takePlanUse(scope, planUseOf(created!, now)))
  return interviewOf(scope, created!.id, reader)
}

export type InterviewChanges = Input<typeof changeInterview>
const shownFields = ['conducted_at', 'ends_at', 'location', 'meeting_type', 'meeting_url', 'facility_id'] as const
const sameInstant = (a: string | null, b: string | null | undefined) => (a === null || !b ? a === (b ?? null) : Date.parse(a) === Date.parse(b))

/** A new start keeps the length unless an end is given. */
const timesOf = (existing: Row, { conducted_at = existing.conducted_at, ends_at }: InterviewChanges): Times => {
  const shiftMs = Date.parse(conducted_at) - Date.parse(existing.conducted_at)
  return { conducted_at, ends_at: ends_at ?? (existing.ends_at === null ? null : new Date(Date.parse(existing.ends_at) + shiftMs).toISOString()) }
}

const participantsOfInterview = patientQuery(({ db, rows }) =>
  db
    .select({ staff_id: interview_participants.staff_id })
    .from(rows(interview_participants))
    .where(eq(interview_participants.interview_id, sql.placeholder('interview_id')))
    .orderBy(interview_participants.place),
)
const participantsOf = async (scope: PatientScope, interview_id: number) =>
  (await participantsOfInterview(scope).execute({ interview_id })).map(({ staff_id }) => staff_id)

export const updateInterview = async (scope: PatientScope, actor: Actor, input: InterviewChanges, now: Date, reader: Reader) => {
  const { id, updated_at, reason, notify, accept_conflicts, participants, patient_summary, ...booking } = input
  const existing = await lockInterview(scope, id)
  if (updated_at && !sameInstant(updated_at, existing.updated_at)) {
    const saved = await interviewOf(scope, id, reader)
    throw apiError('conflict', { versions: { saved: { patient_summary: saved.patient_summary, updated_at: saved.updated_at }, sent: { patient_summary } } })
  }
  const isBooking = participants !== undefined || Object.keys(booking).length > 0
  if (isBooking && existing.status === 'cancelled') throw fieldError('status', 'not_allowed')
  const times = timesOf(existing, input)
  const isMoved = !sameInstant(existing.conducted_at, times.conducted_at)
  const isCancelled = booking.status === 'cancelled'
  if (isCancelled && isCompleted(existing, now)) throw fieldError('status', 'not_allowed')
  if ((isMoved || isCancelled) && !reason?.trim()) throw fieldError('reason', 'required')
  assertTimes(times, now)
  assertMeetingUrl(booking.meeting_url)
  if (booking.status === 'done' && Date.parse(times.conducted_at) > now.getTime()) throw fieldError('status', 'in_future')
  if (booking.facility_id && booking.facility_id !== existing.facility_id) await bookableFacility(scope.db, booking.facility_id)
  const before = isBooking ? await participantsOf(scope, id) : []
  const participantIds = participants ?? before
  await assertCareStaff(
    scope,
    participantIds.filter((user_id, index) => !before.includes(user_id) || participantIds.indexOf(user_id) !== index),
  )
  const takesTime = !isCancelled && (isMoved || !sameInstant(existing.ends_at, times.ends_at) || participantIds.some((user_id) => !before.includes(user_id)))
  if (isBooking && takesTime) await assertNoConflict(scope, { id, interviewee_id: existing.interviewee_id, ...times }, participantIds, accept_conflicts)
  const next = { ...existing, ...booking, ...times }
  const isSameTeam = participantIds.length === before.length && participantIds.every((user_id) => before.includes(user_id))
  // on request, the patient is notified of a change of participants, but never after the interview
  const notifiesOfTeam = notify === true && !isSameTeam && endOf(times) > now.getTime()
  const isOver = Math.max(endOf(existing), endOf(times)) <= now.getTime()
  const isVisibleToPatient =
    isCancelled ||
    notifiesOfTeam ||
    shownFields.some((field) => (field.endsWith('_at') ? !sameInstant(existing[field] as string, next[field] as string) : existing[field] !== next[field]))
  await scope
    .update(interviews)
    .set({
      ...booking,
      ...times,
      ...(booking.name !== undefined && { name: normalizeText(booking.name) }),
      ...(booking.location !== undefined && { location: normalizeText(booking.location) }),
      ...(patient_summary !== undefined && { patient_summary: normalizeText(patient_summary) }),
      // an interview that took place is scheduled again if it moves to the future
      ...(isMoved && booking.status === undefined && { status: Date.parse(times.conducted_at) > now.getTime() ? ('scheduled' as const) : existing.status }),
      ...(isCancelled && { cancelled_at: sql`now()`, cancel_reason: reason!.trim() }),
      ...(isVisibleToPatient && { sequence: existing.sequence + 1, ...(notify && { notice_sequence: existing.sequence + 1 }) }),
      updated_at: later(interviews.updated_at),
    })
    .where(eq(interviews.id, id))
  if (participants) await putParticipants(scope, id, participants)
  if (isMoved)
    await scope
      .insert(interview_moves)
      .values({ interview_id: id, conducted_at: existing.conducted_at, moved_to: times.conducted_at, reason: reason!.trim(), moved_by: actor.id })
  await updatePlanUse(scope, existing, next, { isMoved, isCancelled, now })
  const updated = await interviewOf(scope, id, reader)
  const [hadSummary, hasSummary] = [existing.patient_summary !== '', updated.patient_summary !== '']
  return {
    updated,
    noticeChange: isCancelled ? ('cancelled' as const) : isVisibleToPatient && !isOver ? ('moved' as const) : undefined,
    summary: hadSummary === hasSummary ? undefined : hasSummary ? ('written' as const) : ('emptied' as const),
  }
}

type PlanUseChange = { isMoved: boolean; isCancelled: boolean; now: Date }
/**
 * Frees the plan use of an interview that is cancelled or no longer included, takes one for a newly included interview, or moves that of
 * another day to its year.
 */
const updatePlanUse = async (scope: PatientScope, existing: Row, next: Row, { isMoved, isCancelled, now }: PlanUseChange) => {
  if (existing.included_in_plan && (isCancelled || !next.included_in_plan)) return freePlanUse(scope, { interview_id: existing.id })
  if (!isCancelled && !existing.included_in_plan && next.included_in_plan) return mapQuotaErrors(takePlanUse(scope, planUseOf(next, now)))
  if (next.included_in_plan && !isCancelled && isMoved) return mapQuotaErrors(movePlanUse(scope, planUseOf(next, now)))
}
