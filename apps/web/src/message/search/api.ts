import { searchMessages } from '@sukoyaka/wire/message'
import { api, read } from '../../kit/api.ts'

export const { useSearchMessagesQuery } = api.injectEndpoints({ endpoints: (build) => ({ searchMessages: read(build, searchMessages, 'messages') }) })
