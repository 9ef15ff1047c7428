import type { Language } from '@sukoyaka/phrases/language'
import { lastBookableDay } from '@sukoyaka/rules/people/reservation'
import { addDays, daysBetween, tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type addTestPackage, type BookingChange, includedKinds } from '@sukoyaka/wire/record/booking'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, or, sql } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { isAnyOf, preparedQuery } from '../../../database/prepared.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { freePlanUse, movePlanUse, type PlanPart, planUsesOf, planYearOf, takePlanUse } from '../../contract/plan-use-store.ts'
import { chooseAtFacility } from '../../facility/bookable-store.ts'
import { birthdayOf, requirePatient } from '../../patient/require-store.ts'
import { sexAndBirthdayOf } from '../judging-store.ts'
import { lockToDerive, type Package, putTests, testPackageOf } from '../package-store.ts'
import { test_categories, test_packages } from '../tables.ts'
import { assertBookable, assertInBookingPeriod } from './date-store.ts'
import { bookSlot, type Slot } from './slot-store.ts'
import { firstSuggestedDate, putSuggestedDates } from './suggested-date-store.ts'

export type BookingOptions = { now: Date; language: Language }
/** Result of a booking change: the checkup, the change to notify the patient of, and freed slots. */
export type Outcome = { testPackage: TestPackage; change: BookingChange | undefined; freedSlots: Slot[] }

type Kind = TestPackage['kind']
const partOf: Record<(typeof includedKinds)[number], PlanPart> = { detail: 'full_checkup', followup: 'followup_checkup' }
export const isIncluded = (kind: Kind): kind is (typeof includedKinds)[number] => (includedKinds as readonly Kind[]).includes(kind)

/** The column `tested_at` is required: a checkup made without a date or suggested dates gets one this far in the future, which is not shown. */
const undatedOffsetMs = 90 * 86_400_000

type PackageKey = { id: number; user_id: number; kind: Kind }

const planUseOf = ({ id, user_id, kind }: PackageKey & { kind: keyof typeof partOf }, tested_at: string, now: Date) => ({
  user_id,
  part: partOf[kind],
  at: new Date(tested_at),
  now,
  owner: { test_package_id: id },
})

/** The expected day of the results, moved by as many days as the checkup, if that had a date. */
export const movedExpectation = ({ expected_data_reflection_date: expected }: Package, knownDate: string | undefined, tested_at: string) =>
  expected && knownDate ? addDays(tokyoDay(tested_at), daysBetween(tokyoDay(knownDate), expected)) : expected

/** A checkup that the plan includes counts in the contract year of its day: moves its plan use there. */
export const moveIncluded = async (scope: PatientScope, testPackage: PackageKey, tested_at: string, now: Date) => {
  const { kind } = testPackage
  if (isIncluded(kind)) await movePlanUse(scope, planUseOf({ ...testPackage, kind }, tested_at, now))
}
export const freeIncluded = (scope: PatientScope, { id }: Pick<PackageKey, 'id'>) => freePlanUse(scope, { test_package_id: id })

const categoriesForSex = preparedQuery((db) =>
  db
    .select({ category_id: test_categories.id })
    .from(test_categories)
    .where(
      and(
        isAnyOf(test_categories.name, 'names'),
        test_categories.is_active,
        or(eq(test_categories.applicable_sex, 'any'), eq(test_categories.applicable_sex, sql.placeholder('sex'))),
      ),
    ),
)

/** Active tests of a course and its options that apply to the patient's sex. */
const testsOf = async (scope: PatientScope, user_id: number, names: readonly string[]) => {
  await requirePatient(scope, user_id)
  if (!names.length) return []
  const { sex } = await sexAndBirthdayOf(scope.db, user_id)
  return categoriesForSex(scope.db).execute({ names, sex })
}

/** A future date must be within the booking period, a past one not before the birthday, or not before 1900 if the birthday is unknown. */
export const assertValidDate = async (scope: PatientScope, user_id: number, tested_at: string, now: Date) => {
  if (Date.parse(tested_at) > now.getTime()) return assertInBookingPeriod(tested_at, now, 'tested_at')
  const birthday = await birthdayOf(scope, user_id)
  if (tokyoDay(tested_at) < (birthday ?? '1900-01-01')) throw fieldError('tested_at', 'before_birth')
}

