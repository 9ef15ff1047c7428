import type { Language } from '@sukoyaka/phrases/language'
import { estimatedCategories } from '@sukoyaka/rules/record/laboratory/estimate'
import type { Findings } from '@sukoyaka/wire/boards/timeline'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { sql } from 'drizzle-orm'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { localName } from '../../database/columns.ts'
import { rawQuery } from '../../database/prepared.ts'
import { reference_ranges, result_categories, test_packages, test_results } from './tables.ts'

const maxNotable = 3
const maxHistory = 8

type Counts = { test_package_id: number; has_notable: boolean } & Omit<Findings, 'notable'>
type Value = Omit<Findings['notable'][number], 'recorded_at' | 'history'> & {
  test_package_id: number
  recorded_ms: number
  history_ms: number[]
  history_values: number[]
  history_comparators: (Comparator | null)[]
}
const iso = (ms: number) => new Date(ms).toISOString()

const ownerIs = (own: QueryTools['own']) => (own ? sql`r.user_id = ${own}` : sql`true`)
const isReleased = (own: QueryTools['own']) => (own ? sql`p.released_at is not null` : sql`true`)

// compares the ids in both tables, because with one comparison PostgreSQL may scan the index of all checkups for a merge join
const countsOfPackages = patientQuery(({ from, own }) =>
  rawQuery<Counts>(sql`
    select r.test_package_id, count(*)::int as total, count(*) filter (where r.status = 1 or r.is_serious)::int as unhealthy,
      count(*) filter (where r.status = 2 and not r.is_serious)::int as warning,
      count(*) filter (where r.type = 0 and r.status is null and not r.is_serious)::int as unknown,
      bool_or(r.type = 0 and (coalesce(r.status, 0) in (1, 2) or r.is_serious)) as has_notable
    from ${from(test_results, 'r')} join ${from(test_packages, 'p')} on p.id = r.test_package_id
    where r.test_package_id = any(${sql.placeholder('ids')}::bigint[]) and p.id = any(${sql.placeholder('ids')}::bigint[]) and ${ownerIs(own)} and ${isReleased(own)}
    group by r.test_package_id`),
)

// distance from the healthy limit, relative to the limit. Values are sorted by severity, then measured before estimated ones, then by this distance
const excess = sql`greatest(r.value / nullif((g.healthy->>'max')::float8, 0) - 1, 1 - r.value / nullif((g.healthy->>'min')::float8, 0))`

const notableValues = patientQuery(({ from, own }, language: Language) =>
  rawQuery<Value>(sql`
    select n.test_package_id, n.id as result_id, n.value, n.comparator, n.status, n.is_serious, n.healthy, (extract(epoch from n.recorded_at) * 1000)::float8 as recorded_ms,
      h.ms as history_ms, h.values as history_values, h.comparators as history_comparators,
      json_build_object('id', c.id, 'name', c.name, 'name_ja', c.name_ja, 'display_name', c.display_name, 'group', c."group", 'unit', c.unit,
        'unit_display', c.unit_display, 'decimals', c.decimals, 'value_labels', c.value_labels, 'steps', c.steps, 'sort_number', c.sort_number) as category
    from (
      select r.*, g.healthy, row_number() over (
        partition by r.test_package_id order by r.is_serious desc, r.status, c.name = any(${sql.param(estimatedCategories)}::text[]), ${excess} desc nulls last, r.category_id) as place
      from ${from(test_results, 'r')} join ${from(test_packages, 'p')} on p.id = r.test_package_id join ${result_categories} c on c.id = r.category_id left join ${reference_ranges} g on g.id = r.range_id
      where r.test_package_id = any(${sql.placeholder('ids')}::bigint[]) and ${ownerIs(own)} and ${isReleased(own)}
        and r.type = 0 and r.value is not null and (r.status in (1, 2) or r.is_serious)) n
    join (select ${result_categories}.*, ${localName(result_categories, language)} as display_name from ${result_categories}) c on c.id = n.category_id
    cross join lateral (
      select array_agg((extract(epoch from o.recorded_at) * 1000)::float8 order by o.recorded_at, o.id) as ms, array_agg(o.value order by o.recorded_at, o.id) as values,
        array_agg(o.comparator order by o.recorded_at, o.id) as comparators
      from (
        select r.id, r.recorded_at, r.value, r.comparator from ${from(test_results, 'r')} left join ${from(test_packages, 'p')} on p.id = r.test_package_id
        where r.user_id = n.user_id and r.category_id = n.category_id and r.recorded_at <= n.recorded_at and r.type = 0 and r.value is not null
          and (r.test_package_id is null or ${isReleased(own)})
        order by r.recorded_at desc, r.id desc limit ${maxHistory}) o) h
    where n.place <= ${maxNotable}
    order by n.test_package_id, n.place`),
)

/** Summary per checkup; none without results, and none for patients before the release. */
export const findingsOf = async (scope: PatientScope, ids: readonly number[], language: Language): Promise<Map<number, Findings>> => {
  if (!ids.length) return new Map()
  const counts = await countsOfPackages(scope).execute({ ids })
  const notableIds = counts.flatMap(({ test_package_id, has_notable }) => (has_notable ? [test_package_id] : []))
  const values = notableIds.length ? await notableValues(scope, language).execute({ ids: notableIds }) : []
  const valuesByPackage = Map.groupBy(values, ({ test_package_id }) => test_package_id)
  return new Map(
    counts.map(({ test_package_id, has_notable: _, ...count }) => [
      test_package_id,
      {
        ...count,
        notable: (valuesByPackage.get(test_package_id) ?? []).map(
          ({ test_package_id: _, recorded_ms, history_ms, history_values, history_comparators, ...value }) => ({
            ...value,
            recorded_at: iso(recorded_ms),
            history: history_ms.map((ms, index) => ({ recorded_at: iso(ms), value: history_values[index]!, comparator: history_comparators[index]! })),
          }),
        ),
      },
    ]),
  )
}
