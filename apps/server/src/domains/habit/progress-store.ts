import { and, asc, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { habit_goal_categories, habit_goals } from './tables.ts'
import { followGoals } from './week-store.ts'

/** How far each running goal of these people is kept, where anything was asked of them. */
// no patient: for the board, which is kept for everybody
export const progressOfRunning = async (db: Db, user_ids: number[], today: string): Promise<Map<number, number[]>> => {
  const goals = await db
    .select({ ...getTableColumns(habit_goals), content: sql<string>`coalesce(${habit_goals.content}, '')` })
    .from(habit_goals)
    .where(and(inArray(habit_goals.user_id, user_ids), isNull(habit_goals.achieved_on)))
  if (!goals.length) return new Map()
  const categories = await db
    .select()
    .from(habit_goal_categories)
    .where(
      inArray(
        habit_goal_categories.habit_goal_id,
        goals.map(({ id }) => id),
      ),
    )
    .orderBy(asc(habit_goal_categories.id))
  const followed = await followGoals(db, goals, categories, today)
  const of = Map.groupBy(followed, ({ user_id }) => user_id)
  return new Map([...of].map(([user_id, own]) => [user_id, own.flatMap(({ progress }) => progress ?? [])]))
}
