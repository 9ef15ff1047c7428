import Type, { type Static } from 'typebox'
import { ById, ClientId, endpoint, Id, Instant, Items, Nothing, Nullable, OneOf, Page, Sent, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { AttachedImage } from '../record/attached-image.ts'
import { DataEntryRequest } from '../record/data-entry-request.ts'
import { interviewKinds } from './interview.ts'

/** Characters of one message. */
export const maxBodyLength = 10_000
export const maxFilesPerMessage = 10
/** Of all pictures and files of one patient’s room together. */
export const maxBytesPerRoom = 500_000_000
export const contentTypes = ['text', 'image', 'file'] as const
export const messageTypes = ['user', 'data_entry_request', 'interview_proposal', 'product'] as const

export type MessageImage = Static<typeof MessageImage>
export const MessageImage = Type.Object({ ...AttachedImage.properties, message_id: Id })

export type MessageFile = Static<typeof MessageFile>
/** Handed over as a file; never shown in a page. */
export const MessageFile = Type.Object({
  attachment_id: Id,
  signed_id: Type.String(),
  content_type: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  /** Where the person who asked can read it, for 5 to 10 minutes. */
  address: Type.String(),
})

export type InterviewProposal = Static<typeof InterviewProposal>
/** Times that staff propose; the patient takes one of them. */
export const InterviewProposal = Type.Object({
  kind: OneOf(interviewKinds),
  meeting_type: OneOf(['online', 'other'] as const),
  minutes: Type.Integer(),
  starts: Type.Array(Instant),
  /** Which was taken, and the interview that was made of it. */
  chosen_at: Nullable(Instant),
  interview_id: Nullable(Id),
})

export type Message = Static<typeof Message>
export const Message = Type.Object({
  id: Id,
  patient_id: Id,
  sender: Person,
  /** Empty once it is deleted. */
  body: Type.String(),
  content_type: OneOf(contentTypes),
  message_type: OneOf(messageTypes),
  /** Passes quiet hours. */
  is_urgent: Type.Boolean(),
  reply_to_message_id: Nullable(Id),
  /** What is quoted: the beginning of its words. */
  reply_to: Nullable(Type.Object({ id: Id, sender: Person, body: Type.String(), content_type: OneOf(contentTypes), is_deleted: Type.Boolean() })),
  images: Type.Array(MessageImage),
  files: Type.Array(MessageFile),
  /** Whose names stand in the body after an `@`. */
  mentions: Type.Array(Person),
  /** By emoticon, in the order they came; `mine_id` is my own, to take it back. Names are of the people who reacted. */
  reactions: Type.Array(Type.Object({ emoticon: Type.String(), count: Type.Integer(), mine_id: Nullable(Id), names: Type.Array(Type.String()) })),
  like_count: Type.Integer(),
  my_like_id: Nullable(Id),
  /** How many others opened it. To a patient 1 once anybody of the team did. */
  open_count: Type.Integer(),
  /** Staff only; null to patients. */
  pin_id: Nullable(Id),
  data_entry_request: Nullable(DataEntryRequest),
  interview_proposal: Nullable(InterviewProposal),
  /** As its sender named it; null to others. */
  client_id: Nullable(Type.String()),
  published_at: Instant,
  deleted_at: Nullable(Instant),
})

const Query = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

const Keyset = Type.Object({ items: Type.Array(Message), page: Type.Integer(), next_page: Nullable(Type.Integer()) })

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  permission: 'messages.read',
  summary: 'The thread of a patient, newest first',
  description:
    '25 a page. Instead of `page`, `before_id` and `after_id` go on from a message, so that nothing shifts while others write: `after_id` gives those that follow it, oldest of them first kept, still newest first; `next_page` is then null at the end and 2 otherwise. `q[body_cont]` keeps those in which each word stands, as a part of a word too.',
  query: Sent({
    patient_id: Id,
    page: Page,
    before_id: Type.Optional(Id),
    after_id: Type.Optional(Id),
    q: Type.Optional(Sent({ body_cont: Type.Optional(Query) })),
  }),
  reply: Keyset,
  example: { query: { patient_id: 1, q: { body_cont: '血圧' } } },
})

/** What a message must have to be one. */
const written = {
  patient_id: Id,
  reply_to_message_id: Type.Optional(Nullable(Id)),
  /** Of whom the words name with `@`. */
  mention_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  is_urgent: Type.Optional(Type.Boolean()),
  /** Named by the sender's page, so that what is sent again is the same message, whenever that is. */
  client_id: Type.Optional(ClientId),
}
const sendErrors = ['chat_not_included', 'not_found'] as const
const sent = ['messages', 'message_rooms', 'notifications', 'today'] as const

