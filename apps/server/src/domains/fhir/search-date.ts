import { earliest, latest } from '@sukoyaka/rules/partial-day'
import { isDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { apiError } from '../../errors/api-error.ts'

/** A half-open interval of instants in ISO form; null where there is no limit. */
export type Interval = { from: string | null; to: string | null }

const form = /^(eq|ge|gt|le|lt|sa|eb)?(\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?)?)?)$/

const dayMs = 86_400_000
/** The last instant whose ISO text has a year of four digits. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The interval a FHIR date stands for: a year, month or day in Tokyo, or an instant as exact as its text: to the minute, the second or a part of it. */
const spanOf = (text: string): [Date, Date] => {
  const first = text.includes('T') ? text.slice(0, 10) : earliest(text)
  if (!isDay(first)) return [new Date(Number.NaN), new Date(Number.NaN)]
  if (text.includes('T')) {
    const instant = new Date(text)
    const [, seconds, fraction = ''] = /T\d\d:\d\d(:\d\d)?(?:\.(\d+))?/.exec(text) ?? []
    return [instant, new Date(Math.min(instant.getTime() + (seconds ? 1_000 / 10 ** fraction.length : 60_000), lastInstant))]
  }
  return [tokyoStartOfDay(first), new Date(tokyoStartOfDay(latest(text)).getTime() + dayMs)]
}

/** Whether the date is valid and from the year 1 to 9999: PostgreSQL reads its ISO text. */
const isDate = (date: Date) => date.getUTCFullYear() >= 1 && date.getTime() <= lastInstant

/** Intersects the values of a repeated date parameter. Throws 400 with the name of the parameter for a value that cannot be read. */
export const intervalOf = (name: string, values: readonly string[] = []): Interval => {
  let [from, to]: [Date | null, Date | null] = [null, null]
  for (const value of values) {
    const [, prefix = 'eq', text] = form.exec(value) ?? []
    const [low, high] = text === undefined ? [new Date(Number.NaN), new Date(Number.NaN)] : spanOf(text)
    if (!isDate(low) || !isDate(high)) throw apiError('malformed', { name })
    const lower = { eq: low, ge: low, gt: high, sa: high }[prefix]
    const upper = { eq: high, le: high, lt: low, eb: low }[prefix]
    if (lower && (!from || lower > from)) from = lower
    if (upper && (!to || upper < to)) to = upper
  }
  return { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null }
}
