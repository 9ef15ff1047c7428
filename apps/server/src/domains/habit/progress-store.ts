import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { habit_goal_categories, habit_goals } from './tables.ts'
import { withProgress } from './week-store.ts'

/** Progress of each running goal of these patients that has a target. */
export const progressOfRunning = async (scope: PatientScope, user_ids: number[], today: string): Promise<Map<number, number[]>> => {
  const goals = await scope.db
    .select({ ...columnsOf(habit_goals), content: sql<string>`coalesce(${habit_goals.content}, '')` })
    .from(scope.rows(habit_goals))
    .where(and(inArray(habit_goals.user_id, user_ids), isNull(habit_goals.achieved_on)))
  if (!goals.length) return new Map()
  const categories = await scope.db
    .select()
    .from(scope.rows(habit_goal_categories))
    .where(
      inArray(
        habit_goal_categories.habit_goal_id,
        goals.map(({ id }) => id),
      ),
    )
    .orderBy(asc(habit_goal_categories.id))
  const trackedGoals = await withProgress(scope, goals, categories, today)
  const goalsByUser = Map.groupBy(trackedGoals, ({ user_id }) => user_id)
  return new Map([...goalsByUser].map(([user_id, userGoals]) => [user_id, userGoals.flatMap(({ progress }) => progress ?? [])]))
}
