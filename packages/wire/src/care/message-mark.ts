import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Items, Line, Nothing, Nullable, Page, Paged, Sent } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { Message } from './message.ts'

export type Emoticon = Static<typeof Emoticon>
export const Emoticon = Type.Object({ id: Id, code: Type.String(), emoji: Type.String(), display_name: Type.String(), sort_number: Type.Integer() })

export const listEmoticons = endpoint({
  method: 'GET',
  path: '/api/emoticons',
  permission: 'catalogue.read',
  summary: 'What one can react with',
  query: Sent({}),
  reply: Items(Emoticon),
  cache: 'reference',
})

export type MessageReaction = Static<typeof MessageReaction>
export const MessageReaction = Type.Object({ id: Id, message_id: Id, user_id: Id, emoticon: Type.String(), created_at: Instant })

export const addMessageReaction = endpoint({
  method: 'POST',
  path: '/api/message_reactions',
  permission: 'messages.write',
  summary: 'Reacts to a message',
  description: 'Twice is once. A message that was deleted takes none.',
  body: Sent({ message_id: Id, emoticon: Type.String({ minLength: 1, maxLength: 50 }) }),
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
  summary: 'Takes a reaction of one’s own back',
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
  summary: 'Likes a message',
  description: 'Twice is once. A message that was deleted takes none.',
  body: Sent({ message_id: Id }),
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
  summary: 'Takes a like of one’s own back',
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
  summary: 'Messages the staff pinned in a room, newest pin first',
  query: Sent({ patient_id: Id, page: Page }),
  reply: Paged(MessagePin),
  example: { query: { patient_id: 1 } },
})

export const addMessagePin = endpoint({
  method: 'POST',
  path: '/api/message_pins',
  permission: 'coordination.write',
  summary: 'Pins a message for the staff',
  description:
    'Twice is once. Patients do not see it. `patient_id`, where it is said, is the room’s. A message that was deleted cannot be pinned, and one that is deleted later loses its pin.',
  body: Sent({ message_id: Id, patient_id: Type.Optional(Id) }),
  reply: MessagePin,
  status: 201,
  errors: ['not_found'],
  example: { body: { message_id: 1 } },
  changes: ['message_pins'],
})

export const removeMessagePin = endpoint({
  method: 'DELETE',
  path: '/api/message_pins/:id',
  permission: 'coordination.write',
  summary: 'Takes a pin off',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['message_pins'],
})

export type MessageReminder = Static<typeof MessageReminder>
export const MessageReminder = Type.Object({
  id: Id,
  patient_id: Id,
  message_id: Nullable(Id),
  remind_at: Instant,
  reason: Type.String(),
  /** When it came back. */
  done_at: Nullable(Instant),
  created_at: Instant,
  patient: Person,
})

export const listMessageReminders = endpoint({
  method: 'GET',
  path: '/api/message_reminders',
  permission: 'coordination.read',
  summary: 'My own reminders that are still to come, the next first',
  description: 'Of one room, or without `patient_id` of all.',
  query: Sent({ patient_id: Type.Optional(Id), page: Page }),
  reply: Paged(MessageReminder),
  example: { query: { patient_id: 1 } },
})

export const addMessageReminder = endpoint({
  method: 'POST',
  path: '/api/message_reminders',
  permission: 'coordination.write',
  summary: 'Brings a room back to me as unread at a time to come',
  description: 'At most a year ahead. Of one room one is open: set again it is moved.',
  body: Sent({ patient_id: Id, message_id: Type.Optional(Nullable(Id)), remind_at: Instant, reason: Type.Optional(Line(200, 0)) }),
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
  summary: 'Gives a reminder of one’s own up',
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
  summary: 'Who can be mentioned in a room: its care team first',
  description:
    'To staff everybody of the care side who is active, and the patient; to a patient the care team; never oneself. By kanji, kana and romaji with `q`. At most 200.',
  query: Sent({ patient_id: Id, q: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Items(Type.Object({ ...Person.properties, is_on_team: Type.Boolean() })),
  example: { query: { patient_id: 1 } },
})

export type OpenHistory = Static<typeof OpenHistory>
export const OpenHistory = Type.Object({ user: Person, opened_at: Instant })

export const listOpenHistories = endpoint({
  method: 'GET',
  path: '/api/message_open_histories/:id',
  permission: 'coordination.read',
  summary: 'Who opened a message, and when',
  description: '`id` is the message’s.',
  params: ById,
  reply: Items(OpenHistory),
  example: { params: { id: 1 } },
})

const Opened = Type.Object({ patient_id: Id, last_read_message_id: Id, unread_count: Type.Integer() })

export const openMessage = endpoint({
  method: 'PATCH',
  path: '/api/message_open_histories/:id',
  permission: 'messages.read',
  summary: 'I have opened this message, and all before it',
  description: '`id` is the message’s. It never takes back what was opened before. That a room waits for a reply stays.',
  params: ById,
  reply: Opened,
  example: { params: { id: 1 } },
  changes: ['message_rooms', 'notifications'],
  audience: 'handler',
})

export const openMessages = endpoint({
  method: 'PATCH',
  path: '/api/message_open_histories/bulk_update',
  permission: 'messages.read',
  summary: 'I have opened these messages, and all before them in their rooms',
  description:
    'Of several rooms too. One that is not within reach refuses all. `patient_ids` are rooms that were opened and have no message to name: what a reminder brought back is read with it, what was written since I read there last is not. One of the two is said.',
  body: Sent({ ids: Type.Array(Id, { maxItems: 1000 }), patient_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
  reply: Items(Opened),
  errors: ['not_found'],
  example: { body: { ids: [1] } },
  changes: ['message_rooms', 'notifications'],
  audience: 'handler',
})
