import { canBecome } from '@sukoyaka/rules/test-package'
import { daysBetween, tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type changeTestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { later } from '../../../database/columns.ts'
import { type Db, errorCodeOf } from '../../../database/db.ts'
import { fieldError } from '../../../errors/api-error.ts'
import { assertUnchanged } from '../../../errors/assert-unchanged.ts'
import { judgePackageAgain } from '../judge-all-store.ts'
import { type Package, putTests, testPackageOf } from '../package-store.ts'
import { test_packages, test_results, tests } from '../tables.ts'
import { assertValidDate, type BookingOptions, lockNotCancelled, movedExpectation, moveIncluded, type Outcome } from './booking-store.ts'
import { assertBookable, assertChangeable } from './date-store.ts'
import { bookSlot, freeSlot, holdsSlot, type Slot } from './slot-store.ts'
import { firstSuggestedDate, firstSuggestedDateOf, putSuggestedDates, suggestedDateOf } from './suggested-date-store.ts'
import { leaveWaitlist } from './waitlist-store.ts'

type Change = Input<typeof changeTestPackage>
type SlotChange = { from: number; to: number; tested_at: string; isMoved: boolean }

const { edit, fix, complete } = testPackageStatus

/** At a facility, frees the slot that the change leaves and takes the one it needs. Returns the freed slot, if there is one. */
const changeSlot = async (db: Db, existing: Package, slotChange: SlotChange, { now, isAgreed }: { now: Date; isAgreed: boolean }): Promise<Slot[]> => {
  const { facility_id } = existing
  if (facility_id === null) return []
  const { from, to, tested_at, isMoved } = slotChange
  const isPast = (instant: string) => Date.parse(instant) <= now.getTime()
  const leavesSlot = from !== edit && (to === edit || isMoved)
  // moving a past checkup to another past date only corrects the record
  const isCorrected = isPast(existing.tested_at) && isPast(tested_at) && from !== edit
  // a complete checkup keeps its slot, unless it never had one
  const isWithoutSlot = from === edit || isMoved || (from === complete && !(await holdsSlot(db, existing.id)))
  const needsSlot = to === fix && isWithoutSlot && !isCorrected
  if (leavesSlot && to !== complete && !isPast(existing.tested_at) && !isAgreed) await assertChangeable(db, existing, now)
  if (needsSlot) await assertBookable(db, existing, [{ field: 'tested_at', datetime: tested_at }], now)
  const freedSlot = leavesSlot || needsSlot ? await freeSlot(db, { test_package_id: existing.id }) : undefined
  if (needsSlot) await bookSlot(db, { facility_id, starts_at: tested_at }, { test_package_id: existing.id })
  return freedSlot ? [freedSlot] : []
}

/**
 * The date of a change: a given one, a chosen suggested date, or the first suggested date if a checkup in arrangement becomes fixed without either. Else
 * undefined. Throws 422 if there is no date to fix, and for a suggested date that is unknown or cannot be chosen.
 */
const fixedAt = async (scope: PatientScope, existing: Package, knownDate: string | undefined, input: Change) => {
  const { tested_at, fix_suggested_datetime_id, status, suggested_datetimes_attributes: suggestedDates } = input
  if (fix_suggested_datetime_id === undefined) {
    if (tested_at !== undefined || status !== fix || existing.status !== edit) return tested_at
    const suggestedDate = suggestedDates ? firstSuggestedDate(suggestedDates) : knownDate
    if (suggestedDate === undefined) throw fieldError('tested_at', 'required')
    return suggestedDate
  }
  if (tested_at !== undefined || existing.status === complete) throw fieldError('fix_suggested_datetime_id', 'not_allowed')
  return suggestedDateOf(scope, existing, fix_suggested_datetime_id)
}

/** A date on a checkup in arrangement fixes it, unless the change gives a status. */
const statusAfter = (existing: Package, { status, fix_suggested_datetime_id }: Change, fixed_at: string | undefined) => {
  if (fix_suggested_datetime_id !== undefined) return fix
  return status ?? (fixed_at !== undefined && existing.status === edit ? fix : existing.status)
}

/**
 * A correction of the date also corrects the results of that day: those of the same time get the new date, others the same time of its day. They are judged
 * again, because range and age depend on the day.
 */
const moveResults = async (scope: PatientScope, existing: Package, tested_at: string) => {
  const { id } = existing
  const { recorded_at } = test_results
  const [from, to] = [tokyoDay(existing.tested_at), tokyoDay(tested_at)]
  const moved = await scope
    .update(test_results)
    .set({
      recorded_at: sql`case when ${recorded_at} = ${existing.tested_at}::timestamptz then ${tested_at}::timestamptz
        else ${recorded_at} + make_interval(days => ${daysBetween(from, to)}::int) end`,
    })
    .where(and(eq(test_results.test_package_id, id), sql`(${recorded_at} at time zone 'Asia/Tokyo')::date = ${from}::date`))
    .returning({ id: test_results.id })
    .catch((error: unknown) => {
      // the checkup has another value of the same item then
      throw errorCodeOf(error) === '23505' ? fieldError('tested_at', 'taken') : error
    })
  if (moved.length) await judgePackageAgain(scope, existing)
}

export const updateTestPackage = async (scope: PatientScope, input: Change, { now, language }: BookingOptions): Promise<Outcome> => {
  const {
    id,
    updated_at,
    tests_attributes,
    suggested_datetimes_attributes: suggestedDates,
    notify: _,
    despite_cutoff,
    fix_suggested_datetime_id,
    ...change
  } = input
  const existing = await lockNotCancelled(scope, id)
  assertUnchanged(existing, updated_at)
  const knownDate = existing.status === edit ? await firstSuggestedDateOf(scope, existing) : existing.tested_at
  const fixed_at = await fixedAt(scope, existing, knownDate, input)
  const to = statusAfter(existing, input, fixed_at)
  if (!canBecome(existing.status, to, existing.released_at !== null)) throw fieldError('status', 'not_allowed')
  for (const field of ['name', 'location', 'detail'] as const) if (change[field] !== undefined) change[field] = change[field].trim()
  if (suggestedDates) {
    if (existing.status !== edit) throw fieldError('suggested_datetimes_attributes', 'not_allowed')
    await putSuggestedDates(scope, existing, suggestedDates, now)
  }
  const tested_at = fixed_at ?? (to === edit ? firstSuggestedDate(suggestedDates) : undefined) ?? existing.tested_at
  const isMoved = Date.parse(tested_at) !== Date.parse(existing.tested_at)
  if (isMoved) await assertValidDate(scope, existing.user_id, tested_at, now)
  const freedSlots = await changeSlot(scope.db, existing, { from: existing.status, to, tested_at, isMoved }, { now, isAgreed: despite_cutoff === true })
  if (isMoved && to !== complete) await moveIncluded(scope, existing, tested_at, now)
  const isLocationChanged = change.location !== undefined && change.location !== existing.location
  const isRearranged = isMoved || to !== existing.status
  await scope
    .update(test_packages)
    .set({
      ...change,
      ...(isMoved && change.expected_data_reflection_date === undefined && { expected_data_reflection_date: movedExpectation(existing, knownDate, tested_at) }),
      tested_at,
      status: to,
      ...((isRearranged || isLocationChanged) && { sequence: existing.sequence + 1 }),
      updated_at: later(test_packages.updated_at),
    })
    .where(eq(test_packages.id, id))
  // a result's origin is its checkup's location
  if (change.location && isLocationChanged) await scope.update(test_results).set({ origin: change.location }).where(eq(test_results.test_package_id, id))
  if (isMoved)
    await scope
      .update(tests)
      .set({ tested_at })
      .where(and(eq(tests.test_package_id, id), eq(tests.tested_at, existing.tested_at)))
  // a move to a future date is no correction: nothing was measured then
  if (isMoved && tokyoDay(tested_at) <= tokyoDay(now)) await moveResults(scope, existing, tested_at)
  if (tests_attributes?.length) await putTests(scope, existing, tests_attributes, tested_at)
  if (isRearranged) freedSlots.push(...(await leaveWaitlist(scope, id)))
  const isFixed = to === fix && existing.status === edit
  const noticeChange = isFixed ? 'fixed' : to === fix && isMoved ? 'moved' : isRearranged && existing.status === fix && to === edit ? 'arranging' : undefined
  return { testPackage: await testPackageOf(scope, id, language), change: noticeChange, freedSlots }
}
