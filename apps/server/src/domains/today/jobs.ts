import type { Tag } from '@sukoyaka/wire/all'
import { systemScope } from '../../access/system-scope.ts'
import type { Db } from '../../database/db.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { clearOutdatedCalls } from './contact-store.ts'
import { isTodayMissing, patientsAfter, saveToday } from './update-store.ts'

/** A change of one of these may change the stored rows of the board. */
const inputs: readonly Tag[] = [
  ...(['test_results', 'test_packages', 'steps', 'sleeps', 'health_records', 'habit_goals', 'lifestyles', 'urgent_contacts', 'contracts'] as const),
]
const batchSize = 200

/** Updates the board and the calls of checkups after a change, in its transaction or in one of its own. */
export const updateTodayOnChange = async (db: Db, changes: readonly Tag[], user_ids: ReadonlySet<number>, now: Date) => {
  if (!user_ids.size || !changes.some((tag) => inputs.includes(tag))) return
  const scope = systemScope(db)
  if (changes.includes('test_results')) await clearOutdatedCalls(scope, [...user_ids])
  await saveToday(scope, [...user_ids], now)
}

export const todayJobs: JobKind[] = [
  {
    // values expire, contracts begin and weeks pass without a change, and some data were stored before the board existed
    queue: 'today_items',
    options: { policy: 'exclusive', expireInSeconds: 3_600 },
    cron: '10 0 * * *',
    isDue: ({ db }) => isTodayMissing(systemScope(db)),
    work: async ({ db, clock }, _, signal) => {
      for (let last = 0; !signal.aborted; ) {
        const some = await patientsAfter(systemScope(db), last, batchSize)
        if (!some.length) return
        await saveToday(systemScope(db), some, clock())
        last = some.at(-1)!
      }
    },
  },
]
