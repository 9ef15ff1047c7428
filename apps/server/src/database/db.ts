import { drizzle, type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { ApiError } from '../errors/api-error.ts'
import { currentOrigin } from './origin.ts'

// bigint values stay within 2^53 − 1; without this parser, raw SQL would return them as strings
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A call that hangs must not hold its connection and locks. In milliseconds. */
const timeouts = {
  statement_timeout: 10_000,
  query_timeout: 12_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
}

export type ConnectionSettings = ({ connectionString: string } | { host: string; user: string; database: string; port?: number; password?: string }) &
  Partial<typeof timeouts & { connectionTimeoutMillis: number }>

export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '$count'
> & {
  transaction: NodePgDatabase['transaction']
}

/** What statements are sent to: the pool, or one connection in a transaction. */
export type Queryable = {
  query: <R extends pg.QueryResultRow = pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult<R>>
}

const connections = new WeakMap<Db, { connection: Queryable; pool: Queryable }>()
/** The connection behind a `Db`, and the pool it belongs to. */
export const connectionOf = (db: Db) => {
  const found = connections.get(db)
  if (!found) throw new Error('a database without a known connection')
  return found
}
/** Stores the connection of a transaction and of its savepoints for `connectionOf`. */
const registerTransaction = <T extends Db>(tx: T, target: { connection: Queryable; pool: Queryable }): T => {
  connections.set(tx, target)
  const savepoint = tx.transaction.bind(tx)
  tx.transaction = (run, config) => savepoint((savepointTx) => run(registerTransaction(savepointTx, target)), config)
  return tx
}
/** A Drizzle database that sends its statements to `connection`; transactions are those of `base`. */
export const databaseOn = (base: Db, connection: Queryable): Db => {
  // Drizzle's type requires a whole client, but Drizzle calls only its `query`
  const db: Db = Object.assign(drizzle(connection as pg.Pool), { transaction: base.transaction.bind(base) })
  connections.set(db, { connection, pool: connectionOf(base).pool })
  return db
}

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** The role of the running server. The owner runs the migrations, creates the job queues and loads reference and demo data. */
export const appRole = 'sukoyaka_app'

const maxPrepared = 200
const useCounts = new Map<string, number>()
const names = new Map<string, string>()

/**
 * Name of a statement from its third run on. At most `maxPrepared` names, because PostgreSQL keeps every prepared statement in memory, and a statement with
 * a list has another text for each length of the list.
 */
const nameOf = (text: string): string | undefined => {
  if (names.has(text) || names.size >= maxPrepared) return names.get(text)
  const useCount = (useCounts.get(text) ?? 0) + 1
  if (useCounts.size > 2_000) useCounts.clear()
  useCounts.set(text, useCount)
  if (useCount < 3) return undefined
  useCounts.delete(text)
  names.set(text, `s${names.size}`)
  return names.get(text)
}

/** Names repeated statements, so that each connection prepares them once: planning took half of PostgreSQL's time for API calls. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the signatures of the pg driver
  override query(query: any, values?: any, callback?: any): any {
    const isPlain = typeof query === 'object' && query.text && !query.name && !query.submit && Array.isArray(values) && values.length > 0
    return super.query(isPlain ? { ...query, name: nameOf(query.text) } : query, values, callback)
  }
}

const dialect = new PgDialect()
type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** The beginning of a transaction, with the origin of its changes in the same message. */
const beginning = () => {
  const origin = currentOrigin()
  return origin === undefined ? 'begin' : `begin; set local app.origin = ${pg.escapeLiteral(origin)}`
}

/** Replaces Drizzle's `transaction`, which never releases a connection whose `begin` failed and so exhausts the pool. */
const transactionsOn = (pool: pg.Pool): NodePgDatabase['transaction'] => {
  const transactions = new WeakMap<pg.PoolClient, Transaction>()
  const transactionOn = (client: pg.PoolClient): Transaction =>
    registerTransaction(new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined), { connection: client, pool })
  return async (run, config) => {
    const client = await pool.connect()
    const tx = transactions.get(client) ?? transactionOn(client)
    transactions.set(client, tx)
    let isUsable = true
    try {
      await client.query(beginning())
      try {
        if (config) await tx.setTransaction(config)
        const result = await run(tx)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    } catch (error) {
      isUsable = error instanceof ApiError || isDatabaseError(error)
      throw error
    } finally {
      // after any other error, such as a timeout of the driver, the transaction may still be open: destroy the connection
      client.release(!isUsable)
    }
  }
}

/**
 * A pool whose connections switch to the application's role and time out instead of hanging. Connections of the owner of the database (`role: null`)
 * have none of these `timeouts`: a starting server draws demo pictures within a transaction, and a second server waits until the first has committed it.
 */
export const openDatabase = (settings: ConnectionSettings, { max = 16, role = appRole as string | null } = {}): Database => {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 3_000,
    ...(role && timeouts),
    ...settings,
    Client: PreparingClient,
    max,
    application_name: 'sukoyaka',
    idleTimeoutMillis: 30_000,
    options: `-c timezone=UTC${role ? ` -c role=${role}` : ''}`,
  })
  // the pool replaces an idle connection that the server closed
  pool.on('error', () => {})
  // a query in progress reports its own error; without a listener the event would crash the process
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = Object.assign(drizzle(pool), { transaction: transactionsOn(pool) })
  connections.set(db, { connection: pool, pool })
  return { db, pool, close: () => pool.end() }
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '08006', '08001', '08003'])

