import { addMessageNote, listMessageNotes, removeMessageNote } from '@sukoyaka/wire/care/message-note'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'

export const { useListMessageNotesQuery, useAddMessageNoteMutation, useRemoveMessageNoteMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listMessageNotes: queryEndpoint(build, listMessageNotes, 'message_notes'),
    addMessageNote: mutationEndpoint(build, addMessageNote),
    removeMessageNote: mutationEndpoint(build, removeMessageNote),
  }),
})
