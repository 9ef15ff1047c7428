import { formOf } from '../../../test/form.ts'
import { nobody } from '../rows/records.ts'
import { byId, type Call, dot, ofHouse, subjectOf } from './call.ts'

/** A message by the caller; by an admin for callers who send none. Each request takes another. */
const byOwnMessage: Call = {
  kind: 'named',
  send: (relation, records, asker_id) => {
    const subject = subjectOf(relation, records)
    const sent = subject?.messages.sent
    const own = sent && (sent[asker_id] ?? sent[records.world.staff.admin.id])
    return subject && { url: `/api/messages/${own?.shift() ?? nobody.messages.message_id}` }
  },
}
const written = ({ user_id }: { user_id: number }) => ({ patient_id: user_id, body: '今朝は128/82でした' })

/** Conversations and messages. */
export const messageCalls: Record<string, Call> = {
  'GET /api/message_rooms': ofHouse('/api/message_rooms'),
  'GET /api/message_rooms/list': ofHouse('/api/message_rooms/list'),
  'GET /api/message_rooms/unread_count': ofHouse('/api/message_rooms/unread_count'),
  'GET /api/message_rooms/unread_notifiable_count': ofHouse('/api/message_rooms/unread_notifiable_count'),
  'GET /api/message_rooms/:id': byId((s) => `/api/message_rooms/${s.room_id}`),
  'PATCH /api/message_rooms/:id': byId(
    (s) => `/api/message_rooms/${s.room_id}`,
    () => ({ needs_reply: true }),
  ),
  'GET /api/message_rooms/:id/images': byId((s) => `/api/message_rooms/${s.room_id}/images`),
  'GET /api/message_rooms/:id/files': byId((s) => `/api/message_rooms/${s.room_id}/files`),
  'GET /api/messages': byId((s) => `/api/messages?patient_id=${s.user_id}`),
  'POST /api/messages': byId(() => '/api/messages', written),
  'POST /api/messages/image': byId(
    () => '/api/messages/image',
    (s) => formOf(written(s), 'images[]', dot),
  ),
  'POST /api/messages/file': byId(
    () => '/api/messages/file',
    (s) => formOf(written(s), 'files[]', dot),
  ),
  'GET /api/messages/search': ofHouse('/api/messages/search?q=canaryhanako'),
  'GET /api/messages/:id': byId((s) => `/api/messages/${s.messages.message_id}`),
  'DELETE /api/messages/:id': byOwnMessage,
  'GET /api/messages/:id/images': byId((s) => `/api/messages/${s.messages.message_id}/images`),
  'GET /api/messages/:id/pick': byId((s) => `/api/messages/${s.messages.message_id}/pick`),
}
