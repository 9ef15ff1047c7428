import { type Built, get, post, writing } from './call.ts'

const coordinationRead = 'read pins, reminders, data entry requests'
const coordination = 'write pins, reminders, data entry requests'
const patch = writing('PATCH', 200)

export const markCalls: Record<string, Built> = {
  'GET /api/emoticons': get(() => '/api/emoticons', 'catalogue', 'none'),
  'POST /api/message_reactions': post(
    () => '/api/message_reactions',
    ({ message }) => ({ message_id: message, emoticon: 'heart' }),
    'write messages',
  ),
  'POST /api/message_likes': post(
    () => '/api/message_likes',
    ({ message }) => ({ message_id: message }),
    'write messages',
  ),
  'GET /api/message_pins': get(({ user }) => `/api/message_pins?patient_id=${user}&page=1`, coordinationRead),
  'POST /api/message_pins': post(
    () => '/api/message_pins',
    ({ user, message }) => ({ patient_id: user, message_id: message }),
    coordination,
  ),
  'GET /api/message_reminders': get(({ user }) => `/api/message_reminders?patient_id=${user}&page=1`, coordinationRead),
  'POST /api/message_reminders': post(
    () => '/api/message_reminders',
    ({ user }) => ({ patient_id: user, remind_at: new Date(Date.now() + 86_400_000).toISOString(), reason: '血圧の記録を確認' }),
    coordination,
  ),
  'GET /api/message_mentions/targets': get(({ user }) => `/api/message_mentions/targets?patient_id=${user}&q=なか`, 'read messages'),
  'GET /api/message_open_histories/{id}': get(({ message }) => `/api/message_open_histories/${message}`, coordinationRead),
  'PATCH /api/message_open_histories/{id}': patch(({ message }) => `/api/message_open_histories/${message}`, undefined, 'read messages'),
  'PATCH /api/message_open_histories/bulk_update': patch(
    () => '/api/message_open_histories/bulk_update',
    ({ message }) => ({ ids: [message] }),
    'read messages',
  ),
  'GET /api/room_presences': get(({ user }) => `/api/room_presences?patient_id=${user}`, coordinationRead),
  'POST /api/room_presences': {
    ...post(
      () => '/api/room_presences',
      ({ user }) => ({ patient_id: user, client_id: 'window-0001', is_here: true, is_typing: false }),
      coordinationRead,
    ),
    good: 204,
  },
}

/** Covered by separate tests: these calls need a mark set by the caller. */
export const ownMarks = [
  'DELETE /api/message_reactions/{id}',
  'DELETE /api/message_likes/{id}',
  'DELETE /api/message_pins/{id}',
  'DELETE /api/message_reminders/{id}',
]
