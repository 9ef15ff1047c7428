import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import { connectionOf, type Db, type Queryable } from './db.ts'

type Values = Record<string, unknown>
type Executable = { execute: (values?: Values) => Promise<unknown> }
/** A Drizzle query, or an object that runs itself on a connection (`rawQuery`). */
export type Built = { prepare: (name: string) => Executable } | { runOn: (connection: Queryable, values: Values) => Promise<unknown> }
export type ResultOf<B extends Built> = B extends { runOn: (...args: never[]) => Promise<infer R> }
  ? R
  : B extends { prepare: (name: string) => { execute: (values?: Values) => Promise<infer R> } }
    ? R
    : never

const database = drizzle.mock()
const dialect = new PgDialect()
/** Builds queries; it has no connection. */
export const queryBuilder: Db = database

let statementCount = 0
/** A name for a statement that is prepared once on each connection. The number of names is limited by the queries in the code and their shapes. */
export const nextStatementName = () => `q${++statementCount}`

/** `column in (…)` for a list of any length: the text stays the same, so that the statement is prepared once. `name` is the placeholder of the list. */
export const isAnyOf = (column: AnyColumn | SQL, name = 'ids'): SQL => sql`${column} = any(${sql.placeholder(name)})`

/**
 * A list of ids for `any(…)` in a `rawQuery` that is expensive to plan. The subquery hides the length of the list. With a plain parameter, the generic plan,
 * for an estimated ten values, looks more expensive than a plan for a shorter list, so that PostgreSQL would plan the statement again for each call. `name`
 * is the placeholder of the list.
 */
export const idList = (name = 'ids'): SQL => sql`(select ${sql.placeholder(name)}::bigint[])::bigint[]`

type Run<R> = (connection: Queryable, values: Values) => Promise<R>

/** A prepared query reads its `client` when it is executed; each run gets the connection of its caller. */
const withConnection = <P extends object>(prepared: P, connection: Queryable): P => Object.create(prepared, { client: { value: connection } })

/**
 * A SQL template for `preparedQuery` and `patientQuery`. Its text is made once; every value must be a `sql.placeholder`. Returns the rows as
 * `db.execute` does: timestamps and days as text.
 */
export const rawQuery = <Row extends QueryResultRow>(template: SQL) => {
  const prepared = database._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
    dialect.sqlToQuery(template),
    undefined,
    nextStatementName(),
    false,
  )
  return { runOn: async (connection: Queryable, values: Values): Promise<Row[]> => (await withConnection(prepared, connection).execute(values)).rows }
}

const prepare = <B extends Built>(built: B): Run<ResultOf<B>> => {
  if ('runOn' in built) return built.runOn as Run<ResultOf<B>>
  const prepared = built.prepare(nextStatementName())
  return (connection, values) => withConnection(prepared, connection).execute(values) as Promise<ResultOf<B>>
}

/** The names of the filters that a request has a value for, joined by commas: the `shape` of a query. */
export const filtersOf = (given: Readonly<Record<string, unknown>>): string =>
  Object.keys(given)
    .filter((name) => given[name] !== undefined)
    .join()
/** Returns a function that tells whether a name is among `filters`, the result of `filtersOf`. */
export const isGiven =
  (filters: string) =>
  (name: string): boolean =>
    filters.split(',').includes(name)

/** The condition of each filter of a list. The key is the name of the filter and of its placeholder. */
export type Conditions = Readonly<Record<string, SQL>>
/** The conditions of the filters that `filtersOf` listed; undefined if there are none. */
export const conditionOf = (conditions: Conditions, filters: string): SQL | undefined => {
  const has = isGiven(filters)
  return and(...Object.entries(conditions).flatMap(([name, condition]) => (has(name) ? [condition] : [])))
}
/** For each column, the condition that it equals the placeholder with the name of its key. */
export const equalTo = (columns: Readonly<Record<string, AnyColumn | SQL>>): Conditions =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column} = ${sql.placeholder(name)}`]))

/** Builds and prepares a query once for each shape (the arguments that change its SQL text). */
export const cachedByShape = <Shape extends readonly (string | boolean)[], B extends Built>(build: (...shape: Shape) => B) => {
  const cache = new Map<string, Run<ResultOf<B>>>()
  return (...shape: Shape) => {
    const key = shape.join()
    const run = cache.get(key) ?? prepare(build(...shape))
    cache.set(key, run)
    return run
  }
}

/**
 * A query of plain tables that is built once for each shape and prepared once on each connection: building takes longer than running it. `shape` is the list of
 * the arguments that change the SQL text; they have few possible values. All other values are `sql.placeholder`s. For patient tables, see `patientQuery`.
 */
export const preparedQuery = <Shape extends readonly (string | boolean)[], B extends Built>(build: (db: Db, ...shape: Shape) => B) => {
  const find = cachedByShape((...shape: Shape) => build(queryBuilder, ...shape))
  return (db: Db, ...shape: Shape) => {
    const run = find(...shape)
    return { execute: (values: Values = {}) => run(connectionOf(db).connection, values) }
  }
}
