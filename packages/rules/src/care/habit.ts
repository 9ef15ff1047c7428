import type { GoalDay, HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { addDays } from '../time.ts'

/** Kinds done daily. The others are achieved once, such as an examination or a vaccine. */
const dailyKinds: readonly HabitGoalKind[] = ['meal', 'preference', 'sport', 'sleep']
/** Five days a week count as a habit; a perfect week is not required. */
export const daysPerWeekOf = (kind: HabitGoalKind): number | null => (dailyKinds.includes(kind) ? 5 : null)

/** Default steps or minutes of sleep a day that count as done. */
export const defaultTargets = { step: 6_000, sleep: 420 }

/** Number of days of a goal that are shown and editable, today included. */
export const daysShown = 7
export const firstDayShown = (today: string) => addDays(today, 1 - daysShown)
let shown: { today: string; days: string[] } = { today: '', days: [] }
/** The days shown, today last. Cached, because a list of goals requests them once per goal. */
const daysShownUntil = (today: string): readonly string[] => {
  if (shown.today !== today) shown = { today, days: Array.from({ length: daysShown }, (_, index) => addDays(firstDayShown(today), index)) }
  return shown.days
}

type Pause = { paused_on: string | null; paused_until: string | null }
export const isPausedOn = ({ paused_on, paused_until }: Pause, day: string): boolean =>
  paused_on !== null && paused_until !== null && paused_on <= day && day <= paused_until

type TrackedGoal = Pause & { days_per_week: number | null; achieved_on: string | null; created_on: string }
/** Whether the goal was done on a day, by the answer of a person or by data such as steps. */
export type DayMark = { day: string; done: boolean; source: 'person' | 'data' }

/**
 * The last seven days, today last; empty if the goal is achieved or not measured by day. An answer takes precedence over data. Data can mark today only
 * as done, because the day is not over.
 */
export const weekOf = (goal: TrackedGoal, marks: readonly DayMark[], today: string): GoalDay[] => {
  if (goal.days_per_week === null || goal.achieved_on !== null) return []
  return daysShownUntil(today).map((day) => {
    const marksOfDay = marks.filter((mark) => mark.day === day && (mark.source === 'person' || mark.done || day < today))
    const mark = marksOfDay.find(({ source }) => source === 'person') ?? marksOfDay.find(({ done }) => done) ?? marksOfDay[0]
    return { day, done: mark?.done ?? null, source: mark?.source ?? null }
  })
}

/**
 * Progress in percent: days done of the days required. Paused days and days before the goal's creation count only if they were done, and otherwise
 * reduce the target; null if no day counts. For goals without days per week: the share of healthy values, null without values. 100 once the goal is achieved.
 */
export const progressOf = (goal: TrackedGoal, week: readonly GoalDay[], healthy: readonly boolean[]): number | null => {
  if (goal.achieved_on !== null) return 100
  if (goal.days_per_week === null) return healthy.length ? Math.round((100 * healthy.filter(Boolean).length) / healthy.length) : null
  const countedDays = week.filter(({ day, done }) => done || (day >= goal.created_on && !isPausedOn(goal, day)))
  if (!countedDays.length) return null
  const target = Math.ceil((goal.days_per_week * countedDays.length) / daysShown)
  return Math.min(100, Math.round((100 * countedDays.filter(({ done }) => done).length) / target))
}
