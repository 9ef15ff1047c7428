import { findingOf } from '@sukoyaka/rules/record/score-cap'
import type { ResultStatus } from '@sukoyaka/wire/record/checkup'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { toIso } from '../../database/columns.ts'
import { idList, rawQuery } from '../../database/prepared.ts'
import { reference_ranges, result_categories, test_results } from '../checkup/tables.ts'
import { isTold } from '../checkup/told-store.ts'
import type { StoredFinding } from './tables.ts'

type Serious = Omit<StoredFinding, 'is_far'> & { id: number; name: string; comparator: Comparator | null; previous_comparator: Comparator | null }

const seriousResults = patientQuery(({ from }) =>
  rawQuery<Serious>(sql`
    select r.id, r.category_id, c.name, r.value, r.comparator, r.status, r.is_serious, ${isTold(from, 'r')} as is_told, r.recorded_at,
      o.value as previous_value, o.comparator as previous_comparator, o.recorded_at as previous_at, g.healthy,
      case when l.value is not null then json_build_object('value', l.value, 'comparator', l.comparator, 'recorded_at', l.recorded_at) end as later
    from ${from(test_results, 'r')} join ${result_categories} c on c.id = r.category_id left join ${reference_ranges} g on g.id = r.range_id
      left join lateral (
        select p.value, p.comparator, p.recorded_at from ${from(test_results, 'p')}
        where p.user_id = r.user_id and p.category_id = r.category_id and p.type = 0 and (p.recorded_at, p.id) < (r.recorded_at, r.id)
        order by p.recorded_at desc, p.id desc limit 1) o on true
      left join lateral (
        select p.value, p.comparator, p.recorded_at from ${from(test_results, 'p')}
        where p.user_id = r.user_id and p.category_id = r.category_id and p.type = 0 and (p.recorded_at, p.id) > (r.recorded_at, r.id)
        order by p.recorded_at desc, p.id desc limit 1) l on true
    where r.id = any(${idList('ids')}) and r.is_serious
    order by is_told, c.sort_number, c.id`),
)

/** Critical results by id, with the previous and the newest value of the item; those of which the patient was not told come first. */
export const seriousFindingsOf = async (scope: PatientScope, ids: number[]): Promise<Map<number, StoredFinding>> => {
  const rows = ids.length ? await seriousResults(scope).execute({ ids }) : []
  return new Map(
    rows.map(({ id, name, ...finding }) => [
      id,
      {
        ...finding,
        is_far: findingOf(name, finding.value, finding.status as ResultStatus | null, false) === 'far',
        recorded_at: toIso(finding.recorded_at),
        previous_at: finding.previous_at === null ? null : toIso(finding.previous_at),
        // JSON contains instants in PostgreSQL's format
        later: finding.later && { ...finding.later, recorded_at: new Date(finding.later.recorded_at).toISOString() },
      },
    ]),
  )
}
