import { unrestrictedReach } from '../../../access/gate.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { remindQueue, returnRooms } from './actions/remind.ts'
import { hasDueReminders } from './reminder-store.ts'

const remindOne: JobKind = {
  queue: remindQueue,
  work: (context, data) => returnRooms(context, data),
}

/** Each comes by its own job. What a queue lost, or came from elsewhere, comes within minutes. */
const remindRest: JobKind = {
  queue: 'message_reminders_due',
  options: { policy: 'exclusive' },
  cron: '*/5 * * * *',
  isDue: ({ db, clock }) => hasDueReminders(db, unrestrictedReach(), clock()),
  work: (context) => returnRooms(context, context.clock()),
}

export const messageJobs = [remindOne, remindRest]
