import type { Language } from '@sukoyaka/phrases/language'
import { lastBookableDay } from '@sukoyaka/rules/people/reservation'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type addTestPackage, type BookingChange, includedKinds } from '@sukoyaka/wire/record/booking'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import { users } from '../../account/tables.ts'
import { freePlan, movePlan, type PlanPart, planUsesOf, planYearOf, usePlan } from '../../contract/plan-use-store.ts'
import { chooseAtFacility } from '../../facility/choose-store.ts'
import { birthdayOf, requirePatient } from '../../patient/require-store.ts'
import { hold, putTests, testPackageOf } from '../package-store.ts'
import { test_categories, test_packages } from '../tables.ts'
import { mustBeAhead, mustBeBookable } from './date-store.ts'
import { type Slot, takeSlot } from './slot-store.ts'
import { firstWish, putWishes } from './wish-store.ts'

export type Asking = { now: Date; language: Language }
/** Result of a booking change: the checkup, the news for the patient, and freed slots. */
export type Outcome = { shown: TestPackage; told: BookingChange | undefined; freed: Slot[] }

type Kind = TestPackage['kind']
const partOf: Record<(typeof includedKinds)[number], PlanPart> = { detail: 'full_checkup', followup: 'followup_checkup' }
export const isIncluded = (kind: Kind): kind is (typeof includedKinds)[number] => (includedKinds as readonly Kind[]).includes(kind)

/** A checkup without a date is placed far ahead, which reads as "not arranged yet". */
const undated = 90 * 86_400_000

type Own = { id: number; user_id: number; kind: Kind }

const taking = ({ id, user_id, kind }: Own & { kind: keyof typeof partOf }, tested_at: string, now: Date) => ({
  user_id,
  part: partOf[kind],
  at: new Date(tested_at),
  now,
  holder: { test_package_id: id },
})

/** Included checkups count in the contract year of their day. */
export const moveIncluded = async (scope: PatientScope, own: Own, tested_at: string, now: Date) => {
  const { kind } = own
  if (isIncluded(kind)) await movePlan(scope, taking({ ...own, kind }, tested_at, now))
}
export const freeIncluded = (scope: PatientScope, { id }: Pick<Own, 'id'>) => freePlan(scope, { test_package_id: id })

/** Tests of a course and its options that apply to this sex. */
const testsOf = async (scope: PatientScope, user_id: number, names: readonly string[]) => {
  await requirePatient(scope, user_id)
  if (!names.length) return []
  const [person] = await scope.db.select({ sex: users.sex }).from(users).where(eq(users.id, user_id))
  const isForThem = or(eq(test_categories.applicable_sex, 'any'), person?.sex ? eq(test_categories.applicable_sex, person.sex) : undefined)
  return scope.db
    .select({ category_id: test_categories.id })
    .from(test_categories)
    .where(and(inArray(test_categories.name, [...names]), isForThem))
}

/** A date at a facility must be in the future; a note of a checkup elsewhere may be in the past, but not before birth. */
export const mustBeDated = async (scope: PatientScope, user_id: number, tested_at: string, now: Date) => {
  if (Date.parse(tested_at) > now.getTime()) return mustBeAhead(tested_at, now, 'tested_at')
  const birthday = await birthdayOf(scope, user_id)
  if (tokyoDay(tested_at) < (birthday ?? '1900-01-01')) throw fieldError('tested_at', 'before_birth')
}

type Adding = Input<typeof addTestPackage>

export const insertTestPackage = async (scope: PatientScope, input: Adding, { now, language }: Asking): Promise<Outcome> => {
  const { user_id, tests_attributes, suggested_datetimes_attributes: wishes, included_in_plan: said } = input
  await requirePatient(scope, user_id)
  const chosen = await chooseAtFacility(scope.db, input)
  const kind = input.kind ?? chosen.kind ?? (said ? 'detail' : 'general')
  if (chosen.kind && chosen.kind !== kind) throw apiError('course_kind_differs', { fields: { kind: ['not_allowed'] } })
  const included_in_plan = isIncluded(kind)
  if (said !== undefined && said !== included_in_plan) throw fieldError('included_in_plan', 'not_allowed')
  const facility_id = chosen.facility?.id ?? null
  const booked = { facility_id, course: chosen.course, options: chosen.options }
  const fixed_at = input.tested_at ?? undefined
  if (fixed_at && facility_id !== null) await mustBeBookable(scope.db, booked, [{ field: 'tested_at', datetime: fixed_at }], now)
  else if (fixed_at) await mustBeDated(scope, user_id, fixed_at, now)
  const tested_at = fixed_at ?? firstWish(wishes) ?? new Date(now.getTime() + undated).toISOString()
  const [made] = await scope
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
  const own = made!
  if (isIncluded(kind)) await usePlan(scope, taking({ ...own, kind }, tested_at, now))
  if (fixed_at && facility_id !== null) await takeSlot(scope.db, { facility_id, starts_at: fixed_at }, { test_package_id: own.id })
  const tests = tests_attributes ?? (await testsOf(scope, user_id, chosen.test_category_names))
  if (tests.length) await putTests(scope, own, tests, tested_at)
  if (wishes?.length) await putWishes(scope, own, wishes, now)
  return { shown: await testPackageOf(scope, own.id, language), told: fixed_at ? 'fixed' : 'arranging', freed: [] }
}

/** Plan quotas in the contract year of a day. */
export const quotaOf = async (scope: PatientScope, user_id: number, at: Date, now: Date) => {
  await requirePatient(scope, user_id)
  const isFar = tokyoDay(at) > lastBookableDay(tokyoDay(now))
  const year = isFar ? undefined : await planYearOf(scope, user_id, at, now)
  if (!year) return { user_id, contract_id: null, items: [] }
  const used = await planUsesOf(scope, year.contract.id, year.from)
  return {
    user_id,
    contract_id: year.contract.id,
    items: includedKinds.map((kind) => {
      const allowed = year.contract[partOf[kind]]
      const count = used.get(partOf[kind]) ?? 0
      return { kind, allowed, used: count, left: Math.max(0, allowed - count), from: year.from, until: year.until }
    }),
  }
}

export const holdBooked = async (scope: PatientScope, id: number) => {
  const held = await hold(scope, id)
  if (held.cancelled_at !== null) throw fieldError('status', 'not_allowed')
  return held
}
