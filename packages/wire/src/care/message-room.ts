import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { Person, sexes } from '../people/account.ts'
import { serviceTypes } from '../people/contract.ts'
import { contentTypes, MessageFile, MessageImage, messageTypes } from './message.ts'
import { MessagePin, MessageReminder } from './message-mark.ts'

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
    birthday: Nullable(Day),
    sex: Nullable(OneOf(sexes)),
    /** Plan of the current contract. */
    plan: Nullable(Type.Object({ id: Id, display_name: Type.String() })),
  }),
  /** Whether the plan of the current contract includes messages; if not, the patient can read but not write. */
  chat: Type.Boolean(),
  /** Messages the caller has not opened. */
  unread_count: Type.Integer(),
  last_message_at: Nullable(Instant),
  /** Latest message that is not deleted; `body` is truncated to 100 characters. */
  last_message: Nullable(Type.Object({ id: Id, sender: Person, body: Type.String(), content_type: OneOf(contentTypes), message_type: OneOf(messageTypes) })),
  /** Id of the newest message the caller has read. */
  last_read_message_id: Nullable(Id),
  /** Since when the patient awaits a reply; null for patients and if no reply is due. */
  unresponded_since: Nullable(Instant),
  /** Member of staff who takes care of the conversation; null for patients. */
  assignee: Nullable(Person),
  /** When the caller's pending reminder was set. */
  last_reminded_at: Nullable(Instant),
  next_remind_at: Nullable(Instant),
})

const listFilters = {
  page: Page,
  service_type: Type.Optional(OneOf(serviceTypes)),
  role: Type.Optional(OneOf(['main_doctor'])),
}
/** Only this patient's conversation, if it is within the caller's scope. */
const patient_id = Type.Optional(Id)
const full_name_cont = Type.Optional(Type.String({ maxLength: 100 }))
const q = Type.Optional(InputObject({ full_name_cont, main_doctor_full_name_cont: Type.Optional(Type.String({ maxLength: 100 })) }))

export const listRoomsByName = endpoint({
  method: 'GET',
  path: '/api/message_rooms',
  listsPatients: true,
  permission: 'messages.read',
  summary: 'List conversations by the patient’s kana',
  description: 'One conversation for each patient.',
  query: InputObject({ ...listFilters, q: Type.Optional(InputObject({ full_name_cont })) }),
  reply: Paged(MessageRoom),
  example: { query: { page: 1, q: { full_name_cont: 'さえき' } } },
})

export const listMessageRooms = endpoint({
  method: 'GET',
  path: '/api/message_rooms/list',
  listsPatients: true,
  permission: 'messages.read',
  summary: 'List conversations: longest awaiting a reply first, then latest activity',
  description:
    'One conversation for each patient. `service_type` filters by the service of the current contract; `role=main_doctor` selects patients whose main doctor is the caller; `q[main_doctor_full_name_cont]` is for nurses only, others get 403. `notifiable_only`: unread, the caller is on the care team or mentioned, and no window of the caller shows it; for patients, all their unread messages. `unresponded_only`: the patient awaits a reply. `assignee_id=me`: assigned to the caller; staff only, others get 403.',
  query: InputObject({
    ...listFilters,
    patient_id,
    q,
    unread_only: Type.Optional(Type.Boolean()),
    notifiable_only: Type.Optional(Type.Boolean()),
    unresponded_only: Type.Optional(Type.Boolean()),
    assignee_id: Type.Optional(OneOf(['me'])),
  }),
  reply: Paged(MessageRoom),
  errors: ['forbidden'],
  example: { query: { page: 1, q: { full_name_cont: 'さえき' } } },
})

export type MessageRoomCounts = Static<typeof MessageRoomCounts>
export const MessageRoomCounts = Type.Object({ unread: Type.Integer(), unresponded: Type.Integer(), notifiable: Type.Integer(), assigned: Type.Integer() })

export const countMessageRooms = endpoint({
  method: 'GET',
  path: '/api/message_rooms/counts',
  listsPatients: true,
  permission: 'coordination.read',
  summary: 'Count conversations by each filter of the list',
  description:
    'The `total_count` that the list has with `unread_only`, `unresponded_only`, `notifiable_only` and `assignee_id=me`: each of these alone, combined with the filters given here.',
  query: InputObject({ service_type: listFilters.service_type, role: listFilters.role, q }),
  reply: MessageRoomCounts,
  errors: ['forbidden'],
  example: { query: { service_type: 'membership' } },
})

export const getMessageRoom = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id',
  permission: 'messages.read',
  summary: 'Get a conversation',
  params: ById,
  reply: MessageRoom,
  example: { params: { id: 1 } },
})

