import * as wire from '@sukoyaka/wire/care/message-room'
import { api, mutationEndpoint, type OptimisticUpdate, queryEndpoint } from '../../../api/api.ts'
import { cacheUtil } from '../../../api/query-cache.ts'

/** Optimistic update: a room marked as needing no reply loses its mark in every cached list; the refetch updates the order. */
const optimisticReply: OptimisticUpdate<typeof wire.changeMessageRoom> = ({ id, needs_reply }, dispatch) => {
  // assigning a room, or marking it as needing a reply, is not optimistic
  if (needs_reply !== false) return []
  const cacheEntries = dispatch((_, getState) => cacheUtil.selectInvalidatedBy(getState(), ['message_rooms']))
  return cacheEntries
    .filter(({ endpointName }) => endpointName === 'listMessageRooms')
    .map(({ endpointName, originalArgs }) =>
      dispatch(
        cacheUtil.updateQueryData(endpointName, originalArgs, (list: { items: wire.MessageRoom[] }) => {
          const room = list.items.find((item) => item.id === id)
          if (room) room.unresponded_since = null
        }),
      ),
    )
}

export const { useCountMessageRoomsQuery, useChangeMessageRoomMutation, useGetRoomContextQuery, useLazyListRoomImagesQuery, useListRoomFilesQuery } =
  api.injectEndpoints({
    endpoints: (build) => ({
      countMessageRooms: queryEndpoint(build, wire.countMessageRooms, 'message_rooms'),
      changeMessageRoom: mutationEndpoint(build, wire.changeMessageRoom, optimisticReply),
      getRoomContext: queryEndpoint(build, wire.getRoomContext, 'messages', 'message_pins', 'message_reminders'),
      listRoomImages: queryEndpoint(build, wire.listRoomImages, 'messages'),
      listRoomFiles: queryEndpoint(build, wire.listRoomFiles, 'messages'),
    }),
  })
