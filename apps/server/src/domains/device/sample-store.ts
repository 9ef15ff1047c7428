import { sampleProblem, storedValue } from '@sukoyaka/rules/record/device/sample'
import type { FieldReason } from '@sukoyaka/wire/errors'
import type { PostCounts, Sample } from '@sukoyaka/wire/record/device'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { device_dirty_days, device_samples, device_sources } from './tables.ts'

/** Rows of one statement. */
export const pieceSize = 1_000
/** A reply does not list the errors of more fields. */
const maxErrors = 100

const name = (field: string) => sql.placeholder(field)

/** Serialises posts and derivations of a patient: rows are compared with what is stored, and days become dirty and clean. */
const patientLock = patientQuery(() => rawQuery(sql`select pg_advisory_xact_lock(hashtextextended('device ' || ${name('user_id')}::text, 0))`))
export const lockDevices = async (scope: PatientScope, user_id: number) => {
  await patientLock(scope).execute({ user_id })
}

/** Days that a sample can change: those it touches, with the pause that is bridged, and for sleep the day of waking after it. */
const daysOfSpans = sql`
  select distinct ${name('user_id')}::bigint, day::date from (
    select distinct (started_at at time zone 'UTC' + zone_offset * interval '1 minute' - interval '10 minutes')::date as first_day,
      (ended_at at time zone 'UTC' + zone_offset * interval '1 minute' + interval '10 minutes')::date + (type = 'sleep')::int as last_day
    from spans where type not in ('heart_rate', 'body_weight')
  ) days cross join lateral generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') day`

/**
 * Writes a piece of samples with one statement. Samples that are stored already are left out before the insert, so that sending them again writes
 * nothing. The days of new samples, and the old and new days of changed ones, become dirty.
 */
const upsertPiece = patientQuery(({ from, target }) =>
  rawQuery<{ new: number; changed: number }>(sql`
    with input as (
      select i.*, b.type as old_type, b.value as old_value, b.started_at as old_started_at, b.ended_at as old_ended_at, b.zone_offset as old_zone_offset
      from unnest(${name('record_ids')}::text[], ${name('source_ids')}::bigint[], ${name('types')}::text[], ${name('values')}::float8[],
        ${name('starts')}::timestamptz[], ${name('ends')}::timestamptz[], ${name('offsets')}::smallint[]) as i (record_id, source_id, type, value, started_at, ended_at, zone_offset)
      left join lateral (
        select s.type, s.value, s.started_at, s.ended_at, s.zone_offset from ${from(device_samples, 's')}
        where s.user_id = ${name('user_id')} and s.record_id = i.record_id and s.source_id = i.source_id limit 1
      ) b on true
    ), differing as (
      select * from input where old_type is null or (type, value, started_at, ended_at, zone_offset) <> (old_type, old_value, old_started_at, old_ended_at, old_zone_offset)
    ), written as (
      insert into ${target(device_samples)} (user_id, source_id, record_id, type, value, started_at, ended_at, zone_offset)
      select ${name('user_id')}, source_id, record_id, type, value, started_at, ended_at, zone_offset from differing
      on conflict (user_id, record_id, source_id) do update set type = excluded.type, value = excluded.value, started_at = excluded.started_at,
        ended_at = excluded.ended_at, zone_offset = excluded.zone_offset
    ), spans as (
      select type, started_at, ended_at, zone_offset from differing
      union all select old_type, old_started_at, old_ended_at, old_zone_offset from differing where old_type is not null
    ), dirty as (
      insert into ${target(device_dirty_days)} (user_id, day) ${daysOfSpans} on conflict do nothing
    )
    select count(*) filter (where old_type is null)::int as new, count(*) filter (where old_type is not null)::int as changed from differing`),
)

const deletePiece = patientQuery(({ from, target }) =>
  rawQuery<{ deleted: number }>(sql`
    with spans as (
      delete from ${target(device_samples)} s where s.user_id = ${name('user_id')} and s.record_id = any(${name('record_ids')}::text[])
        and s.source_id in (select d.id from ${from(device_sources, 'd')} where d.user_id = ${name('user_id')} and d.channel = ${name('channel')})
      returning s.type, s.started_at, s.ended_at, s.zone_offset
    ), dirty as (
      insert into ${target(device_dirty_days)} (user_id, day) ${daysOfSpans} on conflict do nothing
    )
    select count(*)::int as deleted from spans`),
)

/** Throws 422 with the field of every bad sample, before anything is written. */
export const assertSamples = (samples: readonly Sample[], now: number) => {
  const fields: Record<string, FieldReason[]> = {}
  const seen = new Set<string>()
  for (const [index, sample] of samples.entries()) {
    const { record_id, source } = sample
    const key = `${record_id}\n${source.maker}\n${source.model}\n${source.app}`
    const problem = seen.has(key) ? ({ field: 'record_id', reason: 'twice' } as const) : sampleProblem(sample, now)
    seen.add(key)
    if (problem) fields[`samples.${index}.${problem.field}`] = [problem.reason]
    if (Object.keys(fields).length >= maxErrors) break
  }
  if (Object.keys(fields).length) throw apiError('invalid', { fields })
}

/** Writes samples in pieces, within the caller's transaction. */
export const upsertSamples = async (
  scope: PatientScope,
  user_id: number,
  samples: readonly Sample[],
  sourceIdAt: (index: number) => number,
): Promise<Pick<PostCounts, 'new' | 'changed' | 'same'>> => {
  const counts = { new: 0, changed: 0 }
  for (let from = 0; from < samples.length; from += pieceSize) {
    const piece = samples.slice(from, from + pieceSize)
    const [row] = await upsertPiece(scope).execute({
      user_id,
      record_ids: piece.map(({ record_id }) => record_id),
      source_ids: piece.map((_, index) => sourceIdAt(from + index)),
      types: piece.map(({ type }) => type),
      values: piece.map((sample) => storedValue(sample)!),
      starts: piece.map(({ started_at }) => started_at),
      ends: piece.map(({ ended_at }) => ended_at),
      offsets: piece.map(({ zone_offset }) => zone_offset),
    })
    counts.new += row!.new
    counts.changed += row!.changed
  }
  return { ...counts, same: samples.length - counts.new - counts.changed }
}

export const deleteSamples = async (scope: PatientScope, { user_id, channel, deleted }: { user_id: number; channel: string; deleted: readonly string[] }) => {
  let count = 0
  for (let from = 0; from < deleted.length; from += pieceSize) {
    const [row] = await deletePiece(scope).execute({ user_id, channel, record_ids: deleted.slice(from, from + pieceSize) })
    count += row!.deleted
  }
  return count
}
