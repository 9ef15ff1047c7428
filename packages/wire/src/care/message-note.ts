import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Nothing, Nullable, Page, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'

export const maxNoteLength = 5_000
export const maxNotesPerReply = 500

export type MessageNote = Static<typeof MessageNote>
/** A note of the staff in a patient’s conversation. Patients never receive it. */
export const MessageNote = Type.Object({
  id: Id,
  patient_id: Id,
  author: Person,
  body: Type.String(),
  /** Colleagues mentioned in the body with `@`. */
  mentions: Type.Array(Person),
  created_at: Instant,
})

export const listMessageNotes = endpoint({
  method: 'GET',
  path: '/api/message_notes',
  permission: 'coordination.read',
  summary: 'List the staff’s notes in a conversation, newest first',
  description: `Max ${maxNotesPerReply}. With \`since\`, only notes from that time on.`,
  query: InputObject({ patient_id: Id, since: Type.Optional(Instant) }),
  reply: Items(MessageNote),
  example: { query: { patient_id: 1 } },
})

export type FoundNote = Static<typeof FoundNote>
/** `message_id`: the last message before the note, or else the first message; null in a conversation without messages. */
export const FoundNote = Type.Object({ ...MessageNote.properties, patient: Person, message_id: Nullable(Id) })

export const searchMessageNotes = endpoint({
  method: 'GET',
  path: '/api/message_notes/search',
  permission: 'coordination.read',
  summary: 'Search the staff’s notes of all accessible conversations, newest first',
  description: 'Searches bodies and the names of authors and patients, with the rules of `GET /api/messages/search`.',
  query: InputObject({ q: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), page: Page, patient_id: Type.Optional(Id) }),
  reply: Type.Object({ items: Type.Array(FoundNote), page: Type.Integer(), next_page: Nullable(Type.Integer()) }),
  example: { query: { q: '服薬' } },
})

export const addMessageNote = endpoint({
  method: 'POST',
  path: '/api/message_notes',
  permission: 'coordination.write',
  summary: 'Add a note for the staff to a conversation',
  description:
    'Patients do not see notes and are not notified. `mention_ids` are active care staff, who get a notification. Does not change whether the conversation awaits a reply.',
  body: InputObject({ patient_id: Id, body: Text(maxNoteLength), mention_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })) }),
  reply: MessageNote,
  status: 201,
  example: { body: { patient_id: 1, body: '次回の面談で服薬を確認してください。' } },
  staffChanges: ['message_notes'],
})

export const removeMessageNote = endpoint({
  method: 'DELETE',
  path: '/api/message_notes/:id',
  permission: 'coordination.write',
  summary: 'Delete one’s own note',
  description: 'An admin may delete any note.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['message_notes'],
})
