import { addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { Measurement } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { selfMeasured } from '@sukoyaka/wire/record/health-record'
import { formatDate, type Language } from '../../../ui/date/tokyo.ts'
import { type Period, sinceOf } from '../grid/model.ts'

/** The results of a period. Takes results newest first, returns them oldest first. */
export const resultsInPeriod = (results: readonly TestResult[], period: Period, today: string): TestResult[] => {
  const since = sinceOf(period, today)
  const from = since === undefined ? undefined : tokyoStartOfDay(since).getTime()
  return results.filter(({ recorded_at }) => from === undefined || Date.parse(recorded_at) >= from).toReversed()
}

const monthMs = 30 * 86_400_000

/**
 * Ends of the time axis; takes results oldest first. The axis runs from the start of the period to the end of today, or later if the last value would be
 * too close to its end. For the period `all`: all values with padding.
 */
export const spanOf = (results: readonly TestResult[], period: Period, today: string): { from: number; to: number } => {
  const since = sinceOf(period, today)
  const now = tokyoStartOfDay(addMonths(today, 0)).getTime() + 86_400_000
  const first = Date.parse(results[0]?.recorded_at ?? `${today}T00:00:00+09:00`)
  const last = Date.parse(results.at(-1)?.recorded_at ?? `${today}T00:00:00+09:00`)
  const padding = Math.max(monthMs, (last - first) * 0.05)
  return {
    from: since === undefined ? first - padding : tokyoStartOfDay(since).getTime(),
    to: since === undefined ? last + padding : Math.max(now, last + padding / 2),
  }
}

/** `mean` is undefined if a value is beyond a limit of measurement. */
export type Figures = { last: Measurement; before: Measurement | undefined; max: Measurement; min: Measurement; mean: number | undefined; count: number }

/** Takes values oldest first; undefined without values. */
export const figuresOf = (results: readonly Measurement[]): Figures | undefined => {
  const last = results.at(-1)
  if (!last) return undefined
  return {
    last,
    before: results.at(-2),
    max: results.reduce((highest, result) => (result.value > highest.value ? result : highest)),
    min: results.reduce((lowest, result) => (result.value < lowest.value ? result : lowest)),
    mean: results.some(({ comparator }) => comparator) ? undefined : results.reduce((sum, { value }) => sum + value, 0) / results.length,
    count: results.length,
  }
}

export const dayOf = (at: string | number) => tokyoDay(new Date(at))

type Measured = Pick<TestResult, 'recorded_at' | 'test_package_id' | 'origin'>

/**
 * The day of a result, and outside a checkup its time, because people measure themselves several times a day. Midnight in Tokyo or UTC stands for a day without a
 * known time, except in self-records, which always have one.
 */
export const momentOf = ({ recorded_at, test_package_id, origin }: Measured, language: Language): string => {
  const moment = formatDate(recorded_at, language, { time: true })
  const isDayOnly = test_package_id !== null || (origin !== selfMeasured && / (00|09):00$/.test(moment))
  return isDayOnly ? formatDate(recorded_at, language) : moment
}

export const timeOfDay = (day: string) => tokyoStartOfDay(day).getTime()
