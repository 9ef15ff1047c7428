import * as room from '@sukoyaka/wire/care/message-room'
import { apiError } from '../../../errors/api-error.ts'
import { urlsFor } from '../../../files/signed-file.ts'
import { type Call, serve } from '../../../http/serve.ts'
import { filesOfRoom, imagesOfRoom } from '../thread/image-store.ts'
import { readContext } from './actions/read-context.ts'
import { badgesOf } from './badge-store.ts'
import { changeRoom } from './change-store.ts'
import { countsOf, getRoom, roomsOf, unreadCountOf, type Viewer } from './store.ts'

const viewerOf = ({ actor, context, language }: Pick<Call<typeof room.getMessageRoom>, 'actor' | 'context' | 'language'>): Viewer => ({
  actor,
  now: context.clock(),
  language,
})

/** Only nurses may filter by the name of the main doctor. Throws `forbidden`. */
const checkFilters = ({ actor, input }: Pick<Call<typeof room.countMessageRooms>, 'actor' | 'input'>) => {
  if (input.q?.main_doctor_full_name_cont !== undefined && actor.role !== 'nurse') throw apiError('forbidden')
}

/** What the list of conversations depends on. Which of them are notifiable also depends on the windows that the viewer has open, which have no events. */
const listVersion = ({ notifiable_only }: Call<typeof room.listMessageRooms>['input']) =>
  notifiable_only ? undefined : (['message_rooms', 'users', 'contracts', 'plans', 'patient_merges'] as const)

export const roomRoutes = [
  serve(
    room.listMessageRooms,
    (call) => {
      checkFilters(call)
      if (call.input.assignee_id !== undefined && call.actor.role === 'patient') throw apiError('forbidden')
      return roomsOf(call.scope, viewerOf(call), 'waiting', call.input)
    },
    { versionTags: listVersion },
  ),
  serve(room.listRoomsByName, (call) => roomsOf(call.scope, viewerOf(call), 'kana', call.input)),
  serve(room.countMessageRooms, (call) => {
    checkFilters(call)
    return countsOf(call.scope, viewerOf(call), call.input)
  }),
  serve(room.getMessageRoom, (call) => getRoom(call.scope, viewerOf(call), call.input)),
  serve(room.changeMessageRoom, async (call) => {
    call.about('room.changed', call.input.id)
    await changeRoom(call.scope, call.input)
    return getRoom(call.scope, viewerOf(call), call.input)
  }),
  serve(room.getUnreadCount, ({ scope, actor }) => unreadCountOf(scope, actor)),
  serve(room.getUnreadNotifiableCount, ({ scope, actor }) => unreadCountOf(scope, actor, 'notifiable')),
  serve(room.getBadges, ({ scope, actor }) => badgesOf(scope, actor)),
  serve(room.getRoomContext, readContext),
  serve(room.listRoomImages, ({ context, scope, actor, input }) => imagesOfRoom(scope, input, urlsFor(context, actor.id))),
  serve(room.listRoomFiles, ({ context, scope, actor, input }) => filesOfRoom(scope, input, urlsFor(context, actor.id))),
]
