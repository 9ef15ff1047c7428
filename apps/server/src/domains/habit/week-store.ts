import { type DayMark, firstDayShown, progressOf, weekOf } from '@sukoyaka/rules/care/habit'
import { lifestyleStatus } from '@sukoyaka/rules/record/lifestyle'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HabitGoal, HabitGoalCategory } from '@sukoyaka/wire/care/habit'
import type { LifestyleRule } from '@sukoyaka/wire/record/lifestyle'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { idList, rawQuery } from '../../database/prepared.ts'
import { sleepDaysFrom } from '../activity/sleep-store.ts'
import { steps } from '../activity/tables.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { lifestyle_categories, lifestyles } from '../lifestyle/tables.ts'
import { habit_goal_categories, habit_goal_days, habit_goals } from './tables.ts'

type GoalMark = DayMark & { habit_goal_id: number }

const ids = idList()

const dayOf = (column: unknown) => sql`to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`

/** Marks of the days shown: answers of people and, for goals that follow steps, whether the steps reach the target. */
const marks = patientQuery(({ from }, followsSteps: boolean) => {
  const [firstDay, today] = [sql.placeholder('firstDay'), sql.placeholder('today')]
  const byPeople = sql`
    select d.habit_goal_id, d.day::text as day, 'person' as source, d.done from ${from(habit_goal_days, 'd')}
    where d.habit_goal_id = any(${ids}) and d.day between ${firstDay} and ${today}`
  const fromSteps = sql`
    select c.habit_goal_id, c.day::text, 'data', s.count >= c.target
    from (select c.habit_goal_id, c.target, g.user_id, d::date as day from generate_series(${firstDay}::date, ${today}::date, '1 day') d,
        ${from(habit_goal_categories, 'c')} join ${from(habit_goals, 'g')} on g.id = c.habit_goal_id
        where c.habit_goal_id = any(${ids}) and c.category_type = 'step' and c.is_sync_action and c.target is not null) c
      join ${from(steps, 's')} on s.user_id = c.user_id and s.measured_on = c.day`
  return rawQuery<GoalMark>(sql.join([byPeople, ...(followsSteps ? [fromSteps] : [])], sql` union all `))
})

type Newest = { id: number; status: number | null; rule: LifestyleRule | null; value: number; day: string }

/** Newest value per category. Results of checkups that are not released are left out, so that staff and patients see the same. */
const newestValues = patientQuery(({ from }) =>
  rawQuery<Newest>(sql`
    select c.id, v.status, v.value, null::jsonb as rule, ${dayOf(sql`v.recorded_at`)} as day
    from ${from(habit_goal_categories, 'c')} join ${from(habit_goals, 'g')} on g.id = c.habit_goal_id
      cross join lateral (
        select r.status, r.value, r.recorded_at from ${from(test_results, 'r')} left join ${from(test_packages, 'p')} on p.id = r.test_package_id and p.user_id = r.user_id
        where r.user_id = g.user_id and r.category_id = c.category_id and r.type = 0 and (r.test_package_id is null or p.released_at is not null)
        order by r.recorded_at desc, r.id desc limit 1) v
    where c.habit_goal_id = any(${ids}) and c.category_type = 'numeric_test_result_category'
    union all
    select c.id, null, v.value, l.rule, ${dayOf(sql`v.answered_at`)}
    from ${from(habit_goal_categories, 'c')} join ${from(habit_goals, 'g')} on g.id = c.habit_goal_id join ${lifestyle_categories} l on l.id = c.category_id
      cross join lateral (
        select r.value, r.answered_at from ${from(lifestyles, 'r')} where r.user_id = g.user_id and r.category_id = c.category_id
        order by r.answered_at desc, r.id desc limit 1) v
    where c.habit_goal_id = any(${ids}) and c.category_type = 'lifestyle_category'`),
)

/** Marks of goals that follow sleep, from the days that the sleep card shows. */
const sleepMarks = async (scope: PatientScope, goals: readonly Row[], followed: readonly Category[], firstDay: string): Promise<GoalMark[]> => {
  const patientOf = new Map(goals.map(({ id, user_id }) => [id, user_id]))
  const follow = followed.flatMap(({ habit_goal_id, target }) => {
    const user_id = patientOf.get(habit_goal_id)
    return user_id === undefined || target === null ? [] : [{ habit_goal_id, target, user_id }]
  })
  if (!follow.length) return []
  const daysOf = await sleepDaysFrom(scope, [...new Set(follow.map(({ user_id }) => user_id))], firstDay)
  return follow.flatMap(({ habit_goal_id, target, user_id }) =>
    (daysOf.get(user_id) ?? []).map(({ woke_on, total_minutes }) => ({ habit_goal_id, day: woke_on, source: 'data' as const, done: total_minutes >= target })),
  )
}

const marksOf = async (scope: PatientScope, goals: readonly Row[], categories: readonly Category[], today: string) => {
  const firstDay = firstDayShown(today)
  const followed = (type: Category['category_type']) =>
    categories.filter(({ category_type, is_sync_action, target }) => category_type === type && is_sync_action && target !== null)
  const found = await marks(scope, followed('step').length > 0).execute({ ids: goals.map(({ id }) => id), firstDay, today })
  const slept = await sleepMarks(scope, goals, followed('sleep'), firstDay)
  return Map.groupBy([...found, ...slept], ({ habit_goal_id }) => habit_goal_id)
}

const newestOf = async (scope: PatientScope, ids: number[]) =>
  new Map(
    (await newestValues(scope).execute({ ids })).map(({ id, status, rule, value, day }) => [
      id,
      { status: rule ? (lifestyleStatus(rule, value) ?? null) : status, day },
    ]),
  )

type Row = Omit<HabitGoal, 'progress' | 'week' | 'categories'>
type Category = Omit<HabitGoalCategory, 'status'> & { habit_goal_id: number }

/** Goals with their week, progress and the status of the values they follow. */
export const withProgress = async (scope: PatientScope, goals: Row[], categories: Category[], today: string): Promise<HabitGoal[]> => {
  const tracked = goals.filter(({ achieved_on, days_per_week }) => achieved_on === null && days_per_week !== null)
  const measured = categories.filter(({ category_id }) => category_id !== null).map(({ habit_goal_id }) => habit_goal_id)
  // one after the other: the scope may have one connection, that of a transaction
  const dayMarks = tracked.length ? await marksOf(scope, tracked, categories, today) : undefined
  const newest = measured.length ? await newestOf(scope, [...new Set(measured)]) : undefined
  const categoriesByGoal = Map.groupBy(categories, ({ habit_goal_id }) => habit_goal_id)
  return goals.map((goal) => {
    const datedGoal = { ...goal, created_on: tokyoDay(goal.created_at) }
    const goalCategories = categoriesByGoal.get(goal.id) ?? []
    // values from before the goal do not count for its progress
    const measurements = goalCategories.flatMap(({ id }) => newest?.get(id) ?? []).filter(({ status, day }) => status !== null && day >= datedGoal.created_on)
    const week = weekOf(datedGoal, dayMarks?.get(goal.id) ?? [], today)
    return {
      ...goal,
      week,
      progress: progressOf(
        datedGoal,
        week,
        measurements.map(({ status }) => status === 0),
      ),
      categories: goalCategories.map((category) => ({ ...category, status: newest?.get(category.id)?.status ?? null })),
    }
  })
}
