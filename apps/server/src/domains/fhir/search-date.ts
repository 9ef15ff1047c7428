import { addDays, addMonths, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { apiError } from '../../errors/api-error.ts'

/** Half-open: instants as ISO text, null where there is no limit. */
export type Interval = { from: string | null; to: string | null }

const form = /^(eq|ge|gt|le|lt|sa|eb)?(\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?)?)?)$/

/** The interval a FHIR date stands for: a year, month or day in Tokyo, or an instant as exact as its text: to the minute, the second or a part of it. */
const spanOf = (text: string): [Date, Date] => {
  if (text.includes('T')) {
    const instant = new Date(text)
    const [, seconds, fraction = ''] = /T\d\d:\d\d(:\d\d)?(?:\.(\d+))?/.exec(text) ?? []
    return [instant, new Date(instant.getTime() + (seconds ? 1_000 / 10 ** fraction.length : 60_000))]
  }
  const first = text.length === 4 ? `${text}-01-01` : text.length === 7 ? `${text}-01` : text
  const next = text.length === 4 ? addMonths(first, 12) : text.length === 7 ? addMonths(first, 1) : addDays(first, 1)
  return [tokyoStartOfDay(first), tokyoStartOfDay(next)]
}

const isDate = (date: Date) => !Number.isNaN(date.getTime())

/** Intersects the values of a repeated date parameter. Throws 400 with the name of the parameter for a value that is no FHIR date. */
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
