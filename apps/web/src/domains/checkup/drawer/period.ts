import { addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { type Period, sinceOf } from '../grid/model.ts'

/** Takes newest first, returns oldest first. */
export const resultsInPeriod = (results: readonly TestResult[], period: Period, today: string): TestResult[] => {
  const since = sinceOf(period, today)
  const from = since === undefined ? undefined : tokyoStartOfDay(since).getTime()
  return results.filter(({ recorded_at }) => from === undefined || Date.parse(recorded_at) >= from).toReversed()
}

const monthMs = 30 * 86_400_000

/** Ends of the time axis: the period up to today, or all values with padding. */
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

export type Figures = { change: number | undefined; max: number; min: number; mean: number; count: number }

/** Takes values oldest first; undefined without values. */
export const figuresOf = (results: readonly Pick<TestResult, 'value'>[]): Figures | undefined => {
  if (results.length === 0) return undefined
  const values = results.map(({ value }) => value)
  const [before, last] = values.slice(-2)
  return {
    change: values.length > 1 ? Math.round((last! - before!) * 1e6) / 1e6 : undefined,
    max: Math.max(...values),
    min: Math.min(...values),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    count: values.length,
  }
}

export const dayOf = (at: string | number) => tokyoDay(new Date(at))

export const timeOfDay = (day: string) => tokyoStartOfDay(day).getTime()
