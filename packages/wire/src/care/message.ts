import Type, { type Static } from 'typebox'
import { ById, ClientId, endpoint, Id, InputObject, Instant, Items, Nothing, Nullable, OneOf, Page, Text } from '../endpoint.ts'
import { Person } from '../people/account.ts'
import { AttachedImage } from '../record/attached-image.ts'
import { DataEntryRequest } from '../record/data-entry-request.ts'
import { interviewKinds } from './interview.ts'

/** Max characters of a message. */
export const maxBodyLength = 10_000
export const maxFilesPerMessage = 10
/** Storage quota in bytes of all images and files of one patient's conversation. */
export const maxBytesPerRoom = 500_000_000
export const contentTypes = ['text', 'image', 'file'] as const
export const messageTypes = ['user', 'data_entry_request', 'interview_proposal', 'product'] as const

export type MessageImage = Static<typeof MessageImage>
export const MessageImage = Type.Object({ ...AttachedImage.properties, message_id: Id })

export type MessageFile = Static<typeof MessageFile>
/** Served as a download, never inline. */
export const MessageFile = Type.Object({
  attachment_id: Id,
  signed_id: Type.String(),
  content_type: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  /** Signed URL for the caller, valid for 5 to 10 minutes. */
  address: Type.String(),
})

export type InterviewProposal = Static<typeof InterviewProposal>
/** Interview times proposed by staff; the patient chooses one. */
export const InterviewProposal = Type.Object({
  kind: OneOf(interviewKinds),
  meeting_type: OneOf(['online', 'other'] as const),
  minutes: Type.Integer(),
  starts: Type.Array(Instant),
  /** Chosen start and the interview booked for it. */
  chosen_at: Nullable(Instant),
  interview_id: Nullable(Id),
  /** When the patient declined all times, and the times they proposed instead. */
  declined_at: Nullable(Instant),
  wanted_starts: Type.Array(Instant),
})

export type Message = Static<typeof Message>
export const Message = Type.Object({
  id: Id,
  patient_id: Id,
  sender: Person,
  /** Empty if deleted. */
  body: Type.String(),
  content_type: OneOf(contentTypes),
  message_type: OneOf(messageTypes),
  /** Notifies outside the recipient's notification hours too. */
  is_urgent: Type.Boolean(),
  reply_to_message_id: Nullable(Id),
  /** Quoted message; `body` is its beginning. */
  reply_to: Nullable(Type.Object({ id: Id, sender: Person, body: Type.String(), content_type: OneOf(contentTypes), is_deleted: Type.Boolean() })),
  images: Type.Array(MessageImage),
  files: Type.Array(MessageFile),
  /** People mentioned in the body with `@`. */
  mentions: Type.Array(Person),
  /** By emoticon in order of first use; `mine_id` is the id of the caller's own reaction, `names` are the people who reacted. */
  reactions: Type.Array(Type.Object({ emoticon: Type.String(), count: Type.Integer(), mine_id: Nullable(Id), names: Type.Array(Type.String()) })),
  like_count: Type.Integer(),
  my_like_id: Nullable(Id),
  /** Number of people other than the sender who opened it; for patients 1 as soon as anyone did. */
  open_count: Type.Integer(),
  /** Staff only; null for patients. */
  pin_id: Nullable(Id),
  data_entry_request: Nullable(DataEntryRequest),
  interview_proposal: Nullable(InterviewProposal),
  /** The recommendation of a product that the message shows; it may have been withdrawn since. */
  recommendation_id: Nullable(Id),
  /** Set for the sender only; null for others. */
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
  summary: 'List the messages of a patient’s conversation, newest first',
  description:
    '25 a page. Use `before_id` or `after_id` instead of `page` to keep the position stable while new messages arrive. `after_id` returns the 25 messages that directly follow it, newest first; `next_page` is then null at the end, else 2. With `q[body_cont]`, every word must occur in the body, partial words included.',
  query: InputObject({
    patient_id: Id,
    page: Page,
    before_id: Type.Optional(Id),
    after_id: Type.Optional(Id),
    q: Type.Optional(InputObject({ body_cont: Type.Optional(Query) })),
  }),
  reply: Keyset,
  example: { query: { patient_id: 1, q: { body_cont: '血圧' } } },
})

/** Fields common to the calls that send a text, images or files. */
const messageFields = {
  patient_id: Id,
  reply_to_message_id: Type.Optional(Nullable(Id)),
  /** Ids of the people mentioned in the body with `@`. */
  mention_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  is_urgent: Type.Optional(Type.Boolean()),
  /** Idempotency key chosen by the client; does not expire. */
  client_id: Type.Optional(ClientId),
}
const sendErrors = ['chat_not_included', 'not_found', 'person_not_mentionable'] as const
const changed = { changes: ['messages', 'message_rooms', 'notifications'], staffChanges: ['today'] } as const

const uploadErrors = [
  ...sendErrors,
  'file_too_large',
  'file_type_unsupported',
  'dicom_unsupported',
  'heic_unsupported',
  'file_unreadable',
  'image_too_detailed',
  'image_has_pages',
  'storage_full',
] as const

