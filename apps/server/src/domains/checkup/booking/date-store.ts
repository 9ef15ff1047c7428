import { changeUntil, errorCodeOf, forbiddenBy, lastBookableDay, rulesFor } from '@sukoyaka/rules/people/reservation'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Db } from '../../../database/db.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { bookableFacility, leadsOf } from '../../facility/bookable-store.ts'
import { holidayDays } from '../../facility/holidays.ts'
import { rulesOf } from '../../facility/store.ts'
import type { test_packages } from '../tables.ts'
import { assertOffered } from './slot-store.ts'

type Booked = Pick<typeof test_packages.$inferSelect, 'facility_id' | 'course' | 'options'>

/** Rejects past dates and dates after the last bookable day. */
export const assertInBookingPeriod = (datetime: string, now: Date, field: string) => {
  if (Date.parse(datetime) <= now.getTime()) throw fieldError(field, 'in_past')
  if (tokyoDay(datetime) > lastBookableDay(tokyoDay(now))) throw fieldError(field, 'over_three_years_ahead')
}

/** Checks that these dates can be booked or suggested; the error for a forbidden day names the rule that forbids it. */
export const assertBookable = async (db: Db, booked: Booked, moments: readonly { field: string; datetime: string }[], now: Date): Promise<void> => {
  for (const { field, datetime } of moments) assertInBookingPeriod(datetime, now, field)
  if (booked.facility_id === null || !moments.length) return
  await bookableFacility(db, booked.facility_id)
  const rules = rulesFor(await rulesOf(db, [booked.facility_id]), ...(await leadsOf(db, booked.course, booked.options)))
  for (const { field, datetime } of moments) {
    const rule = forbiddenBy(rules, tokyoDay(datetime), { today: tokyoDay(now), holidays: holidayDays() })
    if (rule) throw apiError(errorCodeOf(rule), { fields: { [field]: ['not_allowed'] } })
    await assertOffered(db, { facility_id: booked.facility_id, starts_at: datetime }, field)
  }
}

export const changeableUntil = async (db: Db, { facility_id, tested_at }: { facility_id: number | null; tested_at: string }): Promise<string | null> =>
  facility_id === null ? null : changeUntil(await rulesOf(db, [facility_id]), tested_at, holidayDays())

/** A fixed date can be changed until the facility's cutoff; afterwards staff must have its agreement (`despite_cutoff`). */
export const assertChangeable = async (db: Db, booking: { facility_id: number | null; tested_at: string }, now: Date): Promise<void> => {
  const deadline = await changeableUntil(db, booking)
  if (deadline !== null && now.toISOString() > deadline) throw apiError('change_too_late', { fields: { tested_at: ['not_allowed'] } })
}
