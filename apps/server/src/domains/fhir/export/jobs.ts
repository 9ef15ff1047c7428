import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Role, scopeOf } from '@sukoyaka/wire/access'
import { eq, sql } from 'drizzle-orm'
import { systemScope } from '../../../access/system-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { inTransaction, isUnreachable } from '../../../database/db.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { removeFiles } from '../../../files/store-uploads.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { audit } from '../../../observability/audit.ts'
import { users } from '../../account/tables.ts'
import { pageById } from '../resource-store.ts'
import type { Mapping } from '../source/source.ts'
import { isAllowed, sourcesOf } from '../sources.ts'
import { exportQueue } from './export-store.ts'
import { fhir_export_files, fhir_exports } from './tables.ts'

const pageSize = 500

type Export = typeof fhir_exports.$inferSelect & { role: Role; isActive: boolean }
/** The export was deleted or the server stops. */
class Ended extends Error {}

const startOf = async ({ db }: AppContext, id: number): Promise<Export | undefined> => {
  const [found] = await db
    .update(fhir_exports)
    .set({ state: 'running', started_at: sql`now()`, resource_count: 0 })
    .from(users)
    .where(sql`${fhir_exports.id} = ${id} and ${fhir_exports.state} in ('waiting', 'running') and ${users.id} = ${fhir_exports.created_by}`)
    .returning({ row: fhir_exports, role: users.role, isActive: sql<boolean>`${users.deactivated_at} is null` })
  return found && { ...found.row, role: found.role, isActive: found.isActive }
}

/** Counts what is written. Throws `Ended` if the export is gone. */
const reportProgress = async ({ db }: AppContext, id: number, count: number) => {
  const { rowCount } = await db
    .update(fhir_exports)
    .set({ resource_count: sql`${fhir_exports.resource_count} + ${count}` })
    .where(eq(fhir_exports.id, id))
  if (!rowCount) throw new Ended()
}

/** Lines of all resources of a type. Never more than one page is in memory. */
async function* linesOf(
  context: AppContext,
  { id, since, role }: Export,
  type: string,
  at: { mapping: Mapping; signal: AbortSignal; onPage: (count: number) => void },
) {
  const filter = { date: { from: null, to: null }, updated: { from: since, to: null }, codes: null, categories: null }
  for (const source of sourcesOf(type).filter((item) => isAllowed(item, role))) {
    let after_id = 0
    for (;;) {
      if (at.signal.aborted) throw new Ended()
      const scope = systemScope(context.db)
      const rows = await pageById(scope, source, { patient_id: null, after_id, limit: pageSize }, filter)
      // the access is logged before the lines are written
      if (scope.accessed.size) await logAccess(context, id, scope.accessed)
      if (rows.length) yield rows.map((row) => `${JSON.stringify(source.toResource(row, at.mapping))}\n`).join('')
      await reportProgress(context, id, rows.length)
      at.onPage(rows.length)
      if (rows.length < pageSize) break
      after_id = rows.at(-1)!.id
    }
  }
}

const logAccess = async ({ db }: AppContext, id: number, patient_ids: Iterable<number>) => {
  const [found] = await db.select({ created_by: fhir_exports.created_by }).from(fhir_exports).where(eq(fhir_exports.id, id))
  if (!found) throw new Ended()
  const entry = { user_id: found.created_by, action: 'GET /fhir/R4/$export', outcome: 'done', status: 200, ip: undefined, isRead: true } as const
  await audit(db, { ...entry, patient_ids, request_id: `job:${exportQueue}:${id}` })
}

const writeType = async (context: AppContext, started: Export, type: string, signal: AbortSignal) => {
  const { db, files, config } = context
  const urlOf = urlsFor(context, started.created_by)
  let resource_count = 0
  const mapping: Mapping = { urlOf: (file_id) => `${config.public_url}${urlOf(file_id, 'original')}` }
  const onPage = (count: number) => {
    resource_count += count
  }
  const key = `export_${randomBytes(16).toString('hex')}`
  const { size } = await files.put(key, Readable.from(linesOf(context, started, type, { mapping, signal, onPage })))
  if (resource_count === 0) return removeFiles(context, [key])
  await inTransaction(db, async (tx) => {
    // a deleted export keeps no file
    const [found] = await tx.select({ id: fhir_exports.id }).from(fhir_exports).where(eq(fhir_exports.id, started.id)).for('key share')
    if (!found) throw new Ended()
    await tx.insert(fhir_export_files).values({ export_id: started.id, type, key, size, resource_count })
  }).catch(async (error) => {
    await removeFiles(context, [key])
    throw error
  })
}

const finish = async ({ db }: AppContext, id: number, state: 'done' | 'failed') => {
  await db.update(fhir_exports).set({ state, finished_at: sql`now()` }).where(eq(fhir_exports.id, id))
}

/** Writes an export from its beginning: what an interrupted run wrote is deleted. The permission is checked again. */
const runExport = async (context: AppContext, { id }: { id: number }, signal: AbortSignal) => {
  const started = await startOf(context, id)
  if (!started) return
  const leftovers = await context.db.delete(fhir_export_files).where(eq(fhir_export_files.export_id, id)).returning({ key: fhir_export_files.key })
  await removeFiles(
    context,
    leftovers.map(({ key }) => key),
  )
  if (!started.isActive || scopeOf(started.role, 'fhir.export') !== 'all') return finish(context, id, 'failed')
  try {
    for (const type of started.types ?? []) await writeType(context, started, type, signal)
  } catch (error) {
    if (signal.aborted || isUnreachable(error)) throw error
    if (error instanceof Ended) return
    context.log.error({ err: error, queue: exportQueue }, 'FHIR export failed')
    return finish(context, id, 'failed')
  }
  await finish(context, id, 'done')
}

export const fhirJobs: readonly JobKind[] = [
  {
    queue: exportQueue,
    options: { retryLimit: 5, retryDelay: 60, expireInSeconds: 4 * 3_600 },
    work: runExport,
  },
]
