import * as wire from '@sukoyaka/wire/care/message-room'
import { api, type OptimisticUpdate, read, write } from '../../../api/api.ts'

// biome-ignore lint/suspicious/noExplicitAny: the base api type does not include injected endpoints
const untyped = api.util as any

/** Optimistic update: marking a room as needing no reply clears its mark in every cached list; a refetch updates the order. */
const foreseeReply: OptimisticUpdate<typeof wire.changeMessageRoom> = ({ id, needs_reply }, dispatch) => {
  if (needs_reply) return []
  type Held = { endpointName: string; originalArgs: object }
  const held = dispatch((_: unknown, getState: () => unknown) => untyped.selectInvalidatedBy(getState(), ['message_rooms'])) as Held[]
  return held
    .filter(({ endpointName }) => endpointName === 'listMessageRooms')
    .map(({ endpointName, originalArgs }) =>
      dispatch(
        untyped.updateQueryData(endpointName, originalArgs, (kept: { items: wire.MessageRoom[] }) => {
          const room = kept.items.find((one) => one.id === id)
          if (room) room.unresponded_since = null
        }),
      ),
    )
}

export const { useChangeMessageRoomMutation, useListRoomImagesQuery, useLazyListRoomImagesQuery, useListRoomFilesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    changeMessageRoom: write(build, wire.changeMessageRoom, foreseeReply),
    listRoomImages: read(build, wire.listRoomImages, 'messages'),
    listRoomFiles: read(build, wire.listRoomFiles, 'messages'),
  }),
})
