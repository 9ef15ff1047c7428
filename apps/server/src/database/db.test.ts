import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { sessions, users } from '../domains/account/tables.ts'
import { type Database, isTimeout, openDatabase } from './db.ts'

let database: Database
beforeAll(async () => {
  // one connection, so that pg_prepared_statements shows this test's statements
  database = openDatabase({ connectionString: await freshDatabase() }, { max: 1 })
})
afterAll(() => database.close())

const countPrepared = async (text: string) => {
  const { rows } = await database.pool.query('select statement from pg_prepared_statements')
  return rows.filter(({ statement }) => statement.includes(text)).length
}

test('prepares a repeated statement with parameters, but not one that ran once and not one without parameters', async () => {
  const { db } = database
  for (let i = 0; i < 5; i++) await db.execute(sql`select ${i}::int as often`)
  await db.execute(sql`select ${1}::int as once`)
  for (let i = 0; i < 5; i++) await db.execute(sql`select 1 as plain`)
  expect(await countPrepared('as often')).toBe(1)
  expect(await countPrepared('as once')).toBe(0)
  expect(await countPrepared('as plain')).toBe(0)
})

test('limits the number of prepared statements for lists of many lengths', async () => {
  for (let length = 1; length <= 250; length++)
    for (let i = 0; i < 3; i++) {
      const list = sql.join(
        Array.from({ length }, (_, i) => sql`${i}::int`),
        sql`, `,
      )
      const { rows } = await database.db.execute<{ found: boolean }>(sql`select ${length - 1}::int in (${list}) as found`)
      expect(rows[0]!.found).toBe(true)
    }
  expect(await countPrepared('')).toBeGreaterThan(100)
  expect(await countPrepared('')).toBeLessThanOrEqual(200)
})

test('connections of the application time out, those of the owner do not', async () => {
  const timeoutsOf = async ({ pool }: Database) => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const { rows } = await pool.query('select name, setting from pg_settings where name = any($1) order by name', [names])
    return rows.map(({ setting }) => Number(setting))
  }
  const owner = openDatabase({ connectionString: await freshDatabase() }, { max: 1, role: null })
  expect(await timeoutsOf(database)).toEqual([15_000, 5_000, 10_000])
  expect(await timeoutsOf(owner).finally(owner.close)).toEqual([0, 0, 0])
})

test.each(['statement_timeout', 'query_timeout'])('a statement that exceeds %s is recognised', async (name) => {
  const { pool, close } = openDatabase({ connectionString: await freshDatabase(), statement_timeout: 0, [name]: 100 }, { max: 1 })
  const error = await pool.query('select pg_sleep(600)').catch((failure) => failure)
  await close()
  expect(isTimeout(new Error('Failed query', { cause: error }))).toBe(true)
  expect(isTimeout(new Error('another'))).toBe(false)
})

test('a statement that fails each time does not break the connection', async () => {
  const { db } = database
  for (let i = 0; i < 5; i++) await expect(db.execute(sql`select 1 / ${0}::int as zero`)).rejects.toThrow()
  expect((await db.execute(sql`select ${1}::int as one`)).rows).toEqual([{ one: 1 }])
})

test('releases a connection that is lost before or during a transaction or whose transaction fails; the next transaction works', async () => {
  const { db, pool } = database
  const dropConnection = () =>
    pool.once('acquire', (client) => (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy())
  for (let i = 0; i < 3; i++) {
    dropConnection()
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  }
  const terminateBackend = sql`select pg_terminate_backend(pg_backend_pid())`
  await expect(db.transaction((tx) => tx.execute(terminateBackend))).rejects.toThrow()
  await expect(db.transaction(async () => Promise.reject(new Error('application error')))).rejects.toThrow('application error')
  expect((await db.transaction((tx) => tx.execute(sql`select 2 as two`))).rows).toEqual([{ two: 2 }])
  expect({ waiting: pool.waitingCount, idle: pool.idleCount, total: pool.totalCount }).toEqual({ waiting: 0, idle: 1, total: 1 })
})

test('reads timestamps with zero to three decimals, in UTC and with other offsets', () => {
  for (const text of [
    '2026-01-10 00:00:00+00',
    '2026-01-10 01:02:03.4+00',
    '1999-12-31 23:59:59.999+00',
    '2026-01-10 09:00:00.12+09',
    '2026-01-10 09:00:00+05:30',
  ])
    expect(sessions.created_at.mapFromDriverValue(text), text).toBe(new Date(text).toISOString())
  expect(users.created_at.mapFromDriverValue('2026-01-10 01:02:03.04+00')).toBe('2026-01-10T01:02:03.040Z')
})
