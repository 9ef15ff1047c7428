import type { FieldReason } from '@sukoyaka/wire/errors'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { apiError } from '../errors/api-error.ts'
import { assertUnchanged } from '../errors/assert-unchanged.ts'
import { patientQuery } from './patient-query.ts'
import { type PatientScope, requireRow } from './patient-scope.ts'
import type { AnyPatientTable } from './patient-table.ts'

/** A patient table that is edited row by row. */
type EditedTable = AnyPatientTable & { id: PgColumn; $inferSelect: { updated_at: string } }

const lockedRowOf = (table: EditedTable) =>
  patientQuery(({ db, rows }) =>
    db
      .select()
      .from(rows<AnyPatientTable>(table))
      .where(eq(table.id, sql.placeholder('id')))
      .for('update'),
  )
const lockedRows = new Map<EditedTable, ReturnType<typeof lockedRowOf>>()

/** Selects one row of the scope `for update`. Throws 404 if there is none and 409 if `updated_at` does not match. */
export const lockRow = async <T extends EditedTable>(
  scope: PatientScope,
  table: T,
  { id, updated_at }: { id: number; updated_at?: string },
): Promise<T['$inferSelect']> => {
  const lockedRow = lockedRows.get(table) ?? lockedRowOf(table)
  lockedRows.set(table, lockedRow)
  const row = requireRow(await lockedRow(scope).execute({ id })) as T['$inferSelect']
  assertUnchanged(row, updated_at)
  return row
}

export const removeRow = async (scope: PatientScope, table: EditedTable, id: number, updated_at?: string): Promise<null> => {
  await lockRow(scope, table, { id, updated_at })
  await scope.delete(table).where(eq(table.id, id))
  return null
}

/** Throws 422 with every field that has a reason; passes if none has. */
export const assertValid = (reasons: Record<string, FieldReason | false | undefined>) => {
  const fields: Record<string, FieldReason[]> = {}
  for (const [field, reason] of Object.entries(reasons)) if (reason) fields[field] = [reason]
  if (Object.keys(fields).length) throw apiError('invalid', { fields })
}

/** A visible character: not white space, not zero-width and not a blank filler. */
const visibleCharacter = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** Text as it is stored: LF line ends, trimmed, and empty if it has no visible character. */
export const normalizeText = (text: string) => (visibleCharacter.test(text) ? text.replace(/\r\n?/g, '\n').trim() : '')
