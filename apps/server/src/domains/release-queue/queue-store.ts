import type { Language } from '@sukoyaka/phrases/language'
import { needsAttention } from '@sukoyaka/rules/record/checkup'
import { findingOf } from '@sukoyaka/rules/record/score-cap'
import { holdSeconds, maxReleases, type ReleaseGroup, type ReleaseHold, type ReleaseItem, type ReleaseQueue } from '@sukoyaka/wire/boards/release-queue'
import type { Findings } from '@sukoyaka/wire/boards/timeline'
import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { toIso } from '../../database/columns.ts'
import { isAnyOf, rawQuery } from '../../database/prepared.ts'
import { peopleByIds } from '../account/store.ts'
import { findingsOf } from '../checkup/findings-store.ts'
import { lockPatientsOf, testPackagesByIds } from '../checkup/package-store.ts'
import { reference_ranges, result_categories, test_packages, test_results } from '../checkup/tables.ts'
import { namedPatients } from '../patient/store.ts'
import { import_rows } from '../results-import/tables.ts'
import { releaseRowsOf } from '../today/store.ts'
import { held_releases } from './tables.ts'

type Waiting = {
  id: number
  version: string
  tested_at: string
  serious: number
  unhealthy: number
  warning: number
  unknown: number
  has_open_values: boolean
  provider_judgements: ProviderJudgement[]
  unhealthy_values: { name: string; value: number; is_serious: boolean }[] | null
  hold: (Omit<ReleaseHold, 'held_by' | 'releases_at'> & { held_by: number; releases_at: string }) | null
}

// The version of a checkup and its results: the time of the last change of the checkup, the sum of those of its results, and a sum for their verdicts,
// because judging a value again, such as by another sex, does not change the time of its result. The newest time alone would stay the same when an older
// result is deleted, or is changed in a transaction that began earlier but ends later than another.
const sumOfChanges = sql`sum((extract(epoch from r.updated_at) * 1000)::bigint) as changes, sum(hashint8(r.id * 8 + coalesce(r.status, 3) + 4 * r.is_serious::int)) as verdicts`
const version = sql`concat_ws('-', (extract(epoch from p.updated_at) * 1000)::bigint, counts.changes, counts.verdicts)`

// Selects no patient id, because the audit log names only the patients on the returned list. A numeric result of an item without any range, such as
// height, does not count as not judged; an image or video without a status does. The lateral join reads the results of each waiting checkup by index. With
// a plain join PostgreSQL scans all results, because it overestimates the number of waiting checkups; with a condition on the patient it also reads the
// index of all results of the patient.
const waiting = patientQuery(({ from }, ofImport: boolean) =>
  rawQuery<Waiting>(sql`
    select p.id, ${version} as version, p.tested_at, p.provider_judgements, counts.serious, counts.unhealthy, counts.warning, counts.unknown, counts.unhealthy_values,
      exists (select from ${from(import_rows, 'o')} where o.patient_id = p.user_id and o.test_package_id = p.id and o.reasons <> '[]') as has_open_values,
      case when h.test_package_id is not null then json_build_object('version', h.version, 'comment', h.comment, 'held_by', h.held_by, 'releases_at', h.releases_at,
        'seconds_left', greatest(0, least(${holdSeconds}, ceil(extract(epoch from h.releases_at - now()))))::int) end as hold
    from ${from(test_packages, 'p')} left join ${from(held_releases, 'h')} on h.test_package_id = p.id cross join lateral (
      select ${sumOfChanges}, (count(*) filter (where r.is_serious))::int as serious,
        (count(*) filter (where r.status = 1))::int as unhealthy, (count(*) filter (where r.status = 2))::int as warning,
        (count(*) filter (where r.status is null and not r.is_serious and (r.type <> 0 or r.category_id in (select g.category_id from ${reference_ranges} g))))::int as unknown,
        json_agg(json_build_object('name', (select c.name from ${result_categories} c where c.id = r.category_id), 'value', r.value, 'is_serious', r.is_serious))
          filter (where r.status = 1) as unhealthy_values
      from ${from(test_results, 'r')} where r.test_package_id = p.id) counts
    where p.status = 0 and p.released_at is null and p.cancelled_at is null and (counts.changes is not null or p.provider_judgements <> '[]')
      ${ofImport ? sql`and p.id in (select i.test_package_id from ${from(import_rows, 'i')} where i.import_id = ${sql.placeholder('import_id')})` : sql``}`),
)

const released = patientQuery(({ from }) =>
  rawQuery<{ count: number }>(sql`
    select count(*)::int as count from ${from(test_packages, 'p')} where p.released_at is not null
      and p.id in (select i.test_package_id from ${from(import_rows, 'i')} where i.import_id = ${sql.placeholder('import_id')})`),
)

const judgementCount = ({ provider_judgements }: Waiting) => provider_judgements.filter(needsAttention).length

const groupOf = (row: Waiting): ReleaseGroup => {
  const { serious, unhealthy, warning, unknown, has_open_values } = row
  return serious > 0 ? 'urgent' : unhealthy + warning + unknown + judgementCount(row) > 0 || has_open_values ? 'review' : 'within'
}

