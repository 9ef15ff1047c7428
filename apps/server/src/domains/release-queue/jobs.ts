import { systemScope } from '../../access/system-scope.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { releaseDue } from './due-jobs.ts'
import { dueHolds } from './hold-store.ts'

/** The queue of the job that carries out releases whose hold is over. */
export const heldReleaseQueue = 'release_held'

const release: JobKind = {
  queue: heldReleaseQueue,
  isDue: async ({ db }) => (await dueHolds(systemScope(db))).length > 0,
  work: releaseDue,
}

export const releaseQueueJobs = [release]
