import { type DayMark, firstDayShown, progressOf, weekOf } from '@sukoyaka/rules/care/habit'
import { lifestyleStatus } from '@sukoyaka/rules/record/lifestyle'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { HabitGoal, HabitGoalCategory } from '@sukoyaka/wire/care/habit'
import type { LifestyleRule } from '@sukoyaka/wire/record/lifestyle'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { idList, rawQuery } from '../../database/prepared.ts'
import { sleeps, steps } from '../activity/tables.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { lifestyle_categories, lifestyles } from '../lifestyle/tables.ts'
import { habit_goal_categories, habit_goal_days, habit_goals } from './tables.ts'

const ids = idList()

const dayOf = (column: unknown) => sql`to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`

/**
 * Marks of the days shown: answers of people and, for goals that follow steps or sleep, results of that data. Sleep counts for the Tokyo day on which it
 * ends.
 */
const marks = patientQuery(({ from }, followsSteps: boolean, followsSleep: boolean) => {
  const [firstDay, today] = [sql.placeholder('firstDay'), sql.placeholder('today')]
  const followed = (type: string) => sql`${from(habit_goal_categories, 'c')} join ${from(habit_goals, 'g')} on g.id = c.habit_goal_id
    where c.habit_goal_id = any(${ids}) and c.category_type = ${type} and c.is_sync_action and c.target is not null`
  const byPeople = sql`
    select d.habit_goal_id, d.day::text as day, 'person' as source, d.done from ${from(habit_goal_days, 'd')}
    where d.habit_goal_id = any(${ids}) and d.day between ${firstDay} and ${today}`
  const fromSteps = sql`
    select c.habit_goal_id, c.day::text, 'data', s.count >= c.target
    from (select c.habit_goal_id, c.target, g.user_id, d::date as day from generate_series(${firstDay}::date, ${today}::date, '1 day') d, ${followed('step')}) c
      join ${from(steps, 's')} on s.user_id = c.user_id and s.measured_on = c.day`
  const fromSleep = sql`
    select c.habit_goal_id, s.day, 'data', s.minutes >= c.target
    from (select c.habit_goal_id, c.target, g.user_id from ${followed('sleep')}) c
      cross join lateral (
        select ${dayOf(sql`s.ended_at`)} as day, sum(extract(epoch from s.ended_at - s.started_at)) / 60 as minutes from ${from(sleeps, 's')}
        where s.user_id = c.user_id and s.started_at >= (${firstDay}::date - 2)::timestamp at time zone 'Asia/Tokyo'
        group by 1) s
    where s.day between ${firstDay} and ${today}`
  const parts = [byPeople, ...(followsSteps ? [fromSteps] : []), ...(followsSleep ? [fromSleep] : [])]
  return rawQuery<DayMark & { habit_goal_id: number }>(sql.join(parts, sql` union all `))
})

type Newest = { id: number; status: number | null; rule: LifestyleRule | null; value: number; day: string }

/** Newest value per category, released results only, so that staff and patients see the same. */
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

const marksOf = async (scope: PatientScope, ids: number[], categories: readonly Category[], today: string) => {
  const follows = (type: Category['category_type']) =>
    categories.some(({ category_type, is_sync_action, target }) => category_type === type && is_sync_action && target !== null)
  const found = await marks(scope, follows('step'), follows('sleep')).execute({ ids, firstDay: firstDayShown(today), today })
  return Map.groupBy(found, ({ habit_goal_id }) => habit_goal_id)
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
  const ids = goals.flatMap(({ id, achieved_on, days_per_week }) => (achieved_on === null && days_per_week !== null ? [id] : []))
  const measured = categories.filter(({ category_id }) => category_id !== null).map(({ habit_goal_id }) => habit_goal_id)
  const [dayMarks, newest] = await Promise.all([
    ids.length ? marksOf(scope, ids, categories, today) : undefined,
    measured.length ? newestOf(scope, [...new Set(measured)]) : undefined,
  ])
  const categoriesByGoal = Map.groupBy(categories, ({ habit_goal_id }) => habit_goal_id)
  return goals.map((goal) => {
    const datedGoal = { ...goal, created_on: tokyoDay(goal.created_at) }
    const goalCategories = categoriesByGoal.get(goal.id) ?? []
    // ignore values from before the goal
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
