import { lipidLowering, treatedLipids } from '@sukoyaka/rules/record/laboratory/lipid-treatment'
import { resultStatus } from '@sukoyaka/wire/record/checkup'
import { type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { medicine_intakes, medicines } from '../medication/tables.ts'
import type { Judging } from './judging-store.ts'
import { reference_ranges, test_results } from './tables.ts'

const words = lipidLowering.words.map((word) => `%${word}%`)

/**
 * Judges `treatedLipids` below their range as healthy if a recorded intake of a lipid-lowering medicine covers their day. `matches`: condition on the results
 * `r`. The day of the end is not covered; a month or year means its first day.
 */
export const judgeTreatedLipids = async (scope: PatientScope, { byName }: Judging, matches: SQL): Promise<void> => {
  const category_ids = treatedLipids.flatMap((name) => byName.get(name)?.id ?? [])
  // built per call: `matches` differs
  await scope.db.execute(sql`
    update ${scope.target(test_results)} r set status = ${resultStatus.healthy}
    where ${matches} and r.category_id = any(${sql.param(category_ids)}::bigint[]) and r.status = ${resultStatus.unhealthy}
      and r.value < (select (g.unhealthy ->> 'below')::float from ${reference_ranges} g where g.id = r.range_id)
      and exists (
        select from ${scope.from(medicine_intakes, 'i')} left join ${medicines} m on m.id = i.medicine_id
        cross join lateral (select to_char(r.recorded_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day) d
        where i.user_id = r.user_id and (i.started_on is null or i.started_on <= d.day) and (i.ended_on is null or i.ended_on > d.day)
          and (m.class_name = any(${sql.param(lipidLowering.classes)}::text[]) or i.name like any(${sql.param(words)}::text[])))`)
}
