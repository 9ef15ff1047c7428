import { maxResultAgeMonths } from '@sukoyaka/rules/boards/today'
import { addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Reply } from '@sukoyaka/wire/endpoint'
import type { listTestCategories, TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'
import type { Category } from '../api.ts'
import type { Grid, Row } from '../grid/model.ts'
import type { Draft } from './draft.ts'

export type TestCategory = Reply<typeof listTestCategories>['items'][number]

/** Names of the items that the tests of a checkup contain; undefined if no item is known. */
export const itemsOfTests = ({ tests }: Pick<TestPackage, 'tests'>, testCategories: readonly TestCategory[]): ReadonlySet<string> | undefined => {
  const names = tests.flatMap(({ name }) => testCategories.find((category) => category.name === name)?.numeric_categories ?? [])
  return names.length ? new Set(names) : undefined
}

export const columnKeyOf = ({ test_package_id, day }: Pick<Draft, 'test_package_id' | 'day'>) => (test_package_id === null ? `d${day}` : `p${test_package_id}`)

export const rowsById = (grid: Grid): ReadonlyMap<number, Row> => new Map(grid.groups.flatMap(({ rows }) => rows.map((row) => [row.category.id, row])))

/** When the entered values were measured: at the checkup, or at the start of the day in Tokyo. Undefined if neither is chosen. */
export const momentOf = ({ test_package_id, day }: Pick<Draft, 'test_package_id' | 'day'>, packages: readonly TestPackage[]): string | undefined =>
  packages.find(({ id }) => id === test_package_id)?.tested_at ?? (day ? tokyoStartOfDay(day).toISOString() : undefined)

export const previousOf = (row: Row | undefined, moment: string | undefined, stored: TestResult | undefined): TestResult | undefined =>
  row?.results.find((result) => result.id !== stored?.id && (moment === undefined || Date.parse(result.recorded_at) < Date.parse(moment)))

/** Whether Today lists a critical value measured at `at`: yes if its checkup is unreleased, or if the value is recent and the newest of its item. */
export const isForToday = (row: Row | undefined, testPackage: Pick<TestPackage, 'released_at'> | undefined, at: string | undefined): boolean =>
  testPackage?.released_at === null ||
  at === undefined ||
  (tokyoDay(at) > addMonths(tokyoDay(new Date()), -maxResultAgeMonths) && !row?.results.some(({ recorded_at }) => Date.parse(recorded_at) > Date.parse(at)))

/** Whether a checkup lacks a value of its tests or, if their items are not known, has no value at all. */
const lacksValues = (testPackage: TestPackage, grid: Grid, categories: readonly Category[], testCategories: readonly TestCategory[]): boolean => {
  const key = columnKeyOf({ test_package_id: testPackage.id, day: null })
  const rows = rowsById(grid)
  const has = ({ id }: Category) => rows.get(id)?.cells.has(key) === true
  const expected = itemsOfTests(testPackage, testCategories)
  return expected ? categories.some((category) => expected.has(category.name) && !has(category)) : !categories.some(has)
}

/** The newest checkup that lacks values. */
export const newestIncomplete = (past: readonly TestPackage[], grid: Grid, categories: readonly Category[], testCategories: readonly TestCategory[]) =>
  past.find((testPackage) => lacksValues(testPackage, grid, categories, testCategories))
