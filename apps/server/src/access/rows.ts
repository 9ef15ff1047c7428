import type { FieldReason } from '@sukoyaka/wire/errors'
import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'
import { users } from '../domains/account/tables.ts'
import { apiError } from '../errors/api-error.ts'
import { type Reach, touch, within } from './gate.ts'

/** A table that belongs to a patient and is edited row by row. */
type Kept = PgTable & { id: PgColumn; user_id: PgColumn; updated_at: PgColumn }

/** Select one row within the patient scope `for update`. Throws 404 if there is none and 409 if `updated_at` does not match. */
export const lockRow = async <T extends Kept>(
  db: Db,
  reach: Reach,
  table: T,
  { id, updated_at }: { id: number; updated_at?: string },
): Promise<T['$inferSelect']> => {
  const [held] = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, id), within(reach, table.user_id)))
    .for('update')
  if (!held) throw apiError('not_found')
  const row = held as { user_id: number; updated_at: string }
  touch(reach, row.user_id)
  if (updated_at && updated_at !== row.updated_at) throw apiError('conflict')
  return held as T['$inferSelect']
}

export const removeRow = async (db: Db, reach: Reach, table: Kept, id: number): Promise<null> => {
  await lockRow(db, reach, table, { id })
  await db.delete(table).where(and(eq(table.id, id), within(reach, table.user_id)))
  return null
}

/** The user's birthday, to reject earlier dates; null if unknown. */
export const birthdayOf = async (db: Db, reach: Reach, user_id: number): Promise<string | null> => {
  const [found] = await db
    .select({ birthday: users.birthday })
    .from(users)
    .where(and(eq(users.id, user_id), within(reach, users.id)))
  return found?.birthday ?? null
}

/** Throws 422 with every field that has a reason; passes if none has. */
export const assertValid = (reasons: Record<string, FieldReason | false | undefined>) => {
  const fields: Record<string, FieldReason[]> = {}
  for (const [field, reason] of Object.entries(reasons)) if (reason) fields[field] = [reason]
  if (Object.keys(fields).length) throw apiError('invalid', { fields })
}

/** A visible character: not white space, not zero-width and not a blank filler. */
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** Text as it is stored: LF line ends, trimmed, and empty if it has no visible character. */
export const normalizeText = (text: string) => (seen.test(text) ? text.replace(/\r\n?/g, '\n').trim() : '')
