import type { Input } from '@sukoyaka/wire/endpoint'
import type { cancelTestPackage } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { later } from '../../../database/columns.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { type Package, testPackageOf } from '../package-store.ts'
import { test_packages, test_results } from '../tables.ts'
import { type Asking, freeIncluded, holdBooked, type Outcome } from './booking-store.ts'
import { mustBeInTime } from './date-store.ts'
import { freeSlot } from './slot-store.ts'
import { stopWaiting } from './waitlist-store.ts'

/** A checkup with results is part of the record and is neither cancelled nor removed. */
const mustBeEmpty = async (scope: PatientScope, { id, status }: Package) => {
  const of = eq(test_results.test_package_id, id)
  const [found] = await scope.db.select({ id: test_results.id }).from(scope.rows(test_results)).where(of).limit(1)
  if (found) throw apiError('has_results', { fields: { status: ['not_allowed'] } })
  if (status === testPackageStatus.complete) throw fieldError('status', 'not_allowed')
}

type Cancelling = Input<typeof cancelTestPackage>

export const cancelPackage = async (scope: PatientScope, { id, reason, despite_cutoff }: Cancelling, { now, language }: Asking): Promise<Outcome> => {
  const held = await holdBooked(scope, id)
  await mustBeEmpty(scope, held)
  const isFixed = held.status === testPackageStatus.fix
  if (isFixed && !despite_cutoff && Date.parse(held.tested_at) > now.getTime()) await mustBeInTime(scope.db, held, now)
  const slot = await freeSlot(scope.db, { test_package_id: id })
  await freeIncluded(scope, held)
  const kept = await stopWaiting(scope, id)
  await scope
    .update(test_packages)
    .set({ cancelled_at: sql`now()`, cancel_reason: reason?.trim() || null, sequence: held.sequence + 1, updated_at: later(test_packages.updated_at) })
    .where(eq(test_packages.id, id))
  return { shown: await testPackageOf(scope, id, language), told: 'cancelled', freed: slot ? [slot, ...kept] : kept }
}

/** A checkup without a fixed date is deleted; a fixed one is cancelled and stays. */
export const removePackage = async (scope: PatientScope, id: number, asking: Asking): Promise<Pick<Outcome, 'freed'>> => {
  const held = await holdBooked(scope, id)
  if (held.status === testPackageStatus.fix) return cancelPackage(scope, { id }, asking)
  await mustBeEmpty(scope, held)
  await scope.delete(test_packages).where(eq(test_packages.id, id))
  return { freed: [] }
}
