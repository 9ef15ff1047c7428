import { sql } from 'drizzle-orm'
import type { RowsTarget } from './target.ts'

/** Checkups in arrangement, with a date and on the waitlist. The lists contain rows that requests use up, one per request. */
export type Bookings = {
  /** A checkup in arrangement. */
  arranged_id: number
  /** A checkup with a date. */
  dated_id: number
  removable: number[]
  cancellable: number[]
  /** Entries of the waitlist. */
  waiting: number[]
  /** Checkups with a date that are not on the waitlist. */
  dated: number[]
  offers: number[]
}
export const noBookings = (unusedId: number): Bookings => ({
  arranged_id: unusedId,
  dated_id: unusedId,
  removable: [],
  cancellable: [],
  waiting: [],
  dated: [],
  offers: [],
})

/** Enough for every request of a run. */
const rowsPerList = 90

export const addBookings = async (db: RowsTarget['context']['db'], user_id: number, canary: string): Promise<Bookings> => {
  const ids = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  const course = JSON.stringify({ id: 1, name_local: canary, body_local: JSON.stringify({ precautions: [canary] }) })
  const packages = (count: number, status: number) =>
    ids(sql`
      insert into test_packages (user_id, kind, name, location, status, tested_at, facility_id, course, options)
      select ${user_id}::bigint, 'general', ${canary}, ${canary}, ${status}, '2035-01-01T00:00:00Z'::timestamptz + n * interval '1 day', (select min(id) from facilities), ${course}::jsonb, jsonb_build_array(${course}::jsonb)
      from generate_series(1, ${count}) n returning id`)
  const [arranged_id, ...removable] = await packages(rowsPerList, 1)
  const addToWaitlist = (packages: number[], state: string) =>
    ids(
      sql`insert into checkup_waitlist (user_id, test_package_id, earliest, latest, state) select ${user_id}, p, '2034-01-01', '2034-12-31', ${state} from unnest(${sql.param(packages)}::bigint[]) p returning id`,
    )
  const offered = await addToWaitlist(await packages(2 * rowsPerList, 2), 'offered')
  const offers = await ids(sql`
    insert into checkup_offers (waitlist_id, user_id, facility_id, starts_at, expires_at)
    select w, ${user_id}, (select min(id) from facilities), '2034-06-01T00:00:00Z'::timestamptz + n * interval '1 hour' + ${user_id} * interval '1 minute', now() + interval '1 day'
    from unnest(${sql.param(offered)}::bigint[]) with ordinality o (w, n) returning id`)
  await db.execute(
    sql`insert into booked_slots (facility_id, starts_at, place, capacity, offer_id) select facility_id, starts_at, 1, 9, id from checkup_offers where id = any(${sql.param(offers)}::bigint[])`,
  )
  await db.execute(
    sql`insert into suggested_datetimes (test_package_id, user_id, datetime, priority) values (${arranged_id}, ${user_id}, '2035-01-02T00:00:00Z', 3)`,
  )
  const [dated_id, ...dated] = await packages(rowsPerList, 2)
  return {
    arranged_id: arranged_id!,
    dated_id: dated_id!,
    removable,
    cancellable: await packages(rowsPerList, 1),
    waiting: await addToWaitlist(await packages(rowsPerList, 2), 'waiting'),
    dated,
    offers,
  }
}