export const addMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  permission: 'messages.write',
  summary: 'Writes to a patient, or as a patient to the care team',
  description:
    'Sent again with the same `client_id` it is the same message. A reply is to a message of the same room, a mention of somebody who reads it. Pictures and files go by their own calls.',
  body: Sent({
    ...written,
    body: Text(maxBodyLength),
    content_type: Type.Optional(OneOf(['text'] as const)),
    message_type: Type.Optional(OneOf(['user'] as const)),
  }),
  reply: Message,
  status: 201,
  errors: sendErrors,
  example: { body: { patient_id: 1, body: '今朝の血圧は128/82でした。' } },
  changes: sent,
})

const uploadErrors = [
  ...sendErrors,
  'file_too_large',
  'file_type_unsupported',
  'dicom_unsupported',
  'heic_unsupported',
  'file_unreadable',
  'image_too_detailed',
  'storage_full',
] as const

export const addImageMessage = endpoint({
  method: 'POST',
  path: '/api/messages/image',
  permission: 'messages.write',
  summary: 'Sends pictures, with or without words',
  description: `JPEG, PNG, WebP, GIF, AVIF up to 20 MB each, at most ${maxFilesPerMessage}: known by their content and drawn anew without metadata. One that cannot be read refuses the whole call.`,
  body: Sent({ ...written, body: Type.Optional(Text(maxBodyLength, 0)) }),
  files: { 'images[]': { kinds: ['image'], max: maxFilesPerMessage, isRequired: true } },
  reply: Message,
  status: 201,
  errors: uploadErrors,
  example: { body: { patient_id: 1, body: '手帳の写真です。' } },
  changes: sent,
})

export const addFileMessage = endpoint({
  method: 'POST',
  path: '/api/messages/file',
  permission: 'messages.write',
  summary: 'Sends files, with or without words',
  description: `PDF, Word (docx), Excel (xlsx) and PowerPoint (pptx) as they are, without macros, passwords and archives within; pictures drawn anew; up to 20 MB each, at most ${maxFilesPerMessage}. Known by their content. They are handed over as files and never shown. All pictures and files of a room together have up to 500 MB.`,
  body: Sent({ ...written, body: Type.Optional(Text(maxBodyLength, 0)) }),
  files: { 'files[]': { kinds: ['document', 'image'], max: maxFilesPerMessage, isRequired: true } },
  reply: Message,
  status: 201,
  errors: [...uploadErrors, 'document_unsupported'],
  example: { body: { patient_id: 1 } },
  changes: sent,
})

export type FoundMessage = Static<typeof FoundMessage>
export const FoundMessage = Type.Object({ ...Message.properties, patient: Person })

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/messages/search',
  permission: 'messages.read',
  summary: 'Messages of all rooms within reach in which the words stand, newest first',
  description:
    'In bodies, names of files, of senders and of patients; width, case and kana do not matter and a part of a word is enough, from two characters on. Each word must stand somewhere. `q` plain or as `q[body_cont]`.',
  query: Sent({
    page: Page,
    q: Type.Unsafe<string | { body_cont?: string }>({ anyOf: [Query, Sent({ body_cont: Type.Optional(Query) })] }),
    patient_id: Type.Optional(Id),
  }),
  reply: Type.Object({ items: Type.Array(FoundMessage), page: Type.Integer(), next_page: Nullable(Type.Integer()) }),
  example: { query: { q: '血圧' } },
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id',
  permission: 'messages.read',
  summary: 'One message',
  description: 'One that was deleted is there without its words.',
  params: ById,
  reply: Message,
  example: { params: { id: 1 } },
})

export const removeMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  permission: 'messages.write',
  summary: 'Takes a message of one’s own back',
  description: 'Its words and files go; that it was there stays. An admin may do it to any.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: sent,
})

export const listMessageImages = endpoint({
  method: 'GET',
  path: '/api/messages/:id/images',
  permission: 'messages.read',
  summary: 'The pictures of one message',
  params: ById,
  reply: Items(MessageImage),
  example: { params: { id: 1 } },
})

export const pickMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id/pick',
  permission: 'messages.read',
  summary: 'A message with what was said around it, newest first',
  description:
    'Without more the message in the middle of 25. `prev_page` goes on to older ones and `next_page` to newer ones, 25 each, counted from there; the reply says which come next, null at the ends.',
  params: ById,
  query: Sent({ prev_page: Page, next_page: Page }),
  reply: Type.Object({ items: Type.Array(Message), prev_page: Nullable(Type.Integer()), next_page: Nullable(Type.Integer()) }),
  example: { params: { id: 1 } },
})
