import { endOf } from '@sukoyaka/rules/care/interview'
import { addDays, tokyoDay, tokyoStartOfDay, weekdayOf } from '@sukoyaka/rules/time'
import type { Interview } from '@sukoyaka/wire/care/interview'

/** Visible hours of a day; interviews outside are clamped to the edge. */
export const firstHour = 7
export const lastHour = 21
const hourMs = 3_600_000
const visibleMs = (lastHour - firstHour) * hourMs

/** Monday of the week that contains `day`. */
export const mondayOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7))
export const daysFrom = (monday: string) => Array.from({ length: 7 }, (_, at) => addDays(monday, at))
export const boundsOf = (monday: string) => ({ from: tokyoStartOfDay(monday).toISOString(), to: tokyoStartOfDay(addDays(monday, 7)).toISOString() })

const shareAt = (day: string, at: number) => Math.min(1, Math.max(0, (at - tokyoStartOfDay(day).getTime() - firstHour * hourMs) / visibleMs))

/** Top and height as shares of the day column; at least half an hour high, so that it can be clicked. */
export const positionInDay = (day: string, interview: Pick<Interview, 'conducted_at' | 'ends_at'>) => {
  const least = hourMs / 2 / visibleMs
  const top = Math.min(shareAt(day, Date.parse(interview.conducted_at)), 1 - least)
  return { top, height: Math.max(least, shareAt(day, endOf(interview)) - top) }
}

/** Position of the current-time line as a share of the day column; undefined outside the visible hours. */
export const nowAt = (now: Date) => {
  const share = (now.getTime() - tokyoStartOfDay(tokyoDay(now)).getTime() - firstHour * hourMs) / visibleMs
  return share >= 0 && share <= 1 ? share : undefined
}

export const byDay = (interviews: readonly Interview[]) =>
  Map.groupBy(
    interviews.toSorted((a, b) => Date.parse(a.conducted_at) - Date.parse(b.conducted_at)),
    ({ conducted_at }) => tokyoDay(conducted_at),
  )
