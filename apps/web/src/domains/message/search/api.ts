import { searchMessages } from '@sukoyaka/wire/care/message'
import { api, read } from '../../../api/api.ts'

export const { useSearchMessagesQuery } = api.injectEndpoints({ endpoints: (build) => ({ searchMessages: read(build, searchMessages, 'messages') }) })
