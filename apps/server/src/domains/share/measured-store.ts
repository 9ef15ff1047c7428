import type { Language } from '@sukoyaka/phrases/language'
import { markedStatus } from '@sukoyaka/rules/record/checkup'
import { addDays, addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { sharedActivityMonths, sharedBloodPressureDays, sharedCheckups } from '@sukoyaka/wire/boards/share'
import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { type ResultStatus, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { and, asc, desc, eq, exists, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { localName } from '../../database/columns.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { sleepDaysFrom } from '../activity/sleep-store.ts'
import { steps } from '../activity/tables.ts'
import { numericType } from '../checkup/judging-store.ts'
import { reference_ranges, result_categories, test_packages, test_results } from '../checkup/tables.ts'

type Results = NonNullable<SharedRecord['results']>
type Item = Results['items'][number]

/** The checkups of which a share shows the results: the newest completed ones that are released and have a numeric result. */
const newestCheckups = patientQuery(({ db, rows }) =>
  db
    .select({
      id: test_packages.id,
      kind: test_packages.kind,
      name: test_packages.name,
      location: test_packages.location,
      tested_at: test_packages.tested_at,
      comment: test_packages.comment,
    })
    .from(rows(test_packages))
    .where(
      and(
        eq(test_packages.user_id, sql.placeholder('user_id')),
        eq(test_packages.status, testPackageStatus.complete),
        isNull(test_packages.cancelled_at),
        isNotNull(test_packages.released_at),
        exists(
          db
            .select({ one: sql`1` })
            .from(rows(test_results))
            .where(and(eq(test_results.test_package_id, test_packages.id), eq(test_results.type, numericType), isNotNull(test_results.value))),
        ),
      ),
    )
    .orderBy(desc(test_packages.tested_at), desc(test_packages.id))
    .limit(sharedCheckups),
)

export const checkupsOf = (scope: PatientScope, user_id: number) => newestCheckups(scope).execute({ user_id })

const resultsOfCheckups = patientQuery(({ db, rows }, language: Language) =>
  db
    .select({
      test_package_id: test_results.test_package_id,
      value: test_results.value,
      comparator: test_results.comparator,
      status: sql<ResultStatus | null>`${test_results.status}`,
      is_serious: test_results.is_serious,
      healthy: reference_ranges.healthy,
      category: {
        name: result_categories.name,
        display_name: localName(result_categories, language),
        group: result_categories.group,
        unit: result_categories.unit,
        unit_display: result_categories.unit_display,
        decimals: result_categories.decimals,
        value_labels: result_categories.value_labels,
        steps: result_categories.steps,
      },
    })
    .from(rows(test_results))
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .leftJoin(reference_ranges, eq(reference_ranges.id, test_results.range_id))
    .where(and(isAnyOf(test_results.test_package_id), eq(test_results.type, numericType), isNotNull(test_results.value)))
    // of several values of one checkup, the last one counts
    .orderBy(asc(result_categories.sort_number), asc(result_categories.id), asc(test_results.recorded_at), asc(test_results.id))
    .limit(3_000),
)

export const sharedResults = async (scope: PatientScope, user_id: number, language: Language): Promise<Results> => {
  const checkups = await checkupsOf(scope, user_id)
  const ids = checkups.map(({ id }) => id)
  const rows = await resultsOfCheckups(scope, language).execute({ ids })
  const items = new Map<string, Item>()
  for (const { category, test_package_id, value, comparator, healthy, ...judgement } of rows) {
    const item = items.get(category.name) ?? { ...category, values: ids.map(() => null) }
    item.values[ids.indexOf(test_package_id!)] = { value: value!, comparator, healthy, status: markedStatus(judgement) }
    items.set(category.name, item)
  }
  return { checkups, items: [...items.values()] }
}

export const bloodPressureNames = ['home_systolic_blood_pressure', 'home_diastolic_blood_pressure'] as const

const homeBloodPressure = patientQuery(({ db, rows }) =>
  db
    .select({ name: result_categories.name, recorded_at: test_results.recorded_at, value: test_results.value, status: test_results.status })
    .from(rows(test_results))
    .innerJoin(result_categories, eq(result_categories.id, test_results.category_id))
    .where(
      and(
        eq(test_results.user_id, sql.placeholder('user_id')),
        isAnyOf(result_categories.name, 'names'),
        isNull(test_results.test_package_id),
        isNotNull(test_results.value),
        gte(test_results.recorded_at, sql`${sql.placeholder('from')}::timestamptz`),
      ),
    )
    .orderBy(desc(test_results.recorded_at), desc(test_results.id))
    .limit(1_000),
)

/** First instant of the days of blood pressure that are shared. */
export const bloodPressureFrom = (now: Date) => tokyoStartOfDay(addDays(tokyoDay(now), 1 - sharedBloodPressureDays)).toISOString()

/** The worse status: unhealthy, then warning, then healthy, then none. */
const worse = (a: number | null, b: number | null) => {
  const rank = (status: number | null) => (status === null ? 0 : [1, 3, 2][status]!)
  return rank(a) >= rank(b) ? a : b
}

/** Home readings, newest first. Those without a systolic value are left out. */
export const sharedBloodPressure = async (scope: PatientScope, user_id: number, now: Date): Promise<NonNullable<SharedRecord['home_blood_pressure']>> => {
  const rows = await homeBloodPressure(scope).execute({ user_id, names: [...bloodPressureNames], from: bloodPressureFrom(now) })
  return [...Map.groupBy(rows, ({ recorded_at }) => recorded_at)].flatMap(([recorded_at, values]) => {
    const [systolic, diastolic] = bloodPressureNames.map((name) => values.find((row) => row.name === name))
    if (!systolic) return []
    return [{ recorded_at, systolic: systolic.value!, diastolic: diastolic?.value ?? null, status: worse(systolic.status, diastolic?.status ?? null) }]
  })
}

const stepsSince = patientQuery(({ db, rows }) =>
  db
    .select({ measured_on: steps.measured_on, count: steps.count })
    .from(rows(steps))
    .where(and(eq(steps.user_id, sql.placeholder('user_id')), gte(steps.measured_on, sql`${sql.placeholder('from')}::date`))),
)

/** First day of the steps and the sleep that are shared. */
export const activityFrom = (now: Date) => addMonths(tokyoDay(now), -sharedActivityMonths)

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const average = (values: readonly number[]) => (values.length ? Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) : null)

export const sharedActivity = async (scope: PatientScope, user_id: number, now: Date): Promise<NonNullable<SharedRecord['activity']>> => {
  const from = activityFrom(now)
  const stepRows = await stepsSince(scope).execute({ user_id, from })
  const nights = (await sleepDaysFrom(scope, [user_id], from)).get(user_id) ?? []
  const stepsOfWeek = Map.groupBy(stepRows, ({ measured_on }) => mondayOf(measured_on))
  const nightsOfWeek = Map.groupBy(nights, ({ woke_on }) => mondayOf(woke_on))
  const weeks = [...new Set([...stepsOfWeek.keys(), ...nightsOfWeek.keys()])].toSorted().toReversed()
  return {
    weeks: weeks.map((week) => {
      const [days, sleepDays] = [stepsOfWeek.get(week) ?? [], nightsOfWeek.get(week) ?? []]
      return {
        week,
        steps: average(days.map(({ count }) => count)),
        step_days: days.length,
        sleep_minutes: average(sleepDays.map(({ total_minutes }) => total_minutes)),
        sleep_days: sleepDays.length,
      }
    }),
  }
}
