import type { FieldReason } from '@sukoyaka/wire/errors'
import type { DateLanguage } from './time.ts'

const pattern = /^([12]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?$/

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether the text is a valid `YYYY`, `YYYY-MM` or `YYYY-MM-DD` with a year from 1000 to 2999. */
export const isPartialDay = (text: string): boolean => {
  const [, year, month, day] = pattern.exec(text) ?? []
  if (!year) return false
  if (month && (Number(month) < 1 || Number(month) > 12)) return false
  return !day || (Number(day) >= 1 && Number(day) <= lastDayOf(Number(year), Number(month)))
}

/** First day of the year, month or day. */
export const earliest = (partial: string): string => `${partial}-01-01`.slice(0, 10)

/** Last day of the year, month or day. */
export const latest = (partial: string): string => {
  const [year, month = '12', day] = partial.split('-')
  return `${year}-${month}-${day ?? lastDayOf(Number(year), Number(month))}`
}

/** Sorts latest first, the more precise before the less precise (day, month, year), unknown last. */
export const byPartialDay = (a: string | null, b: string | null): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? 1 : -1
}

/** Validates the day of a past event: format, not in the future, not before birth. */
export const validatePastDay = (partial: string | null | undefined, today: string, birthday?: string | null): FieldReason | undefined => {
  if (partial === null || partial === undefined) return undefined
  if (!isPartialDay(partial)) return 'format'
  if (earliest(partial) > today) return 'in_future'
  return birthday && latest(partial) < birthday ? 'before_birth' : undefined
}

/** Whether `ended` may be on or after `started`, as far as both are known. */
export const canFollow = (started: string | null, ended: string | null): boolean => !started || !ended || earliest(started) <= latest(ended)

const aroundYear: Record<DateLanguage, (year: string) => string> = { ja: (year) => `${year}年頃`, en: (year) => `around ${year}`, kr: (year) => `${year}년경` }

/** Formats with the known precision: 2019年頃, 2019.04 or 2019.04.12. */
export const formatPartialDay = (partial: string, language: DateLanguage): string =>
  partial.length === 4 ? aroundYear[language](partial) : partial.replaceAll('-', '.')

/** 2019年頃–2020.03. An unknown start or end stays open; equal ones are shown once. Empty if both are unknown. */
export const formatPeriod = (started: string | null, ended: string | null, language: DateLanguage): string =>
  started && started === ended
    ? formatPartialDay(started, language)
    : started || ended
      ? [started, ended].map((day) => (day ? formatPartialDay(day, language) : '')).join('–')
      : ''

/** Period in months, as used for supplements: 2026.04– */
export const formatMonths = (started: string | null, ended: string | null): string =>
  started || ended ? [started, ended].map((day) => day?.slice(0, 7).replace('-', '.') ?? '').join('–') : ''
