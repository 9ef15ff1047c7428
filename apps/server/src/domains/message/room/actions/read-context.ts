import { scopeOf } from '@sukoyaka/wire/access'
import { listMessagePins, listMessageReminders } from '@sukoyaka/wire/care/message-mark'
import { type getRoomContext, listRoomFiles, listRoomImages, type RoomContext, shownImages } from '@sukoyaka/wire/care/message-room'
import { urlsFor } from '../../../../files/signed-file.ts'
import type { Call } from '../../../../http/serve.ts'
import { requirePatient } from '../../../patient/require-store.ts'
import { pinsOfPatient } from '../../mark/pin-store.ts'
import { pendingReminders } from '../../mark/reminder-store.ts'
import { filesOfPatient, imagesOfPatient } from '../../thread/image-store.ts'

/** What a conversation shows beside its messages. Only staff have pins and reminders. */
export const readContext = async ({ scope, scopeAs, actor, context, input }: Call<typeof getRoomContext>): Promise<RoomContext> => {
  const { patient_id } = input
  const urlOf = urlsFor(context, actor.id)
  const isStaff = scopeOf(actor.role, listMessagePins.permission) !== undefined
  await requirePatient(scope, patient_id)
  const partScope = (endpoint: Parameters<typeof scopeAs>[0]) => {
    const part = scopeAs(endpoint)
    part.record(patient_id)
    return part
  }
  const [pins, reminders, images, files] = await Promise.all([
    isStaff ? pinsOfPatient({ actor, scope: partScope(listMessagePins), urlOf }, patient_id) : null,
    isStaff ? pendingReminders(actor, partScope(listMessageReminders), { patient_id }) : null,
    imagesOfPatient(partScope(listRoomImages), patient_id, { limit_before: shownImages, limit_after: 0 }, urlOf),
    filesOfPatient(partScope(listRoomFiles), patient_id, undefined, urlOf),
  ])
  return { pins, reminders, images, files }
}
