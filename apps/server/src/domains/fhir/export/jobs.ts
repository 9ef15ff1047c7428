import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { scopeOf } from '@sukoyaka/wire/access'
import { systemScope } from '../../../access/system-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { isUnreachable } from '../../../database/db.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { removeFiles } from '../../../files/store-uploads.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { audit } from '../../../observability/audit.ts'
import { pageById } from '../resource-store.ts'
import type { MappingContext } from '../source/source.ts'
import { isAllowed, sourcesOf } from '../sources.ts'
import { exportQueue } from './export-store.ts'
import { addProgress, dropFiles, finishExport, insertFile, type StartedExport, startExport } from './progress-store.ts'

const pageSize = 500
/** The URLs of files work about as long as an export exists: a day until it ends or is given up, and a day after that. */
const urlLifetimeMs = 2 * 86_400_000

/** Thrown if the export was deleted or its job was aborted. */
class Ended extends Error {}

type Page = { mapping: MappingContext; signal: AbortSignal; onPage: (count: number) => void }

const logAccess = (context: AppContext, { id, created_by }: StartedExport, patient_ids: ReadonlySet<number>) =>
  audit(context.db, {
    user_id: created_by,
    patient_ids,
    action: 'GET /fhir/R4/$export',
    outcome: 'done',
    status: 200,
    ip: undefined,
    request_id: `job:${exportQueue}:${id}`,
    isRead: true,
  })

/** Lines of the resources of a type that the export includes, page by page. */
async function* linesOf(context: AppContext, started: StartedExport, type: string, { mapping, signal, onPage }: Page) {
  const filter = { date: { from: null, to: null }, updated: { from: started.since, to: null }, codes: null, categories: null }
  for (const source of sourcesOf(type).filter((item) => isAllowed(item, started.role))) {
    let after_id = 0
    for (;;) {
      if (signal.aborted) throw new Ended()
      const scope = systemScope(context.db)
      const rows = await pageById(scope, source, { patient_id: null, after_id, limit: pageSize }, filter)
      // the access is logged before the lines are written
      if (scope.accessed.size) await logAccess(context, started, scope.accessed)
      if (rows.length) yield rows.map((row) => `${JSON.stringify(source.toResource(row, mapping))}\n`).join('')
      if (!(await addProgress(context.db, started.id, rows.length))) throw new Ended()
      onPage(rows.length)
      if (rows.length < pageSize) break
      after_id = rows.at(-1)!.id
    }
  }
}

const writeType = async (context: AppContext, started: StartedExport, type: string, signal: AbortSignal) => {
  const { db, files, config } = context
  const urlOf = urlsFor(context, started.created_by, urlLifetimeMs)
  let resource_count = 0
  const page: Page = {
    mapping: { urlOf: (file_id) => `${config.public_url}${urlOf(file_id, 'original')}` },
    signal,
    onPage: (count) => {
      resource_count += count
    },
  }
  const key = `export_${randomBytes(16).toString('hex')}`
  const { size } = await files.put(key, Readable.from(linesOf(context, started, type, page)))
  if (resource_count === 0) return removeFiles(context, [key])
  if (await insertFile(db, { export_id: started.id, type, key, size, resource_count })) return
  await removeFiles(context, [key])
  throw new Ended()
}

/** Writes an export from its beginning: what an interrupted run wrote is deleted. The permission is checked again. */
const runExport = async (context: AppContext, { id }: { id: number }, signal: AbortSignal) => {
  const { db, log } = context
  const started = await startExport(db, id)
  if (!started) return
  await removeFiles(context, await dropFiles(db, id))
  if (!started.isActive || scopeOf(started.role, 'fhir.export') !== 'all') return finishExport(db, id, 'failed')
  try {
    for (const type of started.types ?? []) await writeType(context, started, type, signal)
  } catch (error) {
    if (signal.aborted || isUnreachable(error)) throw error
    if (error instanceof Ended) return
    log.error({ err: error, queue: exportQueue }, 'FHIR export failed')
    return finishExport(db, id, 'failed')
  }
  await finishExport(db, id, 'done')
}

export const fhirJobs: readonly JobKind[] = [
  {
    queue: exportQueue,
    options: { retryLimit: 5, retryDelay: 60, expireInSeconds: 4 * 3_600 },
    work: runExport,
  },
]
