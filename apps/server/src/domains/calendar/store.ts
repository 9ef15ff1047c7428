import { createHash } from 'node:crypto'
import type { Language } from '@sukoyaka/phrases/language'
import type { Role } from '@sukoyaka/wire/access'
import { type addCalendarFeed, type CalendarFeed, maxFeeds } from '@sukoyaka/wire/care/calendar'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, exists, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { users } from '../account/tables.ts'
import { facilities } from '../facility/tables.ts'
import { interview_participants, interviews } from '../interview/tables.ts'
import { calendar_feeds } from './tables.ts'

const { secret_hash: _, user_id: __, ...feedColumns } = getTableColumns(calendar_feeds)
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const feedsOfUser = preparedQuery((db) =>
  db
    .select(feedColumns)
    .from(calendar_feeds)
    .where(eq(calendar_feeds.user_id, sql.placeholder('user_id')))
    .orderBy(asc(calendar_feeds.id)),
)

export const feedsOf = (db: Db, actor: Actor): Promise<CalendarFeed[]> => feedsOfUser(db).execute({ user_id: actor.id })

const lockedUser = preparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('update'),
)

export const insertFeed = async (db: Db, actor: Actor, secret: string, { name = '', shows_initials = false }: Input<typeof addCalendarFeed>) => {
  // serialises the person's concurrent requests, so that each counts all feeds
  await lockedUser(db).execute({ id: actor.id })
  const feeds = await feedsOf(db, actor)
  if (feeds.length >= maxFeeds) throw apiError('invalid', { fields: { name: ['too_many'] } })
  const [created] = await db
    .insert(calendar_feeds)
    .values({ user_id: actor.id, secret_hash: hashOf(secret), name: name.trim(), shows_initials: shows_initials && actor.role !== 'patient' })
    .returning(feedColumns)
  return created!
}

export const deleteFeed = async (db: Db, actor: Actor, id: number): Promise<null> => {
  const [deleted] = await db
    .delete(calendar_feeds)
    .where(and(eq(calendar_feeds.id, id), eq(calendar_feeds.user_id, actor.id)))
    .returning({ id: calendar_feeds.id })
  if (!deleted) throw apiError('not_found')
  return null
}

const activeFeed = preparedQuery((db) =>
  db
    .select({ id: calendar_feeds.id, user_id: calendar_feeds.user_id, role: users.role, shows_initials: calendar_feeds.shows_initials })
    .from(calendar_feeds)
    .innerJoin(users, and(eq(users.id, calendar_feeds.user_id), isNull(users.deactivated_at)))
    .where(eq(calendar_feeds.secret_hash, sql.placeholder('secret_hash'))),
)

/** The feed of a secret, if its owner is active. Updates the last use at most once a minute. */
export const feedBySecret = async (db: Db, secret: string) => {
  const [found] = await activeFeed(db).execute({ secret_hash: hashOf(secret) })
  if (!found) return undefined
  await db
    .update(calendar_feeds)
    .set({ last_used_at: sql`now()` })
    .where(and(eq(calendar_feeds.id, found.id), sql`coalesce(${calendar_feeds.last_used_at}, 'epoch') < now() - interval '1 minute'`))
  return found
}

const entryColumns = (language: Language) => ({
  id: interviews.id,
  conducted_at: interviews.conducted_at,
  ends_at: interviews.ends_at,
  location: interviews.location,
  meeting_type: interviews.meeting_type,
  meeting_url: interviews.meeting_url,
  status: interviews.status,
  sequence: interviews.sequence,
  updated_at: interviews.updated_at,
  interviewee_id: interviews.interviewee_id,
  // null without a facility
  facility_name: sql<string | null>`${localName(facilities, language)}`,
})

const isNear = sql`${interviews.conducted_at} between now() - interval '30 days' and now() + interval '180 days'`
const feedEntryColumns = (language: Language) => ({
  ...entryColumns(language),
  last_name_kana: users.last_name_kana,
  first_name_kana: users.first_name_kana,
})

const interviewsOfPatient = patientQuery(({ db, rows }, language: Language) =>
  db
    .select(feedEntryColumns(language))
    .from(rows(interviews))
    .innerJoin(users, eq(users.id, interviews.interviewee_id))
    .leftJoin(facilities, eq(facilities.id, interviews.facility_id))
    .where(and(isNear, eq(interviews.interviewee_id, sql.placeholder('user_id'))))
    .orderBy(asc(interviews.conducted_at), asc(interviews.id))
    .limit(1_000),
)

const interviewsOfStaff = patientQuery(({ db, rows }, language: Language) =>
  db
    .select(feedEntryColumns(language))
    .from(rows(interviews))
    .innerJoin(users, eq(users.id, interviews.interviewee_id))
    .leftJoin(facilities, eq(facilities.id, interviews.facility_id))
    .where(
      and(
        isNear,
        exists(
          db
            .select({ one: sql`1` })
            .from(rows(interview_participants))
            .where(and(eq(interview_participants.interview_id, interviews.id), eq(interview_participants.staff_id, sql.placeholder('user_id')))),
        ),
      ),
    )
    .orderBy(asc(interviews.conducted_at), asc(interviews.id))
    .limit(1_000),
)

/** Interviews from 30 days ago to 180 days ahead: those a member of staff takes part in, or a patient's own. */
export const interviewsOfFeed = (scope: PatientScope, { user_id, role }: { user_id: number; role: Role }, language: Language) =>
  (role === 'patient' ? interviewsOfPatient : interviewsOfStaff)(scope, language).execute({ user_id })

const interviewById = patientQuery(({ db, rows }, language: Language) =>
  db
    .select(entryColumns(language))
    .from(rows(interviews))
    .leftJoin(facilities, eq(facilities.id, interviews.facility_id))
    .where(eq(interviews.id, sql.placeholder('id'))),
)

export const interviewOfCalendar = async (scope: PatientScope, id: number, language: Language) => {
  const [found] = await interviewById(scope, language).execute({ id })
  if (!found) throw apiError('not_found')
  scope.record(found.interviewee_id)
  return found
}
