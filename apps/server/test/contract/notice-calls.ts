import { type Built, get, post, put } from './call.ts'

const own = 'own account'
const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/contract'
const keys = { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM', auth: 'tBHItJI5svbpez7KI4CCXg' }

export const noticeCalls: Record<string, Built> = {
  'GET /api/notifications': get(() => '/api/notifications?page=1&unchecked_only=true', own, 'none'),
  'POST /api/notifications/checked': {
    ...post(
      () => '/api/notifications/checked',
      () => ({}),
      own,
      'none',
    ),
    body: undefined,
    good: 204,
  },
  'GET /api/user_unread_records': get(() => '/api/user_unread_records?record_type=interview', own, 'none'),
  'POST /api/visibilities': {
    ...post(
      () => '/api/visibilities',
      ({ user }) => ({ client_id: 'window-0001', is_visible: true, patient_id: user }),
      own,
      'none',
    ),
    good: 204,
  },
  'GET /api/notification_settings': get(() => '/api/notification_settings', own, 'none'),
  'PUT /api/notification_settings': {
    ...put(
      () => '/api/notification_settings',
      () => ({ mail_enabled: true, push_enabled: false, hours: null, send_key: 'ctrl_enter' }),
      own,
    ),
    names: 'none',
  },
  'GET /api/push_key': get(() => '/api/push_key', own, 'none'),
  'POST /api/push_subscriptions': post(
    () => '/api/push_subscriptions',
    () => ({ endpoint, keys }),
    own,
    'none',
  ),
}

/** Covered by separate tests: these calls need the caller's own notification. */
export const ownNotices = ['PATCH /api/notifications/{id}/checked', 'PATCH /api/user_unread_records/{id}/read', 'DELETE /api/push_subscriptions/{id}']
