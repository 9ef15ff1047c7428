import * as note from '@sukoyaka/wire/care/message-note'
import { serve } from '../../../http/serve.ts'
import { foundNotes } from './search-store.ts'
import { deleteNote, insertNote, notesOf } from './store.ts'

export const noteRoutes = [
  serve(note.listMessageNotes, async ({ scope, input }) => ({ items: await notesOf(scope, input) })),
  serve(note.searchMessageNotes, ({ scope, input }) => foundNotes(scope, input)),
  serve(note.addMessageNote, ({ scope, actor, input }) => insertNote(scope, actor, input)),
  serve(note.removeMessageNote, async ({ scope, actor, input }) => {
    await deleteNote(scope, actor, input.id)
    return null
  }),
]
