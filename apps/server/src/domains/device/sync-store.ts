import { derivedTypes } from '@sukoyaka/rules/record/device/numbers'
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
const dayMs = 86_400_000

const channelsIn = patientQuery(({ db, rows }) =>
  db
    .select({ channel: device_channels.channel, posted_at: device_channels.posted_at, denied_types: device_channels.denied_types })
    .from(rows(device_channels))
    .where(eq(device_channels.user_id, sql.placeholder('user_id')))
    .orderBy(device_channels.channel),
)

/** Local days with samples, of the types that are derived and of weight; heart rates are too many to count for this. */
const daysIn = patientQuery(({ from }) =>
  rawQuery<{ source_id: number; type: SampleType; day: string }>(sql`
    select distinct s.source_id, s.type, ((s.ended_at at time zone 'UTC') + s.zone_offset * interval '1 minute')::date::text as day
    from ${from(device_samples, 's')}
    where s.source_id = any(${sql.placeholder('source_ids')}::bigint[]) and s.type = any(${sql.placeholder('types')}::text[]) and s.started_at >= ${sql.placeholder('since')}
    order by 3`),
)

/** What the patient's devices sent, when it came last, and in which order they count. */
export const syncOf = async (scope: PatientScope, user_id: number, now: Date): Promise<DeviceSync> => {
  await requirePatient(scope, user_id)
  const series = await seriesOf(scope, user_id)
  const since = new Date(now.getTime() - (shownDays + 1) * dayMs).toISOString()
  const days = series.length
    ? await daysIn(scope).execute({ source_ids: [...new Set(series.map(({ id }) => id))], types: [...derivedTypes, 'body_weight'], since })
    : []
  const orders = ordersOf(series)
  const sources = new Map<number, DeviceSync['sources'][number]>()
  for (const { id, channel, maker, model, app, type, last_ended_at, posted_at } of series) {
    const source = sources.get(id) ?? { id, channel, maker, model, app, series: [] }
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
