import * as room from '@sukoyaka/wire/care/message-room'
import { apiError } from '../../../errors/api-error.ts'
import { addressOf } from '../../../files/signed-file.ts'
import { type Call, serve } from '../../../http/serve.ts'
import { filesOfRoom, imagesOfRoom } from '../thread/image-store.ts'
import { getRoom, roomsOf, setNeedsReply, unreadCountOf, type Viewer } from './store.ts'

const viewerOf = ({ actor, context, language }: Pick<Call<typeof room.getMessageRoom>, 'actor' | 'context' | 'language'>): Viewer => ({
  actor,
  now: context.clock(),
  language,
})

export const roomRoutes = [
  serve(room.listMessageRooms, (call) => {
    // looking for patients by their doctor is the nurses' way of working
    if (call.input.q?.main_doctor_full_name_cont !== undefined && call.actor.role !== 'nurse') throw apiError('forbidden')
    return roomsOf(call.db, call.reach, viewerOf(call), 'waiting', call.input)
  }),
  serve(room.listRoomsByName, (call) => roomsOf(call.db, call.reach, viewerOf(call), 'kana', call.input)),
  serve(room.getMessageRoom, (call) => getRoom(call.db, call.reach, viewerOf(call), call.input)),
  serve(room.changeMessageRoom, async (call) => {
    call.about('room.changed', call.input.id)
    await setNeedsReply(call.db, call.reach, call.input)
    return getRoom(call.db, call.reach, viewerOf(call), call.input)
  }),
  serve(room.getUnreadCount, ({ db, reach, actor }) => unreadCountOf(db, reach, actor)),
  serve(room.getUnreadNotifiableCount, ({ db, reach, actor }) => unreadCountOf(db, reach, actor, 'notifiable')),
  serve(room.listRoomImages, ({ db, context, reach, actor, input }) => imagesOfRoom(db, reach, input, addressOf(context, actor.id))),
  serve(room.listRoomFiles, ({ db, context, reach, actor, input }) => filesOfRoom(db, reach, input, addressOf(context, actor.id))),
]
