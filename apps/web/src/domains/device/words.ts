import { tokyoDay } from '@sukoyaka/rules/time'
import type { DayKind } from '@sukoyaka/wire/record/device-day'
import type { TFunction } from 'i18next'
import { formatDate, formatTime, type Language } from '../../ui/date/tokyo.ts'

type T = TFunction<'device'>

/** A number of a day with its unit; sleep is in minutes. */
export const valueText = (t: T, kind: DayKind, value: number): string =>
  kind === 'sleep' ? t('unit.sleep', { hours: Math.floor(value / 60), minutes: value % 60 }) : t(`unit.${kind}`, { value: value.toLocaleString('en-US') })

/** The time of today, else day and time. */
export const momentText = (instant: string, language: Language): string =>
  tokyoDay(instant) === tokyoDay(new Date()) ? formatTime(instant) : formatDate(instant, language, { year: false, weekday: true, time: true })

const dayMs = 86_400_000
/** Whole days since nothing arrived. */
export const daysSince = (instant: string): number => Math.floor((Date.now() - Date.parse(instant)) / dayMs)

/** Runs of days without records between days with records. What is missing at the end is not a gap but late. */
export const gapsIn = (week: readonly string[], days: readonly string[]): { from: string; to: string }[] => {
  const last = week.findLastIndex((day) => days.includes(day))
  const first = week.findIndex((day) => days.includes(day))
  const gaps: { from: string; to: string }[] = []
  let isOpen = false
  for (const day of week.slice(Math.max(0, first), last + 1)) {
    const isMissing = !days.includes(day)
    if (isMissing && isOpen) gaps.at(-1)!.to = day
    else if (isMissing) gaps.push({ from: day, to: day })
    isOpen = isMissing
  }
  return gaps
}
