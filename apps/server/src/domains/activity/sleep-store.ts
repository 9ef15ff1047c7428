import { isNap, sleepByDay } from '@sukoyaka/rules/record/sleep'
import { tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { DailySleep, listDailySleeps, listSleeps, Sleep } from '@sukoyaka/wire/record/activity'
import { and, asc, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import { type Reach, withinOwn } from '../../access/gate.ts'
import { mustReach } from '../../access/patients.ts'
import { builtOnce, type Db } from '../../database/db.ts'
import { sleeps } from './tables.ts'

const [usualSleeps, usualDays] = [100, 31]
/** Later than anything that was slept. */
const everything = '9999-01-01T00:00:00Z'

const newestSleeps = builtOnce((db, isOwn: boolean) => {
  const { created_at: _, ...columns } = getTableColumns(sleeps)
  return db
    .select(columns)
    .from(sleeps)
    .where(and(eq(sleeps.user_id, sql.placeholder('user_id')), withinOwn(isOwn, sleeps.user_id), lt(sleeps.started_at, sql.placeholder('before'))))
    .orderBy(desc(sleeps.started_at), desc(sleeps.id))
    .limit(sql.placeholder('limit'))
    .prepare(`newest_sleeps_${isOwn}`)
})

/** As it was recorded, newest first. */
export const sleepsOf = async (db: Db, reach: Reach, { user_id, limit = usualSleeps, before = everything }: Input<typeof listSleeps>): Promise<Sleep[]> => {
  await mustReach(db, reach, user_id)
  const rows = await newestSleeps(db, reach.own !== undefined).execute({ user_id, own: reach.own, limit, before })
  return rows.map((row) => ({ ...row, is_nap: isNap(row) }))
}

const wokeOn = sql`(${sleeps.ended_at} at time zone 'Asia/Tokyo')::date`

/** Everything that ended on the newest days that have any. */
const sleepsOfDays = builtOnce((db, isOwn: boolean) => {
  const mine = and(
    eq(sleeps.user_id, sql.placeholder('user_id')),
    withinOwn(isOwn, sleeps.user_id),
    lt(sleeps.ended_at, sql`${sql.placeholder('before')}::timestamptz`),
  )
  const days = db
    .selectDistinct({ day: wokeOn.as('day') })
    .from(sleeps)
    .where(mine)
    .orderBy(desc(wokeOn))
    .limit(sql.placeholder('limit'))
    .as('days')
  return db
    .select({ started_at: sleeps.started_at, ended_at: sleeps.ended_at })
    .from(sleeps)
    .where(and(mine, gte(sleeps.ended_at, sql`(select min(${days.day})::timestamp at time zone 'Asia/Tokyo' from ${days})`)))
    .orderBy(asc(sleeps.started_at))
    .prepare(`sleeps_of_days_${isOwn}`)
})

/** By the day on which the person woke up, newest first. */
export const dailySleepsOf = async (db: Db, reach: Reach, { user_id, limit = usualDays, before }: Input<typeof listDailySleeps>): Promise<DailySleep[]> => {
  await mustReach(db, reach, user_id)
  const end = before === undefined ? everything : tokyoStartOfDay(before).toISOString()
  const rows = await sleepsOfDays(db, reach.own !== undefined).execute({ user_id, own: reach.own, limit, before: end })
  return sleepByDay(rows)
    .slice(0, limit)
    .map((day) => ({ user_id, ...day }))
}
