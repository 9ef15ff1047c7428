import type { Language } from '@sukoyaka/phrases/language'
import { type DataExport, dataExportDays } from '@sukoyaka/wire/boards/data-export'
import { and, asc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { files } from '../../database/tables.ts'
import { insertFiles } from '../../files/file-rows.ts'
import type { FileUrlOf } from '../../files/signed-file.ts'
import { data_exports as exports, data_export_parts as parts } from './tables.ts'

/** The `owner` of the ZIP files in the table `files`. */
export const ownerOfExports = 'data_export'

const isExpired = sql<boolean>`${exports.expires_at} <= now()`

const rowOfPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(exports))
    .where(and(eq(exports.user_id, sql.placeholder('user_id')), sql`${isExpired} is not true`)),
)
const lockedRowOfPatient = patientQuery(({ db, rows }) =>
  db
    .select({ id: exports.id, status: exports.status })
    .from(rows(exports))
    .where(eq(exports.user_id, sql.placeholder('user_id')))
    .for('update'),
)
const partsOfExport = patientQuery(({ db, rows }) =>
  db
    .select({ file_id: parts.file_id, name: files.name, size: files.size, key: files.key })
    .from(rows(parts))
    .innerJoin(files, eq(files.id, parts.file_id))
    .where(eq(parts.data_export_id, sql.placeholder('id')))
    .orderBy(asc(parts.place)),
)

/** The export of a patient that has not expired: one or none. It has no files until it is done. */
export const exportsOf = async (scope: PatientScope, user_id: number, urlOf: FileUrlOf): Promise<DataExport[]> => {
  const [row] = await rowOfPatient(scope).execute({ user_id })
  if (!row) return []
  const found = row.status === 'done' ? await partsOfExport(scope).execute({ id: row.id }) : []
  const { id, status, progress, created_at, expires_at } = row
  return [
    { id, status, progress, created_at, expires_at, parts: found.map(({ file_id, name, size }) => ({ name, size, address: urlOf(file_id, 'original') })) },
  ]
}

/** Deletes an export; returns the keys of its files, which are removed after the commit. Throws 404 for an unknown export. */
export const deleteExport = async (scope: PatientScope, id: number): Promise<string[]> => {
  const keys = (await partsOfExport(scope).execute({ id })).map(({ key }) => key)
  requireRow(await scope.delete(exports).where(eq(exports.id, id)).returning({ id: exports.id }))
  return keys
}

/** Replaces the last export by a new one, unless the last one is still being made. `keys`: the files of the last one. */
export const openExport = async (scope: PatientScope, user_id: number, language: Language): Promise<{ id: number | undefined; keys: string[] }> => {
  const [last] = await lockedRowOfPatient(scope).execute({ user_id })
  if (last?.status === 'waiting' || last?.status === 'running') return { id: undefined, keys: [] }
  const keys = last ? await deleteExport(scope, last.id) : []
  // another call may have been faster
  const [added] = await scope.insert(exports).values({ user_id, language }).onConflictDoNothing().returning({ id: exports.id })
  return { id: added?.id, keys }
}

export type Run = { id: number; run: number; user_id: number; language: Language; created_at: string }

/** Starts a run, and deletes the rows of the files that an earlier run left; `keys` are these files. Undefined if the export was deleted or has ended. */
export const startRun = async (scope: PatientScope, id: number): Promise<{ run: Run; keys: string[] } | undefined> => {
  const [started] = await scope
    .update(exports)
    .set({ status: 'running', progress: 0, run: sql`${exports.run} + 1` })
    .where(and(eq(exports.id, id), inArray(exports.status, ['waiting', 'running'])))
    .returning({ id: exports.id, run: exports.run, user_id: exports.user_id, language: exports.language, created_at: exports.created_at })
  if (!started) return undefined
  const keys = (await partsOfExport(scope).execute({ id })).map(({ key }) => key)
  await scope.delete(parts).where(eq(parts.data_export_id, id))
  return { run: started, keys }
}

type RunKey = { id: number | Placeholder; run: number | Placeholder }
const isCurrent = ({ id, run }: RunKey): SQL => and(eq(exports.id, id), eq(exports.run, run), eq(exports.status, 'running'))!

/** False if the export was deleted, or another run has replaced this one. */
export const setProgress = async (scope: PatientScope, run: Run, progress: number): Promise<boolean> =>
  (await scope.update(exports).set({ progress }).where(isCurrent(run)).returning({ id: exports.id })).length > 0

const lockedRun = patientQuery(({ db, rows }) =>
  db
    .select({ id: exports.id })
    .from(rows(exports))
    .where(isCurrent({ id: sql.placeholder('id'), run: sql.placeholder('run') }))
    .for('update'),
)
/** Adds a file to a run that is still current; false if it is not. */
export const addPart = async (scope: PatientScope, run: Run, file: { key: string; name: string; size: number; place: number }): Promise<boolean> => {
  const [current] = await lockedRun(scope).execute({ id: run.id, run: run.run })
  if (!current) return false
  const { place, ...stored } = file
  const upload = { ...stored, field: '', kind: 'document' as const, content_type: 'application/zip', width: null, height: null, variants: {} }
  const [file_id] = await insertFiles(scope.db, run.user_id, ownerOfExports, [upload])
  await scope.insert(parts).values({ data_export_id: run.id, place, file_id: file_id! })
  return true
}

/** Ends a run; false if it is no longer current. A failed export is shown as long as a finished one. */
export const finishRun = async (scope: PatientScope, run: Run, status: 'done' | 'failed'): Promise<boolean> =>
  (
    await scope
      .update(exports)
      .set({ status, progress: status === 'done' ? 100 : 0, expires_at: sql`now() + make_interval(days => ${dataExportDays})` })
      .where(isCurrent(run))
      .returning({ id: exports.id })
  ).length > 0

const openFile = patientQuery(({ db, rows }) =>
  db
    .select({ id: exports.id })
    .from(rows(parts))
    .innerJoin(rows(exports), eq(exports.id, parts.data_export_id))
    .where(and(eq(parts.file_id, sql.placeholder('file_id')), eq(exports.status, 'done'), sql`not ${isExpired}`)),
)
/** Whether the file belongs to a finished export that has not expired. */
export const isExportOpen = async (scope: PatientScope, file_id: number): Promise<boolean> => (await openFile(scope).execute({ file_id })).length > 0

const stale = sql`(${exports.expires_at} <= now() or (${exports.expires_at} is null and ${exports.created_at} < now() - interval '2 days'))`
const staleRows = patientQuery(({ db, rows }) => db.select({ id: exports.id }).from(rows(exports)).where(stale).limit(100))
/** Expired exports, and those whose job was lost. */
export const staleExports = async (scope: PatientScope): Promise<number[]> => (await staleRows(scope).execute()).map(({ id }) => id)