type NewPackage = Input<typeof addTestPackage>

export const insertTestPackage = async (scope: PatientScope, input: NewPackage, { now, language }: BookingOptions): Promise<Outcome> => {
  const { user_id, tests_attributes, suggested_datetimes_attributes: suggestedDates, included_in_plan: requestedIncluded } = input
  await requirePatient(scope, user_id)
  const chosen = await chooseAtFacility(scope.db, input)
  const kind = input.kind ?? chosen.kind ?? (requestedIncluded ? 'detail' : 'general')
  if (chosen.kind && chosen.kind !== kind) throw apiError('course_kind_differs', { fields: { kind: ['not_allowed'] } })
  const included_in_plan = isIncluded(kind)
  if (requestedIncluded !== undefined && requestedIncluded !== included_in_plan) throw fieldError('included_in_plan', 'not_allowed')
  const facility_id = chosen.facility?.id ?? null
  const booked = { facility_id, course: chosen.course, options: chosen.options }
  const fixed_at = input.tested_at ?? undefined
  if (fixed_at && facility_id !== null) await assertBookable(scope.db, booked, [{ field: 'tested_at', datetime: fixed_at }], now)
  else if (fixed_at) await assertValidDate(scope, user_id, fixed_at, now)
  const tested_at = fixed_at ?? firstSuggestedDate(suggestedDates) ?? new Date(now.getTime() + undatedOffsetMs).toISOString()
  const [created] = await scope
    .insert(test_packages)
    .values({
      user_id,
      kind,
      ...booked,
      included_in_plan,
      tested_at,
      status: fixed_at ? testPackageStatus.fix : testPackageStatus.edit,
      name: input.name?.trim() || chosen.course?.name_local || '',
      location: input.location?.trim() || chosen.facility?.name_ja || '',
      detail: input.detail?.trim() ?? '',
      expected_data_reflection_date: input.expected_data_reflection_date ?? null,
    })
    .returning()
  const testPackage = created!
  if (isIncluded(kind)) await takePlanUse(scope, planUseOf({ ...testPackage, kind }, tested_at, now))
  if (fixed_at && facility_id !== null) await bookSlot(scope.db, { facility_id, starts_at: fixed_at }, { test_package_id: testPackage.id })
  const tests = tests_attributes ?? (await testsOf(scope, user_id, chosen.test_category_names))
  if (tests.length) await putTests(scope, testPackage, tests, tested_at)
  if (suggestedDates?.length) await putSuggestedDates(scope, testPackage, suggestedDates, now)
  return { testPackage: await testPackageOf(scope, testPackage.id, language), change: fixed_at ? 'fixed' : 'arranging', freedSlots: [] }
}

/** How many checkups of each kind the plan includes in the contract year of `at`, and how many of them are used and left. */
export const quotaOf = async (scope: PatientScope, user_id: number, at: Date, now: Date) => {
  await requirePatient(scope, user_id)
  const isTooFar = tokyoDay(at) > lastBookableDay(tokyoDay(now))
  const year = isTooFar ? undefined : await planYearOf(scope, user_id, at, now)
  if (!year) return { user_id, contract_id: null, items: [] }
  const usedCounts = await planUsesOf(scope, year.contract.id, year.from)
  return {
    user_id,
    contract_id: year.contract.id,
    items: includedKinds.map((kind) => {
      const allowed = year.contract[partOf[kind]]
      const count = usedCounts.get(partOf[kind]) ?? 0
      return { kind, allowed, used: count, left: Math.max(0, allowed - count), from: year.from, until: year.until }
    }),
  }
}

/** Locks a checkup after its patient. Throws 404 if it is not in the scope and 422 if it was cancelled. */
export const lockNotCancelled = async (scope: PatientScope, id: number) => {
  const existing = await lockToDerive(scope, id)
  if (existing.cancelled_at !== null) throw fieldError('status', 'not_allowed')
  return existing
}