export const addMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  permission: 'messages.write',
  summary: 'Send a message to a patient, or as a patient to the care team',
  description:
    'Idempotent by `client_id`. `reply_to_message_id` must be in the same conversation; the quoted message may have been deleted. Mentioned people must be able to read the conversation, and a patient mentions only their own care team: else `person_not_mentionable`. JSON, or multipart with one `image` (`content_type: image`), whose text may be empty. Several images, and other files, are sent with calls of their own.',
  body: InputObject({
    ...messageFields,
    body: Type.Optional(Text(maxBodyLength, 0)),
    content_type: Type.Optional(OneOf(['text', 'image'] as const)),
    message_type: Type.Optional(OneOf(['user'] as const)),
  }),
  files: { image: { kinds: ['image'], max: 1 } },
  isFormOptional: true,
  reply: Message,
  status: 201,
  errors: uploadErrors,
  example: { body: { patient_id: 1, body: '今朝の血圧は128/82でした。' } },
  ...changed,
})

export const addImageMessage = endpoint({
  method: 'POST',
  path: '/api/messages/image',
  permission: 'messages.write',
  summary: 'Send images with an optional text',
  description: `JPEG, PNG, WebP, GIF, AVIF or TIFF up to 20 MB each, max ${maxFilesPerMessage} as \`images[]\`, or one as \`image\`; the type is detected from the content, and images are re-encoded without metadata. Only the first frame of an animated image is kept; a TIFF with several pages is rejected (\`image_has_pages\`). An unreadable image fails the whole call.`,
  body: InputObject({ ...messageFields, body: Type.Optional(Text(maxBodyLength, 0)) }),
  files: { 'images[]': { kinds: ['image'], max: maxFilesPerMessage, isRequired: true }, image: { kinds: ['image'], max: 1, aliasOf: 'images[]' } },
  reply: Message,
  status: 201,
  errors: uploadErrors,
  example: { body: { patient_id: 1, body: '手帳の写真です。' } },
  ...changed,
})

export const addFileMessage = endpoint({
  method: 'POST',
  path: '/api/messages/file',
  permission: 'messages.write',
  summary: 'Send files with an optional text',
  description: `PDF, Word (docx), Excel (xlsx), PowerPoint (pptx) and images up to 20 MB each, max ${maxFilesPerMessage}; the type is detected from the content. Documents are stored unchanged and rejected if they contain macros, scripts, passwords, linked templates or embedded archives; images are re-encoded. Served as downloads, never inline. The images and files of a conversation may total 500 MB.`,
  body: InputObject({ ...messageFields, body: Type.Optional(Text(maxBodyLength, 0)) }),
  files: { 'files[]': { kinds: ['document', 'image'], max: maxFilesPerMessage, isRequired: true } },
  reply: Message,
  status: 201,
  errors: [...uploadErrors, 'document_unsupported', 'document_encrypted'],
  example: { body: { patient_id: 1 } },
  ...changed,
})

export type FoundMessage = Static<typeof FoundMessage>
export const FoundMessage = Type.Object({ ...Message.properties, patient: Person })

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/messages/search',
  permission: 'messages.read',
  summary: 'Search the messages of all accessible conversations, newest first',
  description:
    'Searches bodies and the names of files, senders and patients. Every word must match, partial words from two characters on; width, case, hiragana or katakana and variant kanji make no difference. One kanji or kana alone is searched in the newest 3,000 messages. Send `q` as a string or as `q[body_cont]`.',
  query: InputObject({
    page: Page,
    q: Type.Unsafe<string | { body_cont: string }>({ anyOf: [Query, InputObject({ body_cont: Query })] }),
    patient_id: Type.Optional(Id),
  }),
  reply: Type.Object({ items: Type.Array(FoundMessage), page: Type.Integer(), next_page: Nullable(Type.Integer()) }),
  example: { query: { q: '血圧' } },
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id',
  permission: 'messages.read',
  summary: 'Get a message',
  description: 'A deleted message is returned without its body.',
  params: ById,
  reply: Message,
  example: { params: { id: 1 } },
})

export const removeMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/:id',
  permission: 'messages.write',
  summary: 'Delete one’s own message',
  description: 'Deletes the text and files; a placeholder remains. An admin may delete any message.',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  ...changed,
})

export const listMessageImages = endpoint({
  method: 'GET',
  path: '/api/messages/:id/images',
  permission: 'messages.read',
  summary: 'List the images of a message',
  params: ById,
  reply: Items(MessageImage),
  example: { params: { id: 1 } },
})

export const pickMessage = endpoint({
  method: 'GET',
  path: '/api/messages/:id/pick',
  permission: 'messages.read',
  summary: 'Get a message with the messages around it, newest first',
  description:
    'Without paging parameters, 25 messages with the given one in the middle. `prev_page` requests a page of older and `next_page` a page of newer messages, 25 a page, counted from these 25. The reply has the number of the following page in the same direction, null at the end; the number of the other direction is then null.',
  params: ById,
  query: InputObject({ prev_page: Page, next_page: Page }),
  reply: Type.Object({ items: Type.Array(Message), prev_page: Nullable(Type.Integer()), next_page: Nullable(Type.Integer()) }),
  example: { params: { id: 1 } },
})
