import * as presence from '@sukoyaka/wire/care/message-presence'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useListRoomPresencesQuery, useReportPresenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listRoomPresences: queryEndpoint(build, presence.listRoomPresences, 'room_presences'),
    reportPresence: mutationEndpoint(build, presence.reportPresence),
  }),
})
