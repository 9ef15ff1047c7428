import type { FieldReason } from '@sukoyaka/wire/errors'
import type { DateLanguage } from './time.ts'

const form = /^([12]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?$/

const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether it is `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and there is such a day. */
export const isPartialDay = (text: string): boolean => {
  const [, year, month, day] = form.exec(text) ?? []
  if (!year) return false
  if (month && (Number(month) < 1 || Number(month) > 12)) return false
  return !day || (Number(day) >= 1 && Number(day) <= lastOf(Number(year), Number(month)))
}

/** The first day it may mean. */
export const earliest = (partial: string): string => `${partial}-01-01`.slice(0, 10)

/** The last day it may mean. */
export const latest = (partial: string): string => {
  const [year, month = '12', day] = partial.split('-')
  return `${year}-${month}-${day ?? lastOf(Number(year), Number(month))}`
}

/** The latest first; the day before its month and the month before its year, for they are known better; unknown ones last. */
export const byPartialDay = (a: string | null, b: string | null): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? 1 : -1
}

/** What is wrong with the day of something that has happened: it is none, or to come, or before the person was born. */
export const reasonAgainst = (partial: string | null | undefined, today: string, birthday?: string | null): FieldReason | undefined => {
  if (partial === null || partial === undefined) return undefined
  if (!isPartialDay(partial)) return 'format'
  if (earliest(partial) > today) return 'in_future'
  return birthday && latest(partial) < birthday ? 'too_small' : undefined
}

/** Whether something may have begun on the one and ended on the other. */
export const mayFollow = (started: string | null, ended: string | null): boolean => !started || !ended || earliest(started) <= latest(ended)

const about: Record<DateLanguage, (year: string) => string> = { ja: (year) => `${year}年頃`, en: (year) => `around ${year}`, kr: (year) => `${year}년경` }

/** As exactly as it is known: 2019年頃, 2019.04 or 2019.04.12. */
export const formatPartialDay = (partial: string, language: DateLanguage): string =>
  partial.length === 4 ? about[language](partial) : partial.replaceAll('-', '.')

/** 2019年頃–2020.03; an end that is open or not known stays open, one day is said once. Empty where nothing is known. */
export const formatPeriod = (started: string | null, ended: string | null, language: DateLanguage): string =>
  started && started === ended
    ? formatPartialDay(started, language)
    : started || ended
      ? [started, ended].map((day) => (day ? formatPartialDay(day, language) : '')).join('–')
      : ''

/** In months, as supplements are shown: 2026.04– */
export const formatMonths = (started: string | null, ended: string | null): string =>
  started || ended ? [started, ended].map((day) => day?.slice(0, 7).replace('-', '.') ?? '').join('–') : ''
