import { openFollowUp } from '@sukoyaka/rules/boards/follow-up'
import {
  findingOf as boardFindingOf,
  checkupOverdueFrom,
  doingWellMonths,
  isDoingWell,
  maxResultAgeMonths,
  missingDataFrom,
} from '@sukoyaka/rules/boards/today'
import { findingOf } from '@sukoyaka/rules/record/score-cap'
import { addMonths, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { inTransaction } from '../../database/db.ts'
import { isAnyOf, rawQuery } from '../../database/prepared.ts'
import { progressOfRunning } from '../habit/progress-store.ts'
import { patients } from '../patient/tables.ts'
import { type Measured, measuredOf, type PatientStatus, patientStatusOf, type UnhealthyResult, type Waiting, waitingOf } from './facts-store.ts'
import { type WaitingImage, waitingImagesOf } from './image-store.ts'
import { type StoredFinding, today_items } from './tables.ts'

type Row = Required<typeof today_items.$inferInsert>

const maxFindings = 3
/**
 * The rank of a row about results is one of these plus or minus the time of the row, so that the rows sort by severity first: critical values that the
 * patient was not told of, other critical values, values far beyond their range, the others.
 */
const severityRanks = { untold: -3e13, serious: -2e13, far: -1e13, outside: 0 } as const
const severities = ['untold', 'serious', 'far', 'outside'] as const
const time = (instant: string) => Date.parse(instant)
const monthsLater = (instant: string, months: number) => tokyoStartOfDay(addMonths(tokyoDay(instant), months)).toISOString()
const latest = (instants: string[]) => instants.toSorted().at(-1)!

const isFar = ({ name, value, status }: UnhealthyResult) => findingOf(name, value, status, false) === 'far'
const severityOf = (result: UnhealthyResult): (typeof severities)[number] =>
  result.is_serious ? (result.is_told ? 'serious' : 'untold') : isFar(result) ? 'far' : 'outside'

const toStoredFinding = (result: UnhealthyResult): StoredFinding => {
  const { id, name, updated_at, previous_status, unhealthy, ...finding } = result
  return { ...finding, is_far: isFar(result) }
}

const findingRow = (user_id: number, section: 'newly_abnormal' | 'worsened', unsorted: UnhealthyResult[]): Row => {
  const found = unsorted.toSorted((a, b) => severities.indexOf(severityOf(a)) - severities.indexOf(severityOf(b)))
  const serious = found.filter(({ is_serious }) => is_serious)
  const newestAt = latest(found.map(({ recorded_at }) => recorded_at))
  return {
    user_id,
    section,
    subject_id: 0,
    version: latest(found.map(({ updated_at }) => updated_at)),
    at: newestAt,
    rank: severityRanks[severityOf(found[0]!)] - time(newestAt),
    shown_from: newestAt,
    shown_until: monthsLater(newestAt, maxResultAgeMonths),
    details: {
      findings: found.slice(0, maxFindings).map(toStoredFinding),
      count: found.length,
      serious_count: serious.length,
      untold_count: serious.filter(({ is_told }) => !is_told).length,
      finding_ids: found.map(({ id }) => id),
      serious_ids: serious.map(({ id }) => id),
      serious_since: serious.map(({ updated_at }) => updated_at).toSorted()[0] ?? null,
    },
  }
}

const previousOf = ({ previous_value, previous_status }: UnhealthyResult) =>
  previous_value === null ? null : { value: previous_value, status: previous_status }

const resultRows = ({ user_id, unhealthy_results }: Measured): Row[] => {
  const kinds = Map.groupBy(unhealthy_results, (result) => boardFindingOf(result, previousOf(result), result.unhealthy))
  return (['newly_abnormal', 'worsened'] as const).flatMap((section) => (kinds.has(section) ? [findingRow(user_id, section, kinds.get(section)!)] : []))
}

const waitingRow = ({ user_id, id, tested_at, version, ...details }: Waiting): Row => ({
  user_id,
  section: 'waiting_release',
  subject_id: id,
  version,
  at: tested_at,
  rank: severityRanks[details.untold_count ? 'untold' : details.serious_count ? 'serious' : 'outside'] + time(tested_at),
  shown_from: tested_at,
  shown_until: null,
  details,
})

const imageRow = (image: WaitingImage, now: Date): Row[] => {
  const { user_id, id, category_id, recorded_at, follow_up_kind, updated_at } = image
  const open = openFollowUp(image, image.has_newer, now)
  if (!open) return []
  const { due_on, listed_from } = open
  const at = due_on ? tokyoStartOfDay(due_on).toISOString() : recorded_at
  return [
    {
      user_id,
      section: 'image_follow_up',
      subject_id: id,
      version: updated_at,
      at,
      rank: time(at),
      shown_from: listed_from,
      shown_until: null,
      details: { follow_up: { category_id, kind: due_on ? follow_up_kind! : 'reading', due_on } },
    },
  ]
}

const statusRows = ({ user_id, contract_until, has_checkup, member_since, checkup_at, last_data_at }: PatientStatus): Row[] => {
  const row = (section: 'checkup_overdue' | 'no_data', at: string, version: string, shown_from: string, rank: number): Row => ({
    user_id,
    section,
    subject_id: 0,
    version,
    at,
    rank,
    shown_from,
    shown_until: contract_until,
    details: {},
  })
  const rows: Row[] = []
  if (has_checkup) {
    const overdueFrom = checkupOverdueFrom(checkup_at ?? member_since)
    // the longest overdue first; in `no_data` below the shortest gap first, because it is the easiest to end
    rows.push(row('checkup_overdue', overdueFrom, overdueFrom, overdueFrom, time(overdueFrom)))
  }
  if (last_data_at) rows.push(row('no_data', last_data_at, last_data_at, missingDataFrom(last_data_at), -time(last_data_at)))
  return rows
}

const doingWellRow = ({ user_id, within, newest_at }: Measured, contract_until: string | null): Row => {
  const until = monthsLater(newest_at, doingWellMonths)
  return {
    user_id,
    section: 'doing_well',
    subject_id: 0,
    version: newest_at,
    at: newest_at,
    rank: -time(newest_at),
    shown_from: newest_at,
    shown_until: contract_until && contract_until < until ? contract_until : until,
    details: { count: within },
  }
}

const doingWellRows = async (scope: PatientScope, measured: Measured[], statuses: PatientStatus[], today: string): Promise<Row[]> => {
  const statusByUser = new Map(statuses.map((patient) => [patient.user_id, patient]))
  const candidates = measured.filter((patient) => statusByUser.has(patient.user_id) && isDoingWell(patient, [100]))
  if (!candidates.length) return []
  const progress = await progressOfRunning(
    scope,
    candidates.map(({ user_id }) => user_id),
    today,
  )
  return candidates
    .filter((patient) => isDoingWell(patient, progress.get(patient.user_id) ?? []))
    .map((patient) => doingWellRow(patient, statusByUser.get(patient.user_id)!.contract_until))
}

const columns = sql.raw('user_id, section, subject_id, version, at, rank, shown_from, shown_until, details')
/**
 * The version of a row about results becomes later with each finding that it gains, although the result may be older than the row: a change of the sex can make
 * it abnormal, a merge can add it. It never becomes earlier, so that a review of other findings does not count.
 */
const newVersion = sql`case excluded.details -> 'finding_ids' <@ (i.details -> 'finding_ids')
  when true then greatest(i.version, excluded.version) when false then greatest(excluded.version, ${later(sql`i.version`)}) else excluded.version end`

/** Writes changed rows only: most changes of a record do not affect the board. */
const putRows = patientQuery(({ target }) => {
  const json = sql`${sql.placeholder('json')}::json`
  return rawQuery(sql`
    with removed as (
      delete from ${target(today_items)} i where ${isAnyOf(sql`i.user_id`)}
        and not exists (select from json_to_recordset(${json}) n (user_id bigint, section text, subject_id bigint)
          where n.user_id = i.user_id and n.section = i.section and n.subject_id = i.subject_id))
    insert into ${target(today_items)} as i (${columns}) select ${columns} from json_populate_recordset(null::${target(today_items)}, ${json})
    on conflict (user_id, section, subject_id) do update set version = ${newVersion}, at = excluded.at, rank = excluded.rank,
      shown_from = excluded.shown_from, shown_until = excluded.shown_until, details = excluded.details
    where (i.version, i.at, i.rank, i.shown_from, i.shown_until, i.details)
      is distinct from (${newVersion}, excluded.at, excluded.rank, excluded.shown_from, excluded.shown_until, excluded.details)`)
})

const lockedPatients = patientQuery(({ rows }) =>
  rawQuery<{ user_id: number }>(sql`
    select user_id from ${rows(patients)} where ${isAnyOf(patients.user_id)} and merged_into is null order by user_id for no key update`),
)

/** Updates the board's rows of these patients from their records, in a transaction of its own if the scope has none. */
export const saveToday = async (scope: PatientScope, user_ids: number[], now: Date): Promise<void> => {
  if (!scope.isInTransaction) return inTransaction(scope.db, (tx) => saveToday(scope.withDb(tx), user_ids, now))
  // the lock makes the second of two concurrent changes see the first
  const lockedIds = (await lockedPatients(scope).execute({ ids: user_ids })).map(({ user_id }) => user_id)
  if (!lockedIds.length) return
  const nowIso = now.toISOString()
  const measured = await measuredOf(scope, lockedIds, nowIso)
  const statuses = await patientStatusOf(scope, lockedIds, nowIso)
  const rows = [
    ...measured.flatMap(resultRows),
    ...(await waitingOf(scope, lockedIds)).map(waitingRow),
    ...(await waitingImagesOf(scope, lockedIds)).flatMap((image) => imageRow(image, now)),
    ...statuses.flatMap(statusRows),
    ...(await doingWellRows(scope, measured, statuses, tokyoDay(now))),
  ]
  await putRows(scope).execute({ ids: lockedIds, json: JSON.stringify(rows) })
}

/** The next patients by id, to go through all patients in batches. */
export const patientsAfter = async (scope: PatientScope, user_id: number, limit: number): Promise<number[]> => {
  // built per call: only the job runs it
  const { rows } = await scope.db.execute<{ user_id: number }>(
    sql`select user_id from ${scope.rows(patients)} where user_id > ${user_id} and merged_into is null order by user_id limit ${limit}`,
  )
  return rows.map((row) => row.user_id)
}

// built per call: only the job runs it
export const isTodayMissing = async (scope: PatientScope): Promise<boolean> =>
  (await scope.db.execute(sql`select from ${scope.rows(patients)} where not exists (select from ${scope.rows(today_items)}) limit 1`)).rowCount === 1
