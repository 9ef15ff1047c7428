import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Instant, Nullable, OneOf, Page, Paged, Sent } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { serviceTypes } from '../people/contract.ts'
import { contentTypes, MessageFile, MessageImage, messageTypes } from './message.ts'

export type MessageRoom = Static<typeof MessageRoom>
export const MessageRoom = Type.Object({
  id: Id,
  patient: Type.Object({
    id: Id,
    first_name: Type.String(),
    last_name: Type.String(),
    first_name_kana: Type.String(),
    last_name_kana: Type.String(),
    icon: Nullable(Type.String()),
    /** Of the current contract. */
    plan: Nullable(Type.Object({ id: Id, display_name: Type.String() })),
  }),
  /** Whether the service of the current contract has messages: without it the patient reads but does not write. */
  chat: Type.Boolean(),
  /** Messages the person who asks has not opened. */
  unread_count: Type.Integer(),
  last_message_at: Nullable(Instant),
  /** The newest that stands there; its words are cut after 100 characters. */
  last_message: Nullable(Type.Object({ id: Id, sender: Person, body: Type.String(), content_type: OneOf(contentTypes), message_type: OneOf(messageTypes) })),
  /** Up to which message the person who asks has read. */
  last_read_message_id: Nullable(Id),
  /** Since when the patient waits for an answer; null for patients and where nobody waits. */
  unresponded_since: Nullable(Instant),
  /** When I set the reminder that is still open. */
  last_reminded_at: Nullable(Instant),
  next_remind_at: Nullable(Instant),
})

const listed = {
  page: Page,
  service_type: Type.Optional(OneOf(serviceTypes)),
  role: Type.Optional(OneOf(['main_doctor'])),
}
/** Its room alone, if it is within reach. */
const patient_id = Type.Optional(Id)
const full_name_cont = Type.Optional(Type.String({ maxLength: 100 }))

export const listRoomsByName = endpoint({
  method: 'GET',
  path: '/api/message_rooms',
  permission: 'messages.read',
  summary: 'Rooms by the patient’s kana',
  description: 'One room a patient.',
  query: Sent({ ...listed, q: Type.Optional(Sent({ full_name_cont })) }),
  reply: Paged(MessageRoom),
  example: { query: { page: 1, q: { full_name_cont: 'さえき' } } },
})

export const listMessageRooms = endpoint({
  method: 'GET',
  path: '/api/message_rooms/list',
  permission: 'messages.read',
  summary: 'Rooms: those whose patient waits longest first, then the newest',
  description:
    'One room a patient. `service_type` looks at the current contract’s service; `role=main_doctor` keeps rooms whose patient has me as main doctor; `q[main_doctor_full_name_cont]` is for nurses, others get 403. `notifiable_only`: unread, I am on the care team or mentioned, and it is not on a screen of mine. `unresponded_only`: the patient wrote last and waits.',
  query: Sent({
    ...listed,
    patient_id,
    q: Type.Optional(Sent({ full_name_cont, main_doctor_full_name_cont: Type.Optional(Type.String({ maxLength: 100 })) })),
    unread_only: Type.Optional(Type.Boolean()),
    notifiable_only: Type.Optional(Type.Boolean()),
    unresponded_only: Type.Optional(Type.Boolean()),
  }),
  reply: Paged(MessageRoom),
  errors: ['forbidden'],
  example: { query: { page: 1, q: { full_name_cont: 'さえき' } } },
})

export const getMessageRoom = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id',
  permission: 'messages.read',
  summary: 'One room',
  params: ById,
  reply: MessageRoom,
  example: { params: { id: 1 } },
})

export const changeMessageRoom = endpoint({
  method: 'PATCH',
  path: '/api/message_rooms/:id',
  permission: 'coordination.write',
  summary: 'Says that no reply is needed, or that one is after all',
  description:
    'Reading is not handling: a room waits until somebody of the staff replies or says that it need not. `needs_reply: true` waits again since the first thing the patient wrote after the last reply; where they wrote nothing it is refused. `needs_reply: false` with `up_to_message_id` says so of what was read: what the patient wrote after that message waits.',
  params: ById,
  body: Sent({ needs_reply: Type.Boolean(), up_to_message_id: Type.Optional(Id) }),
  reply: MessageRoom,
  example: { params: { id: 1 }, body: { needs_reply: false } },
  changes: ['message_rooms', 'today'],
})

const Count = Type.Object({ count: Type.Integer() })

export const getUnreadCount = endpoint({
  method: 'GET',
  path: '/api/message_rooms/unread_count',
  permission: 'messages.read',
  summary: 'How many messages the person who asks has not opened',
  query: Sent({}),
  reply: Count,
})

export const getUnreadNotifiableCount = endpoint({
  method: 'GET',
  path: '/api/message_rooms/unread_notifiable_count',
  permission: 'messages.read',
  summary: 'The same in rooms that one is told of: of one’s own patients, or where one is mentioned',
  query: Sent({}),
  reply: Count,
})

export const listRoomImages = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id/images',
  permission: 'messages.read',
  summary: 'The pictures of a room around one message, newest first',
  description: 'Without `anchor_message_id` the newest. `limit_before` older pictures and `limit_after` newer ones, 20 each unless said.',
  params: ById,
  query: Sent({
    anchor_message_id: Type.Optional(Id),
    limit_before: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    limit_after: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  }),
  reply: Type.Object({ items: Type.Array(MessageImage), has_before: Type.Boolean(), has_after: Type.Boolean() }),
  example: { params: { id: 1 } },
})

export type RoomFile = Static<typeof RoomFile>
export const RoomFile = Type.Object({ ...MessageFile.properties, message_id: Id, sender: Person, published_at: Instant })

export const listRoomFiles = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id/files',
  permission: 'messages.read',
  summary: 'The files of a room, newest first',
  description:
    'What was sent as files, documents and pictures. 25 at a time, and the last message with all it has. `before_id` goes on from a message to older ones; `has_before` says whether there are any.',
  params: ById,
  query: Sent({ before_id: Type.Optional(Id) }),
  reply: Type.Object({ items: Type.Array(RoomFile), has_before: Type.Boolean() }),
  example: { params: { id: 1 } },
})
