import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { DayKind } from '@sukoyaka/wire/record/device-day'
import type { TFunction } from 'i18next'
import { formatDate, formatTime, type Language } from '../../ui/date/tokyo.ts'

type T = TFunction<'device'>

/** The value of a day with its unit; for sleep, `value` is in minutes. */
export const valueText = (t: T, kind: DayKind, value: number): string =>
  kind === 'sleep' ? t('unit.sleep', { hours: Math.floor(value / 60), minutes: value % 60 }) : t(`unit.${kind}`, { value: value.toLocaleString('en-US') })

/** The time of an instant of today, otherwise day and time. */
export const momentText = (instant: string, language: Language): string =>
  tokyoDay(instant) === tokyoDay(new Date()) ? formatTime(instant) : formatDate(instant, language, { year: false, weekday: true, time: true })

const [hourMs, dayMs] = [3_600_000, 86_400_000]

export type Gap = { from: string; to: string }
/** Start and end of a gap; the end has a day only if it is on another day than the start. */
export const gapText = ({ from, to }: Gap, language: Language): string => {
  const end = momentAt(to, language)
  return `${momentAt(from, language)}–${tokyoDay(from) === tokyoDay(to) ? formatTime(to) : end}`
}
const momentAt = (instant: string, language: Language) => formatDate(instant, language, { year: false, weekday: true, time: true })

/** The parts of a day, from 0 to 1, that lie in gaps. */
export const partsOfDay = (gaps: readonly Gap[], day: string): { from: number; to: number }[] => {
  const midnight = tokyoStartOfDay(day).getTime()
  const part = (instant: string) => Math.min(1, Math.max(0, (Date.parse(instant) - midnight) / dayMs))
  return gaps.map(({ from, to }) => ({ from: part(from), to: part(to) })).filter(({ from, to }) => to > from)
}

/** How much of today is over in whole hours, from 0 to 1. */
export const partOfToday = (): number => (Math.floor((Date.now() - tokyoStartOfDay(tokyoDay(new Date())).getTime()) / hourMs) * hourMs) / dayMs

/** The gaps of hours between records of the week. A gap that begins before the week or lasts until now is left out. */
export const hourGaps = (gaps: readonly Gap[], week: readonly string[]): Gap[] => {
  const start = tokyoStartOfDay(week[0]!).getTime()
  return gaps.filter(({ from, to }) => Date.parse(from) > start && Date.parse(to) <= Date.now() - hourMs)
}
/** Full periods of 24 hours since an instant, such as that of the last post; `daysSince` of the rules counts by the calendar. */
export const fullDaysSince = (instant: string): number => Math.floor((Date.now() - Date.parse(instant)) / dayMs)

/** Runs of days without records between days with records. Days missing at the end are not a gap: their records may still arrive. */
export const dayGaps = (week: readonly string[], days: readonly string[]): { from: string; to: string }[] => {
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
