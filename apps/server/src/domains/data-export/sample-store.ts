import type { SampleType } from '@sukoyaka/wire/record/device'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { device_samples, device_series, device_sources } from '../device/tables.ts'

export type Series = { source_id: number; type: SampleType; maker: string; model: string; app: string }
type Sample = { value: number; started_at: string; ended_at: string; started: string; ended: string; zone_offset: number; record_id: string }

const series = patientQuery(({ from }) =>
  rawQuery<Series>(sql`select d.source_id, d.type, s.maker, s.model, s.app from ${from(device_series, 'd')} join ${from(device_sources, 's')} on s.id = d.source_id
    order by d.type, d.source_id`),
)
/** What each device measured, by type. */
export const seriesOf = (scope: PatientScope): Promise<Series[]> => series(scope).execute()

const pageSize = 5_000
const local = (column: string) => sql.raw(`to_char(x.${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI:SS')`)

// the series is one of the scope; the index has the order of its samples
const page = patientQuery(({ from }) =>
  rawQuery<Sample>(sql`
    select x.value, ${local('started_at')} as started, ${local('ended_at')} as ended, x.started_at, x.ended_at, x.zone_offset, x.record_id
    from ${from(device_samples, 'x')}
    where x.source_id = ${sql.placeholder('source_id')}::bigint and x.type = ${sql.placeholder('type')}
      and (x.started_at, x.record_id) > (${sql.placeholder('after')}::timestamptz, ${sql.placeholder('after_id')}::text)
    order by x.started_at, x.record_id limit ${pageSize}`),
)

export async function* samplesOf(scope: PatientScope, { source_id, type }: Series): AsyncGenerator<Sample[]> {
  let [after, after_id] = ['-infinity', '']
  for (;;) {
    const rows = await page(scope).execute({ source_id, type, after, after_id })
    if (rows.length) yield rows
    if (rows.length < pageSize) return
    const last = rows.at(-1)!
    after = last.started_at
    after_id = last.record_id
  }
}
