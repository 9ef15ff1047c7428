import type { Role } from '@sukoyaka/wire/access'
import { eq, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '../../../database/db.ts'
import { users } from '../../account/tables.ts'
import { fhir_export_files, fhir_exports } from './tables.ts'

export type StartedExport = typeof fhir_exports.$inferSelect & { role: Role; isActive: boolean }

/** Marks an export as running; undefined if it has ended or is gone. */
export const startExport = async (db: Db, id: number): Promise<StartedExport | undefined> => {
  const [found] = await db
    .update(fhir_exports)
    .set({ state: 'running', started_at: sql`now()`, resource_count: 0 })
    .from(users)
    .where(sql`${fhir_exports.id} = ${id} and ${fhir_exports.state} in ('waiting', 'running') and ${users.id} = ${fhir_exports.created_by}`)
    .returning({ row: fhir_exports, role: users.role, isActive: sql<boolean>`${users.deactivated_at} is null` })
  return found && { ...found.row, role: found.role, isActive: found.isActive }
}

/** Deletes the rows of the files that an interrupted run wrote; returns the keys of these files. */
export const dropFiles = async (db: Db, export_id: number): Promise<string[]> =>
  (await db.delete(fhir_export_files).where(eq(fhir_export_files.export_id, export_id)).returning({ key: fhir_export_files.key })).map(({ key }) => key)

/** Counts what is written. False if the export is gone. */
export const addProgress = async (db: Db, id: number, count: number): Promise<boolean> => {
  const { rowCount } = await db
    .update(fhir_exports)
    .set({ resource_count: sql`${fhir_exports.resource_count} + ${count}` })
    .where(eq(fhir_exports.id, id))
  return Boolean(rowCount)
}

/** Adds a file. False if the export is gone. */
export const insertFile = (db: Db, file: typeof fhir_export_files.$inferInsert): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    // built per call: once for each file of a job
    const [found] = await tx.select({ id: fhir_exports.id }).from(fhir_exports).where(eq(fhir_exports.id, file.export_id)).for('key share')
    if (found) await tx.insert(fhir_export_files).values(file)
    return found !== undefined
  })

export const finishExport = async (db: Db, id: number, state: 'done' | 'failed') => {
  await db.update(fhir_exports).set({ state, finished_at: sql`now()` }).where(eq(fhir_exports.id, id))
}
