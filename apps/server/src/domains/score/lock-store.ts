import { sql } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { preparedQuery, rawQuery } from '../../database/prepared.ts'

const idRows = sql`(select id from unnest(${sql.placeholder('ids')}::bigint[]) id order by id) i`

const sharedLock = preparedQuery(() => rawQuery(sql`select pg_advisory_xact_lock_shared(hashtextextended('score ' || id, 0)) from ${idRows}`))
/** Marks until the end of the transaction that it changes what the scores of these people are computed from. */
export const lockChanging = async (db: Db, ids: readonly number[]) => {
  await sharedLock(db).execute({ ids })
}

const triedLock = preparedQuery(() =>
  rawQuery<{ is_free: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended('score ' || ${sql.placeholder('id')}::bigint, 0)) as is_free`),
)
/**
 * Whether a transaction with `lockChanging` for this person is open. To be called outside a transaction: the lock then ends with the statement, so that
 * changes do not wait for a computation, which waits for rows and the counter of the events that they hold.
 */
export const isChanging = async (db: Db, id: number): Promise<boolean> => !(await triedLock(db).execute({ id }))[0]!.is_free

const computingLock = preparedQuery(() => rawQuery(sql`select pg_advisory_xact_lock(hashtextextended('score computation ' || id, 0)) from ${idRows}`))
/** Serialises the computations of a person, so that an older one does not replace a newer one. */
export const lockComputing = async (db: Db, ids: readonly number[]) => {
  await computingLock(db).execute({ ids })
}
