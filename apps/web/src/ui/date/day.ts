import { parseTypedDay } from '@sukoyaka/rules/day-text'
import { tokyoDay } from '@sukoyaka/rules/time'

/**
 * Parses a year, month or day: 2019, 2019年頃, 2019.4, 2019年4月, or a day as `parseTypedDay` does. 11/24 without a year is the most recent 24 November,
 * today included. Null if empty, undefined if invalid.
 */
export function parsePartialDay(text: string): string | null | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.').replace(/\s/g, '')
  if (plain === '') return null
  const year = /^([12]\d{3})[年년]?(?:頃|ごろ|경|쯤)?$/.exec(plain)
  if (year) return year[1]
  const month = /^([12]\d{3})[-/.年년](\d{1,2})[月월]?$/.exec(plain)
  if (!month) return parseTypedDay(plain, tokyoDay(new Date()), 'past') ?? undefined
  const number = Number(month[2])
  return number >= 1 && number <= 12 ? `${month[1]}-${String(number).padStart(2, '0')}` : undefined
}

/** A day, month or year as it is typed in a field: `2026.11.21`, `2026.11`, `2026`. Empty for null. For a year in a sentence: `formatPartialDay`. */
export const showDay = (day: string | null) => day?.replaceAll('-', '.') ?? ''
