import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { inTransaction } from '../../database/db.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { publishPatientEvent } from '../../realtime/event-rows.ts'
import { deriveDirtyDays, derivedTags } from './actions/derive-days.ts'
import { refreshAll } from './actions/refresh-google.ts'
import { peopleWithDirtyDays } from './dirty-store.ts'
import { deviceQueue, requestDerivation } from './queue.ts'

const derive = (context: AppContext, user_id: number, signal: AbortSignal) =>
  deriveDirtyDays(
    {
      context,
      inTransaction: (run) => inTransaction(context.db, run),
      scopeOn: systemScope,
      publish: (tx) => publishPatientEvent(tx, user_id, derivedTags),
    },
    user_id,
    signal,
  )

export const deviceJobs: JobKind[] = [
  {
    queue: deviceQueue,
    options: { policy: 'stately', expireInSeconds: 3_600 },
    work: (context, { user_id }: { user_id: number }, signal) => derive(context, user_id, signal),
  },
  {
    // days whose job failed or was lost
    queue: 'device_days_left',
    options: { policy: 'exclusive' },
    cron: '*/15 * * * *',
    work: async ({ db, jobs }) => {
      for (const user_id of await peopleWithDirtyDays(systemScope(db))) await requestDerivation(jobs, db, user_id)
    },
  },
  { queue: 'google_tokens', options: { policy: 'exclusive' }, cron: '25 4 * * *', work: (context, _data, signal) => refreshAll(context, signal) },
]
