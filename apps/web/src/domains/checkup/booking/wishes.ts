import { tokyoDay, weekdayOf } from '@sukoyaka/rules/time'
import type { SuggestedDatetime } from '@sukoyaka/wire/record/booked'
import type { Opening, StartTimes } from './directory.ts'

/** A day somebody would come, and when: Tokyo’s calendar and clock. The first of a list is the first wish. */
export type Wish = { day: string; time: string }

/** As the server takes them: the first wish has the highest number. */
export const wishesToSend = (wishes: readonly Wish[]) => wishes.map((wish, at) => ({ datetime: instantOf(wish), priority: wishes.length - at }))

export const instantOf = ({ day, time }: Wish) => new Date(`${day}T${time}:00+09:00`).toISOString()

const timeOf = (instant: string) => new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(11, 16)

export const wishOf = (instant: string): Wish => ({ day: tokyoDay(instant), time: timeOf(instant) })

/** What somebody wished for, the first wish first. */
export const wishesFrom = (suggested: readonly SuggestedDatetime[]): Wish[] =>
  suggested.toSorted((a, b) => b.priority - a.priority).map(({ datetime }) => wishOf(datetime))

/** Pressed once a day is wished for, pressed again it is not; beyond the most nothing is added. With one alone the next replaces it. */
export const toggled = (wishes: readonly Wish[], wish: Wish, max: number): Wish[] => {
  if (wishes.some(({ day }) => day === wish.day)) return wishes.filter(({ day }) => day !== wish.day)
  if (max === 1) return [wish]
  return wishes.length < max ? [...wishes, wish] : [...wishes]
}

export const moved = <T>(items: readonly T[], from: number, to: number): T[] => {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export type Start = { time: string; isFull: boolean }

const elsewhere = Array.from({ length: 19 }, (_, at) => `${String(8 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`)

/** When a checkup can begin on a day. Where no facility says, every half hour; how full it is is known once its openings are read. */
export const startsOn = (day: string, times: StartTimes | null, openings: readonly Opening[] | undefined): Start[] => {
  if (!times) return elsewhere.map((time) => ({ time, isFull: false }))
  const full = new Set((openings ?? []).flatMap(({ starts_at, left }) => (left <= 0 ? [starts_at] : [])).map((at) => Date.parse(at)))
  const weekday = weekdayOf(day)
  return times
    .filter((one) => one.weekday === weekday)
    .map(({ time }) => ({ time, isFull: full.has(Date.parse(instantOf({ day, time }))) }))
    .sort((a, b) => a.time.localeCompare(b.time))
}
