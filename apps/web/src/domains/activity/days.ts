import { formatNumber } from '@sukoyaka/rules/record/answer'
import { addDays, formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Language } from '../../ui/date/tokyo.ts'

export const periods = ['7', '30', '90', '365'] as const
export type Period = (typeof periods)[number]

/** The days of the period that ends today, oldest first. */
export const daysOf = (period: Period, today = tokyoDay(new Date())): string[] =>
  Array.from({ length: Number(period) }, (_, at) => addDays(today, at + 1 - Number(period)))

/** Records, keyed by day. */
export const byDay = <T>(items: readonly T[], dayOf: (item: T) => string) => new Map(items.map((item) => [dayOf(item), item]))

/** Undefined for an empty list: a day without a record is not 0. */
export const meanOf = (values: readonly number[]): number | undefined =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined

const daysPerWeek = 7

export type Bar = { from: string; to: string; value: number | null; days: number }

/** One bar per day; for a year, one bar per week with the mean of its days. `value` is null where nothing was recorded. */
export const barsOf = (days: readonly string[], countOn: (day: string) => number | undefined): Bar[] => {
  const length = days.length > 100 ? daysPerWeek : 1
  const bars: Bar[] = []
  for (let end = days.length; end > 0; end -= length) {
    const span = days.slice(Math.max(0, end - length), end)
    const mean = meanOf(span.flatMap((day) => countOn(day) ?? []))
    bars.unshift({ from: span[0]!, to: span.at(-1)!, value: mean ?? null, days: span.length })
  }
  return bars
}

/** Day of a bar, or the days of a weekly mean. */
export const barLabel = ({ from, to, days }: Bar, language: Language) =>
  days > 1 ? `${formatDay(from, language)}–${formatDay(to, language, 'short')}` : formatDay(from, language, 'weekday')

/** `2026.10.23–2026.11.21` */
export const spanText = (days: readonly string[], language: Language) => `${formatDay(days[0]!, language)}–${formatDay(days.at(-1)!, language)}`

/** Difference with its sign: ＋12 (`+12` outside Japanese), −0.2, or ±0 if it rounds to 0. */
export const formatDifference = (difference: number, decimals: number, language: Language): string => {
  const text = formatNumber(Math.abs(difference), decimals)
  if (Number(text.replaceAll(',', '')) === 0) return '±0'
  return difference < 0 ? `\u2212${text}` : `${language === 'ja' ? '＋' : '+'}${text}`
}
