import { reachOfHouse } from '../../../access/gate.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import { remindQueue, returnRooms } from './actions/remind.ts'
import { hasDueReminders } from './reminder-store.ts'

const remindOne: JobKind = {
  queue: remindQueue,
  work: (house, data) => returnRooms(house, data),
}

/** Each comes by its own job. What a queue lost, or came from elsewhere, comes within minutes. */
const remindRest: JobKind = {
  queue: 'message_reminders_due',
  options: { policy: 'exclusive' },
  cron: '*/5 * * * *',
  isDue: ({ db, clock }) => hasDueReminders(db, reachOfHouse(), clock()),
  work: (house) => returnRooms(house, house.clock()),
}

export const messageJobs = [remindOne, remindRest]
