import { getBadges } from '@sukoyaka/wire/care/message-room'
import { api, queryEndpoint } from '../../api/api.ts'

const { useGetBadgesQuery } = api.injectEndpoints({ endpoints: (build) => ({ getBadges: queryEndpoint(build, getBadges, 'message_rooms', 'notifications') }) })

/** Numbers beside conversations and notifications in the navigation: one call for all badges. */
export const useBadges = () => useGetBadgesQuery({ background: true }).data ?? { messages: 0, notifications: 0 }
