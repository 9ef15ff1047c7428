import { storedUnit } from '@sukoyaka/rules/record/device/sample'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type Channel, type queryAppleHealth, type SampleType, type StoredSample, sampleTypes } from '@sukoyaka/wire/record/device'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { fieldError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { device_samples } from './tables.ts'
import { seriesOf } from './window-store.ts'

const defaultLimit = 1_000
const [past, future] = ['1800-01-01T00:00:00Z', '9999-01-01T00:00:00Z']

/** Samples of one type of a source after the place `at` and `after_id`, in the order of the index. */
const pageOfSeries = patientQuery(({ db, rows }) => {
  const { source_id, type, started_at, record_id } = device_samples
  return db
    .select({
      record_id,
      source_id,
      type,
      value: device_samples.value,
      started_at,
      ended_at: device_samples.ended_at,
      zone_offset: device_samples.zone_offset,
    })
    .from(rows(device_samples))
    .where(
      and(
        eq(source_id, sql.placeholder('source_id')),
        eq(type, sql.placeholder('type')),
        gte(started_at, sql.placeholder('from')),
        lt(started_at, sql.placeholder('to')),
        sql`(${started_at}, ${record_id}) > (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('after_id')}::text)`,
      ),
    )
    .orderBy(asc(started_at), asc(record_id))
    .limit(sql.placeholder('limit'))
})

type Place = { source_id: number; type: SampleType; at: string; record_id: string }

const placeOf = ({ type, started_at, record_id, source_id }: Pick<StoredSample, 'type' | 'started_at' | 'record_id' | 'source_id'>): string =>
  Buffer.from(JSON.stringify([type, started_at, record_id, source_id])).toString('base64url')

/** Reads the place at which the previous page ended. Throws 422 for a text that is no place. */
const readPlace = (text: string): Place => {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw fieldError('after', 'not_allowed')
  }
  const [type, at, record_id, source_id] = Array.isArray(parts) ? parts : []
  const isValid =
    sampleTypes.includes(type) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    /^[\x21-\x7e]{1,64}$/.test(record_id) &&
    Number.isSafeInteger(source_id)
  if (!isValid) throw fieldError('after', 'not_allowed')
  return { type, at: new Date(at).toISOString(), record_id, source_id }
}

/** Stored samples of a service, type by type and source by source, oldest first. */
export const samplesOf = async (
  scope: PatientScope,
  channel: Channel,
  { user_id, types = [...sampleTypes], from = past, to = future, limit = defaultLimit, after }: Input<typeof queryAppleHealth>,
): Promise<{ items: StoredSample[]; next: string | null }> => {
  await requirePatient(scope, user_id)
  const place = after === undefined ? undefined : readPlace(after)
  const wanted = (await seriesOf(scope, user_id))
    .filter((series) => series.channel === channel && types.includes(series.type))
    .sort((a, b) => sampleTypes.indexOf(a.type) - sampleTypes.indexOf(b.type) || a.id - b.id)
  const first = place ? wanted.findIndex(({ id, type }) => id === place.source_id && type === place.type) : 0
  if (first < 0) return { items: [], next: null }
  const items: StoredSample[] = []
  for (const { id, type, maker, model, app } of wanted.slice(first)) {
    if (items.length > limit) break
    const isPlace = place?.source_id === id && place.type === type
    const { at, record_id: after_id } = isPlace ? place : { at: past, record_id: '' }
    const found = await pageOfSeries(scope).execute({ source_id: id, type, from, to, at, after_id, limit: limit + 1 - items.length })
    items.push(...found.map((row) => ({ ...row, unit: storedUnit(type), source: { maker, model, app } })))
  }
  const page = items.slice(0, limit)
  return { items: page, next: items.length > limit ? placeOf(page.at(-1)!) : null }
}
