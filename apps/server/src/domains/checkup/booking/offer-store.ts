import { forbiddenBy, rulesFor } from '@sukoyaka/rules/people/reservation'
import { tokyoDay } from '@sukoyaka/rules/time'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, asc, eq, gt, gte, isNull, lte, notExists } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { columnsOf } from '../../../access/patient-table.ts'
import { later } from '../../../database/columns.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/api-error.ts'
import { users } from '../../account/tables.ts'
import { leadsOf } from '../../facility/bookable-store.ts'
import { holidayDays } from '../../facility/holidays.ts'
import { rulesOf } from '../../facility/store.ts'
import { checkup_offers, checkup_waitlist, test_packages } from '../tables.ts'
import { changeableUntil } from './date-store.ts'
import { bookSlot, type Slot } from './slot-store.ts'

/** How long a slot is reserved for an offer at most. */
const maxAnswerMs = 24 * 3_600_000
/** Minimum time to answer; a patient who would have less gets no offer. */
const minAnswerMs = 3_600_000

/** Active patients waiting for this slot who were not offered it yet, in order of their request, with their current booking; 50 at most. */
const waitingPatients = (scope: PatientScope, { facility_id, starts_at }: Slot) => {
  const day = tokyoDay(starts_at)
  // built per call: a part of the read below
  const existingOffers = scope.db
    .select({ id: checkup_offers.id })
    .from(scope.rows(checkup_offers))
    .where(and(eq(checkup_offers.waitlist_id, checkup_waitlist.id), eq(checkup_offers.starts_at, starts_at)))
  // built per call: only the job runs it
  return scope.db
    .select({ id: checkup_waitlist.id, package: columnsOf(test_packages) })
    .from(scope.rows(checkup_waitlist))
    .innerJoin(scope.rows(test_packages), eq(test_packages.id, checkup_waitlist.test_package_id))
    .innerJoin(users, and(eq(users.id, checkup_waitlist.user_id), isNull(users.deactivated_at)))
    .where(
      and(
        eq(checkup_waitlist.state, 'waiting'),
        lte(checkup_waitlist.earliest, day),
        gte(checkup_waitlist.latest, day),
        eq(test_packages.facility_id, facility_id),
        eq(test_packages.status, testPackageStatus.fix),
        isNull(test_packages.cancelled_at),
        gt(test_packages.tested_at, starts_at),
        notExists(existingOffers),
      ),
    )
    .orderBy(asc(checkup_waitlist.created_at), asc(checkup_waitlist.id))
    .limit(50)
    .for('update', { of: scope.rows(checkup_waitlist) })
}

/** Until when a patient may answer; undefined if the time is too short or a rule forbids to book that day now. */
const answerUntil = async (db: Db, booked: typeof test_packages.$inferSelect, { facility_id, starts_at }: Slot, now: Date): Promise<Date | undefined> => {
  const rules = rulesFor(await rulesOf(db, [facility_id]), ...(await leadsOf(db, booked.course, booked.options)))
  if (forbiddenBy(rules, tokyoDay(starts_at), { today: tokyoDay(now), holidays: holidayDays() })) return undefined
  const deadline = await changeableUntil(db, booked)
  const end = Math.min(now.getTime() + maxAnswerMs, deadline === null ? Infinity : Date.parse(deadline), Date.parse(starts_at))
  return end - now.getTime() < minAnswerMs ? undefined : new Date(end)
}

/** Reserves a freed slot for the first waiting patient who can still answer. No waitlist entry is offered the same slot twice. Undefined without an offer. */
export const offerPlace = async (scope: PatientScope, slot: Slot, now: Date) => {
  if (Date.parse(slot.starts_at) <= now.getTime()) return undefined
  for (const { id: waitlist_id, package: booked } of await waitingPatients(scope, slot)) {
    const expires = await answerUntil(scope.db, booked, slot, now)
    if (!expires) continue
    const [offer] = await scope
      .insert(checkup_offers)
      .values({ waitlist_id, user_id: booked.user_id, ...slot, expires_at: expires.toISOString() })
      .returning()
    try {
      await bookSlot(scope.db, slot, { offer_id: offer!.id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // taken meanwhile, or no longer a start time of the facility
      await scope.delete(checkup_offers).where(eq(checkup_offers.id, offer!.id))
      return undefined
    }
    await scope
      .update(checkup_waitlist)
      .set({ state: 'offered', updated_at: later(checkup_waitlist.updated_at) })
      .where(eq(checkup_waitlist.id, waitlist_id))
    return offer!
  }
  return undefined
}
