import * as presence from '@sukoyaka/wire/message-presence'
import { api, read, write } from '../../kit/api.ts'

export const { useListRoomPresencesQuery, useSayPresenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listRoomPresences: read(build, presence.listRoomPresences, 'room_presences'),
    sayPresence: write(build, presence.sayPresence),
  }),
})
