import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { DailySleep, putSleep } from '@sukoyaka/wire/record/activity'
import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { assertValid } from '../../access/rows.ts'
import { lockPatient } from '../checkup/judging-store.ts'
import { dailySleepsOf } from './sleep-store.ts'
import { sleeps } from './tables.ts'

/** Origin of sleep that was entered by hand. */
const byHand = ''
const dayMs = 24 * 3_600_000

const assertNight = ({ woke_on, bedtime, wake_time }: Input<typeof putSleep>, now: Date) => {
  assertValid({ bedtime: bedtime === null && wake_time !== null && 'required', wake_time: wake_time === null && bedtime !== null && 'required' })
  if (bedtime === null || wake_time === null) return
  const length = Date.parse(wake_time) - Date.parse(bedtime)
  assertValid({
    wake_time:
      (length <= 0 && 'before_start') ||
      (length > dayMs && 'over_a_day') ||
      (Date.parse(wake_time) > now.getTime() && 'in_future') ||
      (tokyoDay(wake_time) !== woke_on && 'not_allowed'),
  })
}

/** Replaces the night entered by hand for that day of waking up, or removes it. Returns the sleep of that day, if any. */
export const replaceSleep = async (scope: PatientScope, input: Input<typeof putSleep>, now: Date): Promise<DailySleep[]> => {
  assertNight(input, now)
  const { user_id, woke_on, bedtime, wake_time } = input
  // serialised: two windows would otherwise enter two nights
  await lockPatient(scope, user_id)
  await scope
    .delete(sleeps)
    .where(
      and(
        eq(sleeps.user_id, user_id),
        eq(sleeps.origin, byHand),
        sql`${sleeps.ended_at} >= ${woke_on}::timestamp at time zone 'Asia/Tokyo'`,
        sql`${sleeps.ended_at} < (${woke_on}::date + 1)::timestamp at time zone 'Asia/Tokyo'`,
      ),
    )
  if (bedtime !== null && wake_time !== null)
    await scope
      .insert(sleeps)
      .values({ user_id, started_at: bedtime, ended_at: wake_time, origin: byHand })
      // replaces the night of another day with the same bedtime
      .onConflictDoUpdate({ target: [sleeps.user_id, sleeps.started_at, sleeps.origin], set: { ended_at: wake_time } })
  const days = await dailySleepsOf(scope, { user_id, limit: 1, before: addDays(woke_on, 1) })
  return days.filter((day) => day.woke_on === woke_on)
}
