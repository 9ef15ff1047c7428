import { type Call, coordination, coordinationRead, get, none, patch, post, remove, type SeparateIds } from './call.ts'
import { dots, Multipart } from './multipart.ts'
import { messageKeys, paged, person, pictureKeys, roomKeys, under } from './reply.ts'

const read = 'read messages'
const write = 'write messages'
const filters = 'page=1&service_type=membership&role=main_doctor&q[full_name_cont]='
const fileKeys = (at: string) => [
  `${at}has_before`,
  ...under(`${at}items[].`, 'attachment_id signed_id content_type name size address message_id sender published_at'),
  ...under(`${at}items[].sender.`, person),
]
const formOf = (user: number, name: string) => new Multipart({ patient_id: user, body: '手帳の写真です' }, name, dots(1))

/** Conversations and messages. */
export const messageCalls: Record<string, Call> = {
  'GET /api/message_rooms': get(() => '/api/message_rooms', read, 'none', { filters, reply: [...paged, ...roomKeys('items[].')] }),
  'GET /api/message_rooms/list': get(() => '/api/message_rooms/list', read, 'none', {
    filters: `${filters}&unread_only=true&notifiable_only=true&unresponded_only=true`,
    reply: [...paged, ...roomKeys('items[].')],
  }),
  'GET /api/message_rooms/unread_count': get(() => '/api/message_rooms/unread_count', read, 'none', { reply: ['count'] }),
  'GET /api/message_rooms/unread_notifiable_count': get(() => '/api/message_rooms/unread_notifiable_count', read, 'none', {
    reply: ['count', 'patient_count'],
  }),
  'GET /api/message_rooms/counts': get(() => '/api/message_rooms/counts', coordinationRead, 'none', {
    filters: 'service_type=membership&role=main_doctor&q[full_name_cont]=',
    reply: ['unread', 'unresponded', 'notifiable', 'assigned'],
  }),
  'GET /api/badges': get(() => '/api/badges', read, 'none', { reply: ['messages', 'notifications'] }),
  'GET /api/message_rooms/{id}': get(({ room }) => `/api/message_rooms/${room}`, read, 'person', { reply: roomKeys('') }),
  'PATCH /api/message_rooms/{id}': patch(
    ({ room }) => `/api/message_rooms/${room}`,
    () => ({ needs_reply: false, assignee_id: null, previous_assignee_id: null }),
    coordination,
  ),
  'GET /api/message_rooms/{id}/images': get(({ room }) => `/api/message_rooms/${room}/images`, read, 'person', {
    filters: ({ message }) => `anchor_message_id=${message}&limit_before=1&limit_after=1`,
    reply: ['has_before', 'has_after', ...pictureKeys('items[].')],
  }),
  'GET /api/message_rooms/{id}/files': get(({ room }) => `/api/message_rooms/${room}/files`, read, 'person', {
    filters: ({ message }) => `before_id=${message}`,
    reply: fileKeys(''),
  }),
  'GET /api/message_rooms/context': get(({ user }) => `/api/message_rooms/context?patient_id=${user}`, read, 'person', {
    reply: [
      ...under('', 'pins reminders images files'),
      ...paged.map((key) => `pins.${key}`),
      ...under('pins.items[].', 'id message_id patient_id user message created_at'),
      ...under('pins.items[].user.', person),
      ...messageKeys('pins.items[].message.'),
      ...paged.map((key) => `reminders.${key}`),
      ...under('reminders.items[].', 'id patient_id message_id remind_at reason done_at created_at patient'),
      ...under('reminders.items[].patient.', person),
      ...under('images.', 'has_before has_after'),
      ...pictureKeys('images.items[].'),
      ...fileKeys('files.'),
    ],
  }),
  'GET /api/messages': get(({ user }) => `/api/messages?patient_id=${user}`, read, 'person', {
    filters: 'page=1&q[body_cont]=血圧',
    reply: ['page', 'next_page', ...messageKeys('items[].')],
  }),
  'POST /api/messages': post(
    () => '/api/messages',
    ({ user }) => ({ patient_id: user, body: '今朝の血圧は128/82でした。', content_type: 'text', message_type: 'user', reply_to_message_id: null }),
    write,
  ),
  'POST /api/messages/image': post(
    () => '/api/messages/image',
    ({ user }) => formOf(user, 'images[]'),
    write,
  ),
  'POST /api/messages/file': post(
    () => '/api/messages/file',
    ({ user }) => formOf(user, 'files[]'),
    write,
  ),
  'GET /api/messages/search': get(({ word }) => `/api/messages/search?q=${word}`, read, 'none', {
    filters: 'page=1',
    reply: ['page', 'next_page', ...messageKeys('items[].'), ...under('items[].patient.', person), 'items[].patient'],
  }),
  'GET /api/messages/{id}': get(({ message }) => `/api/messages/${message}`, read, 'person', { reply: messageKeys('') }),
  'GET /api/messages/{id}/images': get(({ message }) => `/api/messages/${message}/images`, read, 'person', { reply: pictureKeys('items[].') }),
  'GET /api/messages/{id}/pick': get(({ message }) => `/api/messages/${message}/pick`, read, 'person', {
    filters: 'prev_page=1&next_page=1',
    reply: ['prev_page', 'next_page', ...messageKeys('items[].')],
  }),
}

/** Covered by a separate test: this call needs a message by the caller. */
export const separateMessageCalls: Record<string, Call<SeparateIds>> = {
  'DELETE /api/messages/{id}': remove(({ sentMessages }) => `/api/messages/${sentMessages.shift() ?? none}`, write),
}
