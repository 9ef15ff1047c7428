import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable, Page, Paged } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { Message } from './message.ts'

export type Emoticon = Static<typeof Emoticon>
/** `is_active`: offered for new reactions. */
export const Emoticon = Type.Object({
  id: Id,
  code: Type.String(),
  emoji: Type.String(),
  display_name: Type.String(),
  is_active: Type.Boolean(),
  sort_number: Type.Integer(),
})

export const listEmoticons = endpoint({
  method: 'GET',
  path: '/api/emoticons',
  permission: 'catalogue.read',
  summary: 'List the emoticons of reactions, including those no longer offered',
  query: InputObject({}),
  reply: Items(Emoticon),
  cache: 'reference',
})

export type MessageReaction = Static<typeof MessageReaction>
export const MessageReaction = Type.Object({ id: Id, message_id: Id, user_id: Id, emoticon: Type.String(), created_at: Instant })

export const addMessageReaction = endpoint({
  method: 'POST',
  path: '/api/message_reactions',
  permission: 'messages.write',
  summary: 'React to a message',
  description: 'Idempotent. 404 for a deleted message.',
  body: InputObject({ message_id: Id, emoticon: Type.String({ minLength: 1, maxLength: 50 }) }),
  reply: MessageReaction,
  status: 201,
  errors: ['not_found'],
  example: { body: { message_id: 1, emoticon: 'heart' } },
  changes: ['messages'],
})

export const removeMessageReaction = endpoint({
  method: 'DELETE',
  path: '/api/message_reactions/:id',
  permission: 'messages.write',
  summary: 'Remove one’s own reaction',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['messages'],
})

export type MessageLike = Static<typeof MessageLike>
export const MessageLike = Type.Object({ id: Id, message_id: Id, user_id: Id, created_at: Instant })

export const addMessageLike = endpoint({
  method: 'POST',
  path: '/api/message_likes',
  permission: 'messages.write',
  summary: 'Like a message',
  description: 'Idempotent. 404 for a deleted message.',
  body: InputObject({ message_id: Id }),
  reply: MessageLike,
  status: 201,
  errors: ['not_found'],
  example: { body: { message_id: 1 } },
  changes: ['messages'],
})

export const removeMessageLike = endpoint({
  method: 'DELETE',
  path: '/api/message_likes/:id',
  permission: 'messages.write',
  summary: 'Remove one’s own like',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['messages'],
})

export type MessagePin = Static<typeof MessagePin>
export const MessagePin = Type.Object({ id: Id, message_id: Id, patient_id: Id, user: Person, message: Message, created_at: Instant })

export const listMessagePins = endpoint({
  method: 'GET',
  path: '/api/message_pins',
  permission: 'coordination.read',
  summary: 'List the pinned messages of a conversation, newest pin first',
  query: InputObject({ patient_id: Id, page: Page }),
  reply: Paged(MessagePin),
  example: { query: { patient_id: 1 } },
})

export const addMessagePin = endpoint({
  method: 'POST',
  path: '/api/message_pins',
  permission: 'coordination.write',
  summary: 'Pin a message for the staff',
  description:
    'Idempotent. Patients do not see pins. `patient_id`, if given, must be the message’s patient. 404 for a deleted message; deleting a message removes its pin.',
  body: InputObject({ message_id: Id, patient_id: Type.Optional(Id) }),
  reply: MessagePin,
  status: 201,
  errors: ['not_found'],
  example: { body: { message_id: 1 } },
  staffChanges: ['message_pins'],
})

export const removeMessagePin = endpoint({
  method: 'DELETE',
  path: '/api/message_pins/:id',
  permission: 'coordination.write',
  summary: 'Unpin a message',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  staffChanges: ['message_pins'],
})

export type MessageReminder = Static<typeof MessageReminder>
export const MessageReminder = Type.Object({
  id: Id,
  patient_id: Id,
  message_id: Nullable(Id),
  remind_at: Instant,
  reason: Type.String(),
  /** When the reminder fired. */
  done_at: Nullable(Instant),
  created_at: Instant,
  patient: Person,
})

