import { isDayOnly } from '@sukoyaka/rules/test-package'
import type { BookingChange } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { users } from '../../account/tables.ts'
import { checkup_offers, test_packages } from '../tables.ts'

export type BookingNotice = { test_package_id: number; sequence: number; change: BookingChange }

/** Recipient of a booking notice; undefined if the booking changed since or the account is deactivated. */
export const bookingRecipient = async (scope: PatientScope, { test_package_id, sequence }: BookingNotice) => {
  // built per call: only the job runs it
  const [found] = await scope.db
    .select({ id: users.id, email: users.email, tested_at: test_packages.tested_at, status: test_packages.status, facility_id: test_packages.facility_id })
    .from(scope.rows(test_packages))
    .innerJoin(users, eq(users.id, test_packages.user_id))
    .where(and(eq(test_packages.id, test_package_id), eq(test_packages.sequence, sequence), isNull(users.deactivated_at)))
  return found && { ...found, isFixed: found.status !== testPackageStatus.edit, is_day: isDayOnly(found) }
}

const sequenceOfPackage = patientQuery(({ db, rows }) =>
  db
    .select({ sequence: test_packages.sequence })
    .from(rows(test_packages))
    .where(eq(test_packages.id, sql.placeholder('id'))),
)
export const sequenceOf = async (scope: PatientScope, id: number): Promise<number> => {
  const [found] = await sequenceOfPackage(scope).execute({ id })
  return found?.sequence ?? 0
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
