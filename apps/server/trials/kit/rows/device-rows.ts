import { sql } from 'drizzle-orm'
import type { Db } from '../../../src/database/db.ts'

/** Steps, sleep and what devices sent, with the canary in their origin, model and app. */
export const addDeviceRows = async (db: Db, user_id: number, canary: string) => {
  await db.execute(sql`insert into steps (user_id, measured_on, count, origin) values (${user_id}, '2026-01-10', 7302, ${canary})`)
  await db.execute(
    sql`insert into sleeps (user_id, started_at, ended_at, origin) values (${user_id}, '2026-01-09T14:00:00Z', '2026-01-09T21:00:00Z', ${canary})`,
  )
  await db.execute(sql`
    with sources as (
      insert into device_sources (user_id, channel, maker, model, app)
      select ${user_id}, c, 'Maker', ${canary}, ${canary} from unnest(array['apple_health', 'health_connect', 'google_fit']) c returning id
    ), series as (
      insert into device_series (source_id, type, last_ended_at, posted_at) select id, 'steps', '2026-01-10T01:00:00Z', '2026-01-10T02:00:00Z' from sources
    )
    insert into device_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
    select id, 'record-1', 'steps', 100, '2026-01-10T00:00:00Z', '2026-01-10T01:00:00Z', 540 from sources`)
  await db.execute(sql`insert into device_channels (user_id, channel, posted_at) values (${user_id}, 'apple_health', '2026-01-10T02:00:00Z')`)
  await db.execute(
    sql`insert into device_days (user_id, day, kind, value, sources, landing, derived_at) values (${user_id}, '2026-01-10', 'steps', 100, '[]', 'landed', '2026-01-10T02:00:00Z')`,
  )
  await db.execute(sql`insert into device_dirty_days (user_id, day) values (${user_id}, '2026-01-10')`)
}
