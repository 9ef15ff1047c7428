// built per call: only jobs and the demo run these reads
import { statusOf } from '@sukoyaka/rules/record/checkup'
import { lifestyleStatus } from '@sukoyaka/rules/record/lifestyle'
import { averagedDays, averagedResults, maxAgeDays, type ScoreValue, scoreStepDays } from '@sukoyaka/rules/record/score'
import { minDangerLevel } from '@sukoyaka/rules/record/score-cap'
import { addDays } from '@sukoyaka/rules/time'
import type { Bands } from '@sukoyaka/wire/record/checkup'
import type { LifestyleRule } from '@sukoyaka/wire/record/lifestyle'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { steps } from '../activity/tables.ts'
import { assessments } from '../assessment/tables.ts'
import { reference_ranges, result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { diseases } from '../disease/tables.ts'
import { lifestyle_categories, lifestyles } from '../lifestyle/tables.ts'
import { symptom_categories, symptoms } from '../symptom/tables.ts'
import { health_score_categories } from './tables.ts'

/** A person and the day at whose end the scores are taken. Steps of that day itself do not count, because the day may not be over. */
export type ScoreRequest = { user_id: number; day: string }
/**
 * A value that may count, with its row and day, and the day from which it is too old. `serious` is the reading of that row if it is critical; it differs
 * from the value that counts if that is a mean.
 */
export type ScoreInput = ScoreValue & {
  id: number | null
  comparator?: Comparator | null
  day: string
  stale_on: string | null
  serious?: { value: number; comparator: Comparator | null }
}
/** An unsolved problem with a disease that is dangerous enough to lower the total (`minDangerLevel`). `name` is the code of the disease. */
export type OpenProblem = { name: string; id: number; day: string }
export type ScoreInputs = { values: ScoreInput[]; problems: OpenProblem[] }

type Row = { user_id: number; of_day: string; name: string; id: number; value: number; day: string }

const dayOf = (column: unknown) => sql`to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`
const startOf = (day: unknown) => sql`(${day})::timestamp at time zone 'Asia/Tokyo'`
/** SQL condition: between the oldest age that counts and the end of the day. */
const inAge = (column: unknown, days: number) => sql`${column} >= ${startOf(sql`a.day - ${days}::integer`)} and ${column} < ${startOf(sql`a.day + 1`)}`
const requestRows = (requests: ScoreRequest[]) => sql`json_to_recordset(${JSON.stringify(requests)}::json) as a (user_id bigint, day date)`
const componentNames = (type: string) =>
  sql`(select distinct c ->> 'name' as name from ${health_score_categories} cross join jsonb_array_elements(${health_score_categories.components}) c where c ->> 'type' = ${type})`

/** `mean` and the bands of the range if the category counts as the mean of the last days. */
type NewestResult = Row & { status: 0 | 1 | 2 | null; is_serious: boolean; comparator: Comparator | null; mean: number | null; bands: Bands | null }

/**
 * Values of the scores, and critical values of any category, also those that no range judged. Staff and patient read the same score, so it must not
 * reveal unreleased results: a result of a checkup counts from the day of its release.
 */
const newestResults = async (scope: PatientScope, requests: ScoreRequest[]) =>
  // built per call: only jobs and the demo run it
  (
    await scope.db.execute<NewestResult>(sql`
      select a.user_id, a.day::text as of_day, n.name, r.id, r.value, r.comparator, r.status, r.is_serious, ${dayOf(sql`r.recorded_at`)} as day, m.mean,
        case when m.mean is not null then json_build_object('healthy', g.healthy, 'warning', g.warning, 'unhealthy', g.unhealthy) end as bands
      from ${requestRows(requests)} cross join ${result_categories} n
        cross join lateral (
          select r.id, r.value, r.comparator, r.status, r.is_serious, r.recorded_at, r.range_id
          from ${scope.from(test_results, 'r')} left join ${scope.from(test_packages, 'p')} on p.id = r.test_package_id and p.user_id = r.user_id
          where r.user_id = a.user_id and r.category_id = n.id and r.type = 0 and (r.status is not null or r.is_serious) and r.value is not null
            and (r.test_package_id is null or p.released_at < ${startOf(sql`a.day + 1`)})
            and ${inAge(sql`r.recorded_at`, maxAgeDays.numeric_test_result_category)}
          order by r.recorded_at desc, r.id desc limit 1) r
        left join ${reference_ranges} g on g.id = r.range_id
        cross join lateral (
          select round(avg(o.value)::numeric, n.decimals)::double precision as mean
          from ${scope.from(test_results, 'o')} left join ${scope.from(test_packages, 'q')} on q.id = o.test_package_id and q.user_id = o.user_id
          where n.name = any(${sql.param(averagedResults)}::text[]) and g.id is not null and o.user_id = a.user_id and o.category_id = n.id and o.type = 0
            and (o.status is not null or o.is_serious) and o.value is not null and (o.test_package_id is null or q.released_at < ${startOf(sql`a.day + 1`)})
            and o.recorded_at <= r.recorded_at and o.recorded_at > r.recorded_at - make_interval(days => ${averagedDays}::int)) m
      where n.type = 0 and (r.is_serious or n.name in (select name from ${componentNames('numeric_test_result_category')} m))`)
  ).rows

const newestLifestyles = async (scope: PatientScope, requests: ScoreRequest[]) =>
  // built per call: only jobs and the demo run it
  (
    await scope.db.execute<Row & { rule: LifestyleRule }>(sql`
      select a.user_id, a.day::text as of_day, n.name, n.rule, r.id, r.value, ${dayOf(sql`r.answered_at`)} as day
      from ${requestRows(requests)} cross join ${componentNames('lifestyle_category')} m join ${lifestyle_categories} n on n.name = m.name
        cross join lateral (
          select r.id, r.value, r.answered_at from ${scope.from(lifestyles, 'r')}
          where r.user_id = a.user_id and r.category_id = n.id and ${inAge(sql`r.answered_at`, maxAgeDays.lifestyle_category)}
          order by r.answered_at desc, r.id desc limit 1) r`)
  ).rows

const newestSymptoms = async (scope: PatientScope, requests: ScoreRequest[]) =>
  // built per call: only jobs and the demo run it
  (
    await scope.db.execute<Row>(sql`
      select a.user_id, a.day::text as of_day, n.name, r.id, r.value, ${dayOf(sql`r.answered_at`)} as day
      from ${requestRows(requests)} cross join ${componentNames('symptom_category')} m join ${symptom_categories} n on n.name = m.name
        cross join lateral (
          select r.id, r.value, r.answered_at from ${scope.from(symptoms, 'r')}
          where r.user_id = a.user_id and r.category_id = n.id and ${inAge(sql`r.answered_at`, maxAgeDays.symptom_category)}
          order by r.answered_at desc, r.id desc limit 1) r`)
  ).rows

const meansOfSteps = async (scope: PatientScope, requests: ScoreRequest[]) =>
  // built per call: only jobs and the demo run it
  (
    await scope.db.execute<Pick<Row, 'user_id' | 'of_day' | 'value' | 'day'>>(sql`
      select a.user_id, a.day::text as of_day, s.value, s.day::text as day
      from ${requestRows(requests)} cross join lateral (
        select round(avg(d.count), 2)::double precision as value, max(d.measured_on) as day
        from (select s.count, s.measured_on from ${scope.from(steps, 's')} where s.user_id = a.user_id and s.measured_on < a.day order by s.measured_on desc limit ${scoreStepDays}) d
      ) s where s.day is not null`)
  ).rows

const openProblems = async (scope: PatientScope, requests: ScoreRequest[]) =>
  // built per call: only jobs and the demo run it
  (
    await scope.db.execute<OpenProblem & Pick<Row, 'user_id' | 'of_day'>>(sql`
      select a.user_id, a.day::text as of_day, d.code as name, p.id, p.conducted_on::text as day
      from ${requestRows(requests)} join ${scope.from(assessments, 'p')} on p.user_id = a.user_id join ${diseases} d on d.id = p.disease_id
      where p.kind = 'problem' and p.conducted_on <= a.day and (p.solved_on is null or p.solved_on > a.day) and d.code is not null and d.danger_level >= ${minDangerLevel}
      order by d.danger_level desc, p.id`)
  ).rows

export const requestKey = ({ user_id, day }: ScoreRequest) => `${user_id} ${day}`

/** The inputs of each person's scores at the end of the requested day, by `requestKey`. One query per kind, for any number of people. */
export const inputsOf = async (scope: PatientScope, requests: ScoreRequest[]): Promise<Map<string, ScoreInputs>> => {
  const found = new Map(requests.map((request): [string, ScoreInputs] => [requestKey(request), { values: [], problems: [] }]))
  const inputsFor = ({ user_id, of_day }: Pick<Row, 'user_id' | 'of_day'>) => found.get(requestKey({ user_id, day: of_day }))!
  const add = (request: Pick<Row, 'user_id' | 'of_day'>, value: ScoreInput) => inputsFor(request).values.push(value)
  const until = (day: string, type: keyof typeof maxAgeDays) => addDays(day, maxAgeDays[type] + 1)
  for (const { user_id, of_day, mean, bands, is_serious, ...row } of await newestResults(scope, requests)) {
    const averaged = mean === null || !bands ? {} : { value: mean, comparator: null, status: statusOf(mean, bands) ?? null }
    const critical = is_serious && { serious: { value: row.value, comparator: row.comparator } }
    add(
      { user_id, of_day },
      { type: 'numeric_test_result_category', ...row, ...averaged, ...critical, stale_on: until(row.day, 'numeric_test_result_category') },
    )
  }
  for (const { user_id, of_day, rule, ...row } of await newestLifestyles(scope, requests))
    add(
      { user_id, of_day },
      { type: 'lifestyle_category', ...row, status: lifestyleStatus(rule, row.value) ?? null, stale_on: until(row.day, 'lifestyle_category') },
    )
  for (const { user_id, of_day, ...row } of await newestSymptoms(scope, requests))
    add({ user_id, of_day }, { type: 'symptom_category', ...row, status: null, stale_on: until(row.day, 'symptom_category') })
  for (const { user_id, of_day, ...row } of await meansOfSteps(scope, requests))
    add({ user_id, of_day }, { type: 'step', name: null, id: null, ...row, status: null, stale_on: null })
  for (const { user_id, of_day, ...problem } of await openProblems(scope, requests)) inputsFor({ user_id, of_day }).problems.push(problem)
  return found
}