const farCount = ({ unhealthy_values }: Waiting) =>
  (unhealthy_values ?? []).filter(({ name, value, is_serious }) => findingOf(name, value, 1, is_serious) === 'far').length

/** Sort keys of the queue, compared one after the other, each descending. */
const severityOf = (row: Waiting) => [row.serious, Number(row.has_open_values), farCount(row), row.unhealthy, judgementCount(row), row.warning, row.unknown]

/** Equal severity: the oldest checkup first. */
const bySeverity = (rows: Waiting[]): Waiting[] => {
  const severities = new Map(rows.map((row) => [row, severityOf(row)]))
  return rows.toSorted((a, b) => {
    const [left, right] = [severities.get(a)!, severities.get(b)!]
    const at = left.findIndex((value, index) => value !== right[index])
    return at >= 0 ? right[at]! - left[at]! : Date.parse(toIso(a.tested_at)) - Date.parse(toIso(b.tested_at)) || a.id - b.id
  })
}

/** Those of a checkup that has judgements of its provider only. */
const noFindings: Findings = { total: 0, unhealthy: 0, warning: 0, unknown: 0, notable: [] }

export const releaseQueueOf = async (scope: PatientScope, import_id: number | undefined, language: Language): Promise<ReleaseQueue> => {
  const rows = await waiting(scope, import_id !== undefined).execute({ import_id })
  const [held, open] = [rows.filter(({ hold }) => hold), rows.filter(({ hold }) => !hold)]
  const groups = Map.groupBy(open, groupOf)
  const countOf = (group: ReleaseGroup) => groups.get(group)?.length ?? 0
  const shown = [...bySeverity(held).slice(0, maxReleases), ...bySeverity(open).slice(0, maxReleases)]
  const holders = await peopleByIds(scope.db, [...new Set(held.map(({ hold }) => hold!.held_by))])
  const ids = shown.map(({ id }) => id)
  const checkups = new Map((await testPackagesByIds(scope, ids, language)).map((checkup) => [checkup.id, checkup]))
  const findings = await findingsOf(scope, ids, language)
  const patient_ids = [...new Set([...checkups.values()].map(({ user_id }) => user_id))]
  const people = new Map((await namedPatients(scope).execute({ ids: patient_ids })).map((person) => [person.id, person]))
  const urgentIds = shown.flatMap((row) => (groupOf(row) === 'urgent' ? [row.id] : []))
  const boardRows = new Map((await releaseRowsOf(scope, patient_ids, urgentIds, language)).map((row) => [row.subject_id, row]))
  return {
    items: shown.flatMap((row): ReleaseItem[] => {
      const checkup = checkups.get(row.id)
      const patient = checkup && people.get(checkup.user_id)
      return checkup && patient
        ? [
            {
              group: groupOf(row),
              version: row.version,
              patient,
              checkup,
              findings: { ...(findings.get(row.id) ?? noFindings), unknown: row.unknown },
              has_open_values: row.has_open_values,
              board_row: boardRows.get(row.id) ?? null,
              hold: row.hold && { ...row.hold, held_by: holders.get(row.hold.held_by)!, releases_at: toIso(row.hold.releases_at) },
            },
          ]
        : []
    }),
    counts: { urgent: countOf('urgent'), review: countOf('review'), within: countOf('within') },
    released_count: import_id === undefined ? 0 : ((await released(scope).execute({ import_id }))[0]?.count ?? 0),
  }
}

export type LockedCheckup = Pick<typeof test_packages.$inferSelect, 'id' | 'user_id' | 'status' | 'released_at' | 'cancelled_at' | 'comment' | 'called_on'>

// locks rows in a fixed order, which prevents deadlock
const lockedCheckups = patientQuery(({ db, rows }) =>
  db
    .select({
      id: test_packages.id,
      user_id: test_packages.user_id,
      status: test_packages.status,
      released_at: test_packages.released_at,
      cancelled_at: test_packages.cancelled_at,
      comment: test_packages.comment,
      called_on: test_packages.called_on,
    })
    .from(rows(test_packages))
    .where(isAnyOf(test_packages.id))
    .orderBy(test_packages.id)
    .for('update'),
)

const states = patientQuery(({ from }) =>
  rawQuery<{ id: number; version: string; is_serious: boolean }>(sql`
    select p.id, ${version} as version, coalesce(counts.is_serious, false) as is_serious from ${from(test_packages, 'p')} cross join lateral (
      select ${sumOfChanges}, bool_or(r.is_serious) as is_serious from ${from(test_results, 'r')} where r.test_package_id = p.id) counts
    where p.id = any(${sql.placeholder('ids')}::bigint[])`),
)

export type LockedItem = LockedCheckup & { version: string; is_serious: boolean }

/** Locks the patients, then these checkups, as `lockToDerive` does. The map has no entry for a checkup outside the scope. */
export const lockForRelease = async (scope: PatientScope, ids: number[]): Promise<Map<number, LockedItem>> => {
  await lockPatientsOf(scope, ids)
  const locked = await lockedCheckups(scope).execute({ ids })
  const stateById = new Map((await states(scope).execute({ ids })).map((state) => [state.id, state]))
  return new Map(locked.map((checkup) => [checkup.id, { ...checkup, ...stateById.get(checkup.id)! }]))
}
