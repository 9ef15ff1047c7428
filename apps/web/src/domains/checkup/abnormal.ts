import { bySeverity, isAbnormal as isAbnormalResult } from '@sukoyaka/rules/record/checkup'
import { isEstimated } from '@sukoyaka/rules/record/laboratory/estimate'
import { isFarBeyond } from '@sukoyaka/rules/record/laboratory/far-limits'
import type { NumericTestResultCategory, ReferenceRange, ResultStatus, TestResult } from '@sukoyaka/wire/record/checkup'

export type NewestValue = {
  category: NumericTestResultCategory
  /** The newest result, or a critical one before it of which the patient was not told; then `later` is the newest. */
  newest: TestResult
  later?: TestResult | undefined
  status: ResultStatus | undefined
  /** Abnormal and so far out of range that repeating the test is not enough (`isFarBeyond`). */
  isFar: boolean
  /** Values of the three years up to `newest`, oldest first. */
  points: TestResult[]
  range: ReferenceRange | undefined
}

const years = 3
const threeYearsBefore = (instant: string) => {
  const date = new Date(instant)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.getTime()
}

/**
 * The newest value of each item, the worst first. Among equally severe ones: far out of range first, measured before estimated, then the newest first.
 * A result of `untold` takes the place of the newest value of its item.
 */
export const newestOfEach = (
  results: readonly TestResult[],
  rangeOf: (result: TestResult) => ReferenceRange | undefined,
  untold: readonly TestResult[] = [],
): NewestValue[] => {
  const untoldIds = new Set(untold.map(({ id }) => id))
  const groups = Map.groupBy(
    [...results.filter(({ id }) => !untoldIds.has(id)), ...untold].filter(({ category }) => category),
    ({ category_id }) => category_id,
  )
  return [...groups.values()]
    .map((group): NewestValue => {
      const sorted = group.toSorted((a, b) => a.recorded_at.localeCompare(b.recorded_at) || a.id - b.id)
      const last = sorted.at(-1)!
      const newest = sorted.find(({ id }) => untoldIds.has(id)) ?? last
      const points = sorted.slice(0, sorted.indexOf(newest) + 1)
      const category = newest.category!
      const from = threeYearsBefore(newest.recorded_at)
      return {
        category,
        newest,
        later: newest === last ? undefined : last,
        status: (newest.status ?? undefined) as ResultStatus | undefined,
        isFar: isFarBeyond({ name: category.name, value: newest.value, status: newest.status }),
        points: points.filter(({ recorded_at }) => Date.parse(recorded_at) >= from),
        range: rangeOf(newest),
      }
    })
    .sort(
      (a, b) =>
        bySeverity(a.newest, b.newest) ||
        Number(b.isFar) - Number(a.isFar) ||
        Number(isEstimated(a.category.name)) - Number(isEstimated(b.category.name)) ||
        b.newest.recorded_at.localeCompare(a.newest.recorded_at) ||
        a.category.sort_number - b.category.sort_number,
    )
}

export const isAbnormal = ({ newest }: NewestValue): boolean => isAbnormalResult(newest)

const padding = 0.2
const openPadding = 0.9

/** Scale of a range bar: includes the limits of both ranges and the values, with padding. Starts below 0 only if a limit or a value is below 0. */
export const scaleOf = (values: readonly number[], { healthy, unhealthy }: Pick<ReferenceRange, 'healthy' | 'unhealthy'>): { low: number; high: number } => {
  const limits = [healthy.min, healthy.max, unhealthy.below, unhealthy.above].filter((limit) => limit !== null)
  const lowest = Math.min(...limits, ...values)
  const highest = Math.max(...limits, ...values)
  const width = highest - lowest || Math.abs(highest) || 1
  // more padding on a side where the healthy band has no limit
  const below = lowest - width * (healthy.min === null ? openPadding : padding)
  return { low: lowest >= 0 ? Math.max(0, below) : below, high: highest + width * (healthy.max === null ? openPadding : padding) }
}

/** Nothing is known of values that are not judged: they must not count as normal. */
export const countUnjudged = (values: readonly NewestValue[]): number => values.filter(({ status }) => status === undefined).length
