import type { GoalDay, HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { addDays } from '../time.ts'

/** What is done day by day. The others are reached once: an examination, a vaccine. */
const dailyKinds: readonly HabitGoalKind[] = ['meal', 'preference', 'sport', 'sleep']
/** Five days of a week are a habit already; nobody has to be perfect. */
export const daysPerWeekOf = (kind: HabitGoalKind): number | null => (dailyKinds.includes(kind) ? 5 : null)

/** From how many steps or minutes of sleep a day counts where nobody said another number. */
export const defaultTargets = { step: 6_000, sleep: 420 }

/** So many days, today among them, are shown and can be ticked. */
export const daysShown = 7
export const firstDayShown = (today: string) => addDays(today, 1 - daysShown)

type Pause = { paused_on: string | null; paused_until: string | null }
export const isPausedOn = ({ paused_on, paused_until }: Pause, day: string): boolean =>
  paused_on !== null && paused_until !== null && paused_on <= day && day <= paused_until

type Followed = Pause & { days_per_week: number | null; achieved_on: string | null; created_on: string }
/** What somebody said of a day, or what its data tells. */
export type DayMark = { day: string; done: boolean; source: 'person' | 'data' }

/**
 * The last seven days, today last; none for what is no matter of days or is achieved. What a person said goes before what the data
 * tells. Today's data can only say yes: the day is not over.
 */
export const weekOf = (goal: Followed, marks: readonly DayMark[], today: string): GoalDay[] => {
  if (goal.days_per_week === null || goal.achieved_on !== null) return []
  return Array.from({ length: daysShown }, (_, at) => {
    const day = addDays(firstDayShown(today), at)
    const ofDay = marks.filter((mark) => mark.day === day && (mark.source === 'person' || mark.done || day < today))
    const mark = ofDay.find(({ source }) => source === 'person') ?? ofDay.find(({ done }) => done) ?? ofDay[0]
    return { day, done: mark?.done ?? null, source: mark?.source ?? null }
  })
}

/**
 * From 0 to 100: the days done of those that were asked for. Forgiving: days of a pause and from before the goal ask for nothing, so
 * that fewer are enough in such a week. Null where no day asked for anything. Without days the share of what follows it that is
 * healthy by now, null where nothing was measured.
 */
export const progressOf = (goal: Followed, week: readonly GoalDay[], healthy: readonly boolean[]): number | null => {
  if (goal.achieved_on !== null) return 100
  if (goal.days_per_week === null) return healthy.length ? Math.round((100 * healthy.filter(Boolean).length) / healthy.length) : null
  const asked = week.filter(({ day, done }) => done || (day >= goal.created_on && !isPausedOn(goal, day)))
  if (!asked.length) return null
  const needed = Math.ceil((goal.days_per_week * asked.length) / daysShown)
  return Math.min(100, Math.round((100 * asked.filter(({ done }) => done).length) / needed))
}
