import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { type Built, cachedByShape, queryBuilder } from '../database/prepared.ts'
import { fromRows, type PatientScope, rowsOf } from './patient-scope.ts'
import { type AnyPatientTable, factsOfTable, type PlainTable, type PlainTableOf } from './patient-table.ts'

/** Gives access to patient tables: a scope, or the tools a `patientQuery` is built with. */
export type PatientSource = {
  db: Db
  rows: <T extends AnyPatientTable>(table: T) => PlainTableOf<T>
  from: (table: AnyPatientTable, alias: string) => SQL
}

/** What a query is built with. `db` only builds SQL: it has no connection. */
export type QueryTools = PatientSource & {
  /** Placeholder of `PatientScope.own`: the id that owner columns are limited to; undefined in a scope of all patients. */
  own: ReturnType<typeof sql.placeholder> | undefined
  /** The name of a patient table, for a `sql` template that writes to it. It adds no condition. */
  target: (table: AnyPatientTable) => PlainTable
}

export const toolsFor = (isOwn: boolean): QueryTools => {
  const own = isOwn ? sql.placeholder('own') : undefined
  return {
    db: queryBuilder,
    own,
    rows: (table) => rowsOf(table, own),
    from: (table, alias) => fromRows(table, own, alias),
    target: (table) => factsOfTable(table).table,
  }
}

/**
 * A query of patient tables that is built once for each shape and each kind of scope (one owner, or all patients), and prepared once on each connection.
 * `shape` is the list of the arguments that change the SQL text; they have few possible values. All other values are `sql.placeholder`s.
 *
 *     const newestSteps = patientQuery(({ db, rows }) => db.select().from(rows(steps)).where(eq(steps.user_id, sql.placeholder('user_id'))))
 *     await newestSteps(scope).execute({ user_id })
 */
export const patientQuery = <Shape extends readonly (string | boolean)[], B extends Built>(build: (tools: QueryTools, ...shape: Shape) => B) => {
  const find = cachedByShape((isOwn: boolean, ...shape: Shape) => build(toolsFor(isOwn), ...shape))
  return (scope: PatientScope, ...shape: Shape) => {
    const run = find(scope.own !== undefined, ...shape)
    return { execute: (values: Record<string, unknown> = {}) => run(scope.connection, { ...values, own: scope.own }) }
  }
}
