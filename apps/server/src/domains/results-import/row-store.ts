// built per call: an import is rare and each of its reads is long
import type { fixImportRow, ImportRow, listImportRows } from '@sukoyaka/wire/boards/import-row'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { columnsOf } from '../../access/patient-table.ts'
import { pageOf } from '../../database/page.ts'
import { apiError } from '../../errors/api-error.ts'
import { cellsOf, judgeRows, rejectDuplicates, type StoredRow, storeJudgedRows } from './check-store.ts'
import type { Dictionary } from './mapping.ts'
import { peopleByIds } from './people-store.ts'
import { planOf } from './read-row.ts'
import { countRows, type Import, lockImport, setImport } from './store.ts'
import type { Row } from './table-file.ts'
import { import_rows } from './tables.ts'

export const insertRows = (scope: PatientScope, import_id: number, rows: readonly Row[]) =>
  scope.db.execute(sql`
    insert into ${scope.target(import_rows)} (import_id, line, cells)
    select ${import_id}, line, cells from json_populate_recordset(null::${scope.target(import_rows)}, ${JSON.stringify(rows)}::json) on conflict do nothing`)

export const deleteRows = (scope: PatientScope, import_id: number) => scope.delete(import_rows).where(eq(import_rows.import_id, import_id))

const toImportRows = async (scope: PatientScope, rows: readonly StoredRow[]): Promise<ImportRow[]> => {
  const people = await peopleByIds(
    scope,
    rows.flatMap(({ patient_id, candidate_ids }) => [patient_id ?? [], candidate_ids].flat()),
  )
  for (const id of people.keys()) scope.record(id)
  return rows.map((row) => ({
    ...row,
    cells: cellsOf(row),
    fixed: Object.keys(row.fixed).map(Number),
    patient: (row.patient_id !== null && people.get(row.patient_id)) || null,
    candidates: row.candidate_ids.flatMap((id) => people.get(id) ?? []),
  }))
}

export const rowsOf = async (scope: PatientScope, { id, outcome, page = 1 }: Input<typeof listImportRows>) => {
  const found = await pageOf(
    page,
    scope.db
      .select({ ...columnsOf(import_rows), total_count: sql<number>`(count(*) over ())::int` })
      .from(scope.rows(import_rows))
      .where(and(eq(import_rows.import_id, id), outcome && eq(import_rows.outcome, outcome)))
      .orderBy(asc(import_rows.line)),
  )
  return { ...found, items: await toImportRows(scope, found.items) }
}

const isSameVisit = ({ patient_id, tested_on }: StoredRow) =>
  patient_id !== null && tested_on ? and(eq(import_rows.patient_id, patient_id), eq(import_rows.tested_on, tested_on)) : undefined

/** Judges these rows again and refuses repeated ones among them. */
const rejudgeRows = async (scope: PatientScope, resultsImport: Import, dictionary: Dictionary, today: string, rows: readonly StoredRow[]) => {
  const plan = planOf({ ...resultsImport, dictionary, today })
  await storeJudgedRows(scope, resultsImport.id, await judgeRows(scope, resultsImport.facility, plan, rows))
  await rejectDuplicates(scope, resultsImport.id)
}

/** Stores a person's correction of one row and judges it again, with the rows of the same person and day. */
export const fixRow = async (
  scope: PatientScope,
  dictionary: Dictionary,
  today: string,
  { id, line, cells, is_confirmed, patient_id }: Input<typeof fixImportRow>,
) => {
  const resultsImport = await lockImport(scope.db, id)
  if (resultsImport.state !== 'checked') throw apiError('conflict')
  const [row] = await scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(and(eq(import_rows.import_id, id), eq(import_rows.line, line)))
  if (!row) throw apiError('not_found')
  if (patient_id && !(await peopleByIds(scope, [patient_id])).size) throw apiError('invalid', { fields: { patient_id: ['not_allowed'] } })
  const fixed = { ...row.fixed }
  for (const { at: index, text } of cells ?? []) {
    if (index >= resultsImport.columns.length) throw apiError('invalid', { fields: { cells: ['not_allowed'] } })
    if (text === null || text.trim() === (row.cells[index] ?? '')) delete fixed[index]
    else fixed[index] = text.trim()
  }
  const correction = { fixed, is_confirmed: is_confirmed ?? row.is_confirmed, chosen_patient_id: patient_id === undefined ? row.chosen_patient_id : patient_id }
  await scope
    .update(import_rows)
    .set(correction)
    .where(and(eq(import_rows.import_id, id), eq(import_rows.line, line)))
  const visitOf = (item: StoredRow) =>
    scope.db
      .select()
      .from(scope.rows(import_rows))
      .where(and(eq(import_rows.import_id, id), or(eq(import_rows.line, line), isSameVisit(item))))
  await rejudgeRows(scope, resultsImport, dictionary, today, await visitOf(row))
  const [judgedRow] = await scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(and(eq(import_rows.import_id, id), eq(import_rows.line, line)))
  const sameVisitRows = isSameVisit(judgedRow!) ? await visitOf(judgedRow!) : []
  if (sameVisitRows.length > 1) await rejudgeRows(scope, resultsImport, dictionary, today, sameVisitRows)
  await setImport(scope.db, id, { counts: { ...resultsImport.counts, ...(await countRows(scope, id)) } })
  const [updatedRow] = await scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(and(eq(import_rows.import_id, id), eq(import_rows.line, line)))
  return (await toImportRows(scope, [updatedRow!]))[0]!
}

/** The next refused rows after this line. */
export const rejectedAfter = async (scope: PatientScope, import_id: number, line: number, max: number) => {
  const rows = await scope.db
    .select()
    .from(scope.rows(import_rows))
    .where(and(eq(import_rows.import_id, import_id), inArray(import_rows.outcome, ['refused']), gt(import_rows.line, line)))
    .orderBy(import_rows.line)
    .limit(max)
  for (const { patient_id } of rows) if (patient_id) scope.record(patient_id)
  return rows.map((row) => ({ line: row.line, cells: cellsOf(row), reasons: row.reasons }))
}
