import { formatTime, tokyoDay, tokyoInstant, weekdayOf } from '@sukoyaka/rules/time'
import type { SuggestedDatetime } from '@sukoyaka/wire/record/booked'
import type { Opening, StartTimes } from './directory.ts'

/** Suggested date and start time in Asia/Tokyo. Lists are in order of preference. */
export type SuggestedDate = { day: string; time: string }

/** Request format: the first preference has the highest priority number. */
export const suggestedDatesToSend = (suggestedDates: readonly SuggestedDate[]) =>
  suggestedDates.map(({ day, time }, at) => ({ datetime: tokyoInstant(day, time).toISOString(), priority: suggestedDates.length - at }))

export const suggestedDateOf = (instant: string): SuggestedDate => ({ day: tokyoDay(instant), time: formatTime(instant) })

/** Suggested dates in order of preference. */
export const suggestedDatesFrom = (suggested: readonly SuggestedDatetime[]): SuggestedDate[] =>
  suggested.toSorted((a, b) => b.priority - a.priority).map(({ datetime }) => suggestedDateOf(datetime))

/** Adds a day, or removes it if it is in the list. A day beyond `max` is ignored; with a `max` of 1, it replaces the old day. */
export const toggleSuggestedDate = (suggestedDates: readonly SuggestedDate[], suggestedDate: SuggestedDate, max: number): SuggestedDate[] => {
  if (suggestedDates.some(({ day }) => day === suggestedDate.day)) return suggestedDates.filter(({ day }) => day !== suggestedDate.day)
  if (max === 1) return [suggestedDate]
  return suggestedDates.length < max ? [...suggestedDates, suggestedDate] : [...suggestedDates]
}

export const moveItem = <T>(items: readonly T[], from: number, to: number): T[] => {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export type Start = { time: string; isFull: boolean }

const halfHours = Array.from({ length: 19 }, (_, at) => `${String(8 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`)

/** Start times on a day; every half hour from 8:00 to 17:00 without a facility. `isFull` is false until the openings are loaded. */
export const startsOn = (day: string, times: StartTimes | null, openings: readonly Opening[] | undefined): Start[] => {
  if (!times) return halfHours.map((time) => ({ time, isFull: false }))
  const full = new Set((openings ?? []).flatMap(({ starts_at, left }) => (left <= 0 ? [starts_at] : [])).map((at) => Date.parse(at)))
  const weekday = weekdayOf(day)
  return times
    .filter((time) => time.weekday === weekday)
    .map(({ time }) => ({ time, isFull: full.has(tokyoInstant(day, time).getTime()) }))
    .sort((a, b) => a.time.localeCompare(b.time))
}
