import { canBecome } from '@sukoyaka/rules/test-package'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type changeTestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { later } from '../../../database/columns.ts'
import type { Db } from '../../../database/db.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { type Package, putTests, testPackageOf } from '../package-store.ts'
import { test_packages, test_results, tests } from '../tables.ts'
import { type Asking, holdBooked, moveIncluded, mustBeDated, type Outcome } from './booking-store.ts'
import { mustBeBookable, mustBeInTime } from './date-store.ts'
import { freeSlot, type Slot, takeSlot } from './slot-store.ts'
import { stopWaiting } from './waitlist-store.ts'
import { firstWish, putWishes, wishOf } from './wish-store.ts'

type Change = Input<typeof changeTestPackage>
type Step = { from: number; to: number; tested_at: string; isMoved: boolean }

const { edit, fix, complete } = testPackageStatus

/** Frees the old slot and takes the new one, if there is a facility and the date is in the future. */
const changeSlot = async (db: Db, held: Package, step: Step, { now, isAgreed }: { now: Date; isAgreed: boolean }): Promise<Slot[]> => {
  const { facility_id } = held
  if (facility_id === null) return []
  const { from, to, tested_at, isMoved } = step
  const isPast = (instant: string) => Date.parse(instant) <= now.getTime()
  const isLeft = from !== edit && (to === edit || (to === fix && isMoved))
  // a past checkup is only documented
  const isCorrected = isPast(held.tested_at) && isPast(tested_at) && from !== edit
  const isTaken = to === fix && (from === edit || isMoved || from === complete) && !isCorrected
  if (isLeft && !isPast(held.tested_at) && !isAgreed) await mustBeInTime(db, held, now)
  if (isTaken) await mustBeBookable(db, held, [{ field: 'tested_at', datetime: tested_at }], now)
  const freed = isLeft || isTaken ? await freeSlot(db, { test_package_id: held.id }) : undefined
  if (isTaken) await takeSlot(db, { facility_id, starts_at: tested_at }, { test_package_id: held.id })
  return freed ? [freed] : []
}

/** The date that a change fixes: given directly or as one of the proposals. */
const fixedAt = async (scope: PatientScope, held: Package, { tested_at, fix_suggested_datetime_id }: Change) => {
  if (fix_suggested_datetime_id === undefined) return tested_at
  if (tested_at !== undefined || held.status === complete) throw fieldError('fix_suggested_datetime_id', 'not_allowed')
  return wishOf(scope, held, fix_suggested_datetime_id)
}

/** A date on a checkup in arrangement fixes it. */
const statusAfter = (held: Package, { status, fix_suggested_datetime_id }: Change, fixed_at: string | undefined) => {
  if (fix_suggested_datetime_id !== undefined) return fix
  return status ?? (fixed_at !== undefined && held.status === edit ? fix : held.status)
}

export const updateTestPackage = async (scope: PatientScope, input: Change, { now, language }: Asking): Promise<Outcome> => {
  const { id, updated_at, tests_attributes, suggested_datetimes_attributes: wishes, notify: _, despite_cutoff, fix_suggested_datetime_id, ...change } = input
  const held = await holdBooked(scope, id)
  if (updated_at && updated_at !== held.updated_at) throw apiError('conflict')
  const fixed_at = await fixedAt(scope, held, input)
  const to = statusAfter(held, input, fixed_at)
  if (!canBecome(held.status, to, held.released_at !== null)) throw fieldError('status', 'not_allowed')
  for (const field of ['name', 'location', 'detail'] as const) if (change[field] !== undefined) change[field] = change[field].trim()
  if (wishes) {
    if (held.status !== edit) throw fieldError('suggested_datetimes_attributes', 'not_allowed')
    await putWishes(scope, held, wishes, now)
  }
  const tested_at = fixed_at ?? (to === edit ? firstWish(wishes) : undefined) ?? held.tested_at
  const isMoved = Date.parse(tested_at) !== Date.parse(held.tested_at)
  if (isMoved) await mustBeDated(scope, held.user_id, tested_at, now)
  const freed = await changeSlot(scope.db, held, { from: held.status, to, tested_at, isMoved }, { now, isAgreed: despite_cutoff === true })
  if (isMoved && to !== complete) await moveIncluded(scope, held, tested_at, now)
  const isElsewhere = change.location !== undefined && change.location !== held.location
  const isRearranged = isMoved || to !== held.status
  await scope
    .update(test_packages)
    .set({
      ...change,
      tested_at,
      status: to,
      ...((isRearranged || isElsewhere) && { sequence: held.sequence + 1 }),
      updated_at: later(test_packages.updated_at),
    })
    .where(eq(test_packages.id, id))
  // a result's origin is its checkup's location
  if (change.location && isElsewhere) await scope.update(test_results).set({ origin: change.location }).where(eq(test_results.test_package_id, id))
  if (isMoved)
    await scope
      .update(tests)
      .set({ tested_at })
      .where(and(eq(tests.test_package_id, id), eq(tests.tested_at, held.tested_at)))
  if (tests_attributes?.length) await putTests(scope, held, tests_attributes, tested_at)
  if (isRearranged) freed.push(...(await stopWaiting(scope, id)))
  const isFixed = to === fix && held.status === edit
  const told = isFixed ? 'fixed' : to === fix && isMoved ? 'moved' : isRearranged && held.status === fix && to === edit ? 'arranging' : undefined
  return { shown: await testPackageOf(scope, id, language), told, freed }
}
