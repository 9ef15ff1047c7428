import type { Role } from '@sukoyaka/wire/access'
import { formatTime, tokyoDay, weekdayOf } from '../time.ts'

/** When somebody may be told, on Tokyo's clock: from a minute of these days until another, past midnight where it is not later. 0 is Sunday. */
export type Hours = { weekdays: readonly number[]; from: number; until: number }

const minuteOf = (at: Date) => {
  const [hour, minute] = formatTime(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** Whether somebody may be told now. What is urgent does not wait; null is at any time. From and until alike are the whole day. */
export const mayTell = (hours: Hours | null, at: Date, isUrgent = false): boolean => {
  if (isUrgent || !hours) return true
  const { weekdays, from, until } = hours
  const minute = minuteOf(at)
  const today = weekdayOf(tokyoDay(at))
  const beganToday = weekdays.includes(today) && minute >= from && (minute < until || until <= from)
  // the evening of the day before goes on until the morning
  const beganYesterday = weekdays.includes((today + 6) % 7) && until <= from && minute < until
  return beganToday || beganYesterday
}

/** Patients sleep; who works here says their own hours. */
export const usualHours = (role: Role): Hours | null => (role === 'patient' ? { weekdays: [0, 1, 2, 3, 4, 5, 6], from: 8 * 60, until: 21 * 60 } : null)
