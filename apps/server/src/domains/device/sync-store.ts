import { gapsOf } from '@sukoyaka/rules/record/device/gap'
import { derivedTypes, groupOfType } from '@sukoyaka/rules/record/device/numbers'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import type { SampleType } from '@sukoyaka/wire/record/device'
import type { DeviceSync } from '@sukoyaka/wire/record/device-day'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { requirePatient } from '../patient/require-store.ts'
import { device_channels, device_samples } from './tables.ts'
import { ordersOf, seriesOf } from './window-store.ts'

const shownDays = 7
const [hourMs, dayMs] = [3_600_000, 86_400_000]

const channelsIn = patientQuery(({ db, rows }) =>
  db
    .select({ channel: device_channels.channel, posted_at: device_channels.posted_at, denied_types: device_channels.denied_types })
    .from(rows(device_channels))
    .where(eq(device_channels.user_id, sql.placeholder('user_id')))
    .orderBy(device_channels.channel),
)

/** Local days with samples, by source and type. Heart rates are left out, because there are too many of them. */
const daysIn = patientQuery(({ from }) =>
  rawQuery<{ source_id: number; type: SampleType; day: string }>(sql`
    select distinct s.source_id, s.type, ((s.ended_at at time zone 'UTC') + s.zone_offset * interval '1 minute')::date::text as day
    from ${from(device_samples, 's')}
    where s.source_id = any(${sql.placeholder('source_ids')}::bigint[]) and s.type = any(${sql.placeholder('types')}::text[]) and s.started_at >= ${sql.placeholder('since')}
    order by 3`),
)

/**
 * Hours in which a source recorded no activity. An hour that an earlier sample still covers is not silent. Takes at most two index look-ups for each hour and
 * type, however many samples there are.
 */
const silentHours = patientQuery(({ from }) =>
  rawQuery<{ source_id: number; hour: string }>(sql`
    select src.source_id, h.hour
    from (select distinct unnest(${sql.placeholder('all_ids')}::bigint[]) as source_id) src
    cross join generate_series(${sql.placeholder('since')}::timestamptz, ${sql.placeholder('until')}::timestamptz - interval '1 hour', interval '1 hour') h (hour)
    where not exists (
      select from unnest(${sql.placeholder('source_ids')}::bigint[], ${sql.placeholder('types')}::text[]) p (source_id, type)
      where p.source_id = src.source_id and (
        exists (
          select from ${from(device_samples, 's')}
          where s.source_id = p.source_id and s.type = p.type and s.started_at >= h.hour and s.started_at < h.hour + interval '1 hour')
        or (
          select s.ended_at from ${from(device_samples, 's')}
          where s.source_id = p.source_id and s.type = p.type and s.started_at < h.hour order by s.started_at desc limit 1) > h.hour))
    order by 1, 2`),
)

const silentHoursIn = async (scope: PatientScope, series: Awaited<ReturnType<typeof seriesOf>>, now: Date) => {
  const since = tokyoStartOfDay(addDays(tokyoDay(now), 1 - shownDays)).toISOString()
  const until = new Date(Math.floor(now.getTime() / hourMs) * hourMs).toISOString()
  const ofActivity = series.filter(({ type }) => derivedTypes.includes(type) && groupOfType(type) === 'activity')
  if (!ofActivity.length) return new Map<number, { hour: string }[]>()
  // a series that ended before `since` has no samples in these days
  const recent = ofActivity.filter(({ last_ended_at }) => last_ended_at > since)
  const hours = await silentHours(scope).execute({
    all_ids: ofActivity.map(({ id }) => id),
    source_ids: recent.map(({ id }) => id),
    types: recent.map(({ type }) => type),
    since,
    until,
  })
  return Map.groupBy(hours, ({ source_id }) => source_id)
}

/** What the patient's devices sent, when it came last, and in which order they are counted. */
export const syncOf = async (scope: PatientScope, user_id: number, now: Date): Promise<DeviceSync> => {
  await requirePatient(scope, user_id)
  const series = await seriesOf(scope, user_id)
  const since = new Date(now.getTime() - (shownDays + 1) * dayMs).toISOString()
  const days = series.length
    ? await daysIn(scope).execute({ source_ids: [...new Set(series.map(({ id }) => id))], types: [...derivedTypes, 'body_weight'], since })
    : []
  const orders = ordersOf(series)
  const silent = await silentHoursIn(scope, series, now)
  const sources = new Map<number, DeviceSync['sources'][number]>()
  for (const { id, channel, maker, model, app, type, last_ended_at, posted_at } of series) {
    const source = sources.get(id) ?? { id, channel, maker, model, app, gaps: gapsOf((silent.get(id) ?? []).map(({ hour }) => hour)), series: [] }
    sources.set(id, source)
    const own = days.filter((row) => row.source_id === id && row.type === type).map(({ day }) => day)
    source.series.push({ type, last_ended_at, posted_at, days: own })
  }
  const place = (id: number) => (orders.activity.includes(id) ? orders.activity.indexOf(id) : sources.size)
  return {
    channels: await channelsIn(scope).execute({ user_id }),
    sources: [...sources.values()].sort((a, b) => place(a.id) - place(b.id)),
    orders: { activity: [...orders.activity], sleep: [...orders.sleep] },
  }
}
