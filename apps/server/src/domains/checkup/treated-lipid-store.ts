import { lipidLowering, treatedLipids } from '@sukoyaka/rules/record/laboratory/lipid-treatment'
import { resultStatus } from '@sukoyaka/wire/record/checkup'
import { type SQL, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { medicine_intakes, medicines } from '../medication/tables.ts'
import { patients } from '../patient/tables.ts'
import { type Judging, readJudging } from './judging-store.ts'
import { reference_ranges, test_results } from './tables.ts'

const words = lipidLowering.words.map((word) => `%${word}%`)

/** Whether a recorded intake of a lipid-lowering medicine covers the day of the result `r`. */
const isTreated = (scope: PatientScope) => sql`exists (
  select from ${scope.from(medicine_intakes, 'i')} left join ${medicines} m on m.id = i.medicine_id
  cross join lateral (select to_char(r.recorded_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day) d
  where i.user_id = r.user_id and (i.started_on is null or i.started_on <= d.day) and (i.ended_on is null or i.ended_on > d.day)
    and (m.class_name = any(${sql.param(lipidLowering.classes)}::text[]) or i.name like any(${sql.param(words)}::text[])))`

/**
 * Judges `treatedLipids` below their range: as healthy if a recorded intake of a lipid-lowering medicine covers their day, else as unhealthy. `matches`:
 * condition on the results `r`. The day of the end is not covered; a month or year means its first day. Returns the patients whose results changed.
 */
export const judgeTreatedLipids = async (scope: PatientScope, { byName }: Judging, matches: SQL): Promise<number[]> => {
  const category_ids = treatedLipids.flatMap((name) => byName.get(name)?.id ?? [])
  // the results are compared with what `v` read: one that another call changed while this waited for its row was judged by that call
  // built per call: `matches` differs
  const { rows } = await scope.db.execute<{ user_id: number }>(sql`
    update ${scope.target(test_results)} o set status = v.status
    from (
      select r.id, r.value, r.recorded_at, r.status as old_status, (case when ${isTreated(scope)} then ${resultStatus.healthy} else ${resultStatus.unhealthy} end)::smallint as status
      from ${scope.from(test_results, 'r')}
      where ${matches} and r.category_id = any(${sql.param(category_ids)}::bigint[]) and r.status in (${resultStatus.healthy}, ${resultStatus.unhealthy})
        and r.value < (select (g.unhealthy ->> 'below')::float from ${reference_ranges} g where g.id = r.range_id)) v
    where o.id = v.id and o.status <> v.status and (o.value, o.recorded_at, o.status) = (v.value, v.recorded_at, v.old_status) returning o.user_id`)
  return [...new Set(rows.map(({ user_id }) => Number(user_id)))]
}

/**
 * Judges the treated lipids of these patients again after a change of their medicines. Locks the patients, as calls that enter results do: a result that is
 * being entered may be judged by the medicines from before. Returns the patients whose results changed.
 */
export const judgeLipidsOf = async (scope: PatientScope, user_ids: readonly number[]): Promise<number[]> => {
  const ids = sql`any(${sql.param(user_ids)}::bigint[])`
  // built per call: medicines change rarely
  await scope.db.execute(sql`select from ${scope.rows(patients)} where user_id = ${ids} order by user_id for no key update`)
  return judgeTreatedLipids(scope, await readJudging(scope.db), sql`r.user_id = ${ids}`)
}
