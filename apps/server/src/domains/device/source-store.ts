import type { Channel, DeviceSource, SampleType } from '@sukoyaka/wire/record/device'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { device_channels, device_series, device_sources } from './tables.ts'

const sourcesIn = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(device_sources))
    .where(and(eq(device_sources.user_id, sql.placeholder('user_id')), eq(device_sources.channel, sql.placeholder('channel')))),
)

const keyOf = ({ maker, model, app }: DeviceSource) => `${maker.trim()}\n${model.trim()}\n${app.trim()}`

/** The keys of sources in their order. Most samples have the source of the one before: its key is not made again. */
const keysOf = (sources: readonly DeviceSource[]): string[] => {
  let [last, key]: [DeviceSource | undefined, string] = [undefined, '']
  return sources.map((source) => {
    if (source.maker !== last?.maker || source.model !== last.model || source.app !== last.app) key = keyOf(source)
    last = source
    return key
  })
}

/** Ids of the sources of samples, in their order; sources that are new get a row. */
export const sourceIdsOf = async (scope: PatientScope, user_id: number, channel: Channel, sources: readonly DeviceSource[]): Promise<number[]> => {
  const ids = new Map((await sourcesIn(scope).execute({ user_id, channel })).map((row) => [keyOf(row), row.id]))
  const keys = keysOf(sources)
  const added = new Map<string, DeviceSource>()
  for (const [index, key] of keys.entries()) if (!ids.has(key)) added.set(key, sources[index]!)
  if (added.size) {
    const rows = [...added.values()].map(({ maker, model, app }) => ({ user_id, channel, maker: maker.trim(), model: model.trim(), app: app.trim() }))
    for (const row of await scope.insert(device_sources).values(rows).returning()) ids.set(keyOf(row), row.id)
  }
  return keys.map((key) => ids.get(key)!)
}

export type SeriesEnd = { source_id: number; type: SampleType; last_ended_at: string }

/** Notes when samples of each source and type came. */
export const noteSeries = async (scope: PatientScope, ends: readonly SeriesEnd[], posted_at: string) => {
  if (!ends.length) return
  await scope
    .insert(device_series)
    .values(ends.map((end) => ({ ...end, posted_at })))
    .onConflictDoUpdate({
      target: [device_series.source_id, device_series.type],
      set: { last_ended_at: sql`greatest(${device_series.last_ended_at}, excluded.last_ended_at)`, posted_at: sql`excluded.posted_at` },
    })
}

/** Notes that the phone sent, even if it had nothing new, and what it may not read if it says so. */
export const noteChannel = async (
  scope: PatientScope,
  { denied_types, ...row }: { user_id: number; channel: Channel; posted_at: string; denied_types: SampleType[] | undefined },
) => {
  await scope
    .insert(device_channels)
    .values({ ...row, denied_types: denied_types ?? [] })
    .onConflictDoUpdate({
      target: [device_channels.user_id, device_channels.channel],
      set: { posted_at: sql`excluded.posted_at`, ...(denied_types && { denied_types: sql`excluded.denied_types` }) },
    })
}

const newestOfTypes = patientQuery(({ db, rows }) =>
  db
    .select({
      type: device_series.type,
      posted_at: sql<string>`max(${device_series.posted_at})`.mapWith(device_series.posted_at),
      last_ended_at: sql<string>`max(${device_series.last_ended_at})`.mapWith(device_series.last_ended_at),
    })
    .from(rows(device_series))
    .innerJoin(rows(device_sources), eq(device_sources.id, device_series.source_id))
    .where(and(eq(device_sources.user_id, sql.placeholder('user_id')), eq(device_sources.channel, sql.placeholder('channel'))))
    .groupBy(device_series.type)
    .orderBy(device_series.type),
)

/** When samples of each type came last through a service. */
export const latestOfTypes = (scope: PatientScope, user_id: number, channel: Channel) => newestOfTypes(scope).execute({ user_id, channel })

/** Saves the places of sources for these types, in their order, or clears them. */
export const savePlaces = async (scope: PatientScope, source_ids: readonly number[], types: readonly SampleType[], isCleared: boolean) => {
  for (const [place, source_id] of source_ids.entries())
    await scope
      .update(device_series)
      .set({ place: isCleared ? null : place })
      .where(and(eq(device_series.source_id, source_id), inArray(device_series.type, [...types])))
}
