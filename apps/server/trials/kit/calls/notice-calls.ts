import type { NoticeRows } from '../rows/notice-rows.ts'
import { type Call, ofHouse } from './call.ts'

/** The caller's own notification; Hanako's for anonymous callers. */
const ofMine = (url: (rows: NoticeRows[number]) => string): Call => ({
  kind: 'context',
  send: (relation, { notices, hanako }, asker_id) => (relation === 'own' ? { url: url(notices[asker_id] ?? notices[hanako.user_id]!) } : undefined),
})

const endpoint = 'https://fcm.googleapis.com/fcm/send/trial'
const keys = { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM', auth: 'tBHItJI5svbpez7KI4CCXg' }

/** Notifications and how they are delivered. */
export const noticeCalls: Record<string, Call> = {
  'GET /api/notifications': ofHouse('/api/notifications'),
  'PATCH /api/notifications/:id/checked': ofMine(({ notification_id }) => `/api/notifications/${notification_id}/checked`),
  'POST /api/notifications/checked': ofHouse('/api/notifications/checked'),
  'GET /api/user_unread_records': ofHouse('/api/user_unread_records'),
  'PATCH /api/user_unread_records/:id/read': ofMine(({ record_id }) => `/api/user_unread_records/${record_id}/read`),
  'POST /api/visibilities': ofHouse('/api/visibilities', { body: () => ({ client_id: 'window-0001', is_visible: true }) }),
  'GET /api/notification_settings': ofHouse('/api/notification_settings'),
  'PUT /api/notification_settings': ofHouse('/api/notification_settings', {
    body: () => ({ mail_enabled: false, push_enabled: true, hours: { weekdays: [1, 5], from: 540, until: 1080 }, send_key: 'enter' }),
  }),
  'GET /api/push_key': ofHouse('/api/push_key'),
  'POST /api/push_subscriptions': ofHouse('/api/push_subscriptions', { body: (id) => ({ endpoint: `${endpoint}${id}`, keys }) }),
  'DELETE /api/push_subscriptions/:id': ofMine(({ subscription_ids }) => `/api/push_subscriptions/${subscription_ids.pop() ?? 1}`),
}
