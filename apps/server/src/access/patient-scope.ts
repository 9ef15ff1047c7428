import { type Permission, scopeOf } from '@sukoyaka/wire/access'
import { type AnyColumn, and, eq, exists, getTableColumns, getTableName, or, type Placeholder, type SQL, Subquery, sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgDeleteBase, PgInsertBuilder, PgUpdateBuilder } from 'drizzle-orm/pg-core'
import type { QueryConfig, QueryResultRow } from 'pg'
import { connectionOf, type Db, databaseOn, type Queryable } from '../database/db.ts'
import { apiError } from '../errors/api-error.ts'
import type { Actor } from './actor.ts'
import { knownOwnerAttributes, loadOwnerAttributes, ownersIn } from './owner-columns.ts'
import { type AnyPatientTable, factsOfTable, type Parent, type PlainTable, type PlainTableOf } from './patient-table.ts'

export type Caller = Pick<Actor, 'id' | 'role'>
/** The id that owner columns are compared with, or its placeholder in a query that is built once (`patientQuery`). */
type Own = number | Placeholder

/**
 * The caller's id if the permission covers only their own record, undefined if it covers all patients. Rejects a role without the permission (403)
 * before anything is read, so the response does not reveal whether the record exists.
 */
export const ownUnder = (caller: Caller, permission: Permission): number | undefined => {
  const scope = scopeOf(caller.role, permission)
  if (!scope) throw apiError('forbidden')
  return scope === 'own' ? caller.id : undefined
}

const isOfOwner = ({ column, parent }: Parent, columns: Record<string, PgColumn>, own: Own): SQL => {
  const { table } = factsOfTable(parent)
  return exists(sql`(select from ${table} where ${parent.id} = ${columns[column]} and ${ownerCondition(parent, own)})`)
}

/** The condition that a row of the table belongs to the patient `own`. */
const ownerCondition = (patientTable: AnyPatientTable, own: Own): SQL => {
  const { table, owner } = factsOfTable(patientTable)
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return typeof owner === 'string' ? eq(columns[owner]!, own) : or(...owner.map((parent) => isOfOwner(parent, columns, own)))!
}

/**
 * The table itself if `own` is undefined, else its rows that belong to `own`: a subquery with the table's name. Columns, joins and `for update`
 * work as with the table, and PostgreSQL plans it as if the condition stood in the statement.
 */
export const rowsOf = <T extends AnyPatientTable>(table: T, own: Own | undefined): PlainTableOf<T> => {
  const { table: plainTable } = factsOfTable(table)
  if (own === undefined) return plainTable
  const columns = getTableColumns(plainTable)
  const rows = sql`select * from ${plainTable} where ${ownerCondition(table, own)}`
  // Drizzle takes a subquery wherever it takes a table; the type keeps the table's columns.
  return Object.assign(new Subquery(rows, columns, getTableName(plainTable)), columns) as unknown as PlainTableOf<T>
}

/** The same for a `sql` template: `from ${scope.from(messages, 'm')}`. */
export const fromRows = (table: AnyPatientTable, own: Own | undefined, alias: string): SQL => {
  const { table: plainTable } = factsOfTable(table)
  const rows = own === undefined ? sql`${plainTable}` : sql`(select * from ${plainTable} where ${ownerCondition(table, own)})`
  return sql`${rows} ${sql.identifier(alias)}`
}

/** A connection that calls `onOwner` for each patient in the owner columns that a statement returns. */
const observed = (connection: Queryable, pool: Queryable, onOwner: (patient_id: number) => void): Queryable => ({
  query: async <R extends QueryResultRow>(query: string | QueryConfig, values?: unknown[]) => {
    const attributes = knownOwnerAttributes(pool) ?? (await loadOwnerAttributes(pool, connection))
    const result = await connection.query<R>(query, values)
    for (const patient_id of ownersIn(attributes, result)) onOwner(patient_id)
    return result
  },
})

/**
 * The patients that one call or job may read and change, and the connection that it uses. A statement of `scope.db` records the patients in the owner columns
 * that it returned, for the audit log and for events. In the scope of one patient, a statement that returns the id of another patient throws an error. Made by
 * `openScope`, `ownScope` and `systemScope`.
 */
export class PatientScope {
  /**
   * The id that the owner columns are limited to; undefined for all patients. It is the patient of the scope, but the caller’s id in a call of staff
   * whose permission covers only their own data, such as `account.own` or `kartes.write`.
   */
  readonly own: number | undefined
  /** Sends statements and records the patients in the owner columns that they return. */
  readonly connection: Queryable
  readonly pool: Queryable
  readonly isInTransaction: boolean
  readonly #base: Db
  #db: Db | undefined
  readonly #caller: Caller | undefined
  readonly #accessed: Set<number>

  protected constructor(base: Db, caller: Caller | undefined, own: number | undefined, accessed: Set<number>) {
    const { connection, pool } = connectionOf(base)
    this.own = own
    this.pool = pool
    this.isInTransaction = connection !== pool
    this.#base = base
    this.#caller = caller
    this.#accessed = accessed
    this.connection = observed(connection, pool, (patient_id) => this.record(patient_id))
  }

  /** For every table; a patient table must be wrapped in `rows` or `from`. Made when first used: prepared queries need the connection only. */
  get db(): Db {
    this.#db ??= databaseOn(this.#base, this.connection)
    return this.#db
  }

