import { getUnreadCount, getUnreadNotifiableCount } from '@sukoyaka/wire/message-room'
import { listCarePeople } from '@sukoyaka/wire/patient'
import { api, read } from '../../kit/api.ts'

export const { useGetUnreadCountQuery, useGetUnreadNotifiableCountQuery, useRoomCarePeopleQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getUnreadCount: read(build, getUnreadCount, 'message_rooms'),
    getUnreadNotifiableCount: read(build, getUnreadNotifiableCount, 'message_rooms'),
    roomCarePeople: read(build, listCarePeople, 'care_people'),
  }),
})
