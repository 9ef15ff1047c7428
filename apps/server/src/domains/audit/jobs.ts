import type { JobKind } from '../../jobs/jobs.ts'
import { chainBatch, chainHead } from './chain-store.ts'

const queue = 'audit_chain'

/** Chains the new rows of the audit log. The log of the server gets the head, so that a copy exists outside the database. */
export const chainJob: JobKind = {
  queue,
  options: { policy: 'exclusive', retryLimit: 2, retryDelay: 30, expireInSeconds: 600 },
  cron: '*/5 * * * *',
  pollingSeconds: 30,
  work: async ({ db, log }, _, signal) => {
    let count = 0
    for (let added = await chainBatch(db); added > 0 && !signal.aborted; added = await chainBatch(db)) count += added
    if (!count) return
    const { seq, hash } = await chainHead(db)
    log.info({ queue, count, seq, hash: hash.toString('hex') }, 'audit log chained')
  },
}
