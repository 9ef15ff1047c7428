import { type Built, dot, get, post, writing } from './call.ts'
import type { Ask } from './server.ts'

const read = 'read messages'
const write = 'write messages'
const filters = 'service_type=membership&role=main_doctor&q[full_name_cont]='

/** Posts a message in the patient's conversation and returns its id. */
export const saidIn = async (ask: Ask, user: number): Promise<number> =>
  (await ask('POST', '/api/messages', { body: { patient_id: user, body: '検査の結果について' } })).json.id

const formOf = (user: number, name: string) => {
  const form = new FormData()
  form.append('patient_id', String(user))
  form.append('body', '手帳の写真です')
  form.append(name, new Blob([dot]), 'dot.gif')
  return form
}

export const messageCalls: Record<string, Built> = {
  'GET /api/message_rooms': get(() => `/api/message_rooms?page=1&${filters}`, read, 'none'),
  'GET /api/message_rooms/list': get(
    () => `/api/message_rooms/list?page=1&${filters}&unread_only=true&notifiable_only=true&unresponded_only=true`,
    read,
    'none',
  ),
  'GET /api/message_rooms/unread_count': get(() => '/api/message_rooms/unread_count', read, 'none'),
  'GET /api/message_rooms/unread_notifiable_count': get(() => '/api/message_rooms/unread_notifiable_count', read, 'none'),
  'GET /api/message_rooms/{id}': get(({ room }) => `/api/message_rooms/${room}`, read),
  'PATCH /api/message_rooms/{id}': writing('PATCH', 200)(
    ({ room }) => `/api/message_rooms/${room}`,
    () => ({ needs_reply: false }),
    'write pins, reminders, data entry requests',
  ),
  'GET /api/message_rooms/{id}/images': get(
    ({ room, message }) => `/api/message_rooms/${room}/images?anchor_message_id=${message}&limit_before=1&limit_after=1`,
    read,
  ),
  'GET /api/message_rooms/{id}/files': get(({ room, message }) => `/api/message_rooms/${room}/files?before_id=${message}`, read),
  'GET /api/messages': get(({ user }) => `/api/messages?patient_id=${user}&page=1&q[body_cont]=血圧`, read),
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
  'GET /api/messages/search': get(() => '/api/messages/search?q=血圧&page=1', read, 'none'),
  'GET /api/messages/{id}': get(({ message }) => `/api/messages/${message}`, read),
  'GET /api/messages/{id}/images': get(({ message }) => `/api/messages/${message}/images`, read),
  'GET /api/messages/{id}/pick': get(({ message }) => `/api/messages/${message}/pick?prev_page=1&next_page=1`, read),
}

/** Covered by a separate test: it needs a message by the caller. */
export const ownMessages = ['DELETE /api/messages/{id}']
