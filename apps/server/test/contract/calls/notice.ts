import { type Call, get, none, patch, post, put, remove, type SeparateIds } from './call.ts'
import { paged, person, under } from './reply.ts'

const own = 'own account'
const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/contract'
const keys = { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM', auth: 'tBHItJI5svbpez7KI4CCXg' }

/** Notifications and how they are delivered. */
export const noticeCalls: Record<string, Call> = {
  'GET /api/notifications': get(() => '/api/notifications', own, 'none', {
    filters: 'page=1&unchecked_only=true&except_messages=true',
    reply: [
      ...paged,
      'unchecked_count',
      ...under('items[].', 'id kind patient message_id record_id count body is_urgent checked_at created_at updated_at'),
      ...under('items[].patient.', person),
    ],
  }),
  'POST /api/notifications/checked': post(() => '/api/notifications/checked?except_messages=true&until=2026-12-01T09:00:00%2B09:00', undefined, own, 'none', {
    good: 204,
  }),
  'GET /api/user_unread_records': get(() => '/api/user_unread_records', own, 'none', {
    filters: 'record_type=interview',
    reply: under('items[].', 'id record_type record_id read_at created_at'),
  }),
  'POST /api/visibilities': post(
    () => '/api/visibilities',
    ({ user }) => ({ client_id: 'window-0001', is_visible: true, patient_id: user }),
    own,
    'none',
    { good: 204 },
  ),
  'GET /api/notification_settings': get(() => '/api/notification_settings', own, 'none', {
    reply: ['mail_enabled', 'push_enabled', 'send_key', 'hours', ...under('hours.', 'weekdays weekdays[] from until')],
  }),
  'PUT /api/notification_settings': put(
    () => '/api/notification_settings',
    () => ({ mail_enabled: true, push_enabled: false, hours: null, send_key: 'ctrl_enter' }),
    own,
    'none',
  ),
  'GET /api/push_key': get(() => '/api/push_key', own, 'none', { reply: ['key'] }),
  'POST /api/push_subscriptions': post(
    () => '/api/push_subscriptions',
    ({ user }) => ({ endpoint: `${endpoint}${user}`, keys }),
    own,
    'none',
  ),
}

/** Covered by separate tests: these calls need an object of the caller. */
export const separateNoticeCalls: Record<string, Call<SeparateIds>> = {
  'PATCH /api/notifications/{id}/checked': patch(({ notification }) => `/api/notifications/${notification}/checked`, undefined, own, 'none'),
  'PATCH /api/user_unread_records/{id}/read': patch(({ unreadRecord }) => `/api/user_unread_records/${unreadRecord}/read`, undefined, own, 'none'),
  'DELETE /api/push_subscriptions/{id}': remove(({ subscriptions }) => `/api/push_subscriptions/${subscriptions.pop() ?? none}`, own, 'none'),
}
