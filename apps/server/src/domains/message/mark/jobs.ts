import { systemScope } from '../../../access/system-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { publishUserEvent } from '../../../realtime/event-rows.ts'
import { remindQueue } from './actions/remind.ts'
import { fireReminders, hasDueReminders, type ReminderKey } from './reminder-store.ts'

/** Fires one reminder or all due reminders, and publishes this to the people who set them, unless they are deactivated. */
const fireAndPublish = (context: AppContext, target: ReminderKey | Date): Promise<void> =>
  context.db.transaction(async (db) => {
    for (const user_id of await fireReminders(systemScope(db), target))
      await publishUserEvent(db, user_id, ['message_reminders', 'message_rooms', 'notifications'])
  })

const remindJob: JobKind = {
  queue: remindQueue,
  work: (context, data) => fireAndPublish(context, data),
}

/** Fires due reminders whose own job (`remindJob`) is missing or late. */
const remindOverdueJob: JobKind = {
  queue: 'message_reminders_due',
  options: { policy: 'exclusive' },
  cron: '*/5 * * * *',
  isDue: ({ db, clock }) => hasDueReminders(systemScope(db), clock()),
  work: (context) => fireAndPublish(context, context.clock()),
}

export const messageJobs = [remindJob, remindOverdueJob]
