import type { Channel, DeviceSource, SampleType } from '@sukoyaka/wire/record/device'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { sourceKey } from './sample-columns.ts'
import { device_channels, device_series, device_sources } from './tables.ts'

const sourcesIn = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(device_sources))
    .where(and(eq(device_sources.user_id, sql.placeholder('user_id')), eq(device_sources.channel, sql.placeholder('channel')))),
)

/** Ids of these sources, in their order; new sources get a row. */
export const sourceIdsOf = async (scope: PatientScope, user_id: number, channel: Channel, sources: readonly DeviceSource[]): Promise<number[]> => {
  const ids = new Map((await sourcesIn(scope).execute({ user_id, channel })).map((row) => [sourceKey(row), row.id]))
  const added = sources.filter((source) => !ids.has(sourceKey(source)))
  if (added.length) {
    const rows = added.map(({ maker, model, app }) => ({ user_id, channel, maker: maker.trim(), model: model.trim(), app: app.trim() }))
    for (const row of await scope.insert(device_sources).values(rows).returning()) ids.set(sourceKey(row), row.id)
  }
  return sources.map((source) => ids.get(sourceKey(source))!)
}

export type SeriesEnd = { source_id: number; type: SampleType; last_ended_at: string }

const name = (field: string) => sql.placeholder(field)

const notePost = patientQuery(({ target }) =>
  rawQuery(sql`
    with series as (
      insert into ${target(device_series)} as s (source_id, type, last_ended_at, posted_at)
      select source_id, type, last_ended_at, ${name('posted_at')}::timestamptz
      from unnest(${name('source_ids')}::bigint[], ${name('types')}::text[], ${name('ends')}::timestamptz[]) as i (source_id, type, last_ended_at)
      on conflict (source_id, type) do update set last_ended_at = greatest(s.last_ended_at, excluded.last_ended_at), posted_at = excluded.posted_at
    )
    insert into ${target(device_channels)} as c (user_id, channel, posted_at, denied_types)
    values (${name('user_id')}, ${name('channel')}, ${name('posted_at')}::timestamptz, coalesce(${name('denied_types')}::text[], '{}'))
    on conflict (user_id, channel) do update
      set posted_at = excluded.posted_at, denied_types = coalesce(${name('denied_types')}::text[], c.denied_types)`),
)

type PostNote = { user_id: number; channel: Channel; posted_at: string; denied_types: SampleType[] | undefined }

/** Stores the time of a post, even of one without new samples, and the latest end by source and type. Undefined `denied_types` keep the stored ones. */
export const noteChannel = async (scope: PatientScope, { denied_types, ...post }: PostNote, ends: readonly SeriesEnd[]) => {
  await notePost(scope).execute({
    ...post,
    denied_types: denied_types ?? null,
    source_ids: ends.map(({ source_id }) => source_id),
    types: ends.map(({ type }) => type),
    ends: ends.map(({ last_ended_at }) => last_ended_at),
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

/** When samples of each type came last through a service, and when the last of them ended. */
export const latestOfTypes = (scope: PatientScope, user_id: number, channel: Channel) => newestOfTypes(scope).execute({ user_id, channel })

/** Saves the order of these sources for these types, or clears it. */
export const savePlaces = async (scope: PatientScope, source_ids: readonly number[], types: readonly SampleType[], isCleared: boolean) => {
  for (const [place, source_id] of source_ids.entries())
    await scope
      .update(device_series)
      .set({ place: isCleared ? null : place })
      .where(and(eq(device_series.source_id, source_id), inArray(device_series.type, [...types])))
}
