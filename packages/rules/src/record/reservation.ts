import type { ForbiddenRule } from '@sukoyaka/wire/people/facility'
import { addDays, tokyoDay, tokyoStartOfDay, weekdayOf } from '../time.ts'

export type Rule = Pick<ForbiddenRule, 'type' | 'weekdays' | 'dates' | 'from' | 'to' | 'days' | 'is_business' | 'time'>
type Lead = { lead_days: number | null; lead_is_business: boolean }
/** `holidays` are Tokyo days. */
export type Around = { today: string; holidays: ReadonlySet<string> }

/** The rule of a course or an option that wants to be booked earlier than the facility asks for. */
const leadRule = ({ lead_days, lead_is_business }: Lead): Rule[] =>
  lead_days === null ? [] : [{ type: 'lead_days', weekdays: [], dates: [], from: null, to: null, days: lead_days, is_business: lead_is_business, time: null }]

/** A facility’s rules with those of the course and the options that are booked there. */
export const rulesFor = (rules: readonly Rule[], ...booked: readonly (Lead | null | undefined)[]): Rule[] => [
  ...rules,
  ...booked.flatMap((one) => (one ? leadRule(one) : [])),
]

/** Further ahead nobody books anything. */
export const lastBookableDay = (today: string): string => addDays(today, 3 * 366)

const isBetween = (at: string, from: string, to: string) => (from <= to ? at >= from && at <= to : at >= from || at <= to)

/** Whether the facility is closed on that day, whenever one asks. */
const closes = (rule: Rule, day: string, holidays: ReadonlySet<string>): boolean => {
  switch (rule.type) {
    case 'weekday':
      return rule.weekdays.includes(weekdayOf(day))
    case 'national_holiday':
      return holidays.has(day)
    case 'date':
      return rule.dates.includes(day)
    case 'date_range':
      return (rule.from === null || day >= rule.from) && (rule.to === null || day <= rule.to)
    case 'date_range_yearly':
      return rule.from !== null && rule.to !== null && isBetween(day.slice(5), rule.from, rule.to)
    default:
      return false
  }
}

/** A range that nobody ended would close a facility for ever: this is as far as one looks for its next open day. */
const farthest = 400

/** The day so many days before, counting all of them or the open ones only; undefined where there are none. */
const daysBefore = (rules: readonly Rule[], day: string, count: number, isBusiness: boolean, holidays: ReadonlySet<string>): string | undefined => {
  if (!isBusiness) return addDays(day, -count)
  let found = day
  for (let left = count, looked = 0; left > 0; looked++) {
    if (looked === farthest) return undefined
    found = addDays(found, -1)
    if (!rules.some((rule) => closes(rule, found, holidays))) left--
  }
  return found
}

/** The first rule that keeps a day from being booked today; undefined where none does. Past days are not its business. */
export const forbiddenBy = <R extends Rule>(rules: readonly R[], day: string, { today, holidays }: Around): R | undefined =>
  rules.find((rule) => {
    if (rule.type !== 'lead_days') return closes(rule, day, holidays)
    const last = daysBefore(rules, day, rule.days ?? 0, rule.is_business, holidays)
    return last === undefined || today > last
  })

const refusals = {
  weekday: 'closed_weekday',
  national_holiday: 'closed_holiday',
  date: 'closed_day',
  date_range: 'closed_period',
  date_range_yearly: 'closed_period',
  lead_days: 'too_soon',
  change_cutoff: 'change_too_late',
} as const satisfies Record<Rule['type'], string>

/** The error that says which rule it was. */
export const refusalOf = ({ type }: Pick<Rule, 'type'>) => refusals[type]

/** The last instant at which a booking of that day may be changed or cancelled: the earliest of the cut-offs. Null without any. */
export const changeUntil = (rules: readonly Rule[], tested_at: string, holidays: ReadonlySet<string>): string | null => {
  const day = tokyoDay(tested_at)
  const ends = rules.flatMap(({ type, days, is_business, time }) => {
    if (type !== 'change_cutoff') return []
    const last = daysBefore(rules, day, days ?? 0, is_business, holidays)
    const [hours = 0, minutes = 0] = (time ?? '23:59').split(':').map(Number)
    return last === undefined ? [] : [tokyoStartOfDay(last).getTime() + (hours * 60 + minutes) * 60_000]
  })
  return ends.length ? new Date(Math.min(...ends)).toISOString() : null
}
