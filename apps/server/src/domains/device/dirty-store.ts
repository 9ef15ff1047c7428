import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { isAnyOf, rawQuery } from '../../database/prepared.ts'
import { lockDevices } from './sample-store.ts'
import { device_days, device_dirty_days } from './tables.ts'

const oldestDirty = patientQuery(({ db, rows }) =>
  db
    .select({ day: device_dirty_days.day })
    .from(rows(device_dirty_days))
    .where(eq(device_dirty_days.user_id, sql.placeholder('user_id')))
    .orderBy(asc(device_dirty_days.day))
    .limit(sql.placeholder('limit'))
    .for('update', { skipLocked: true }),
)

/** Takes dirty days off the list, but none that a post is writing; a failed transaction puts them back. */
export const takeDirtyDays = async (scope: PatientScope, user_id: number, limit: number): Promise<string[]> => {
  const days = (await oldestDirty(scope).execute({ user_id, limit })).map(({ day }) => day)
  if (days.length) await scope.delete(device_dirty_days).where(and(eq(device_dirty_days.user_id, user_id), inArray(device_dirty_days.day, days)))
  return days
}

const anyDirty = patientQuery(({ db, rows }) =>
  db
    .select({ day: device_dirty_days.day })
    .from(rows(device_dirty_days))
    .where(eq(device_dirty_days.user_id, sql.placeholder('user_id')))
    .limit(1),
)
export const hasDirtyDays = async (scope: PatientScope, user_id: number): Promise<boolean> => (await anyDirty(scope).execute({ user_id })).length > 0

/** Writing a day that is dirty already locks it: the derivation leaves it alone until this transaction is committed. */
const orLock = sql`on conflict (user_id, day) do update set day = excluded.day`

/** Marks all days that have numbers, because the order of the sources changed. */
const markAll = patientQuery(({ from, target }) =>
  rawQuery(sql`
    insert into ${target(device_dirty_days)} (user_id, day)
    select distinct d.user_id, d.day from ${from(device_days, 'd')} where d.user_id = ${sql.placeholder('user_id')} ${orLock}`),
)
export const markAllDays = async (scope: PatientScope, user_id: number) => {
  await markAll(scope).execute({ user_id })
}

const daysWithNumbers = patientQuery(({ db, rows }) =>
  db
    .selectDistinct({ day: device_days.day })
    .from(rows(device_days))
    .where(and(eq(device_days.user_id, sql.placeholder('user_id')), isAnyOf(device_days.day, 'days'))),
)
const markGiven = patientQuery(({ target }) =>
  rawQuery(sql`
    insert into ${target(device_dirty_days)} (user_id, day)
    select ${sql.placeholder('user_id')}::bigint, day from unnest(${sql.placeholder('days')}::date[]) day ${orLock}`),
)
/** Marks those of these days that have numbers, because a typed number was added or removed. Returns whether there are any. */
export const markDaysWithNumbers = async (scope: PatientScope, user_id: number, among: readonly string[]): Promise<boolean> => {
  const days = (await daysWithNumbers(scope).execute({ user_id, days: among })).map(({ day }) => day)
  if (!days.length) return false
  await lockDevices(scope, user_id)
  await markGiven(scope).execute({ user_id, days })
  return true
}

const markUnited = patientQuery(({ from, target }) =>
  rawQuery(sql`
    insert into ${target(device_dirty_days)} (user_id, day)
    select distinct ${sql.placeholder('user_id')}::bigint, d.day from ${from(device_days, 'd')}
    where d.user_id in (${sql.placeholder('user_id')}, ${sql.placeholder('other_id')}) ${orLock}`),
)
/** Marks the days of both records dirty for `user_id`, because a merge or its undo moved samples between them. */
export const markUnitedDays = async (scope: PatientScope, user_id: number, other_id: number) => {
  await markUnited(scope).execute({ user_id, other_id })
}

const peopleIn = patientQuery(({ db, rows }) => db.selectDistinct({ user_id: device_dirty_days.user_id }).from(rows(device_dirty_days)))
/** All patients with days to derive. Their jobs are queued again, in case one was lost. */
export const peopleWithDirtyDays = async (scope: PatientScope): Promise<number[]> => (await peopleIn(scope).execute()).map(({ user_id }) => user_id)
