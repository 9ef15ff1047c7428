import type { JobKind } from '../../jobs/jobs.ts'
import { sendBulk, sendBulks } from './send-jobs.ts'
import { overdueBulks } from './send-store.ts'

const send: JobKind = {
  queue: sendBulk,
  // 5,000 recipients take a while
  options: { expireInSeconds: 3600 },
  isDue: async ({ db }) => (await overdueBulks(db)).length > 0,
  work: sendBulks,
}

export const bulkMessageJobs = [send]
