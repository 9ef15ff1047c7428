import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { AppContext } from '../src/context/app-context.ts'
import { eventually } from './wait-until.ts'

/** Locks one row, given as `table where …`. Resolves when it is locked, with a function that releases it. */
export const lockRow = async ({ db }: Pick<AppContext, 'db'>, row: SQL) => {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocker = db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select 1 from ${row} for update`)
    expect(rows).toHaveLength(1)
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, blocker])
  return () => {
    released.resolve()
    return blocker
  }
}

/** Waits until at least this many connections wait for a lock. */
export const waitForLocks = ({ db }: Pick<AppContext, 'db'>, count: number) =>
  eventually(async () => {
    const { rows } = await db.execute(sql`select distinct pid from pg_locks where not granted
      and pid in (select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`)
    expect(rows.length).toBeGreaterThanOrEqual(count)
  })
