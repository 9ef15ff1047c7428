import { addDays, addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { systemScope } from '../../access/system-scope.ts'
import type { Db } from '../../database/db.ts'
import { test_packages } from '../../domains/checkup/tables.ts'
import { habit_goal_days, habit_goal_templates, habit_goals } from '../../domains/habit/tables.ts'
import { computeScores } from '../../domains/score/compute-store.ts'
import { insertRows } from '../insert.ts'
import type { DemoPatient } from '../people/people.ts'
import { randomOf } from '../random.ts'

/** Patients from this index on are added for load tests only and get neither scores nor goal days. */
const loadTestFrom = 160
const at = (day: string, hours: number) => new Date(tokyoStartOfDay(day).getTime() + hours * 3_600_000).toISOString()

/** Computes scores with the code of the server: for the newest days on which results were released, for the first patient each month, and for today. */
export const addScores = async (db: Db, people: DemoPatient[], today: string): Promise<void> => {
  const followed = people.filter(({ index }) => index < loadTestFrom)
  const { rows: released } = await db.execute<{ user_id: number; day: string }>(
    sql`select distinct user_id, to_char(released_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day from ${systemScope(db).rows(test_packages)}
        where released_at is not null and user_id = any(${sql.param(followed.map(({ id }) => id))}) order by 2`,
  )
  const daysOf = Map.groupBy(released, ({ user_id }) => user_id)
  const scoreDays = followed.flatMap(({ id, index }) => {
    const ownDays = (daysOf.get(id) ?? []).map(({ day }) => day).slice(index === 0 ? -16 : -2)
    const monthly = index === 0 ? Array.from({ length: 12 }, (_, month) => addMonths(`${today.slice(0, 7)}-01`, -month)) : []
    return [...new Set([...ownDays, ...monthly, today])].sort().map((day) => ({ user_id: id, day }))
  })
  await computeScores(systemScope(db), scoreDays, (day) => at(day, 0))
}

/** How many days ago the first patient met each goal. */
const goalDaysOfFirst: Record<string, number[]> = { meal_09: [6, 5, 3, 2, 1], meal_07: [5, 3, 1], sleep_03: [5, 2, 0] }

/** Inserts the goal days of the last two weeks, and pauses the goals of one patient, who is ill. */
export const addGoalDays = async (db: Db, people: DemoPatient[], now: Date): Promise<void> => {
  const today = tokyoDay(now)
  const tickedAt = (day: string) => new Date(Math.min(Date.parse(at(day, 21)), now.getTime())).toISOString()
  const indexOf = new Map(people.filter(({ index }) => index < loadTestFrom).map(({ id, index }) => [id, index]))
  const { rows: goals } = await db.execute<{ id: number; user_id: number; code: string; days_per_week: number; set_on: string }>(
    sql`select g.id, g.user_id, t.code, g.days_per_week, to_char(g.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as set_on
        from ${systemScope(db).from(habit_goals, 'g')} join ${habit_goal_templates} t on t.id = g.template_id
        where g.days_per_week is not null and g.achieved_on is null and g.user_id = any(${sql.param([...indexOf.keys()])}) order by g.id`,
  )
  const ticks = goals.flatMap(({ id, user_id, code, days_per_week, set_on }) => {
    const index = indexOf.get(user_id)!
    const r = randomOf('ticks', index * 100 + goals.findIndex((goal) => goal.id === id))
    const daysAgoList =
      index === 0
        ? (goalDaysOfFirst[code] ?? [])
        : Array.from({ length: 14 }, (_, daysAgo) => daysAgo).filter((daysAgo) => daysAgo > 0 && r.chance(days_per_week / 8))
    return daysAgoList.map((daysAgo) => ({ habit_goal_id: id, day: addDays(today, -daysAgo) })).filter(({ day }) => day >= set_on)
  })
  await insertRows(
    db,
    habit_goal_days,
    ticks.map(({ habit_goal_id, day }) => ({ habit_goal_id, day, done: true, created_at: tickedAt(day) })),
  )
  const illPatient = people.find(({ index }) => index === 3)
  if (illPatient)
    await db.execute(
      sql`update ${systemScope(db).rows(habit_goals)} set paused_on = ${addDays(today, -2)}, paused_until = ${addDays(today, 4)} where user_id = ${illPatient.id} and days_per_week is not null and achieved_on is null`,
    )
}
