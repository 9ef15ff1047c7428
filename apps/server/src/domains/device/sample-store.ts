import { daysOfSamples } from '@sukoyaka/rules/record/device/dirty'
import type { PostCounts } from '@sukoyaka/wire/record/device'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import type { SampleColumns } from './sample-columns.ts'
import { device_dirty_days, device_samples, device_sources } from './tables.ts'

/** Maximum number of samples in a statement. */
const pieceSize = 1_000
const name = (field: string) => sql.placeholder(field)

/** Serialises the calls that change what the devices of a patient recorded or how it counts, because they compare with what is stored. */
const patientLock = patientQuery(() =>
  rawQuery(
    // PostgreSQL keeps the plan of a prepared statement: one that was made while the table was small must not scan all of it later
    sql`select pg_advisory_xact_lock(hashtextextended('device ' || ${name('user_id')}::text, 0)), set_config('enable_seqscan', 'off', true)`,
  ),
)
export const lockDevices = async (scope: PatientScope, user_id: number) => {
  await patientLock(scope).execute({ user_id })
}

/**
 * Days that `spans` can change: those they touch, with ten minutes more on each side because shorter pauses are bridged, and for sleep the day after. Heart
 * rates and weights change none.
 */
const daysOfSpans = sql`
  select distinct ${name('user_id')}::bigint, day::date from (
    select distinct (started_at at time zone 'UTC' + zone_offset * interval '1 minute' - interval '10 minutes')::date as first_day,
      (ended_at at time zone 'UTC' + zone_offset * interval '1 minute' + interval '10 minutes')::date + (type = 'sleep')::int as last_day
    from spans where type not in ('heart_rate', 'body_weight')
  ) days cross join lateral generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') day`

/**
 * Writes the samples of a piece that are not stored or were revised; the others are not touched. The old and new days of those revised become dirty. Returns
 * how many were revised, how many are new, and the positions of the new ones (`ordinals`, from 1; null if all or none are new).
 */
const writePiece = patientQuery(({ from, target }) =>
  rawQuery<{ changed: number; added: number; ordinals: number[] | null }>(sql`
    with piece as materialized (
      select i.*, old.* from unnest(${name('record_ids')}::text[], ${name('source_ids')}::bigint[], ${name('types')}::text[], ${name('values')}::float8[],
        ${name('starts')}::timestamptz[], ${name('ends')}::timestamptz[], ${name('offsets')}::smallint[])
        with ordinality as i (record_id, source_id, type, value, started_at, ended_at, zone_offset, ordinal)
      left join lateral (
        select s.type as old_type, s.value as old_value, s.started_at as old_started_at, s.ended_at as old_ended_at, s.zone_offset as old_zone_offset
        from ${from(device_samples, 's')} where s.source_id = i.source_id and s.record_id = i.record_id limit 1
      ) old on true
    ), added as (
      insert into ${target(device_samples)} (source_id, record_id, type, value, started_at, ended_at, zone_offset)
      select source_id, record_id, type, value, started_at, ended_at, zone_offset from piece where old_type is null
    ), changed as (
      select * from piece
      where (type, value, started_at, ended_at, zone_offset) <> (old_type, old_value, old_started_at, old_ended_at, old_zone_offset)
    ), written as (
      update ${target(device_samples)} s set type = c.type, value = c.value, started_at = c.started_at, ended_at = c.ended_at, zone_offset = c.zone_offset
      from changed c where s.source_id = c.source_id and s.record_id = c.record_id
    ), spans as (
      select type, started_at, ended_at, zone_offset from changed
      union all select old_type, old_started_at, old_ended_at, old_zone_offset from changed
    ), dirty as (
      insert into ${target(device_dirty_days)} (user_id, day) ${daysOfSpans} on conflict (user_id, day) do update set day = excluded.day
    )
    select (select count(*)::int from changed) as changed, count(*)::int as added,
      case when count(*) between 1 and cardinality(${name('types')}::text[]) - 1 then array_agg(ordinal::int) end as ordinals from piece where old_type is null`),
)

/** Writing a day that is dirty already locks it: the derivation leaves it alone until the samples are committed. */
const markDays = patientQuery(({ target }) =>
  rawQuery(sql`
    insert into ${target(device_dirty_days)} (user_id, day)
    select ${name('user_id')}::bigint, day from unnest(${name('days')}::date[]) day on conflict (user_id, day) do update set day = excluded.day`),
)

const deletePiece = patientQuery(({ from, target }) =>
  rawQuery<{ deleted: number }>(sql`
    with spans as (
      delete from ${target(device_samples)} s where s.record_id = any(${name('record_ids')}::text[])
        and s.source_id in (select d.id from ${from(device_sources, 'd')} where d.user_id = ${name('user_id')} and d.channel = ${name('channel')})
      returning s.type, s.started_at, s.ended_at, s.zone_offset
    ), dirty as (
      insert into ${target(device_dirty_days)} (user_id, day) ${daysOfSpans} on conflict (user_id, day) do update set day = excluded.day
    )
    select count(*)::int as deleted from spans`),
)

/** The whole numbers from `from` to before `to`. */
function* range(from: number, to: number) {
  for (let at = from; at < to; at++) yield at
}

/** An array literal of PostgreSQL. Only for numbers, instants and names of types, which need no quotes: the driver would check each value for that. */
const arrayOf = (values: readonly (number | string)[]) => `{${values.join(',')}}`

/** Ids of records as an array of PostgreSQL. They are printable ASCII without spaces; few services put a quote or backslash into one. */
const textArrayOf = (ids: readonly string[]) => (ids.some((id) => /["\\]/.test(id)) ? ids : `{"${ids.join('","')}"}`)

/** Writes samples in pieces, within the caller's transaction. `source_ids` are those of `columns.sources`. */
export const upsertSamples = async (
  scope: PatientScope,
  user_id: number,
  columns: SampleColumns,
  source_ids: readonly number[],
): Promise<Pick<PostCounts, 'new' | 'changed' | 'same'>> => {
  const counts = { new: 0, changed: 0 }
  const total = columns.record_ids.length
  for (let from = 0; from < total; from += pieceSize) {
    const to = Math.min(from + pieceSize, total)
    const values = {
      user_id,
      record_ids: textArrayOf(columns.record_ids.slice(from, to)),
      source_ids: arrayOf(columns.source_indexes.slice(from, to).map((index) => source_ids[index]!)),
      types: arrayOf(columns.types.slice(from, to)),
      values: arrayOf(columns.values.slice(from, to)),
      starts: arrayOf(columns.started_at.slice(from, to)),
      ends: arrayOf(columns.ended_at.slice(from, to)),
      offsets: arrayOf(columns.zone_offsets.slice(from, to)),
    }
    const [written] = await writePiece(scope).execute(values)
    const { added, changed, ordinals } = written!
    counts.new += added
    counts.changed += changed
    const days = daysOfSamples(columns, added === to - from ? range(from, to) : (ordinals ?? []).map((ordinal) => from + ordinal - 1))
    if (days.length) await markDays(scope).execute({ user_id, days })
  }
  return { ...counts, same: total - counts.new - counts.changed }
}

export const deleteSamples = async (scope: PatientScope, { user_id, channel, deleted }: { user_id: number; channel: string; deleted: readonly string[] }) => {
  let count = 0
  for (let from = 0; from < deleted.length; from += pieceSize) {
    const [row] = await deletePiece(scope).execute({ user_id, channel, record_ids: deleted.slice(from, from + pieceSize) })
    count += row!.deleted
  }
  return count
}
