import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { api, queryEndpoint } from '../../api/api.ts'

export const messageApi = api.injectEndpoints({ endpoints: (build) => ({ listMessageRooms: queryEndpoint(build, listMessageRooms, 'message_rooms') }) })
export const { useListMessageRoomsQuery } = messageApi
