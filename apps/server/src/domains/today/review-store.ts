import { reviewSnoozeDays } from '@sukoyaka/rules/boards/today'
import type { addTodayReview, TodayReview } from '@sukoyaka/wire/boards/today'
import type { Input } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { interviews } from '../interview/tables.ts'
import { message_rooms } from '../message/tables.ts'
import { type Details, today_items, today_reviews } from './tables.ts'

const dayMs = 86_400_000

type RowKey = Pick<Input<typeof addTodayReview>, 'section' | 'user_id' | 'subject_id' | 'version'>

const [user_id, section, subject_id] = [sql.placeholder('user_id'), sql`${sql.placeholder('section')}::text`, sql.placeholder('subject_id')]
const currentRows = patientQuery(({ from }) =>
  rawQuery<{ version: string; details: Details }>(sql`
    select i.version, i.details from ${from(today_items, 'i')} where i.user_id = ${user_id} and i.section = ${section} and i.subject_id = ${subject_id}
    union all select coalesce(m.last_message_at, m.unresponded_since), '{}' from ${from(message_rooms, 'm')}
      where ${section} = 'needs_reply' and m.patient_id = ${user_id} and m.unresponded_since is not null
    union all select v.conducted_at, '{}' from ${from(interviews, 'v')} where ${section} = 'interviews_today' and v.id = ${subject_id} and v.interviewee_id = ${user_id}`),
)

/** The current row; undefined if it has left its section. Throws 409 if it has changed since `version`, because the caller decided on what was shown. */
export const currentRow = async (scope: PatientScope, { user_id, section, subject_id, version }: RowKey) => {
  const [row] = await currentRows(scope).execute({ user_id, section, subject_id: subject_id ?? 0 })
  if (row && Date.parse(row.version) !== Date.parse(version)) throw apiError('conflict')
  return row
}

/** A row of the board has one review: a later one replaces it. */
export const putReview = async (scope: PatientScope, actor: Actor, { section, user_id, subject_id, version }: RowKey, now: Date): Promise<TodayReview> => {
  const days = reviewSnoozeDays[section]
  const review = {
    version,
    reviewed_by: actor.id,
    reviewed_at: now.toISOString(),
    until: days === undefined ? null : new Date(now.getTime() + days * dayMs).toISOString(),
  }
  const [saved] = await scope
    .insert(today_reviews)
    .values({ section, user_id, subject_id: subject_id ?? 0, ...review })
    .onConflictDoUpdate({ target: [today_reviews.user_id, today_reviews.section, today_reviews.subject_id], set: review })
    .returning()
  return { ...saved!, subject_id: saved!.subject_id || null }
}

export const removeReview = async (scope: PatientScope, id: number): Promise<null> => {
  const [removed] = await scope.delete(today_reviews).where(eq(today_reviews.id, id)).returning({ user_id: today_reviews.user_id })
  if (!removed) throw apiError('not_found')
  scope.record(removed.user_id)
  return null
}
