import type { ForbiddenRule } from '@sukoyaka/wire/people/facility'
import { addDays, tokyoDay, tokyoStartOfDay, weekdayOf } from '../time.ts'

export type Rule = Pick<ForbiddenRule, 'type' | 'weekdays' | 'dates' | 'from' | 'to' | 'days' | 'is_business' | 'time'>
type Lead = { lead_days: number | null; lead_is_business: boolean }
/** `holidays` are days in Tokyo. */
export type Around = { today: string; holidays: ReadonlySet<string> }

/** Rule for the lead time of a course or option. */
const leadRule = ({ lead_days, lead_is_business }: Lead): Rule[] =>
  lead_days === null ? [] : [{ type: 'lead_days', weekdays: [], dates: [], from: null, to: null, days: lead_days, is_business: lead_is_business, time: null }]

/** A facility's rules, plus the lead times of the booked course and options. */
export const rulesFor = (rules: readonly Rule[], ...booked: readonly (Lead | null | undefined)[]): Rule[] => [
  ...rules,
  ...booked.flatMap((offer) => (offer ? leadRule(offer) : [])),
]

/** Latest day that can be booked. */
export const lastBookableDay = (today: string): string => addDays(today, 3 * 366)

const isBetween = (at: string, from: string, to: string) => (from <= to ? at >= from && at <= to : at >= from || at <= to)

/** Whether the rule closes the facility on that day, independent of today. */
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

/** Max days searched for the previous opening day; a range without an end would otherwise loop forever. */
const farthest = 400

/** The day `count` calendar or opening days earlier; undefined if there are not enough opening days. */
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

/** First rule that forbids booking the day today, or undefined. Does not check for past days. */
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

/** Error code of a rule. */
export const refusalOf = ({ type }: Pick<Rule, 'type'>) => refusals[type]

/** Last instant at which the booking may be changed or cancelled: the earliest cutoff. Null without cutoffs. */
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
