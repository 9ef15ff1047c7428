import { searchMessages } from '@sukoyaka/wire/care/message'
import { api, queryEndpoint } from '../../../api/api.ts'

export const { useSearchMessagesQuery } = api.injectEndpoints({ endpoints: (build) => ({ searchMessages: queryEndpoint(build, searchMessages, 'messages') }) })
