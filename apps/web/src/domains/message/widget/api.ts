import { getUnreadCount, getUnreadNotifiableCount } from '@sukoyaka/wire/care/message-room'
import { listCarePeople } from '@sukoyaka/wire/people/patient'
import { api, queryEndpoint } from '../../../api/api.ts'

export const { useGetUnreadCountQuery, useGetUnreadNotifiableCountQuery, useRoomCarePeopleQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getUnreadCount: queryEndpoint(build, getUnreadCount, 'message_rooms'),
    getUnreadNotifiableCount: queryEndpoint(build, getUnreadNotifiableCount, 'message_rooms'),
    roomCarePeople: queryEndpoint(build, listCarePeople),
  }),
})
