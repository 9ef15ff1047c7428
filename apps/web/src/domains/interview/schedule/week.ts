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

/** A shorter interview is drawn as if it took this long, so that it can be clicked. */
const minMs = hourMs / 2

type Times = Pick<Interview, 'conducted_at' | 'ends_at'>

/** Where an interview is drawn, in ms from the top of the day column: within the visible hours, at least half an hour high. */
export const extentInDay = (day: string, interview: Times) => {
  const top = tokyoStartOfDay(day).getTime() + firstHour * hourMs
  const clamp = (at: number) => Math.min(visibleMs, Math.max(0, at - top))
  const start = Math.min(clamp(Date.parse(interview.conducted_at)), visibleMs - minMs)
  return { start, end: Math.max(start + minMs, clamp(endOf(interview))) }
}

/** Top and height as shares of the day column. */
export const positionInDay = (day: string, interview: Times) => {
  const { start, end } = extentInDay(day, interview)
  return { top: start / visibleMs, height: (end - start) / visibleMs }
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
