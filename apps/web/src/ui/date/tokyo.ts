import { useTranslation } from 'react-i18next'

export type Language = 'ja' | 'en' | 'kr'
export type Instant = string | number | Date

/** The path uses `kr`; Intl and `lang` use `ko`. */
export const intlLocale: Record<Language, string> = { ja: 'ja-JP', en: 'en-GB', kr: 'ko-KR' }

export const useLanguage = (): Language => {
  const { i18n } = useTranslation()
  return i18n.language as Language
}

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Cached, because creating a formatter takes about 50 µs and a grid needs thousands. */
const formatter = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = locale + JSON.stringify(options)
  const found = formatters.get(key)
  if (found) return found
  const created = new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Tokyo', ...options })
  formatters.set(key, created)
  return created
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/
/** A plain day is a Tokyo day in every time zone. */
const toDate = (value: Instant) => (typeof value === 'string' && dayOnly.test(value) ? new Date(`${value}T00:00:00+09:00`) : new Date(value))

const numericFormat: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

const partsOf = (date: Date) => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const part of formatter('en-GB', numericFormat).formatToParts(date)) parts[part.type] = part.value
  return { year: parts.year ?? '', month: parts.month ?? '', day: parts.day ?? '', hour: parts.hour ?? '', minute: parts.minute ?? '' }
}

export const formatTime = (value: Instant) => {
  const { hour, minute } = partsOf(toDate(value))
  return `${hour}:${minute}`
}

const bracketedWeekday = (date: Date, language: Language) => {
  const word = formatWeekday(date, language, 'short')
  return language === 'ja' ? `（${word}）` : ` (${word})`
}

export type DateLook = { weekday?: boolean; time?: boolean; yearMonth?: boolean; year?: boolean }

/**
 * Formats as `2026.11.21`; `weekday` and `time` add `（土）` and `09:04`, `year: false` gives `11.21`, `yearMonth` gives `2026.11` and ignores
 * the other options. Empty for an invalid date.
 */
export const formatDate = (value: Instant, language: Language, { weekday, time, yearMonth, year = true }: DateLook = {}) => {
  const date = toDate(value)
  if (Number.isNaN(date.getTime())) return ''
  const parts = partsOf(date)
  if (yearMonth) return `${parts.year}.${parts.month}`
  const day = `${year ? `${parts.year}.` : ''}${parts.month}.${parts.day}`
  const dayText = weekday ? day + bracketedWeekday(date, language) : day
  if (!time) return dayText
  return `${dayText}${weekday && language === 'ja' ? '' : ' '}${parts.hour}:${parts.minute}`
}

/** A day in full, for screen readers: `2026年11月23日月曜日`. */
export const spokenDay = (day: string, language: Language) => formatter(intlLocale[language], { dateStyle: 'full' }).format(toDate(day))

export const formatWeekday = (day: Instant, language: Language, weekday: 'narrow' | 'short' | 'long') =>
  formatter(intlLocale[language], { weekday }).format(toDate(day))

/** British English abbreviates September to four letters. */
const threeLetters = (month: string) => month.replace(/\bSept\b/, 'Sep')

export type PeriodLook = { year?: boolean; month?: 'long' | 'short' }

/** Headings of calendars: `2026年11月`, `2026年`, `11月`. */
export const formatPeriod = (day: string, language: Language, { year, month }: PeriodLook) =>
  threeLetters(formatter(intlLocale[language], { year: year ? 'numeric' : undefined, month }).format(toDate(day)))

/** Date inside a sentence: `11月27日（金）14:00`. Empty for an invalid date. */
export const formatSentenceDate = (value: Instant, language: Language, { time = true }: { time?: boolean } = {}) => {
  const date = toDate(value)
  if (Number.isNaN(date.getTime())) return ''
  const day = formatter(intlLocale[language], { month: 'long', day: 'numeric' }).format(date) + bracketedWeekday(date, language)
  return time ? `${day}${language === 'ja' ? '' : ' '}${formatTime(date)}` : day
}
