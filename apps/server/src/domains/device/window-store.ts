import { derivedTypes, groupOfType, type Orders, type TypedSample } from '@sukoyaka/rules/record/device/numbers'
import { inOrder } from '@sukoyaka/rules/record/device/source'
import type { SampleType } from '@sukoyaka/wire/record/device'
import type { OrderGroup } from '@sukoyaka/wire/record/device-day'
import { eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { device_samples, device_series, device_sources } from './tables.ts'

const hourMs = 3_600_000
/** Zones are from UTC−12 to UTC+14; an hour is added for pauses that are bridged over midnight. A sample takes at most 24 hours. */
const [eastHours, westHours, longestHours] = [15, 13, 24]

/**
 * Samples that may touch a local day somewhere on earth. A sample is at most a day long, so the index on its start suffices; sleep is read a day further
 * back, because a night belongs to the day of waking.
 */
const samplesAround = patientQuery(({ from }) =>
  rawQuery<TypedSample & Record<string, unknown>>(sql`
    select s.source_id, s.type, s.value, s.zone_offset, (extract(epoch from s.started_at) * 1000)::float8 as start, (extract(epoch from s.ended_at) * 1000)::float8 as "end"
    from ${from(device_samples, 's')}
    where s.source_id = any(${sql.placeholder('source_ids')}::bigint[]) and s.type = any(${sql.placeholder('types')}::text[])
      and s.started_at >= ${sql.placeholder('earliest')} and s.started_at < ${sql.placeholder('until')} and (s.ended_at > ${sql.placeholder('since')} or s.type = 'sleep')
    order by s.started_at`),
)

export const samplesOfDay = (
  scope: PatientScope,
  source_ids: readonly number[],
  day: string,
  types: readonly SampleType[] = derivedTypes,
): Promise<TypedSample[]> => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const at = (hours: number) => new Date(midnight + hours * hourMs).toISOString()
  return samplesAround(scope).execute({
    source_ids,
    types,
    earliest: at(-eastHours - longestHours),
    since: at(-eastHours),
    until: at(24 + westHours),
  })
}

const seriesIn = patientQuery(({ db, rows }) =>
  db
    .select({
      id: device_sources.id,
      channel: device_sources.channel,
      maker: device_sources.maker,
      model: device_sources.model,
      app: device_sources.app,
      type: device_series.type,
      place: device_series.place,
      last_ended_at: device_series.last_ended_at,
      posted_at: device_series.posted_at,
    })
    .from(rows(device_sources))
    .innerJoin(rows(device_series), eq(device_series.source_id, device_sources.id))
    .where(eq(device_sources.user_id, sql.placeholder('user_id')))
    .orderBy(device_sources.id, device_series.type),
)

/** The types of samples that each source has sent. */
export const seriesOf = (scope: PatientScope, user_id: number) => seriesIn(scope).execute({ user_id })

/** The order of the sources of each group that the derivation uses. */
export const ordersOf = (series: Awaited<ReturnType<typeof seriesOf>>): Orders & Record<OrderGroup, number[]> => {
  const orderOf = (group: OrderGroup) => {
    const own = series.filter(({ type }) => derivedTypes.includes(type) && groupOfType(type) === group)
    return [...new Set(inOrder(own).map(({ id }) => id))]
  }
  return { activity: orderOf('activity'), sleep: orderOf('sleep') }
}