export const changeMessageRoom = endpoint({
  method: 'PATCH',
  path: '/api/message_rooms/:id',
  permission: 'coordination.write',
  summary: 'Assign a conversation, or mark it as needing a reply or as needing none',
  description:
    '`assignee_id` is staff with the permission `coordination.write`, or null. 409 if `previous_assignee_id` is sent and the conversation is now assigned to somebody else: neither to that person nor to the new assignee. Reading does not count as a reply: a conversation awaits a reply until staff reply or set `needs_reply: false`. `needs_reply: true` counts from the patient’s first message after the last reply, else from their newest message, and is rejected if they have sent none. `needs_reply: false` with `up_to_message_id` covers only messages up to that one; later messages of the patient still await a reply. Messages that `needs_reply: false` covers await no reply even if a later reply is deleted.',
  params: ById,
  body: InputObject({
    needs_reply: Type.Optional(Type.Boolean()),
    up_to_message_id: Type.Optional(Id),
    assignee_id: Type.Optional(Nullable(Id)),
    /** The assignee that the caller saw; null if there was none. */
    previous_assignee_id: Type.Optional(Nullable(Id)),
  }),
  reply: MessageRoom,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { needs_reply: false } },
  changes: ['message_rooms'],
  staffChanges: ['today'],
})

const Count = Type.Object({ count: Type.Integer() })

export const getUnreadCount = endpoint({
  method: 'GET',
  path: '/api/message_rooms/unread_count',
  permission: 'messages.read',
  summary: 'Count the messages the caller has not opened',
  query: InputObject({}),
  reply: Count,
})

export const getUnreadNotifiableCount = endpoint({
  method: 'GET',
  path: '/api/message_rooms/unread_notifiable_count',
  permission: 'messages.read',
  summary: 'Count the unread messages in the conversations the caller is notified about',
  description:
    'The conversations of `notifiable_only` in the list of conversations: the caller is on the care team or mentioned, and no window of the caller shows it. For patients, all their unread messages.',
  query: InputObject({}),
  /** `patient_count`: number of conversations with unread messages. */
  reply: Type.Object({ ...Count.properties, patient_count: Type.Integer() }),
})

export const getBadges = endpoint({
  method: 'GET',
  path: '/api/badges',
  permission: 'messages.read',
  summary: 'Count what the navigation shows beside conversations and notifications',
  description:
    '`messages`: for staff the number of patients with unread messages that concern the caller, for patients the number of their unread messages. `notifications`: unchecked notifications without new messages.',
  query: InputObject({}),
  reply: Type.Object({ messages: Type.Integer(), notifications: Type.Integer() }),
})

export type RoomImages = Static<typeof RoomImages>
const RoomImages = Type.Object({ items: Type.Array(MessageImage), has_before: Type.Boolean(), has_after: Type.Boolean() })

export const listRoomImages = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id/images',
  permission: 'messages.read',
  summary: 'List the images of a conversation around a message, newest first',
  description:
    'Without `anchor_message_id`, around the newest. `limit_before` is the max number of older images, `limit_after` of newer ones; both default to 20.',
  params: ById,
  query: InputObject({
    anchor_message_id: Type.Optional(Id),
    limit_before: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    limit_after: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  }),
  reply: RoomImages,
  example: { params: { id: 1 } },
})

export type RoomFile = Static<typeof RoomFile>
export const RoomFile = Type.Object({ ...MessageFile.properties, message_id: Id, sender: Person, published_at: Instant })

export type RoomFiles = Static<typeof RoomFiles>
const RoomFiles = Type.Object({ items: Type.Array(RoomFile), has_before: Type.Boolean() })

export const listRoomFiles = endpoint({
  method: 'GET',
  path: '/api/message_rooms/:id/files',
  permission: 'messages.read',
  summary: 'List the files of a conversation, newest first',
  description:
    'Everything sent as a file: documents and images. 25 a page, plus the remaining files of the last message. `before_id` continues with messages older than that one; `has_before` states whether there are any.',
  params: ById,
  query: InputObject({ before_id: Type.Optional(Id) }),
  reply: RoomFiles,
  example: { params: { id: 1 } },
})

/** Number of images in the reply of `getRoomContext`. */
export const shownImages = 6

export type RoomContext = Static<typeof RoomContext>
export const RoomContext = Type.Object({
  /** Null for patients. */
  pins: Nullable(Paged(MessagePin)),
  /** The caller's pending reminders; null for patients. */
  reminders: Nullable(Paged(MessageReminder)),
  images: RoomImages,
  files: RoomFiles,
})

export const getRoomContext = endpoint({
  method: 'GET',
  path: '/api/message_rooms/context',
  permission: 'messages.read',
  summary: 'Get what a conversation shows beside its messages',
  description: `The first page of the pins, of the caller’s reminders and of the files, and the newest ${shownImages} images, as their own calls return them.`,
  query: InputObject({ patient_id: Id }),
  reply: RoomContext,
  errors: ['not_found'],
  example: { query: { patient_id: 1 } },
})
