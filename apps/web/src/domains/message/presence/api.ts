import * as presence from '@sukoyaka/wire/care/message-presence'
import { api, read, write } from '../../../api/api.ts'

export const { useListRoomPresencesQuery, useSayPresenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listRoomPresences: read(build, presence.listRoomPresences, 'room_presences'),
    sayPresence: write(build, presence.sayPresence),
  }),
})