export const listMessageReminders = endpoint({
  method: 'GET',
  path: '/api/message_reminders',
  listsPatients: { unless: 'patient_id' },
  permission: 'coordination.read',
  summary: 'List the caller’s pending reminders, next first',
  description: 'The reminders of one conversation or, without `patient_id`, of all.',
  query: InputObject({ patient_id: Type.Optional(Id), page: Page }),
  reply: Paged(MessageReminder),
  example: { query: { patient_id: 1 } },
})

export const addMessageReminder = endpoint({
  method: 'POST',
  path: '/api/message_reminders',
  permission: 'coordination.write',
  summary: 'Set a reminder that shows the conversation as unread at a given time',
  description: 'Max one year ahead. A conversation has at most one pending reminder per person; setting another one moves it.',
  body: InputObject({ patient_id: Id, message_id: Type.Optional(Nullable(Id)), remind_at: Instant, reason: Type.Optional(Line(200, 0)) }),
  reply: MessageReminder,
  status: 201,
  example: { body: { patient_id: 1, remind_at: '2030-01-31T00:00:00Z', reason: '血圧の記録を確認' } },
  changes: ['message_reminders', 'message_rooms'],
  audience: 'caller',
})

export const removeMessageReminder = endpoint({
  method: 'DELETE',
  path: '/api/message_reminders/:id',
  permission: 'coordination.write',
  summary: 'Cancel one’s own reminder',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['message_reminders', 'message_rooms'],
  audience: 'caller',
})

export const listMentionTargets = endpoint({
  method: 'GET',
  path: '/api/message_mentions/targets',
  permission: 'messages.read',
  summary: 'List who can be mentioned in a conversation, care team first',
  description:
    'Staff get the patient and all active care staff (no administrators), patients get their care team; the caller is never included. `q` matches kanji, kana and romaji. Max 200.',
  query: InputObject({ patient_id: Id, q: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Items(Type.Object({ ...Person.properties, is_on_team: Type.Boolean() })),
  example: { query: { patient_id: 1 } },
})

export type OpenHistory = Static<typeof OpenHistory>
export const OpenHistory = Type.Object({ user: Person, opened_at: Instant })

export const listOpenHistories = endpoint({
  method: 'GET',
  path: '/api/message_open_histories/:id',
  permission: 'coordination.read',
  summary: 'List who opened a message, and when',
  description: '`id` is the id of the message.',
  params: ById,
  reply: Items(OpenHistory),
  example: { params: { id: 1 } },
})

const OpenedRoom = Type.Object({ patient_id: Id, last_read_message_id: Id, unread_count: Type.Integer() })

export const openMessage = endpoint({
  method: 'PATCH',
  path: '/api/message_open_histories/:id',
  permission: 'messages.read',
  summary: 'Mark a message and all earlier ones of the conversation as read',
  description: '`id` is the id of the message. Never marks later messages as unread again. Does not change whether the conversation awaits a reply.',
  params: ById,
  reply: OpenedRoom,
  example: { params: { id: 1 } },
  changes: ['message_rooms', 'notifications'],
  audience: 'handler',
})

export const openMessages = endpoint({
  method: 'PATCH',
  path: '/api/message_open_histories/bulk_update',
  permission: 'messages.read',
  summary: 'Mark messages as read, including earlier ones of their conversations',
  description:
    'The messages may be of several conversations; if one is outside the caller’s patient scope, the call fails with 404. `patient_ids` are conversations opened without naming a message: this clears a fired reminder but leaves newer messages unread. Requires `ids` or `patient_ids`.',
  body: InputObject({ ids: Type.Array(Id, { maxItems: 1000 }), patient_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
  reply: Items(OpenedRoom),
  errors: ['not_found'],
  example: { body: { ids: [1] } },
  changes: ['message_rooms', 'notifications'],
  audience: 'handler',
})
