import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { apiError } from '../errors/api-error.ts'

export type Limit = { kind: string; max: number; minutes: number }

/**
 * Counts one attempt in a sliding window before it is evaluated; an advisory lock serialises concurrent attempts across servers.
 * Throws `too_many` (429) with the seconds to wait. Returns the attempt's id.
 */
export const recordAttempt = (db: Db, { kind, max, minutes }: Limit, key: string): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key}`}, 0))`)
    const { rows } = await tx.execute<{ count: number; retryAfter: number }>(sql`
      select count(*)::int as count, coalesce(ceil(extract(epoch from min(at) + make_interval(mins => ${minutes}) - clock_timestamp())), 0)::int as "retryAfter"
      from (select at from limited_attempts where kind = ${kind} and key = ${key} and at > clock_timestamp() - make_interval(mins => ${minutes})
            order by at desc limit ${max}) recent`)
    const { count, retryAfter } = rows[0]!
    if (count >= max) throw apiError('too_many', { retry_after: Math.max(1, retryAfter) })
    const inserted = await tx.execute<{ id: number }>(sql`insert into limited_attempts (kind, key) values (${kind}, ${key}) returning id`)
    return inserted.rows[0]!.id
  })

/** Removes attempts that must not count, because they were successful. */
export const returnAttempts = (db: Db, ids: number[]) =>
  ids.length
    ? db.execute(
        sql`delete from limited_attempts where id in (${sql.join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )})`,
      )
    : undefined

/** Resets the counter of a kind and key. */
export const clearAttempts = (db: Db, kind: string, key: string) => db.execute(sql`delete from limited_attempts where kind = ${kind} and key = ${key}`)
