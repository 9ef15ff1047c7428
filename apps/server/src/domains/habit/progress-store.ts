import { and, isNull, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { categoriesOfGoals } from './category-store.ts'
import { habit_goals } from './tables.ts'
import { withProgress } from './week-store.ts'

const runningGoals = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(habit_goals), content: sql<string>`coalesce(${habit_goals.content}, '')` })
    .from(rows(habit_goals))
    .where(and(isAnyOf(habit_goals.user_id, 'user_ids'), isNull(habit_goals.achieved_on))),
)

/** Progress of the running goals of these patients, by patient; goals whose progress is unknown are left out. */
export const progressOfRunning = async (scope: PatientScope, user_ids: number[], today: string): Promise<Map<number, number[]>> => {
  const goals = await runningGoals(scope).execute({ user_ids })
  if (!goals.length) return new Map()
  const categories = await categoriesOfGoals(scope).execute({ ids: goals.map(({ id }) => id) })
  const trackedGoals = await withProgress(scope, goals, categories, today)
  const goalsByUser = Map.groupBy(trackedGoals, ({ user_id }) => user_id)
  return new Map([...goalsByUser].map(([user_id, userGoals]) => [user_id, userGoals.flatMap(({ progress }) => progress ?? [])]))
}
