import type { getExport, startExport } from '@sukoyaka/wire/boards/fhir-export'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '../../../access/actor.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { type Db, errorCodeOf, inTransaction } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { removeFiles } from '../../../files/store-uploads.ts'
import { readableSources } from '../search.ts'
import { intervalOf } from '../search-date.ts'
import { resourceTypes } from '../sources.ts'
import { fhir_export_files, fhir_exports } from './tables.ts'

export const exportQueue = 'fhir_export'

type Start = { input: Input<typeof startExport>; actor: Actor; request_url: string; isTypeAllowed: (type: string) => boolean }

/** The types to export: those that are named, or all that the caller may read. Throws 404 for an unknown type, 403 for one outside the permission. */
const typesOf = ({ input, actor, isTypeAllowed }: Start): string[] => {
  const { role } = actor
  if (input._type === undefined) return resourceTypes.filter((type) => isTypeAllowed(type))
  const types = [...new Set(input._type.split(',').filter(Boolean))]
  for (const type of types) readableSources({ role, isTypeAllowed }, type)
  return types
}

const openExport = preparedQuery((db) =>
  db
    .select({ id: fhir_exports.id, request_url: fhir_exports.request_url })
    .from(fhir_exports)
    .where(and(eq(fhir_exports.created_by, sql.placeholder('created_by')), inArray(fhir_exports.state, ['waiting', 'running']))),
)

/**
 * Enqueues an export, or finds the caller's unfinished one for the same request. Returns its id. Throws 429 while the caller has another unfinished one,
 * 404 and 403 as `typesOf` does, and 400 for a wrong `_since`.
 */
export const beginExport = async ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>, start: Start): Promise<number> => {
  const { input, actor, request_url } = start
  const types = typesOf(start)
  const { from: since } = intervalOf('_since', input._since === undefined ? [] : [`ge${input._since}`])
  const insert = () =>
    inTransaction(db, async (tx) => {
      const [row] = await tx.insert(fhir_exports).values({ created_by: actor.id, request_url, types, since }).returning({ id: fhir_exports.id })
      await jobs.send(tx, exportQueue, { id: row!.id })
      return row!.id
    })
  try {
    return await insert()
  } catch (error) {
    // the unique index allows one unfinished export per person
    if (errorCodeOf(error) !== '23505') throw error
    const [open] = await openExport(db).execute({ created_by: actor.id })
    if (open?.request_url === request_url) return open.id
    throw apiError('too_many', { retry_after: 60 })
  }
}

const ownExport = preparedQuery((db) =>
  db
    .select()
    .from(fhir_exports)
    .where(and(eq(fhir_exports.id, sql.placeholder('id')), eq(fhir_exports.created_by, sql.placeholder('created_by')))),
)

/** The patients’ access log names who started an export, so nobody else may read it. */
const findExport = async (db: Db, id: number, created_by: number) => {
  const [found] = await ownExport(db).execute({ id, created_by })
  if (!found) throw apiError('not_found')
  return found
}

const filesById = preparedQuery((db) =>
  db
    .select()
    .from(fhir_export_files)
    .where(eq(fhir_export_files.export_id, sql.placeholder('id')))
    .orderBy(fhir_export_files.type),
)
const filesOf = (db: Db, id: number) => filesById(db).execute({ id })

/** The manifest of a finished export, or the number of resources written so far. Throws 404, and 500 if the export failed. */
export const exportState = async (
  db: Db,
  { base, actor, isTypeAllowed }: { base: string; actor: Actor; isTypeAllowed: (type: string) => boolean },
  id: number,
): Promise<{ manifest: Reply<typeof getExport> } | { resource_count: number }> => {
  const { state, started_at, request_url, resource_count } = await findExport(db, id, actor.id)
  if (state === 'failed') throw apiError('export_failed')
  if (state !== 'done') return { resource_count }
  const files = (await filesOf(db, id)).filter(({ type }) => isTypeAllowed(type))
  const output = files.map((file) => ({ type: file.type, url: `${base}/$export/${id}/${file.type}`, count: file.resource_count }))
  return { manifest: { transactionTime: started_at!, request: request_url, requiresAccessToken: true, output, error: [] } }
}

/** The content of one file. Throws 404 unless the export is done and has a file of this type. */
export const exportFile = async ({ db, files }: Pick<AppContext, 'db' | 'files'>, actor: Actor, { id, type }: { id: number; type: string }) => {
  const { state } = await findExport(db, id, actor.id)
  const file = state === 'done' ? (await filesOf(db, id)).find((found) => found.type === type) : undefined
  const content = file && (await files.get(file.key))
  if (!content) throw apiError('not_found')
  return content
}

/**
 * Deletes an export; a running job ends with its next page. Returns a function that deletes the files after the commit. Throws 404 for an unknown export and
 * for that of another person.
 */
export const deleteExport = async (
  db: Db,
  { actor, ...context }: Pick<AppContext, 'files' | 'log'> & { actor: Actor },
  id: number,
): Promise<() => Promise<unknown>> => {
  await findExport(db, id, actor.id)
  const keys = (await filesOf(db, id)).map(({ key }) => key)
  await db.delete(fhir_exports).where(eq(fhir_exports.id, id))
  return () => removeFiles(context, keys)
}
