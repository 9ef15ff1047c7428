import { getUnreadCount, getUnreadNotifiableCount } from '@sukoyaka/wire/care/message-room'
import { listCarePeople } from '@sukoyaka/wire/people/patient'
import { api, read } from '../../../api/api.ts'

export const { useGetUnreadCountQuery, useGetUnreadNotifiableCountQuery, useRoomCarePeopleQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getUnreadCount: read(build, getUnreadCount, 'message_rooms'),
    getUnreadNotifiableCount: read(build, getUnreadNotifiableCount, 'message_rooms'),
    roomCarePeople: read(build, listCarePeople, 'care_people'),
  }),
})
