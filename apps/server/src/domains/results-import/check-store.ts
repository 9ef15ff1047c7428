// built per call: an import is rare and each of its reads is long
import { isDeepStrictEqual } from 'node:util'
import { withJudgements } from '@sukoyaka/rules/boards/provider-judgements'
import { tokyoDay } from '@sukoyaka/rules/time'
import { cellReasons, type ImportReasonCode, type ImportRow } from '@sukoyaka/wire/boards/import-row'
import { type ProviderJudgement, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import type { Comparator } from '@sukoyaka/wire/record/value'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { test_packages, test_results } from '../checkup/tables.ts'
import { findPeople } from './people-store.ts'
import { type ColumnLayout, type ReadRow, readRow } from './read-row.ts'
import { import_rows } from './tables.ts'

export type StoredRow = typeof import_rows.$inferSelect
export type ExistingResult = { id: number; value: number; comparator: Comparator | null; is_derived: boolean; updated_at: string }
type Package = {
  id: number
  user_id: number
  day: string
  tested_at: string
  isReleased: boolean
  judgements: ProviderJudgement[]
  results: Map<number, ExistingResult>
}
export type JudgedRow = ReadRow & { row: StoredRow; patient_id: number | null; package: Package | undefined } & Pick<
    StoredRow,
    'outcome' | 'changes' | 'new_count' | 'changed_count' | 'same_count' | 'candidate_ids'
  >

/** The row's cells with people's corrections. */
export const cellsOf = ({ cells, fixed }: Pick<StoredRow, 'cells' | 'fixed'>): string[] => {
  const allCells = [...cells]
  for (const [index, text] of Object.entries(fixed)) {
    while (allCells.length < Number(index)) allCells.push('')
    allCells[Number(index)] = text
  }
  return allCells
}

export const packageKey = (user_id: number, day: string) => `${user_id} ${day}`

/**
 * The completed checkups of these people at this facility on these days, with their numeric results; of several on one day, the one that was added first. With
 * `shouldLock`, the checkups are locked against release until the transaction ends.
 */
const packagesOf = async (
  scope: PatientScope,
  facility: string,
  visits: readonly { patient_id: number; tested_on: string }[],
  shouldLock: boolean,
): Promise<Map<string, Package>> => {
  const found = new Map<string, Package>()
  if (!visits.length) return found
  const query = scope.db
    .select({
      id: test_packages.id,
      user_id: test_packages.user_id,
      tested_at: test_packages.tested_at,
      judgements: test_packages.provider_judgements,
      isReleased: sql<boolean>`${test_packages.released_at} is not null`,
    })
    .from(scope.rows(test_packages))
    .where(
      and(
        inArray(test_packages.user_id, [...new Set(visits.map(({ patient_id }) => patient_id))]),
        eq(test_packages.location, facility),
        eq(test_packages.status, testPackageStatus.complete),
        sql`(${test_packages.tested_at} at time zone 'Asia/Tokyo')::date = any(${sql.param([...new Set(visits.map(({ tested_on }) => tested_on))])}::date[])`,
      ),
    )
    .orderBy(test_packages.id)
  const packages = await (shouldLock ? query.for('share') : query)
  for (const visit of packages) {
    const day = tokyoDay(visit.tested_at)
    const key = packageKey(visit.user_id, day)
    if (!found.has(key)) found.set(key, { ...visit, day, results: new Map() })
  }
  const byId = new Map([...found.values()].map((row) => [row.id, row]))
  const results = byId.size
    ? await scope.db
        .select({
          id: test_results.id,
          test_package_id: test_results.test_package_id,
          category_id: test_results.category_id,
          value: test_results.value,
          comparator: test_results.comparator,
          is_derived: test_results.is_derived,
          updated_at: test_results.updated_at,
        })
        .from(scope.rows(test_results))
        .where(and(inArray(test_results.test_package_id, [...byId.keys()]), eq(test_results.type, 0)))
        .orderBy(test_results.id)
    : []
  for (const { test_package_id, category_id, value, ...result } of results) byId.get(test_package_id!)!.results.set(category_id, { ...result, value: value! })
  return found
}

type Measured = Pick<ExistingResult, 'value' | 'comparator'>
export const isSameValue = (a: Measured, b: Measured) => a.value === b.value && a.comparator === b.comparator

/** A value is new if the checkup has none or only a derived one, unchanged if the measured one is equal, and otherwise changed. */
const compare = (values: ReadRow['values'], existing: Package['results'] | undefined) => {
  const changes: ImportRow['changes'] = []
  let same_count = 0
  for (const { at, category_id, value, comparator } of values) {
    const previous = existing?.get(category_id)
    if (previous && !previous.is_derived && isSameValue(previous, { value, comparator })) same_count++
    else if (previous && !previous.is_derived)
      changes.push({ at, category_id, before: previous.value, after: value, before_comparator: previous.comparator, after_comparator: comparator })
  }
  return { changes, same_count, changed_count: changes.length, new_count: values.length - same_count - changes.length }
}

/** Reasons about the person as the row describes them. Assigning a patient resolves them; the patient's own birthday is then checked. */
const personReasons: readonly ImportReasonCode[] = ['person_unknown', 'birthday_unreadable', 'sex_unreadable', 'day_before_birth']

/** A reason about a value (`cellReasons`) alone does not refuse its row, unless the row has no value to write. */
const isRefused = (reasons: ReadRow['reasons'], values: ReadRow['values']) =>
  reasons.some(({ reason }) => !cellReasons.includes(reason)) || (reasons.length > 0 && values.length === 0)

/** Judges rows against the current records. `shouldLock`, for writing: locks the checkups. */
export const judgeRows = async (
  scope: PatientScope,
  facility: string,
  layout: ColumnLayout,
  rows: readonly StoredRow[],
  shouldLock = false,
): Promise<JudgedRow[]> => {
  const read = rows.map((row) => readRow(cellsOf(row), layout, row.is_confirmed))
  const people = await findPeople(
    scope,
    read.map(({ person }, i) => ({ ...person, chosen: rows[i]!.chosen_patient_id })),
  )
  const visits = read.flatMap(({ tested_on }, i) => (people[i]!.patient_id !== null && tested_on ? [{ patient_id: people[i]!.patient_id!, tested_on }] : []))
  const packages = await packagesOf(scope, facility, visits, shouldLock)
  return read.map((item, i): JudgedRow => {
    const { patient_id, candidate_ids, reason, at, birthday } = people[i]!
    const found = patient_id !== null && item.tested_on ? packages.get(packageKey(patient_id, item.tested_on)) : undefined
    const compared = compare(item.values, found?.results)
    const reasons = item.reasons.filter((other) => rows[i]!.chosen_patient_id === null || !personReasons.includes(other.reason))
    const isReported = reason === 'birthday_missing' && reasons.some((other) => other.reason === 'birthday_unreadable')
    if (reason && !isReported && !reasons.some((other) => other.at !== null && other.at === (at ? layout.at[at] : -1)))
      reasons.unshift({ at: (at && layout.at[at]) ?? null, reason })
    if (item.tested_on && birthday && item.tested_on < birthday && !reasons.some((other) => other.reason === 'day_before_birth'))
      reasons.push({ at: layout.at.tested_on ?? null, reason: 'day_before_birth' })
    const existing = found?.judgements ?? []
    const isOther = !isDeepStrictEqual(withJudgements(existing, item.judgements), existing)
    if (found?.isReleased && (compared.new_count + compared.changed_count || isOther)) reasons.push({ at: null, reason: 'package_released' })
    const outcome = isRefused(reasons, item.values)
      ? 'refused'
      : compared.changed_count || (found && isOther)
        ? 'changed'
        : compared.new_count || isOther
          ? 'new'
          : 'same'
    return { ...item, ...compared, reasons, outcome, row: rows[i]!, patient_id, candidate_ids, package: found }
  })
}

/** Of two rows about the same person and day the later one is refused: a person must decide which is right. */
export const rejectDuplicates = (scope: PatientScope, import_id: number) =>
  scope.db.execute(sql`
    update ${scope.target(import_rows)} r set outcome = 'refused', reasons = r.reasons || '[{"at": null, "reason": "twice_in_file"}]'::jsonb
    where r.import_id = ${import_id} and r.patient_id is not null and not r.reasons @> '[{"reason": "twice_in_file"}]'::jsonb
      and exists (select from ${scope.from(import_rows, 'e')} where e.import_id = r.import_id and e.patient_id = r.patient_id and e.tested_on = r.tested_on and e.line < r.line)`)

/** Stores how the rows were judged, in one statement. */
export const storeJudgedRows = async (scope: PatientScope, import_id: number, judgedRows: readonly JudgedRow[]) => {
  if (!judgedRows.length) return
  const rows = judgedRows.map(({ row, outcome, reasons, changes, new_count, changed_count, same_count, patient_id, candidate_ids, tested_on }) => ({
    line: row.line,
    outcome,
    reasons,
    changes,
    new_count,
    changed_count,
    same_count,
    patient_id,
    candidate_ids,
    tested_on,
  }))
  await scope.db.execute(sql`
    update ${scope.target(import_rows)} r set outcome = n.outcome, reasons = n.reasons, changes = n.changes, new_count = n.new_count, changed_count = n.changed_count,
      same_count = n.same_count, patient_id = n.patient_id, candidate_ids = n.candidate_ids, tested_on = n.tested_on
    from json_populate_recordset(null::${scope.target(import_rows)}, ${JSON.stringify(rows)}::json) n
    where r.import_id = ${import_id} and r.line = n.line`)
}
