import { isDayOnly } from '@sukoyaka/rules/test-package'
import type { BookingChange } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { users } from '../../account/tables.ts'
import { checkup_offers, test_packages } from '../tables.ts'

export type BookingNotice = { test_package_id: number; sequence: number; change: BookingChange }

/** Whether the booking still is what the notice says. */
const isStill = (change: BookingChange) => {
  if (change === 'cancelled') return undefined
  return and(isNull(test_packages.cancelled_at), eq(test_packages.status, change === 'arranging' ? testPackageStatus.edit : testPackageStatus.fix))
}

/**
 * Recipient of a booking notice, with the booking as it is now; undefined if the account is deactivated, the booking is deleted, was cancelled, fixed or
 * reopened since, or the patient is mailed about a later change.
 */
export const bookingRecipient = async (scope: PatientScope, { test_package_id, sequence, change }: BookingNotice) => {
  // built per call: only the job runs it
  const [found] = await scope.db
    .select({ id: users.id, email: users.email, tested_at: test_packages.tested_at, status: test_packages.status, facility_id: test_packages.facility_id })
    .from(scope.rows(test_packages))
    .innerJoin(users, eq(users.id, test_packages.user_id))
    .where(
      and(
        eq(test_packages.id, test_package_id),
        // during an update, an older server counts only `sequence`
        or(eq(test_packages.notice_sequence, sequence), eq(test_packages.sequence, sequence)),
        isStill(change),
        isNull(users.deactivated_at),
      ),
    )
  return found && { ...found, isFixed: found.status !== testPackageStatus.edit, is_day: isDayOnly(found) }
}

/** Notes that the patient is mailed about the last change, instead of earlier ones. Returns its `sequence`. */
export const noteNotice = async (scope: PatientScope, id: number): Promise<number> => {
  const [noted] = await scope
    .update(test_packages)
    .set({ notice_sequence: sql`${test_packages.sequence}` })
    .where(eq(test_packages.id, id))
    .returning({ sequence: test_packages.notice_sequence })
  return noted?.sequence ?? 0
}

export const offerRecipient = async (scope: PatientScope, offer_id: number, now: Date) => {
  // built per call: only the job runs it
  const [found] = await scope.db
    .select({ id: users.id, email: users.email, starts_at: checkup_offers.starts_at, expires_at: checkup_offers.expires_at })
    .from(scope.rows(checkup_offers))
    .innerJoin(users, eq(users.id, checkup_offers.user_id))
    .where(
      and(eq(checkup_offers.id, offer_id), eq(checkup_offers.state, 'open'), gt(checkup_offers.expires_at, now.toISOString()), isNull(users.deactivated_at)),
    )
  return found
}
