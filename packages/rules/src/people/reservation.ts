import type { ForbiddenRule } from '@sukoyaka/wire/people/facility'
import { addDays, tokyoDay, tokyoStartOfDay, weekdayOf } from '../time.ts'

export type Rule = Pick<ForbiddenRule, 'type' | 'weekdays' | 'dates' | 'from' | 'to' | 'days' | 'is_business' | 'time'>
type LeadTime = { lead_days: number | null; lead_is_business: boolean }
/** `holidays` are days in Tokyo. */
export type BookingContext = { today: string; holidays: ReadonlySet<string> }

/** Rule for the lead time of a course or option. */
const leadRule = ({ lead_days, lead_is_business }: LeadTime): Rule[] =>
  lead_days === null ? [] : [{ type: 'lead_days', weekdays: [], dates: [], from: null, to: null, days: lead_days, is_business: lead_is_business, time: null }]

/** A facility's rules, plus the lead times of the booked course and options. */
export const rulesFor = (rules: readonly Rule[], ...booked: readonly (LeadTime | null | undefined)[]): Rule[] => [
  ...rules,
  ...booked.flatMap((offer) => (offer ? leadRule(offer) : [])),
]

/** Latest day that can be booked. */
export const lastBookableDay = (today: string): string => addDays(today, 3 * 366)

const isBetween = (at: string, from: string, to: string) => (from <= to ? at >= from && at <= to : at >= from || at <= to)

/** Whether the rule closes the facility on that day, independent of today. */
const isClosedBy = (rule: Rule, day: string, holidays: ReadonlySet<string>): boolean => {
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

/** Max days searched for earlier opening days; with a closed range that has no start the search would otherwise never end. */
const maxSearchDays = 400

/** The day `count` calendar or opening days earlier; calendar days if there are not enough opening days. */
const daysBefore = (rules: readonly Rule[], day: string, count: number, isBusiness: boolean, holidays: ReadonlySet<string>): string => {
  const calendarDay = addDays(day, -count)
  if (!isBusiness) return calendarDay
  let candidate = day
  for (let remaining = count, searched = 0; remaining > 0; searched++) {
    if (searched === maxSearchDays) return calendarDay
    candidate = addDays(candidate, -1)
    if (!rules.some((rule) => isClosedBy(rule, candidate, holidays))) remaining--
  }
  return candidate
}

/** First rule that forbids booking `day` if it is booked on `today`, or undefined. Does not check whether the day is past. */
export const forbiddenBy = <R extends Rule>(rules: readonly R[], day: string, { today, holidays }: BookingContext): R | undefined =>
  rules.find((rule) => {
    if (rule.type !== 'lead_days') return isClosedBy(rule, day, holidays)
    return today > daysBefore(rules, day, rule.days ?? 0, rule.is_business, holidays)
  })

const errorCodes = {
  weekday: 'closed_weekday',
  national_holiday: 'closed_holiday',
  date: 'closed_day',
  date_range: 'closed_period',
  date_range_yearly: 'closed_period',
  lead_days: 'too_soon',
  change_cutoff: 'change_too_late',
} as const satisfies Record<Rule['type'], string>

/** Error code of a rule. */
export const errorCodeOf = ({ type }: Pick<Rule, 'type'>) => errorCodes[type]

/** Last instant at which the booking may be changed or cancelled: the earliest cutoff. Null without cutoffs. */
export const changeUntil = (rules: readonly Rule[], tested_at: string, holidays: ReadonlySet<string>): string | null => {
  const day = tokyoDay(tested_at)
  const cutoffs = rules.flatMap(({ type, days, is_business, time }) => {
    if (type !== 'change_cutoff') return []
    const last = daysBefore(rules, day, days ?? 0, is_business, holidays)
    const [hours = 0, minutes = 0] = (time ?? '23:59').split(':').map(Number)
    return [tokyoStartOfDay(last).getTime() + (hours * 60 + minutes) * 60_000]
  })
  return cutoffs.length ? new Date(Math.min(...cutoffs)).toISOString() : null
}
