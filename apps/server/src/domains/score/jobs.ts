import { tokyoDay } from '@sukoyaka/rules/time'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext, Jobs } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { computeScores, hasNoScores, peopleWithoutScores, peopleWithStaleScores, peopleWithStepsBefore, publishScores } from './compute-store.ts'
import { isChanging, lockChanging, lockComputing } from './lock-store.ts'

/** A change of one of these may change a score. */
const inputs: readonly Tag[] = ['test_results', 'test_packages', 'lifestyles', 'symptoms', 'steps', 'assessments']
const queue = 'health_scores'
/** Filling in a form makes many calls: those within this time share one computation. */
const afterSeconds = 3
const batchSize = 100

const queueComputation = (jobs: Jobs, db: Db, user_id: number) => jobs.send(db, queue, { user_id }, { singletonKey: String(user_id), startAfter: afterSeconds })

/**
 * Queues the computation in the transaction of the change, once per person. Sorted by id, so that two transactions cannot deadlock. If a job is queued
 * already, it must not read before this transaction has committed: `compute` sees the lock.
 */
export const requestScores = async (jobs: Jobs, db: Db, changes: readonly Tag[], user_ids: ReadonlySet<number>) => {
  if (!changes.some((tag) => inputs.includes(tag))) return
  const ids = [...user_ids].sort((a, b) => a - b)
  await lockChanging(db, ids)
  for (const user_id of ids) await queueComputation(jobs, db, user_id)
}

const recompute = ({ db, clock }: AppContext, user_ids: number[]) =>
  db.transaction(async (tx) => {
    await lockComputing(tx, user_ids)
    const now = clock()
    const day = tokyoDay(now)
    const changedIds = await computeScores(
      systemScope(tx),
      user_ids.map((user_id) => ({ user_id, day })),
      () => now.toISOString(),
    )
    await publishScores(tx, changedIds)
  })

/** Computes a person's scores; later, if a change of what they are computed from is not committed yet. A change after that check queues a new job. */
const compute = async (context: AppContext, user_id: number) => {
  const { db, jobs } = context
  if (await isChanging(db, user_id)) await queueComputation(jobs, db, user_id)
  else await recompute(context, [user_id])
}

export const scoreJobs: JobKind[] = [
  { queue, options: { policy: 'stately' }, work: (context, { user_id }: { user_id: number }) => compute(context, user_id) },
  {
    // values expire without a change, steps count when their day is over, and some values were stored before scores were computed
    queue: 'health_scores_aged',
    options: { policy: 'exclusive', expireInSeconds: 3_600 },
    cron: '40 3 * * *',
    isDue: ({ db }) => hasNoScores(systemScope(db)),
    work: async (context, _, signal) => {
      const day = tokyoDay(context.clock())
      const scope = systemScope(context.db)
      const found = [await peopleWithStaleScores(scope, day), await peopleWithoutScores(scope, day), await peopleWithStepsBefore(scope, day)]
      const people = [...new Set(found.flat())]
      for (let offset = 0; offset < people.length && !signal.aborted; offset += batchSize) await recompute(context, people.slice(offset, offset + batchSize))
    },
  },
]
