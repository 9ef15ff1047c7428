import { systemScope } from '../../../access/system-scope.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { forgetMerges } from './merge-store.ts'

const queue = 'patient_merge_expiry'

/** Deletes what was kept for the undo of merges that can no longer be undone. */
export const mergeExpiryJob: JobKind = {
  queue,
  options: { policy: 'exclusive', retryLimit: 2, retryDelay: 60, expireInSeconds: 600 },
  cron: '41 3 * * *',
  work: async ({ db, log }) => log.info({ queue, count: await forgetMerges(systemScope(db)) }, 'details of old merges deleted'),
}
