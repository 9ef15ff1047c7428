import { directionOf } from '@sukoyaka/rules/record/checkup'
import { addMonths, tokyoDay } from '@sukoyaka/rules/time'
import type { ReferenceRange, TestPackage, TestResult } from '@sukoyaka/wire/record/checkup'
import type { Category } from '../api.ts'
import { maxPerItem } from '../prefetch.ts'

/** One checkup, or one day with measurements outside a checkup, or all such days. */
export type Column = {
  /** `p12` for a checkup, `d2026-10-14` for a day, `measuredKey` for all such days in one column. */
  key: string
  day: string
  at: string
  test_package: TestPackage | undefined
  /** Origin of one of a day's values; empty for a checkup. */
  origin: string
  is_unreleased: boolean
  count: number
}

export type Row = {
  category: Category
  /** Newest first. */
  results: readonly TestResult[]
  newest: TestResult
  /** Keyed by column; the newest of several in one column. */
  cells: ReadonlyMap<string, TestResult>
  /** Range that the newest value was judged by, or today's. */
  range: ReferenceRange | undefined
  /** The value before the newest. */
  previous: TestResult | undefined
}

export type Group = { name: string; rows: readonly Row[] }
export type Grid = { columns: readonly Column[]; groups: readonly Group[]; rangeOf: (result: TestResult) => ReferenceRange | undefined; count: number }

export type Facts = {
  results: readonly TestResult[]
  /** Ranges that results were judged by. */
  ranges: readonly ReferenceRange[]
  /** Ranges that apply today. */
  today: readonly ReferenceRange[]
  packages: readonly TestPackage[]
  categories: readonly Category[]
}

const newestFirst = (a: { recorded_at: string; id: number }, b: { recorded_at: string; id: number }) =>
  a.recorded_at < b.recorded_at ? 1 : a.recorded_at > b.recorded_at ? -1 : b.id - a.id

/** Grid model, computed once for all values; scrolling only looks cells up. */
export const gridOf = ({ results, ranges, today, packages, categories }: Facts): Grid => {
  const packageOf = new Map(packages.map((testPackage) => [testPackage.id, testPackage]))
  const rangeById = new Map(ranges.map((range) => [range.id, range]))
  const rangeToday = new Map(today.map((range) => [range.category_id, range]))
  const rangeOf = (result: TestResult) => (result.range_id === null ? undefined : rangeById.get(result.range_id)) ?? rangeToday.get(result.category_id)
  const columns = new Map<string, Column>()
  const days = new Map<string, string>()
  const keyOf = (result: TestResult) => {
    const testPackage = result.test_package_id === null ? undefined : packageOf.get(result.test_package_id)
    const at = testPackage?.tested_at ?? result.recorded_at
    const day = days.get(at) ?? tokyoDay(at)
    days.set(at, day)
    const key = testPackage ? `p${testPackage.id}` : `d${day}`
    const column = columns.get(key)
    if (column) {
      column.count += 1
      if (at > column.at) column.at = at
    } else
      columns.set(key, {
        key,
        day,
        at,
        test_package: testPackage,
        origin: testPackage ? '' : result.origin,
        is_unreleased: testPackage !== undefined && testPackage.released_at === null,
        count: 1,
      })
    return key
  }
  const known = new Map(categories.map((category) => [category.id, category]))
  const byCategory = Map.groupBy(results, ({ category_id }) => category_id)
  const rows = [...byCategory].flatMap(([id, unsorted]): Row[] => {
    const category = known.get(id)
    if (!category) return []
    const own = unsorted.toSorted(newestFirst)
    const cells = new Map<string, TestResult>()
    for (const result of own) {
      const key = keyOf(result)
      if (!cells.has(key)) cells.set(key, result)
    }
    const [newest, before] = own
    return [{ category, results: own, newest: newest!, cells, range: rangeOf(newest!), previous: before }]
  })
  rows.sort((a, b) => a.category.sort_number - b.category.sort_number || a.category.id - b.category.id)
  const groups = [...Map.groupBy(rows, ({ category }) => category.group)].map(([name, own]) => ({ name, rows: own }))
  return {
    columns: [...columns.values()].sort((a, b) => b.day.localeCompare(a.day) || b.at.localeCompare(a.at) || b.key.localeCompare(a.key)),
    groups,
    rangeOf,
    count: rows.length,
  }
}

/** Whether the item may have older values outside checkups than those of the grid's query. */
export const isCut = ({ results }: Row) => results.length >= maxPerItem

/** Side on which a value is out of its range; undefined within the range and for values without a status. */
export const sideOf = (result: TestResult, range: ReferenceRange | undefined) => (range && result.status !== null ? directionOf(result, range) : undefined)

export const periods = ['1', '3', '5', 'all'] as const
export type Period = (typeof periods)[number]

/** First day of the last N years; undefined for `all`. */
export const sinceOf = (period: Period, today: string) => (period === 'all' ? undefined : addMonths(today, -12 * Number(period)))

/** The grid with the columns from the day `since` on; with all columns if it is undefined. */
export const gridSince = (grid: Grid, since: string | undefined): Grid =>
  since === undefined ? grid : { ...grid, columns: grid.columns.filter(({ day }) => day >= since) }
