// built per call: imports are rare and their queries long-running
import type { fixImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ImportField } from '@sukoyaka/wire/boards/results-import'
import type { Input } from '@sukoyaka/wire/endpoint'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { apiError } from '../../errors/api-error.ts'
import { readJudging } from '../checkup/judging-store.ts'
import { applyRows } from './apply-store.ts'
import { judgeRows, type StoredRow, storeJudgedRows } from './check-store.ts'
import type { Dictionary } from './mapping.ts'
import { columnLayoutOf } from './read-row.ts'
import type { Import } from './store.ts'
import { import_rows } from './tables.ts'

/** The meanings of columns by which a row is assigned to a person and a checkup. */
const personFields: ReadonlySet<ImportField | null> = new Set<ImportField>([
  ...(['patient_id', 'name', 'last_name', 'first_name', 'kana', 'last_name_kana', 'first_name_kana', 'birthday', 'sex', 'tested_on'] as const),
])

type Correction = Pick<Input<typeof fixImportRow>, 'cells' | 'patient_id'>

/**
 * In a row that was written to the record, only cells with an error or an earlier correction may be corrected, and neither patient nor day: the values already
 * written would stay with the former patient or day.
 */
export const assertCorrectableCells = (row: StoredRow, { mapping }: Pick<Import, 'mapping'>, { cells = [], patient_id }: Correction) => {
  if (row.test_package_id === null) return
  if (patient_id !== undefined) throw apiError('invalid', { fields: { patient_id: ['not_allowed'] } })
  const open = new Set([...row.reasons.map(({ at }) => at), ...Object.keys(row.fixed).map(Number)])
  const isOfPersonOrDay = (at: number) => mapping.some((column) => column.at === at && personFields.has(column.field))
  if (cells.some(({ at }) => !open.has(at) || isOfPersonOrDay(at))) throw apiError('invalid', { fields: { cells: ['not_allowed'] } })
}

/** Whether another row of the import was written for the same person and day. */
const isWrittenByOtherRow = async (scope: PatientScope, { import_id, line, patient_id, tested_on }: StoredRow) => {
  if (patient_id === null || !tested_on) return false
  const others = await scope.db
    .select({ line: import_rows.line })
    .from(scope.rows(import_rows))
    .where(
      and(
        eq(import_rows.import_id, import_id),
        ne(import_rows.line, line),
        eq(import_rows.patient_id, patient_id),
        eq(import_rows.tested_on, tested_on),
        isNotNull(import_rows.test_package_id),
      ),
    )
    .limit(1)
  return others.length > 0
}

/** Writes the values of a row that was corrected after its import was applied. */
export const applyFixedRow = async (
  scope: PatientScope,
  resultsImport: Import,
  { dictionary, today }: { dictionary: Dictionary; today: string },
  before: StoredRow,
  fixed: StoredRow,
): Promise<void> => {
  const layout = columnLayoutOf({ ...resultsImport, dictionary, today })
  const isThisRow = and(eq(import_rows.import_id, resultsImport.id), eq(import_rows.line, fixed.line))
  const read = async () => (await scope.db.select().from(scope.rows(import_rows)).where(isThisRow))[0]!
  await storeJudgedRows(scope, resultsImport.id, await judgeRows(scope, resultsImport.facility, layout, [fixed]))
  const judged = await read()
  const isTwice = before.test_package_id === null && (await isWrittenByOtherRow(scope, judged))
  if (isTwice)
    await scope
      .update(import_rows)
      .set({ outcome: 'refused', reasons: [...judged.reasons, { at: null, reason: 'twice_in_file' }] })
      .where(isThisRow)
  else if (judged.outcome === 'new' || judged.outcome === 'changed')
    await applyRows(scope, { resultsImport, layout, judging: await readJudging(scope.db) }, [judged])
  if (before.test_package_id === null) return
  const after = await read()
  // add to what the row wrote before; it keeps the outcome it had
  const isWritten = after.outcome === 'new' || after.outcome === 'changed'
  await scope
    .update(import_rows)
    .set({
      outcome: before.outcome,
      changes: isWritten ? [...before.changes, ...after.changes] : before.changes,
      new_count: before.new_count + (isWritten ? after.new_count : 0),
      changed_count: before.changed_count + (isWritten ? after.changed_count : 0),
      same_count: before.same_count,
      test_package_id: sql`coalesce(${import_rows.test_package_id}, ${before.test_package_id})`,
    })
    .where(isThisRow)
}