/** PostgreSQL's SQLSTATE or the system's error code, from the first error of the `cause` chain that has one. */
export const errorCodeOf = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause && typeof cause.code === 'string') return cause.code
  return undefined
}

/** Name of the unique constraint or index that a statement violated, if that is why it failed. */
export const violatedUniqueOf = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause) return String(cause.constraint)
  return undefined
}

const someMessage = (error: unknown, pattern: RegExp): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (pattern.test(cause.message)) return true
  return false
}

/** The database is unreachable, starting, stopping or out of connections. The call may be retried later. */
export const isUnreachable = (error: unknown): boolean =>
  unreachableCodes.has(errorCodeOf(error) ?? '') ||
  someMessage(error, /Connection terminated|not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end/)

/** The disk of the database or of this server is full. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(errorCodeOf(error) ?? '')

/** PostgreSQL itself returned the error, so that no statement is still running on the connection. */
const isDatabaseError = (error: unknown) => /^[0-9A-Z]{5}$/.test(errorCodeOf(error) ?? '') && !isUnreachable(error)

/** Serialisation failure or deadlock; the transaction may be retried. */
export const isSerializationFailure = (error: unknown) => ['40001', '40P01'].includes(errorCodeOf(error) ?? '')

/** Lock timeout: another transaction has held a lock for too long. The call may be retried later. */
export const isLockTimeout = (error: unknown) => errorCodeOf(error) === '55P03'

/** A statement or transaction exceeded its time limit. The call may be retried later. */
export const isTimeout = (error: unknown): boolean => ['57014', '25P03'].includes(errorCodeOf(error) ?? '') || someMessage(error, /^Query read timeout$/)

/** Whether a transaction that failed with this error may be committed all the same, because the answer to `commit` was lost. */
export const mayBeCommitted = (error: unknown): boolean => isUnreachable(error) || isTimeout(error)

/** The error says nothing about the call itself, which may succeed later unchanged. */
export const isTemporary = (error: unknown): boolean =>
  [isUnreachable, isDiskFull, isSerializationFailure, isLockTimeout, isTimeout].some((isKind) => isKind(error))

const maxTries = 4

/** Calls `run` in a transaction, and again after a serialisation failure or deadlock; throws if the fourth try fails too. */
export const inTransaction = async <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(run)
    } catch (error) {
      if (error instanceof ApiError || !isSerializationFailure(error) || tries === maxTries) throw error
    }
  }
}
