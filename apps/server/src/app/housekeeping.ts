import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { isOwnFileStore, removeOrphanFiles } from '../files/file-rows.ts'
import { removePartialFiles } from '../files/partial-files.ts'
import type { JobKind } from '../jobs/jobs.ts'

/**
 * Statements that delete or clear expired rows of the infrastructure. The newest event is kept, so that a client that missed only this one does not reload
 * everything (`hasAllAfter`).
 */
const ownRetention: readonly SQL[] = [
  sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  sql`delete from limited_attempts where at < now() - interval '2 days'`,
  // clear the payload of webhooks that are still unprocessed after 30 days
  sql`update webhook_receipts set payload = null where payload is not null and received_at < now() - interval '30 days'`,
  sql`delete from events where created_at < now() - interval '3 days' and id < (select max(id) from events)`,
]

/** Deletes or clears expired rows of the domains and of the infrastructure; returns the number of rows affected. */
export const deleteExpired = async (db: Pick<Db, 'execute'>, retention: readonly SQL[]): Promise<number> => {
  let removed = 0
  for (const statement of [...retention, ...ownRetention]) removed += (await db.execute(statement)).rowCount ?? 0
  return removed
}

const queue = 'housekeeping'

/** Calls `deleteExpired` and deletes orphaned and partial files, every hour. */
export const housekeepingJob = (retention: readonly SQL[]): JobKind => ({
  queue,
  options: { policy: 'exclusive', retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  cron: '17 * * * *',
  work: async (context) => {
    context.log.info({ queue, count: await deleteExpired(context.db, retention) }, 'expired data deleted')
    context.log.info({ queue, count: await removePartialFiles(context.config.data_dir, new Date()) }, 'partial files deleted')
    if (!(await isOwnFileStore(context)))
      throw new Error('The file store belongs to another database, so its orphans are not deleted: check DATABASE_URL, DATA_DIR and the S3 settings')
    context.log.info({ queue, count: await removeOrphanFiles(context, new Date()) }, 'orphaned files deleted')
  },
})
