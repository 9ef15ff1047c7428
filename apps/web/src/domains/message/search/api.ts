import { searchMessages } from '@sukoyaka/wire/care/message'
import { searchMessageNotes } from '@sukoyaka/wire/care/message-note'
import { api, queryEndpoint } from '../../../api/api.ts'

export const { useSearchMessagesQuery, useSearchMessageNotesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    searchMessages: queryEndpoint(build, searchMessages, 'messages'),
    searchMessageNotes: queryEndpoint(build, searchMessageNotes, 'message_notes'),
  }),
})
