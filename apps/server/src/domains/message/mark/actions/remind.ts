import type { addMessageReminder } from '@sukoyaka/wire/care/message-mark'
import type { Call } from '../../../../http/serve.ts'
import { type ReminderKey, setReminder } from '../reminder-store.ts'

export const remindQueue = 'message_reminder'

/** The job carries the reminder's time: if the reminder was moved since, the job does nothing. */
export const remind = async ({ db, context, actor, scope, input }: Call<typeof addMessageReminder>) => {
  const now = context.clock()
  const reminder = await setReminder(actor, scope, now, input)
  const { id, remind_at } = reminder
  const startAfter = Math.max(1, Math.ceil((Date.parse(remind_at) - now.getTime()) / 1000))
  await context.jobs.send(db, remindQueue, { id, remind_at } satisfies ReminderKey, { startAfter })
  return reminder
}
