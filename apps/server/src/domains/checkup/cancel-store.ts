import type { Input } from '@sukoyaka/wire/endpoint'
import type { cancelTestPackage } from '@sukoyaka/wire/record/booking'
import { testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, sql } from 'drizzle-orm'
import { type Reach, within } from '../../access/gate.ts'
import type { Db } from '../../database/db.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { type Asking, freeIncluded, holdBooked, type Outcome } from './booking-store.ts'
import { mustBeInTime } from './date-store.ts'
import { type Package, testPackageOf } from './package-store.ts'
import { freeSlot } from './slot-store.ts'
import { test_packages, test_results } from './tables.ts'
import { stopWaiting } from './waitlist-store.ts'

/** What has results is part of the record: it is neither cancelled nor removed. */
const mustBeEmpty = async (db: Db, reach: Reach, { id, status }: Package) => {
  const of = and(eq(test_results.test_package_id, id), within(reach, test_results.user_id))
  const [found] = await db.select({ id: test_results.id }).from(test_results).where(of).limit(1)
  if (found) throw apiError('has_results', { fields: { status: ['not_allowed'] } })
  if (status === testPackageStatus.complete) throw fieldError('status', 'not_allowed')
}

type Cancelling = Input<typeof cancelTestPackage>

export const cancelPackage = async (db: Db, reach: Reach, { id, reason, despite_cutoff }: Cancelling, { now, language }: Asking): Promise<Outcome> => {
  const held = await holdBooked(db, reach, id)
  await mustBeEmpty(db, reach, held)
  const isFixed = held.status === testPackageStatus.fix
  if (isFixed && !despite_cutoff && Date.parse(held.tested_at) > now.getTime()) await mustBeInTime(db, held, now)
  const slot = await freeSlot(db, { test_package_id: id })
  await freeIncluded(db, reach, held)
  const kept = await stopWaiting(db, reach, id)
  await db
    .update(test_packages)
    .set({ cancelled_at: sql`now()` as never, cancel_reason: reason?.trim() || null, sequence: held.sequence + 1, updated_at: sql`now()` as never })
    .where(and(eq(test_packages.id, id), within(reach, test_packages.user_id)))
  return { shown: await testPackageOf(db, reach, id, language), told: 'cancelled', freed: slot ? [slot, ...kept] : kept }
}

/** What nobody was told a date of goes without a trace; what was fixed is cancelled and stays. */
export const removePackage = async (db: Db, reach: Reach, id: number, asking: Asking): Promise<Pick<Outcome, 'freed'>> => {
  const held = await holdBooked(db, reach, id)
  if (held.status === testPackageStatus.fix) return cancelPackage(db, reach, { id }, asking)
  await mustBeEmpty(db, reach, held)
  await db.delete(test_packages).where(and(eq(test_packages.id, id), within(reach, test_packages.user_id)))
  return { freed: [] }
}
