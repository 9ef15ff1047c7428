import * as mark from '@sukoyaka/wire/care/message-mark'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { Actor } from '../../../access/actor.ts'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { Db } from '../../../database/db.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { type Call, serve } from '../../../http/serve.ts'
import { publishPatientEvent, publishUserEvent } from '../../../realtime/event-rows.ts'
import type { Reader } from '../thread/store.ts'
import { remind } from './actions/remind.ts'
import { type Opened, openHistoriesOf, openUpTo } from './open-store.ts'
import { deletePin, insertPin, pinsOf } from './pin-store.ts'
import { deleteReminder, remindersOf } from './reminder-store.ts'
import { deleteLike, deleteReaction, emoticonsIn, insertLike, insertReaction } from './store.ts'
import { mentionTargetsOf } from './target-store.ts'

const readerOf = ({ context, actor, scope }: Pick<Call<typeof mark.addMessagePin>, 'context' | 'actor' | 'scope'>): Reader => ({
  actor,
  scope,
  urlOf: urlsFor(context, actor.id),
})

/**
 * Publishes what was newly opened. `message.read` is also sent to the patient: for the patient's own opening, and when staff first open a message of the
 * patient. Any other opening is published to staff only, as `message.opened`.
 */
const openAndPublish = async (
  { db, actor, scope }: { db: Db; actor: Actor; scope: PatientScope },
  request: Input<typeof mark.openMessages>,
): Promise<Opened[]> => {
  const { rooms, hasCheckedNotifications } = await openUpTo(actor, scope, request)
  for (const { patient_id, last_read_message_id, isChanged, firstRead } of rooms) {
    if (!isChanged) continue
    const read = patient_id === actor.id ? last_read_message_id : firstRead
    const event =
      read === undefined ? ({ kind: 'message.opened', record_id: last_read_message_id } as const) : ({ kind: 'message.read', record_id: read } as const)
    await publishPatientEvent(db, patient_id, ['message_rooms', 'messages'], event)
  }
  if (hasCheckedNotifications) await publishUserEvent(db, actor.id, ['notifications'])
  return rooms
}

export const markRoutes = [
  serve(mark.listEmoticons, async ({ db, language }) => ({ items: await emoticonsIn(db, language) })),
  serve(mark.addMessageReaction, async ({ actor, scope, input, about }) => {
    about('message.changed', input.message_id)
    return insertReaction(actor, scope, input)
  }),
  serve(mark.removeMessageReaction, async ({ actor, scope, input, about }) => {
    about('message.changed', await deleteReaction(actor, scope, input.id))
    return null
  }),
  serve(mark.addMessageLike, async ({ actor, scope, input, about }) => {
    about('message.changed', input.message_id)
    return insertLike(actor, scope, input)
  }),
  serve(mark.removeMessageLike, async ({ actor, scope, input, about }) => {
    about('message.changed', await deleteLike(actor, scope, input.id))
    return null
  }),
  serve(mark.listMessagePins, (call) => pinsOf(readerOf(call), call.input)),
  serve(mark.addMessagePin, (call) => {
    call.about('message.changed', call.input.message_id)
    return insertPin(readerOf(call), call.input)
  }),
  serve(mark.removeMessagePin, async (call) => {
    call.about('message.changed', await deletePin(readerOf(call), call.input.id))
    return null
  }),
  serve(mark.listMessageReminders, ({ actor, scope, input }) => remindersOf(actor, scope, input)),
  serve(mark.addMessageReminder, remind),
  serve(mark.removeMessageReminder, ({ actor, scope, input }) => deleteReminder(actor, scope, input.id)),
  serve(mark.listMentionTargets, async ({ actor, scope, input }) => ({ items: await mentionTargetsOf(actor, scope, input) })),
  serve(mark.listOpenHistories, async ({ scope, input }) => ({ items: await openHistoriesOf(scope, input.id) })),
  serve(mark.openMessage, async (call) => (await openAndPublish(call, { ids: [call.input.id] }))[0]!),
  serve(mark.openMessages, async (call) => ({ items: await openAndPublish(call, call.input) })),
]
