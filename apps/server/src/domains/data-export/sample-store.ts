import type { SampleType } from '@sukoyaka/wire/record/device'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { rawQuery } from '../../database/prepared.ts'
import { device_samples, device_series, device_sources } from '../device/tables.ts'

export type Series = { source_id: number; type: SampleType; maker: string; model: string; app: string }
type Page = { count: number; lines: string; after: string; after_id: string }

const series = patientQuery(({ from }) =>
  rawQuery<Series>(sql`select d.source_id, d.type, s.maker, s.model, s.app from ${from(device_series, 'd')} join ${from(device_sources, 's')} on s.id = d.source_id
    order by d.type, d.source_id`),
)
/** The types of samples that each source has, ordered by type. */
export const seriesOf = (scope: PatientScope): Promise<Series[]> => series(scope).execute()

const pageSize = 5_000
const local = (column: string) => sql.raw(`to_char(x.${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI:SS')`)

// PostgreSQL writes the lines: as objects, a million samples would keep the garbage collector busy. The index has the order of the samples
const page = patientQuery(({ from }) =>
  rawQuery<Page>(sql`
    select count(*)::int as count, max(x.started_at) as after, (array_agg(x.record_id order by x.started_at desc, x.record_id desc))[1] as after_id,
      string_agg(concat_ws(',', ${local('started_at')}, ${local('ended_at')}, x.value, ${sql.placeholder('unit')}::text, x.zone_offset) || ${sql.placeholder('device')}::text, ''
        order by x.started_at, x.record_id) as lines
    from (
      select * from ${from(device_samples, 's')}
      where s.source_id = ${sql.placeholder('source_id')}::bigint and s.type = ${sql.placeholder('type')}
        and (s.started_at, s.record_id) > (${sql.placeholder('after')}::timestamptz, ${sql.placeholder('after_id')}::text)
      order by s.started_at, s.record_id limit ${pageSize}) x`),
)

/** The samples of a series as lines of CSV, in pages. `device` is the end of each line. */
export async function* samplesOf(scope: PatientScope, { source_id, type }: Series, { unit, device }: { unit: string; device: string }) {
  let [after, after_id] = ['-infinity', '']
  for (;;) {
    const [found] = await page(scope).execute({ source_id, type, after, after_id, unit, device })
    if (!found?.count) return
    yield { count: found.count, lines: found.lines }
    if (found.count < pageSize) return
    after = found.after
    after_id = found.after_id
  }
}
