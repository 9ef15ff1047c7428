// built per call: corrections are rare; the lists are prepared

import { scopeOf } from '@sukoyaka/wire/access'
import type { fixImportRow, ImportRow, listImportRows } from '@sukoyaka/wire/boards/import-row'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Actor } from '../../access/actor.ts'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { pageOf } from '../../database/page.ts'
import { conditionOf, equalTo, filtersOf } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { applyFixedRow, assertCorrectableCells } from './applied-row-store.ts'
import { cellsOf, judgeRows, rejectDuplicates, type StoredRow, storeJudgedRows } from './check-store.ts'
import type { Dictionary } from './mapping.ts'
import { candidatesByIds, importedPeopleByIds } from './people-store.ts'
import { columnLayoutOf } from './read-row.ts'
import { countRows, type Import, lockImport, setImport } from './store.ts'
import type { Row } from './table-file.ts'
import { import_rows } from './tables.ts'

export const insertRows = (scope: PatientScope, import_id: number, rows: readonly Row[]) =>
  scope.db.execute(sql`
    insert into ${scope.target(import_rows)} (import_id, line, cells)
    select ${import_id}, line, cells from json_populate_recordset(null::${scope.target(import_rows)}, ${JSON.stringify(rows)}::json) on conflict do nothing`)

export const deleteRows = (scope: PatientScope, import_id: number) => scope.delete(import_rows).where(eq(import_rows.import_id, import_id))

const toImportRows = async (scope: PatientScope, rows: readonly StoredRow[]): Promise<ImportRow[]> => {
  const people = await importedPeopleByIds(
    scope,
    rows.flatMap(({ patient_id }) => patient_id ?? []),
  )
  const candidates = await candidatesByIds(
    scope,
    rows.flatMap(({ candidate_ids }) => candidate_ids),
  )
  for (const id of [...people.keys(), ...candidates.keys()]) scope.record(id)
  return rows.map((row) => ({
    ...row,
    cells: cellsOf(row),
    fixed: Object.keys(row.fixed).map(Number),
    patient: (row.patient_id !== null && people.get(row.patient_id)) || null,
    candidates: row.candidate_ids.flatMap((id) => candidates.get(id) ?? []),
  }))
}

/** Rows that were refused or have a cell left out. */
const isOpen = sql`${import_rows.reasons} <> '[]'`

