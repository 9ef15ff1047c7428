import type { listHabitGoals } from '@sukoyaka/wire/care/habit'
import { eq, type SQL } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import { id, ref } from '../database/columns.ts'
import type { Db } from '../database/db.ts'
import { habit_goal_days, habit_goal_templates, habit_goals } from '../domains/habit/tables.ts'
import type { Call } from '../http/serve.ts'
import { patientQuery } from './patient-query.ts'
import { PatientScope } from './patient-scope.ts'
import { patientTable } from './patient-table.ts'

// Never run: the compiler is the test. A line that is expected not to compile fails the check as soon as it compiles.

/** The plain database neither reads nor writes a patient table. */
export const throughPlainDb = (db: Db) => [
  // @ts-expect-error select
  db.select().from(habit_goals),
  // @ts-expect-error join
  db.select().from(habit_goal_templates).leftJoin(habit_goals, eq(habit_goals.template_id, habit_goal_templates.id)),
  // @ts-expect-error count
  db.$count(habit_goals),
  // @ts-expect-error insert
  db.insert(habit_goals),
  // @ts-expect-error update
  db.update(habit_goals),
  // @ts-expect-error delete from a child table
  db.delete(habit_goal_days),
  db.select().from(habit_goal_templates),
]

/** `scope.db` does not accept a patient table either: it must be wrapped in `rows`. */
export const throughScope = (scope: PatientScope) => [
  // @ts-expect-error a table without rows()
  scope.db.select().from(habit_goals),
  scope.db.select().from(scope.rows(habit_goals)),
  // @ts-expect-error a table without rows() in a prepared query
  patientQuery(({ db }) => db.select().from(habit_goals)),
  patientQuery(({ db, rows }) => db.select().from(rows(habit_goals))),
]

export const forgedScope = (db: Db) => {
  // @ts-expect-error the constructor is protected
  new PatientScope(db, undefined, undefined, new Set())
  // @ts-expect-error an object of the same shape is no scope
  const scope: PatientScope = { own: undefined, db, accessed: new Set<number>() }
  return scope
}

/** A public call has no scope. */
type Public = { method: 'GET'; path: '/x'; permission: 'public'; summary: 'x'; reply: (typeof listHabitGoals)['reply'] }
export const callScopes = (patientCall: Call<typeof listHabitGoals>, open: Call<Public>) => {
  const scope: PatientScope = patientCall.scope
  // @ts-expect-error no scope
  open.scope.rows(habit_goals)
  return scope
}

export const writes = (scope: PatientScope, where: SQL) => [
  // @ts-expect-error a plain table
  scope.insert(habit_goal_templates),
  // @ts-expect-error a missing column
  scope.insert(habit_goals).values({ user_id: 1 }),
  // @ts-expect-error an unknown value
  scope.update(habit_goals).set({ kind: 'nothing' }),
  scope.update(habit_goals).set({ kind: 'meal' }).where(where),
]

// @ts-expect-error the owner must be one of the columns
patientTable('notes', { id: id(), user_id: ref().notNull(), text: text() }, 'patient_id')
// @ts-expect-error a parent must be a patient table
patientTable('notes', { id: id(), template_id: ref().notNull() }, { column: 'template_id', parent: habit_goal_templates })
