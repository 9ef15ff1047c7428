import type { Role } from '@sukoyaka/wire/access'
import { formatTime, tokyoDay, weekdayOf } from '../time.ts'

/** Notification hours in Tokyo time: minutes of the day on these weekdays, spanning midnight if `until` is not later than `from`. 0 is Sunday. */
export type Hours = { weekdays: readonly number[]; from: number; until: number }

const minuteOf = (at: Date) => {
  const [hour, minute] = formatTime(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** Whether a notification may be sent at this time. Urgent ones always may; `null` means at any time; equal limits mean 24 hours. */
export const canNotify = (hours: Hours | null, at: Date, isUrgent = false): boolean => {
  if (isUrgent || !hours) return true
  const { weekdays, from, until } = hours
  const minute = minuteOf(at)
  const today = weekdayOf(tokyoDay(at))
  const beganToday = weekdays.includes(today) && minute >= from && (minute < until || until <= from)
  // hours of the previous day that span midnight
  const beganYesterday = weekdays.includes((today + 6) % 7) && until <= from && minute < until
  return beganToday || beganYesterday
}

/** Default hours: patients are not notified at night; staff have none until they set them. */
export const defaultHours = (role: Role): Hours | null => (role === 'patient' ? { weekdays: [0, 1, 2, 3, 4, 5, 6], from: 8 * 60, until: 21 * 60 } : null)
