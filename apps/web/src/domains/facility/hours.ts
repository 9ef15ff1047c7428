import type { Facility } from '@sukoyaka/wire/people/facility'

type Hours = NonNullable<Facility['hours']>
/** Consecutive weekdays with the same hours; 0 is Sunday. */
export type OpenDays = { from: number; to: number; times: string[] }

/** Weeks start on Monday. */
const week = [1, 2, 3, 4, 5, 6, 0]

/** Groups consecutive weekdays with the same hours; weekdays without hours are closed. */
export const openDays = (hours: Hours): { open: OpenDays[]; closed: number[] } => {
  const open: OpenDays[] = []
  const closed: number[] = []
  let last: OpenDays | undefined
  for (const weekday of week) {
    const times = hours
      .filter((hour) => hour.weekday === weekday)
      .sort((a, b) => a.opens.localeCompare(b.opens))
      .map(({ opens, closes }) => `${opens}–${closes}`)
    if (!times.length) {
      closed.push(weekday)
      last = undefined
    } else if (last?.times.join() === times.join()) last.to = weekday
    else {
      last = { from: weekday, to: weekday, times }
      open.push(last)
    }
  }
  return { open, closed }
}
