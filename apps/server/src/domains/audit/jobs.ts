import type { JobKind } from '../../jobs/jobs.ts'
import { archiveBatch } from './archive-store.ts'
import { chainBatch, chainHead } from './chain-store.ts'

const queue = 'audit_chain'

/** Chains the new rows of the audit log. The log of the server gets the head, so that a copy exists outside the database. */
export const chainJob: JobKind = {
  queue,
  options: { policy: 'exclusive', retryLimit: 2, retryDelay: 30, expireInSeconds: 600 },
  cron: '*/5 * * * *',
  work: async ({ db, log }, _, signal) => {
    let count = 0
    for (let added = await chainBatch(db); added > 0 && !signal.aborted; added = await chainBatch(db)) count += added
    if (!count) return
    const { seq, hash } = await chainHead(db)
    log.info({ queue, count, seq, hash: hash.toString('hex') }, 'audit log chained')
  },
}

const archiveQueue = 'audit_archive'

/** Moves rows that are older than five years into files, once a month. */
export const archiveJob: JobKind = {
  queue: archiveQueue,
  // the system page shows the last run until the next one
  options: { policy: 'exclusive', retryLimit: 3, retryDelay: 300, expireInSeconds: 3_600, deleteAfterSeconds: 40 * 86_400 },
  cron: '40 3 1 * *',
  work: async (context, _, signal) => {
    let count = 0
    for (let archived = await archiveBatch(context); archived > 0 && !signal.aborted; archived = await archiveBatch(context)) count += archived
    if (count) context.log.info({ queue: archiveQueue, count }, 'audit log archived')
  },
}
