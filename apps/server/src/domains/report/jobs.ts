import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { inTransaction, mayBeCommitted } from '../../database/db.ts'
import { DocumentError } from '../../documents/render-document.ts'
import { ApiError } from '../../errors/api-error.ts'
import { removeUploads } from '../../files/store-uploads.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { storeReport } from './actions/make-report.ts'
import { reportQueue } from './actions/request-report.ts'
import { failReport, fileReport, unfinishedReport } from './store.ts'

/**
 * Whether another try would fail too: the document needs too much memory or is too large, or the checkup can no longer be reported, such as after its release
 * was withdrawn. A crash, a timeout and a full queue are retried.
 */
const isFinal = (error: unknown) =>
  (error instanceof DocumentError && ['memory', 'bytes'].includes(error.reason)) || (error instanceof ApiError && error.code !== 'unavailable')

const settle = (context: AppContext, run: (scope: ReturnType<typeof systemScope>) => Promise<number | undefined>) =>
  inTransaction(context.db, async (tx) => {
    // the patient in the stored row: the one read before may have been merged into another meanwhile
    const user_id = await run(systemScope(tx))
    if (user_id !== undefined) await publishPatientEvent(tx, user_id, ['checkup_reports'])
    return user_id !== undefined
  })

const giveUp = async (context: AppContext, id: number): Promise<void> => {
  await settle(context, (scope) => failReport(scope, id))
}

const makeReport = async (context: AppContext, id: number): Promise<void> => {
  const report = await unfinishedReport(systemScope(context.db), id)
  if (!report) return
  try {
    const { upload, content_hash } = await storeReport(context, systemScope(context.db), report)
    const isFiled = await settle(context, (scope) => fileReport(scope, id, upload, content_hash)).catch(async (error) => {
      if (!mayBeCommitted(error)) await removeUploads(context, [upload])
      throw error
    })
    if (!isFiled) await removeUploads(context, [upload])
  } catch (error) {
    if (!isFinal(error)) throw error
    context.log.warn({ err: error, report_id: id }, 'a report could not be made')
    await giveUp(context, id)
  }
}

export const reportJobs: JobKind[] = [
  {
    queue: reportQueue,
    options: { retryLimit: 5, retryDelay: 10 },
    work: (context, { id }: { id: number }) => makeReport(context, id),
    giveUp: (context, { id }: { id: number }) => giveUp(context, id),
  },
]
