import { listMessageRooms } from '@sukoyaka/wire/message-room'
import { api, read } from '../kit/api.ts'

export const messageApi = api.injectEndpoints({ endpoints: (build) => ({ listMessageRooms: read(build, listMessageRooms, 'message_rooms') }) })
export const { useListMessageRoomsQuery } = messageApi