const conditions = { ...equalTo({ outcome: import_rows.outcome }), open: isOpen }
const pagesOfRows = patientQuery(({ db, rows }, given: string) =>
  db
    .select({ ...columnsOf(import_rows), total_count: sql<number>`(count(*) over ())::int` })
    .from(rows(import_rows))
    .where(and(eq(import_rows.import_id, sql.placeholder('id')), conditionOf(conditions, given)))
    .orderBy(asc(import_rows.line))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

export const rowsOf = async (scope: PatientScope, { id, outcome, open, page = 1 }: Input<typeof listImportRows>) => {
  const values = { outcome, open: open || undefined }
  const found = await pageOf(page, (limits) => pagesOfRows(scope, filtersOf(values)).execute({ id, ...values, ...limits }))
  return { ...found, items: await toImportRows(scope, found.items) }
}

const isSameVisit = ({ patient_id, tested_on }: StoredRow) =>
  patient_id !== null && tested_on ? and(eq(import_rows.patient_id, patient_id), eq(import_rows.tested_on, tested_on)) : undefined

/** Judges these rows again, and refuses rows of the import that repeat a person and day. */
const rejudgeRows = async (scope: PatientScope, resultsImport: Import, dictionary: Dictionary, today: string, rows: readonly StoredRow[]) => {
  const layout = columnLayoutOf({ ...resultsImport, dictionary, today })
  await storeJudgedRows(scope, resultsImport.id, await judgeRows(scope, resultsImport.facility, layout, rows))
  await rejectDuplicates(scope, resultsImport.id)
}

const rowAt = async (scope: PatientScope, import_id: number, line: number): Promise<StoredRow> => {
  const [row] = await scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(and(eq(import_rows.import_id, import_id), eq(import_rows.line, line)))
  if (!row) throw apiError('not_found')
  return row
}

type Correction = Input<typeof fixImportRow>
type FixContext = { dictionary: Dictionary; today: string; actor: Pick<Actor, 'id' | 'role'> }

/** The corrected cells, including this correction. */
const fixedWith = (resultsImport: Import, row: StoredRow, cells: Correction['cells']) => {
  const fixed = { ...row.fixed }
  for (const { at: index, text } of cells ?? []) {
    if (index >= resultsImport.columns.length) throw apiError('invalid', { fields: { cells: ['not_allowed'] } })
    if (text === null || text.trim() === (row.cells[index] ?? '')) delete fixed[index]
    else fixed[index] = text.trim()
  }
  return fixed
}

/** Judges a row of an import that is not applied yet, with the rows of the same person and day. */
const rejudgeFixedRow = async (scope: PatientScope, resultsImport: Import, { dictionary, today }: FixContext, row: StoredRow) => {
  const { id } = resultsImport
  const visitOf = (item: StoredRow) =>
    scope.db
      .select()
      .from(scope.rows(import_rows))
      .where(and(eq(import_rows.import_id, id), or(eq(import_rows.line, row.line), isSameVisit(item))))
  await rejudgeRows(scope, resultsImport, dictionary, today, await visitOf(row))
  const judgedRow = await rowAt(scope, id, row.line)
  const sameVisitRows = isSameVisit(judgedRow) ? await visitOf(judgedRow) : []
  if (sameVisitRows.length > 1) await rejudgeRows(scope, resultsImport, dictionary, today, sameVisitRows)
}

/** Stores a person's correction of one row and judges it again. In an applied import, also writes the row's values. */
export const fixRow = async (scope: PatientScope, context: FixContext, { id, line, cells, is_confirmed, patient_id }: Correction) => {
  const resultsImport = await lockImport(scope.db, id)
  const isApplied = resultsImport.state === 'applied'
  if (isApplied && scopeOf(context.actor.role, 'test_results.write') !== 'all') throw apiError('forbidden')
  if (resultsImport.state !== 'checked' && !isApplied) throw apiError('conflict')
  const row = await rowAt(scope, id, line)
  if (isApplied) assertCorrectableCells(row, resultsImport, { cells, patient_id })
  if (patient_id && !(await importedPeopleByIds(scope, [patient_id])).size) throw apiError('invalid', { fields: { patient_id: ['not_allowed'] } })
  await scope
    .update(import_rows)
    .set({
      fixed: fixedWith(resultsImport, row, cells),
      is_confirmed: is_confirmed ?? row.is_confirmed,
      chosen_patient_id: patient_id === undefined ? row.chosen_patient_id : patient_id,
    })
    .where(and(eq(import_rows.import_id, id), eq(import_rows.line, line)))
  if (isApplied) await applyFixedRow(scope, { ...resultsImport, applied_by: context.actor.id }, context, row, await rowAt(scope, id, line))
  else await rejudgeFixedRow(scope, resultsImport, context, row)
  await setImport(scope.db, id, { counts: { ...resultsImport.counts, ...(await countRows(scope, id)) } })
  return (await toImportRows(scope, [await rowAt(scope, id, line)]))[0]!
}

const openRowsAfter = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(import_rows))
    .where(and(eq(import_rows.import_id, sql.placeholder('import_id')), isOpen, gt(import_rows.line, sql.placeholder('line'))))
    .orderBy(import_rows.line)
    .limit(sql.placeholder('max')),
)

/** The next rows after this line that were refused or have a cell left out. */
export const openAfter = async (scope: PatientScope, import_id: number, line: number, max: number) => {
  const rows = await openRowsAfter(scope).execute({ import_id, line, max })
  for (const { patient_id } of rows) if (patient_id) scope.record(patient_id)
  return rows.map((row) => ({ line: row.line, cells: cellsOf(row), reasons: row.reasons }))
}
