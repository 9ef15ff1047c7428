import type { addMessageReminder } from '@sukoyaka/wire/care/message-mark'
import { unrestrictedReach } from '../../../../access/gate.ts'
import type { AppContext } from '../../../../context/app-context.ts'
import type { Call } from '../../../../http/serve.ts'
import { tellPerson } from '../../../../realtime/event-rows.ts'
import { bringBack, setReminder, type Wanted } from '../reminder-store.ts'

export const remindQueue = 'message_reminder'

/** What brings the room back is written down with the reminder; one that was moved since brings nothing. */
export const remind = async ({ db, context, actor, reach, input }: Call<typeof addMessageReminder>) => {
  const now = context.clock()
  const reminder = await setReminder(db, actor, reach, now, input)
  const { id, remind_at } = reminder
  const startAfter = Math.max(1, Math.ceil((Date.parse(remind_at) - now.getTime()) / 1000))
  await context.jobs.send(db, remindQueue, { id, remind_at } satisfies Wanted, { startAfter })
  return reminder
}

/** The reminder that is meant, or all that should have come while nobody was there to bring them. */
export const returnRooms = (context: AppContext, which: Wanted | Date): Promise<void> =>
  context.db.transaction(async (db) => {
    for (const user_id of await bringBack(db, unrestrictedReach(), which))
      await tellPerson(db, user_id, ['message_reminders', 'message_rooms', 'notifications'])
  })
