import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ApiError } from '../errors/api-error.ts'

// bigint columns stay within 2^53 − 1; without this, raw SQL would answer them as text
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type ConnectionSettings = { connectionString: string } | { host: string; user: string; database: string; port?: number; password?: string }

export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '$count'
> & {
  transaction: NodePgDatabase['transaction']
}

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** The role every request runs as; the owner only migrates. */
export const appRole = 'sukoyaka_app'

const maxPrepared = 200
const uses = new Map<string, number>()
const names = new Map<string, string>()

/** A statement that comes again and again gets a name. Few enough that lists of every length cannot fill PostgreSQL's memory. */
const nameOf = (text: string): string | undefined => {
  if (names.has(text) || names.size >= maxPrepared) return names.get(text)
  const used = (uses.get(text) ?? 0) + 1
  if (uses.size > 2_000) uses.clear()
  uses.set(text, used)
  if (used < 3) return undefined
  uses.delete(text)
  names.set(text, `s${names.size}`)
  return names.get(text)
}

/** What has a name is read and planned once a connection: planning took half of what PostgreSQL spent on our calls. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signatures, passed on
  override query(asked: any, values?: any, told?: any): any {
    const isPlain = typeof asked === 'object' && asked.text && !asked.name && !asked.submit && Array.isArray(values) && values.length > 0
    return super.query(isPlain ? { ...asked, name: nameOf(asked.text) } : asked, values, told)
  }
}

/** Drizzle's own never gives a connection back whose `begin` failed: sixteen of those, and the pool is empty for ever. */
const transactionsOn = (pool: pg.Pool): NodePgDatabase['transaction'] => {
  const held = new WeakMap<pg.PoolClient, NodePgDatabase>()
  return async (work, config) => {
    const client = await pool.connect()
    const db = held.get(client) ?? drizzle(client)
    held.set(client, db)
    let isSound = true
    try {
      return await db.transaction(work, config)
    } catch (error) {
      isSound = error instanceof ApiError || isAnswered(error)
      throw error
    } finally {
      // nobody else gets a connection of which it is not known what it is doing
      client.release(!isSound)
    }
  }
}

/** A pool whose connections step down to the application's role and give up rather than hang. */
export const openDatabase = (settings: ConnectionSettings, { max = 16, as = appRole as string | null } = {}): Database => {
  const pool = new pg.Pool({
    ...settings,
    Client: PreparingClient,
    max,
    application_name: 'sukoyaka',
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    options: `-c timezone=UTC${as ? ` -c role=${as}` : ''}`,
  })
  // an idle connection that dies with its server is replaced at the next use
  pool.on('error', () => {})
  // one that is at work dies with its query, which is answered as such; nobody else listens
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: Object.assign(drizzle(pool), { transaction: transactionsOn(pool) }), pool, close: () => pool.end() }
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '08006', '08001', '08003'])

/** PostgreSQL's SQLSTATE or the socket's error code, wherever the driver wrapped it. */
export const codeOf = (error: unknown): string | undefined => {
  for (let e = error; e instanceof Error; e = e.cause) if ('code' in e && typeof e.code === 'string') return e.code
  return undefined
}

/** The database cannot be reached or is starting or stopping: the call may be tried again later. */
export const isUnreachable = (error: unknown): boolean => {
  if (unreachable.has(codeOf(error) ?? '')) return true
  for (let e = error; e instanceof Error; e = e.cause)
    if (/Connection terminated|not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end/.test(e.message)) return true
  return false
}

/** PostgreSQL itself said no, and is there. */
const isAnswered = (error: unknown) => /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') && !isUnreachable(error)

/** Two transactions crossed; the same call succeeds when it is run again. */
export const isSerializationFailure = (error: unknown) => ['40001', '40P01'].includes(codeOf(error) ?? '')

/** It waited for somebody else's row as long as it may: later it will be free. */
export const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'

type Built = { execute: (values?: Record<string, unknown>) => unknown }

/**
 * A read that is built once for each shape it can have, and afterwards only run: building takes longer than running it.
 * `shape` says all that makes the text differ, in few values; everything else comes as `sql.placeholder`.
 */
export const builtOnce = <Shape extends readonly (string | boolean)[], B extends Built>(build: (db: Db, ...shape: Shape) => B) => {
  const built = new WeakMap<Db, Map<string, B>>()
  return (db: Db, ...shape: Shape): B => {
    const ofDb = built.get(db) ?? new Map<string, B>()
    built.set(db, ofDb)
    const key = shape.join()
    const it = ofDb.get(key) ?? build(db, ...shape)
    ofDb.set(key, it)
    return it
  }
}
