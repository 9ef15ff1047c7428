import { systemScope } from '../../access/system-scope.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { releaseDue } from './due-jobs.ts'
import { dueHolds } from './hold-store.ts'

/** Queue of releases whose hold is over. */
export const releaseHeld = 'release_held'

const release: JobKind = {
  queue: releaseHeld,
  isDue: async ({ db }) => (await dueHolds(systemScope(db))).length > 0,
  work: releaseDue,
}

export const releaseQueueJobs = [release]
