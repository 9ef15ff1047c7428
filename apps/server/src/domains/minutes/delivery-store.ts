import { endOf, joinBeforeMs } from '@sukoyaka/rules/care/interview'
import { meetingKey } from '@sukoyaka/rules/care/minutes'
import { and, asc, between, desc, eq, isNotNull, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { type PatientSource, patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviewIdIn } from '../../files/icalendar.ts'
import { personColumns } from '../account/store.ts'
import { users } from '../account/tables.ts'
import { interviews } from '../interview/tables.ts'
import type { DeliveredMinutes } from './circleback.ts'
import { interview_minutes, minutes_action_items } from './tables.ts'

/**
 * Meetings of one room share its URL, so a URL matches only an interview that people could join at most this long before or after the delivered meeting.
 */
const maxAwayMs = 2 * 3_600_000
/** An interview may take this much longer than planned, or start again after a break: until then a meeting of its room may be its own. */
const maxOverrunMs = 30 * 60_000
const dayMs = 86_400_000
const maxCandidates = 20
const maxUnmatched = 100

const withoutMinutes = (source: PatientSource) =>
  notExists(
    source.db
      .select({ one: sql`1` })
      .from(source.rows(interview_minutes))
      .where(and(eq(interview_minutes.interview_id, interviews.id), ne(interview_minutes.status, 'rejected'))),
  )

/** How far the meeting is from the time in which people can join the interview: 0 within it. */
const awayMs = (interview: { conducted_at: string; ends_at: string | null }, met: number) =>
  Math.max(Date.parse(interview.conducted_at) - joinBeforeMs - met, met - endOf(interview), 0)

/** Whether people can join the interview at the time of the meeting, or could until a short while before. */
const mayGoOn = (interview: { conducted_at: string; ends_at: string | null }, met: number) =>
  Date.parse(interview.conducted_at) - joinBeforeMs <= met && met <= endOf(interview) + maxOverrunMs

/** The interview of this URL at the time of the meeting, whether it has minutes or not: otherwise a second recording would match the next patient's interview. */
const interviewOfUrl = async (scope: PatientScope, meeting_url: string, met_at: string): Promise<number | undefined> => {
  const key = meetingKey(meeting_url)
  if (!key) return undefined
  const met = Date.parse(met_at)
  const { id, conducted_at, ends_at, meeting_url: url } = interviews
  // built per call: only the job runs it
  const candidates = await scope.db
    .select({ id, conducted_at, ends_at, url })
    .from(scope.rows(interviews))
    .where(
      and(
        isNotNull(url),
        ne(interviews.status, 'cancelled'),
        // no interview is longer than a day
        between(conducted_at, new Date(met - maxAwayMs - dayMs).toISOString(), new Date(met + maxAwayMs + joinBeforeMs).toISOString()),
      ),
    )
    .orderBy(sql`abs(extract(epoch from ${conducted_at} - ${met_at}::timestamptz))`, asc(id))
  const [nearest, ...others] = candidates
    .filter((interview) => meetingKey(interview.url!) === key && awayMs(interview, met) <= maxAwayMs)
    .toSorted((a, b) => awayMs(a, met) - awayMs(b, met))
  // the recording may be of either
  if (others.some((other) => mayGoOn(other, met))) return undefined
  return nearest?.id
}

/**
 * The interview of these minutes: the one in the uid if the uid is that of our calendar entry, otherwise the one of the meeting's URL. Null if there is none or
 * if it already has minutes: staff then choose.
 */
const interviewFor = async (scope: PatientScope, { calendar_uid, meeting_url, met_at }: DeliveredMinutes, public_url: string): Promise<number | null> => {
  const id = (calendar_uid && interviewIdIn(calendar_uid, public_url)) || (meeting_url && (await interviewOfUrl(scope, meeting_url, met_at)))
  if (!id) return null
  // the lock keeps another server from giving minutes to this interview at the same time
  // built per call: only the job runs it
  const [locked] = await scope.db
    .select({ id: interviews.id })
    .from(scope.rows(interviews))
    .where(and(eq(interviews.id, id), withoutMinutes(scope)))
    .for('update')
  return locked?.id ?? null
}

/** Positive if a delivery is fuller than the stored one, so that the fullest wins in any order of deliveries. */
const compareFullness = (
  delivered: Pick<DeliveredMinutes, 'transcript' | 'notes'>,
  body_hash: Buffer,
  stored: { segments: number; characters: number; body_hash: Buffer },
) => delivered.transcript.length - stored.segments || delivered.notes.length - stored.characters || Buffer.compare(body_hash, stored.body_hash)

const addItems = async (scope: PatientScope, minutes_id: number, { to_dos }: DeliveredMinutes) => {
  if (to_dos.length) await scope.insert(minutes_action_items).values(to_dos.map((item, place) => ({ ...item, minutes_id, place })))
}

/**
 * Stores delivered minutes, unless staff have edited, decided on or used the stored ones, or the stored ones are at least as full. Returns the interview's
 * patient; null if no interview matches or nothing was stored.
 */
export const storeDelivery = async (scope: PatientScope, delivered: DeliveredMinutes, body_hash: Buffer, public_url: string): Promise<number | null> => {
  const { to_dos: _, ...row } = delivered
  // built per call: only the job runs it
  await scope.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`minutes ${delivered.external_id}`}, 0))`)
  // built per call: only the job runs it
  const [existing] = await scope.db
    .select({
      id: interview_minutes.id,
      interview_id: interview_minutes.interview_id,
      status: interview_minutes.status,
      edited_at: interview_minutes.edited_at,
      body_hash: interview_minutes.body_hash,
      segments: sql<number>`jsonb_array_length(${interview_minutes.transcript})`,
      characters: sql<number>`length(${interview_minutes.notes})`,
      isUsed: sql<boolean>`exists (select from ${scope.from(minutes_action_items, 'i')} where i.minutes_id = ${interview_minutes.id} and (i.task_id is not null or i.habit_goal_id is not null))`,
    })
    .from(scope.rows(interview_minutes))
    .where(eq(interview_minutes.external_id, delivered.external_id))
    .for('update')
  let interview_id = existing?.interview_id ?? null
  if (existing) {
    if (existing.status !== 'draft' || existing.edited_at !== null || existing.isUsed || compareFullness(delivered, body_hash, existing) <= 0) return null
    interview_id ??= await interviewFor(scope, delivered, public_url)
    await scope
      .update(interview_minutes)
      .set({ ...row, body_hash, interview_id, updated_at: later(interview_minutes.updated_at) })
      .where(eq(interview_minutes.id, existing.id))
    await scope.delete(minutes_action_items).where(eq(minutes_action_items.minutes_id, existing.id))
    await addItems(scope, existing.id, delivered)
  } else {
    interview_id = await interviewFor(scope, delivered, public_url)
    const [created] = await scope
      .insert(interview_minutes)
      .values({ ...row, body_hash, interview_id })
      .returning({ id: interview_minutes.id })
    await addItems(scope, created!.id, delivered)
  }
  if (interview_id === null) return null
  // built per call: only the job runs it
  const [interview] = await scope.db.select({ user_id: interviews.interviewee_id }).from(scope.rows(interviews)).where(eq(interviews.id, interview_id))
  return interview?.user_id ?? null
}

const minutesWithoutInterview = patientQuery(({ db, rows }) =>
  db
    .select({
      id: interview_minutes.id,
      name: interview_minutes.name,
      met_at: interview_minutes.met_at,
      duration_seconds: interview_minutes.duration_seconds,
      attendees: interview_minutes.attendees,
    })
    .from(rows(interview_minutes))
    .where(isNull(interview_minutes.interview_id))
    .orderBy(desc(interview_minutes.met_at), desc(interview_minutes.id))
    .limit(maxUnmatched),
)

/** Interviews within seven days of minutes, the nearest first. Reads the nearest before and after by index: there may be thousands in these days. */
const candidatesOfMinutes = patientQuery((source) => {
  const { db, rows } = source
  const { met_at } = interview_minutes
  const nearest = (side: SQL, order: SQL) =>
    sql`(select ${interviews.id} as id, ${interviews.conducted_at} as at from ${rows(interviews)} where ${and(side, ne(interviews.status, 'cancelled'), withoutMinutes(source))}
      order by ${order}, ${interviews.id} limit ${sql.raw(String(maxCandidates))})`
  const before = nearest(sql`${interviews.conducted_at} between ${met_at} - interval '7 days' and ${met_at}`, sql`${interviews.conducted_at} desc`)
  const after = nearest(
    sql`${interviews.conducted_at} > ${met_at} and ${interviews.conducted_at} <= ${met_at} + interval '7 days'`,
    sql`${interviews.conducted_at}`,
  )
  const nearby = db.$with('near').as(
    db
      .select({
        minutes_id: sql<number>`${interview_minutes.id}`.mapWith(Number).as('minutes_id'),
        near_id: sql<number>`c.id`.mapWith(Number).as('near_id'),
        n: sql<number>`row_number() over (partition by ${interview_minutes.id} order by abs(extract(epoch from c.at - ${met_at})), c.id)`.as('n'),
      })
      .from(rows(interview_minutes))
      .innerJoin(sql`lateral (${before} union all ${after}) c`, sql`true`)
      .where(isAnyOf(interview_minutes.id)),
  )
  return db
    .with(nearby)
    .select({
      minutes_id: nearby.minutes_id,
      n: nearby.n,
      id: interviews.id,
      kind: interviews.kind,
      name: interviews.name,
      conducted_at: interviews.conducted_at,
      interviewee: personColumns,
    })
    .from(nearby)
    .innerJoin(rows(interviews), eq(interviews.id, nearby.near_id))
    .innerJoin(users, eq(users.id, interviews.interviewee_id))
    .where(sql`${nearby.n} <= ${maxCandidates}`)
    .orderBy(nearby.minutes_id, nearby.n)
})

/** Minutes without an interview, each with candidates within seven days. */
export const unmatchedMinutes = async (scope: PatientScope) => {
  const rows = await minutesWithoutInterview(scope).execute()
  if (!rows.length) return []
  const found = await candidatesOfMinutes(scope).execute({ ids: rows.map(({ id }) => id) })
  const candidatesByMinutes = Map.groupBy(found, ({ minutes_id }) => minutes_id)
  return rows.map((row) => ({ ...row, candidates: (candidatesByMinutes.get(row.id) ?? []).map(({ minutes_id: _, n: __, ...candidate }) => candidate) }))
}

export const removeUnmatched = async (scope: PatientScope, id: number): Promise<null> => {
  const [deleted] = await scope
    .delete(interview_minutes)
    .where(and(eq(interview_minutes.id, id), isNull(interview_minutes.interview_id)))
    .returning({ id: interview_minutes.id })
  if (!deleted) throw apiError('not_found')
  return null
}