  /** The patients recorded so far: those in the owner columns that statements returned, and those of `record`. */
  get accessed(): ReadonlySet<number> {
    return this.#accessed
  }

  /** The same scope on another connection, such as a transaction. */
  withDb(db: Db): PatientScope {
    return new PatientScope(db, this.#caller, this.own, this.#accessed)
  }

  /** The scope of the same caller under another permission; throws 403 if the role lacks it. A scope without a caller is returned unchanged. */
  withPermission(permission: Permission): PatientScope {
    if (!this.#caller) return this
    return new PatientScope(this.#base, this.#caller, ownUnder(this.#caller, permission), this.#accessed)
  }

  includes(patient_id: number): boolean {
    return this.own === undefined || this.own === patient_id
  }

  /** For a plain table: limits a statement to the rows of `own`; true for every row in a scope of all patients. */
  ownerIs(column: AnyColumn | SQL): SQL {
    return this.own === undefined ? sql`true` : sql`${column} = ${this.own}`
  }

  /**
   * Records that the patient was accessed. To be called if no returned row has the id of the patient, such as for a count. Throws for a patient outside the
   * scope and for an id that is no integer.
   */
  record(patient_id: number) {
    if (!Number.isInteger(patient_id)) throw new Error('an access without a patient')
    if (!this.includes(patient_id)) throw new Error('a row outside the scope')
    this.#accessed.add(patient_id)
  }

  /** The rows of a patient table in this scope: for `from` and joins. */
  rows<T extends AnyPatientTable>(table: T): PlainTableOf<T> {
    return rowsOf(table, this.own)
  }

  /** The rows of a patient table in this scope, with an alias, for a `sql` template. */
  from(table: AnyPatientTable, alias: string): SQL {
    return fromRows(table, this.own, alias)
  }

  /** The name of a patient table, for a `sql` template that writes to it. It adds no condition. */
  target(table: AnyPatientTable): PlainTable {
    return factsOfTable(table).table
  }

  insert<T extends AnyPatientTable>(table: T): PgInsertBuilder<PlainTableOf<T>, NodePgQueryResultHKT> {
    const { table: plainTable, owner } = factsOfTable(table)
    const { own } = this
    const insert = this.db.insert(plainTable)
    if (own === undefined) return insert
    const values = insert.values.bind(insert)
    const columns: Record<string, PgColumn> = getTableColumns(plainTable)
    /** A row of another patient throws 404. A child row of another patient's parent gets null as the id of its parent, which the database rejects. */
    const checked = (row: Record<string, unknown>) => {
      if (typeof owner === 'string') {
        if (row[owner] !== own) throw apiError('not_found')
        return row
      }
      const links = owner.flatMap((parent) => {
        const id = row[parent.column]
        const { table: parents } = factsOfTable(parent.parent)
        return id == null
          ? []
          : [
              [
                parent.column,
                sql`(select ${parent.parent.id} from ${parents} where ${parent.parent.id} = ${sql.param(id, columns[parent.column])} and ${ownerCondition(parent.parent, own)})`,
              ],
            ]
      })
      return { ...row, ...Object.fromEntries(links) }
    }
    insert.values = ((rows: Record<string, unknown> | Record<string, unknown>[]) => {
      const builder = Array.isArray(rows) ? values(rows.map(checked)) : values(checked(rows))
      const onConflict = builder.onConflictDoUpdate.bind(builder)
      builder.onConflictDoUpdate = ((config: Parameters<typeof onConflict>[0]) =>
        onConflict({ ...config, setWhere: and(config.setWhere, ownerCondition(table, own)) } as typeof config)) as typeof builder.onConflictDoUpdate
      return builder
    }) as typeof insert.values
    return insert
  }

  update<T extends AnyPatientTable>(table: T): PgUpdateBuilder<PlainTableOf<T>, NodePgQueryResultHKT> {
    const update = this.db.update(factsOfTable(table).table)
    const { own } = this
    if (own === undefined) return update
    const set = update.set.bind(update)
    update.set = ((values: Parameters<typeof set>[0]) => this.#restricted(set(values), table, own)) as typeof update.set
    return update
  }

  delete<T extends AnyPatientTable>(table: T): PgDeleteBase<PlainTableOf<T>, NodePgQueryResultHKT> {
    const statement = this.db.delete(factsOfTable(table).table)
    return this.own === undefined ? statement : this.#restricted(statement, table, this.own)
  }

  /** Number of rows in this scope that match `where`. */
  count(table: AnyPatientTable, where?: SQL): Promise<number> {
    return this.db.$count(this.rows(table), where)
  }

  /** Adds the owner condition with `and`, and puts the statement's own condition in brackets, so that an `or` in it does not reach rows of others. */
  #restricted<S extends { where: (condition: SQL | undefined) => unknown }>(statement: S, table: AnyPatientTable, own: number): S {
    const where = statement.where.bind(statement)
    where(ownerCondition(table, own))
    statement.where = ((condition: SQL | undefined) => where(and(condition && sql`(${condition})`, ownerCondition(table, own)))) as S['where']
    return statement
  }
}

/** The first row. Throws 404 if there is none: a row outside the scope gets the same response as one that does not exist. */
export const requireRow = <R>([row]: readonly R[]): R => {
  if (row === undefined) throw apiError('not_found')
  return row
}
