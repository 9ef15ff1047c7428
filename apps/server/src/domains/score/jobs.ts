import { tokyoDay } from '@sukoyaka/rules/time'
import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import type { AppContext, Jobs } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { computeScores, hasNoScores, peopleWithoutScores, peopleWithStaleScores, publishScores } from './compute-store.ts'

/** A change of one of these may change a score. */
const inputs: readonly Tag[] = ['test_results', 'test_packages', 'lifestyles', 'symptoms', 'steps', 'assessments']
const queue = 'health_scores'
/** Filling in a form makes many calls: those within this time share one computation. */
const afterSeconds = 3
const batchSize = 100

/** Queues the computation in the transaction of the change, once per person. Sorted by id, so that two transactions cannot deadlock. */
export const requestScores = async (jobs: Jobs, db: Db, changes: readonly Tag[], user_ids: ReadonlySet<number>) => {
  if (!changes.some((tag) => inputs.includes(tag))) return
  for (const user_id of [...user_ids].sort((a, b) => a - b))
    await jobs.send(db, queue, { user_id }, { singletonKey: String(user_id), startAfter: afterSeconds })
}

const recompute = ({ db, clock }: AppContext, user_ids: number[]) =>
  db.transaction(async (tx) => {
    const now = clock()
    const day = tokyoDay(now)
    const changedIds = await computeScores(
      systemScope(tx),
      user_ids.map((user_id) => ({ user_id, day })),
      () => now.toISOString(),
    )
    await publishScores(tx, changedIds)
  })

export const scoreJobs: JobKind[] = [
  { queue, options: { policy: 'stately' }, work: (context, { user_id }: { user_id: number }) => recompute(context, [user_id]) },
  {
    // values expire without a change, and some were stored before scores were computed
    queue: 'health_scores_aged',
    options: { policy: 'exclusive', expireInSeconds: 3_600 },
    cron: '40 3 * * *',
    isDue: ({ db }) => hasNoScores(systemScope(db)),
    work: async (context, _, signal) => {
      const day = tokyoDay(context.clock())
      const people = [...(await peopleWithStaleScores(systemScope(context.db), day)), ...(await peopleWithoutScores(systemScope(context.db), day))]
      for (let offset = 0; offset < people.length && !signal.aborted; offset += batchSize) await recompute(context, people.slice(offset, offset + batchSize))
    },
  },
]
