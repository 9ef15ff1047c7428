import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { apiError } from '../errors/api-error.ts'

export type Limit = { kind: string; max: number; minutes: number }

/**
 * Takes one of the attempts that are allowed in a sliding time, before the attempt is judged: attempts that run side by side,
 * on however many servers, are counted one after the other. Throws `too_many` with the seconds to wait. Answers the attempt's id.
 */
export const take = (db: Db, { kind, max, minutes }: Limit, key: string): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key}`}, 0))`)
    const { rows } = await tx.execute<{ count: number; wait: number }>(sql`
      select count(*)::int as count, coalesce(ceil(extract(epoch from min(at) + make_interval(mins => ${minutes}) - clock_timestamp())), 0)::int as wait
      from (select at from limited_attempts where kind = ${kind} and key = ${key} and at > clock_timestamp() - make_interval(mins => ${minutes})
            order by at desc limit ${max}) recent`)
    const { count, wait } = rows[0]!
    if (count >= max) throw apiError('too_many', { retry_after: Math.max(1, wait) })
    const taken = await tx.execute<{ id: number }>(sql`insert into limited_attempts (kind, key) values (${kind}, ${key}) returning id`)
    return taken.rows[0]!.id
  })

/** Gives attempts back: the one that succeeded did not count. */
export const giveBack = (db: Db, ids: number[]) =>
  ids.length
    ? db.execute(
        sql`delete from limited_attempts where id in (${sql.join(
          ids.map((id) => sql`${id}`),
          sql`, `,
        )})`,
      )
    : undefined

/** Forgets all attempts of a kind and key: after a success one starts anew. */
export const forget = (db: Db, kind: string, key: string) => db.execute(sql`delete from limited_attempts where kind = ${kind} and key = ${key}`)
