import { listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { api, read } from '../../api/api.ts'

export const messageApi = api.injectEndpoints({ endpoints: (build) => ({ listMessageRooms: read(build, listMessageRooms, 'message_rooms') }) })
export const { useListMessageRoomsQuery } = messageApi
