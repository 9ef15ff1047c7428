import { type DaySleep, isNap, sleepByDay } from '@sukoyaka/rules/record/sleep'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { DailySleep, listDailySleeps, listSleeps, Sleep } from '@sukoyaka/wire/record/activity'
import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { requirePatient } from '../patient/require-store.ts'
import { sleeps } from './tables.ts'

const [defaultSleeps, defaultDays] = [100, 31]
/** A date later than any sleep. */
const farFuture = '9999-01-01T00:00:00Z'

const newestSleeps = patientQuery(({ db, rows }) => {
  const { created_at: _, woke_on: _wokeOn, ...columns } = columnsOf(sleeps)
  return db
    .select(columns)
    .from(rows(sleeps))
    .where(and(eq(sleeps.user_id, sql.placeholder('user_id')), lt(sleeps.started_at, sql.placeholder('before'))))
    .orderBy(desc(sleeps.started_at), desc(sleeps.id))
    .limit(sql.placeholder('limit'))
})

/** Recorded sleep periods, newest first. */
export const sleepsOf = async (scope: PatientScope, { user_id, limit = defaultSleeps, before = farFuture }: Input<typeof listSleeps>): Promise<Sleep[]> => {
  await requirePatient(scope, user_id)
  const rows = await newestSleeps(scope).execute({ user_id, limit, before })
  return rows.map((row) => ({ ...row, is_nap: isNap(row) }))
}

/** The day of waking: for sleep of a device at the place where the person was, else in Tokyo. */
const wokeOn = sql<string>`coalesce(${sleeps.woke_on}, (${sleeps.ended_at} at time zone 'Asia/Tokyo')::date)`

const spanColumns = { started_at: sleeps.started_at, ended_at: sleeps.ended_at, woke_on: sleeps.woke_on }
/** Whether sleep may belong to `day` or a later day: the day of waking may be a day later than in Tokyo, and overlapping sleep counts as one. */
const isNear = (day: SQL) => gte(sleeps.ended_at, sql`(${day} - 2)::timestamp at time zone 'Asia/Tokyo'`)

/** Sleep periods of the newest days with data, and those shortly before (`isNear`). */
const sleepsOfDays = patientQuery(({ db, rows }) => {
  const ownSleeps = and(eq(sleeps.user_id, sql.placeholder('user_id')), lt(wokeOn, sql`${sql.placeholder('before')}::date`))
  const days = db
    .selectDistinct({ day: wokeOn.as('day') })
    .from(rows(sleeps))
    .where(ownSleeps)
    .orderBy(desc(wokeOn))
    .limit(sql.placeholder('limit'))
    .as('days')
  return db
    .select(spanColumns)
    .from(rows(sleeps))
    .where(and(ownSleeps, isNear(sql`(select min(${days.day}) from ${days})`)))
    .orderBy(asc(sleeps.started_at))
})

/** Sleep per day of waking up, newest first. */
export const dailySleepsOf = async (scope: PatientScope, { user_id, limit = defaultDays, before }: Input<typeof listDailySleeps>): Promise<DailySleep[]> => {
  await requirePatient(scope, user_id)
  const rows = await sleepsOfDays(scope).execute({ user_id, limit, before: before ?? farFuture })
  return sleepByDay(rows)
    .slice(0, limit)
    .map((day) => ({ user_id, ...day }))
}

const sleepsFrom = patientQuery(({ db, rows }) =>
  db
    .select({ user_id: sleeps.user_id, ...spanColumns })
    .from(rows(sleeps))
    .where(and(isAnyOf(sleeps.user_id, 'user_ids'), isNear(sql`${sql.placeholder('from')}::date`))),
)

/** Sleep per day of waking up since the day `from`, newest first, by id of the patient. */
export const sleepDaysFrom = async (scope: PatientScope, user_ids: readonly number[], from: string): Promise<Map<number, DaySleep[]>> => {
  const rows = await sleepsFrom(scope).execute({ user_ids, from })
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([user_id, spans]) => [user_id, sleepByDay(spans).filter(({ woke_on }) => woke_on >= from)]),
  )
}
