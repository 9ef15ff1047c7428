import { Readable } from 'node:stream'
import { tokyoDay } from '@sukoyaka/rules/time'
import { ownScope } from '../../access/own-scope.ts'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { type AccountMail, accountMailQueue } from '../account/mail-queue.ts'
import { contentsOf } from './contents.ts'
import { type ExportJob, exportQueue } from './queue.ts'
import { addPart, deleteExport, finishRun, type Run, setProgress, staleExports, startRun } from './store.ts'
import { type Entry, zipped } from './zip.ts'

/** After this many bytes the next file begins: a download of a gigabyte can still be repeated. */
const maxPartBytes = 1_000_000_000
const maxRuns = 4

/** Thrown if the export was deleted while it was made, or if another run has replaced this one. */
class Replaced extends Error {}

/** Yields the entries, and stores the progress between them. */
async function* withProgress(
  context: AppContext,
  run: Run,
  { count, entries }: Awaited<ReturnType<typeof contentsOf>>,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  let [done, shown] = [0, 0]
  for await (const entry of entries) {
    signal.throwIfAborted()
    const progress = Math.min(99, Math.floor((100 * done) / count))
    if (progress > shown && !(await setProgress(ownScope(context.db, run.user_id), run, progress))) throw new Replaced()
    shown = progress
    yield entry
    done += 1
  }
}

const makeParts = async (context: AppContext, run: Run, signal: AbortSignal, maxBytes: number) => {
  const { db, files, random, clock, config } = context
  const { user_id, language } = run
  const scope = ownScope(db, user_id)
  const contents = await contentsOf({ context, scope, user_id, language, base: `${config.public_url}/fhir/R4` })
  const entries = withProgress(context, run, contents, signal)
  for (let place = 1, first = await entries.next(); !first.done; first = await entries.next(), place++) {
    const key = random(18).toString('hex')
    const { size } = await files.put(key, Readable.from(zipped(first.value, entries, { maxBytes, at: clock() })))
    const name = `sukoyaka-${tokyoDay(run.created_at)}${place === 1 ? '' : `-${place}`}.zip`
    if (await db.transaction((tx) => addPart(scope.withDb(tx), run, { key, name, size, place }))) continue
    await removeFiles(context, [key])
    throw new Replaced()
  }
}

/** Makes the files of an export. A run that was cut off is started again from the beginning, up to `maxRuns` runs. */
export const makeExport = async (context: AppContext, { id, user_id }: ExportJob, signal: AbortSignal, maxBytes = maxPartBytes): Promise<void> => {
  const { db, jobs } = context
  const scope = ownScope(db, user_id)
  const started = await db.transaction((tx) => startRun(scope.withDb(tx), id))
  if (!started) return
  const { run, keys } = started
  await removeFiles(context, keys)
  if (run.run > maxRuns) {
    await finishRun(scope, run, 'failed')
    return
  }
  try {
    await makeParts(context, run, signal, maxBytes)
  } catch (error) {
    if (error instanceof Replaced) return
    throw error
  }
  await db.transaction(async (tx) => {
    const mail: AccountMail = { kind: 'data_export', user_id, language: run.language }
    if (await finishRun(scope.withDb(tx), run, 'done')) await jobs.send(tx, accountMailQueue, mail)
  })
}

export const dataExportJobs: JobKind[] = [
  {
    queue: exportQueue,
    options: { retryLimit: 6, retryDelay: 15, expireInSeconds: 6 * 3_600 },
    work: (context, data: ExportJob, signal) => makeExport(context, data, signal),
  },
  {
    // the files of expired exports are deleted soon, because they contain health data
    queue: 'data_exports_expired',
    options: { policy: 'exclusive', retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
    cron: '*/10 * * * *',
    work: async (context) => {
      const scope = systemScope(context.db)
      for (const id of await staleExports(scope)) await removeFiles(context, await deleteExport(scope, id))
    },
  },
]
