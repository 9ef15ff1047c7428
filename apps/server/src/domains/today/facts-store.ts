import { doingWellMonths, maxResultAgeMonths } from '@sukoyaka/rules/boards/today'
import { estimatedCategories } from '@sukoyaka/rules/record/laboratory/estimate'
import type { TodayFinding } from '@sukoyaka/wire/boards/today'
import type { Bands, ResultStatus } from '@sukoyaka/wire/record/checkup'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { toIso } from '../../database/columns.ts'
import { idList, rawQuery } from '../../database/prepared.ts'
import { sleeps, steps } from '../activity/tables.ts'
import { reference_ranges, result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { isTold, isUntoldDespiteLater } from '../checkup/told-store.ts'
import { contracts, plans, services } from '../contract/tables.ts'
import { health_records } from '../health-record/tables.ts'

export type UnhealthyResult = {
  id: number
  category_id: number
  name: string
  value: number
  status: ResultStatus | null
  is_serious: boolean
  is_told: boolean
  recorded_at: string
  updated_at: string
  previous_value: number | null
  previous_status: ResultStatus | null
  previous_at: string | null
  later: TodayFinding['later']
  healthy: Bands['healthy'] | null
  unhealthy: Bands['unhealthy'] | null
}
export type Measured = { user_id: number; within: number; outside: number; newest_at: string; unhealthy_results: UnhealthyResult[] }

const user_ids = idList('user_ids')
const now = sql`${sql.placeholder('now')}::timestamptz`
const toIsoOrNull = (text: string | null) => (text === null ? null : toIso(text))

/** A single pass over the people's own rows, so that the plan does not depend on table statistics. */
const measured = patientQuery(({ from, own }) =>
  rawQuery<Omit<Measured, 'unhealthy_results'> & { unhealthy_results: UnhealthyResult[] | null }>(sql`
    with numbered as (
      select t.user_id, t.category_id, t.value, t.comparator, t.status, t.is_serious, t.recorded_at, t.updated_at, t.range_id,
        t.id, t.test_package_id,
        row_number() over w as place, lead(t.value) over w as previous_value, lead(t.comparator) over w as previous_comparator, lead(t.status) over w as previous_status, lead(t.recorded_at) over w as previous_at,
        first_value(t.value) over w as newest_value, first_value(t.comparator) over w as newest_comparator, first_value(t.recorded_at) over w as newest_at
      from ${from(test_results, 't')} where t.user_id = any(${user_ids}) and t.type = 0
      window w as (partition by t.user_id, t.category_id order by t.recorded_at desc, t.id desc))
    select n.user_id, count(*) filter (where n.place = 1 and n.status = 0 and not n.is_serious)::int as within, count(*) filter (where n.place = 1 and (n.status in (1, 2) or n.is_serious))::int as outside,
      max(n.recorded_at) as newest_at,
      json_agg(json_build_object('id', n.id, 'category_id', n.category_id, 'name', c.name, 'value', n.value, 'comparator', n.comparator, 'status', n.status, 'is_serious', n.is_serious, 'is_told', n.is_serious and ${isTold(from, 'n')}, 'recorded_at', n.recorded_at,
        'updated_at', n.updated_at, 'previous_value', n.previous_value, 'previous_comparator', n.previous_comparator, 'previous_status', n.previous_status, 'previous_at', n.previous_at,
        'later', case when n.place > 1 then json_build_object('value', n.newest_value, 'comparator', n.newest_comparator, 'recorded_at', n.newest_at) end,
        'healthy', r.healthy, 'unhealthy', r.unhealthy) order by c.sort_number, c.id)
        filter (where (n.status = 1 or n.is_serious) and c.name <> all(${sql.param(estimatedCategories)}::text[]) and n.recorded_at > ${now} - make_interval(months => ${maxResultAgeMonths}::int)) as unhealthy_results
    from numbered n join ${result_categories} c on c.id = n.category_id left join ${reference_ranges} r on r.id = n.range_id
    where (n.place = 1 or ${isUntoldDespiteLater({ from, own }, 'n', now)})
      and n.recorded_at > ${now} - make_interval(months => ${doingWellMonths}::int)
    group by n.user_id`),
)

/**
 * For each person, from the newest numeric value of every category: how many of the last year are within and outside the range, and the unhealthy or
 * critical ones of the last six months with the previous value, without estimates. Among them is also a critical value of the last days of which the patient was
 * not told, although a later value is not critical. Leaves out people without a value in the last year.
 */
export const measuredOf = async (scope: PatientScope, user_ids: number[], now: string): Promise<Measured[]> => {
  const rows = await measured(scope).execute({ user_ids, now })
  const isoOfJson = (text: string) => new Date(text).toISOString()
  return rows.map(({ unhealthy_results, newest_at, ...row }) => ({
    ...row,
    newest_at: toIso(newest_at),
    // JSON contains instants in PostgreSQL's format
    unhealthy_results: (unhealthy_results ?? []).map((result) => ({
      ...result,
      recorded_at: isoOfJson(result.recorded_at),
      updated_at: isoOfJson(result.updated_at),
      previous_at: result.previous_at && isoOfJson(result.previous_at),
      later: result.later && { ...result.later, recorded_at: isoOfJson(result.later.recorded_at) },
    })),
  }))
}

export type Waiting = { user_id: number; id: number; tested_at: string; version: string; count: number } & WaitingSerious
type WaitingSerious = { serious_count: number; untold_count: number; serious_ids: number[]; serious_since: string | null }

const waiting = patientQuery(({ from }) =>
  rawQuery<Waiting>(sql`
    select p.user_id, p.id, p.tested_at, coalesce(max(r.updated_at), p.updated_at) as version, count(r.id)::int as count, (count(*) filter (where r.is_serious))::int as serious_count,
      (count(*) filter (where r.is_serious and not ${isTold(from, 'r')}))::int as untold_count,
      coalesce(json_agg(r.id order by r.id) filter (where r.is_serious), '[]') as serious_ids, min(r.updated_at) filter (where r.is_serious) as serious_since
    from ${from(test_packages, 'p')} left join ${from(test_results, 'r')} on r.test_package_id = p.id and r.user_id = p.user_id
    where p.user_id = any(${user_ids}) and p.status = 0 and p.released_at is null and p.cancelled_at is null
    group by p.user_id, p.id, p.tested_at, p.updated_at, p.provider_judgements having count(r.id) > 0 or p.provider_judgements <> '[]'`),
)

/** Checkups with results, or with judgements of their provider only, that are complete and neither released nor cancelled. */
export const waitingOf = async (scope: PatientScope, user_ids: number[]): Promise<Waiting[]> => {
  const rows = await waiting(scope).execute({ user_ids })
  return rows.map((row) => ({ ...row, tested_at: toIso(row.tested_at), version: toIso(row.version), serious_since: toIsoOrNull(row.serious_since) }))
}

export type PatientStatus = {
  user_id: number
  /** When today's contract ends; null if open-ended. */
  contract_until: string | null
  /** Whether that contract includes a full checkup. */
  has_checkup: boolean
  member_since: string
  /** The last or next checkup. A suggested date that passed without being confirmed does not count. */
  checkup_at: string | null
  last_data_at: string | null
}

const patientStatuses = patientQuery(({ from }) =>
  rawQuery<PatientStatus>(sql`
    select u.user_id, k.ended_at as contract_until, k.full_checkup_count > 0 as has_checkup,
      (select min(c.started_at) from ${from(contracts, 'c')} where c.user_id = u.user_id) as member_since,
      (select max(p.tested_at) from ${from(test_packages, 'p')} where p.user_id = u.user_id and p.cancelled_at is null and (p.status <> 1 or p.tested_at > ${now})) as checkup_at,
      greatest(
        (select max(s.measured_on)::timestamp at time zone 'Asia/Tokyo' from ${from(steps, 's')} where s.user_id = u.user_id),
        (select max(s.started_at) from ${from(sleeps, 's')} where s.user_id = u.user_id),
        (select max(h.recorded_at) from ${from(health_records, 'h')} where h.user_id = u.user_id)) as last_data_at
    from unnest(${sql.placeholder('user_ids')}::bigint[]) u(user_id)
      cross join lateral (
        select c.ended_at, s.full_checkup_count from ${from(contracts, 'c')} join ${plans} p on p.id = c.plan_id join ${services} s on s.id = p.service_id
        where c.user_id = u.user_id and c.started_at <= ${now} and (c.ended_at is null or c.ended_at > ${now}) order by c.started_at desc, c.id desc limit 1) k`),
)

/** People with a contract today, with the time of their last data: steps, sleep and health records. */
export const patientStatusOf = async (scope: PatientScope, user_ids: number[], now: string): Promise<PatientStatus[]> => {
  const rows = await patientStatuses(scope).execute({ user_ids, now })
  return rows.map((row) => ({
    ...row,
    contract_until: toIsoOrNull(row.contract_until),
    member_since: toIso(row.member_since),
    checkup_at: toIsoOrNull(row.checkup_at),
    last_data_at: toIsoOrNull(row.last_data_at),
  }))
}
