import type { Input } from '@sukoyaka/wire/endpoint'
import type { cancelTestPackage } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { later } from '../../../database/columns.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { type Package, testPackageOf } from '../package-store.ts'
import { test_packages, test_results } from '../tables.ts'
import { type BookingOptions, freeIncluded, lockNotCancelled, type Outcome } from './booking-store.ts'
import { assertChangeable } from './date-store.ts'
import { freeSlot } from './slot-store.ts'
import { leaveWaitlist } from './waitlist-store.ts'

const resultInPackage = patientQuery(({ db, rows }) =>
  db
    .select({ id: test_results.id })
    .from(rows(test_results))
    .where(eq(test_results.test_package_id, sql.placeholder('id')))
    .limit(1),
)

/** A checkup that is complete or has results, or judgements of its provider, is part of the record and is neither cancelled nor removed. */
const assertNoResults = async (scope: PatientScope, { id, status, provider_judgements }: Package) => {
  const [found] = await resultInPackage(scope).execute({ id })
  if (found || provider_judgements.length) throw apiError('has_results', { fields: { status: ['not_allowed'] } })
  if (status === testPackageStatus.complete) throw fieldError('status', 'not_allowed')
}

type Cancellation = Input<typeof cancelTestPackage>

export const cancelPackage = async (scope: PatientScope, { id, reason, despite_cutoff }: Cancellation, { now, language }: BookingOptions): Promise<Outcome> => {
  const existing = await lockNotCancelled(scope, id)
  await assertNoResults(scope, existing)
  const isFixed = existing.status === testPackageStatus.fix
  if (isFixed && !despite_cutoff && Date.parse(existing.tested_at) > now.getTime()) await assertChangeable(scope.db, existing, now)
  const slot = await freeSlot(scope.db, { test_package_id: id })
  await freeIncluded(scope, existing)
  const freedSlots = await leaveWaitlist(scope, id)
  await scope
    .update(test_packages)
    .set({ cancelled_at: sql`now()`, cancel_reason: reason?.trim() || null, sequence: existing.sequence + 1, updated_at: later(test_packages.updated_at) })
    .where(eq(test_packages.id, id))
  return { testPackage: await testPackageOf(scope, id, language), change: 'cancelled', freedSlots: slot ? [slot, ...freedSlots] : freedSlots }
}

/** A checkup without a fixed date is deleted; a fixed one is cancelled and stays. */
export const removePackage = async (scope: PatientScope, id: number, options: BookingOptions): Promise<Pick<Outcome, 'freedSlots'>> => {
  const existing = await lockNotCancelled(scope, id)
  if (existing.status === testPackageStatus.fix) return cancelPackage(scope, { id }, options)
  await assertNoResults(scope, existing)
  await scope.delete(test_packages).where(eq(test_packages.id, id))
  return { freedSlots: [] }
}
