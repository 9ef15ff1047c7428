import type { MarkRows } from '../rows/mark-rows.ts'
import { nobody } from '../rows/records.ts'
import { byId, type Call, ofHouse, subjectOf } from './call.ts'

/** A mark set by the caller; by an admin for callers who set none. Each request takes another. */
const byOwn = (list: Exclude<keyof MarkRows, 'pins'>): Call => ({
  kind: 'named',
  send: (relation, records, asker_id) => {
    const subject = subjectOf(relation, records)
    const rows = subject?.marks[list]
    const id = rows && (rows[asker_id]?.shift() ?? rows[records.world.staff.admin.id]?.[0])
    return subject && { url: `/api/message_${list}/${id ?? nobody.messages.message_id}` }
  },
})
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString()

/** Reactions, likes, pins, reminders and presence. */
export const markCalls: Record<string, Call> = {
  'GET /api/emoticons': ofHouse('/api/emoticons'),
  'POST /api/message_reactions': byId(
    () => '/api/message_reactions',
    (s) => ({ message_id: s.messages.message_id, emoticon: 'pray' }),
  ),
  'DELETE /api/message_reactions/:id': byOwn('reactions'),
  'POST /api/message_likes': byId(
    () => '/api/message_likes',
    (s) => ({ message_id: s.messages.message_id }),
  ),
  'DELETE /api/message_likes/:id': byOwn('likes'),
  'GET /api/message_pins': byId((s) => `/api/message_pins?patient_id=${s.user_id}`),
  'POST /api/message_pins': byId(
    () => '/api/message_pins',
    (s) => ({ message_id: s.messages.message_id }),
  ),
  'DELETE /api/message_pins/:id': byId((s) => `/api/message_pins/${s.marks.pins.shift() ?? nobody.messages.message_id}`),
  'GET /api/message_reminders': byId((s) => `/api/message_reminders?patient_id=${s.user_id}`),
  'POST /api/message_reminders': byId(
    () => '/api/message_reminders',
    (s) => ({ patient_id: s.user_id, remind_at: inAMonth(), reason: '血圧の記録を確認' }),
  ),
  'DELETE /api/message_reminders/:id': byOwn('reminders'),
  'GET /api/message_mentions/targets': byId((s) => `/api/message_mentions/targets?patient_id=${s.user_id}`),
  'GET /api/message_open_histories/:id': byId((s) => `/api/message_open_histories/${s.messages.message_id}`),
  'PATCH /api/message_open_histories/:id': byId((s) => `/api/message_open_histories/${s.messages.message_id}`),
  'PATCH /api/message_open_histories/bulk_update': byId(
    () => '/api/message_open_histories/bulk_update',
    (s) => ({ ids: [s.messages.message_id] }),
  ),
  'GET /api/room_presences': byId((s) => `/api/room_presences?patient_id=${s.user_id}`),
  'POST /api/room_presences': byId(
    () => '/api/room_presences',
    (s) => ({ patient_id: s.user_id, client_id: 'window-0001', is_here: true, is_typing: true }),
  ),
}
