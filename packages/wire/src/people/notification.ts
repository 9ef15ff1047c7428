import Type, { type Static } from 'typebox'
import { ById, ClientId, endpoint, Id, InputObject, Instant, Line, Nothing, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { Person } from './account.ts'

/**
 * `message`: from a patient of the caller, or to the caller as a patient. `mention`: the caller is mentioned. `reminder`: a reminder of a conversation fired.
 * `contract_payment`: a contract was not paid, to the patient and the concierges, or the administrators if there is no concierge. `contract_refunded`: a
 * payment for the contract of the caller was refunded. Other `order_…`: an order of the caller was paid, shipped, cancelled by the shop or refunded.
 * `test_package`: a checkup of the caller got a date. `test_package_moved`: its date changed.
 * `recommendation`: somebody recommended a product to a patient whose main doctor the caller is. `patients_merged`: two records of the patient were merged, to
 * the care team. `red_flag_symptoms`: a patient reported symptoms that should be checked soon, to the care team, or the administrators if there is none.
 * `regular_delivery_payment`: an order of a regular delivery of the caller was not paid. `regular_delivery_skipped`: it was not ordered for another reason.
 * `regular_delivery_reduced`: it was ordered without a product that is no longer sold.
 * `order_refund_failed`, `contract_refund_failed`: a refund of an order or of a payment for a contract failed, to the administrators. `order_disputed`,
 * `contract_disputed`: a dispute of such a payment is new, waits for an answer, was lost or was won, to the administrators.
 */
export const notificationKinds = [
  'message',
  'mention',
  'reminder',
  'bulk_test',
  'results_released',
  'interview',
  'interview_summary',
  'data_entry_request',
  'test_package',
  'test_package_moved',
  'stress_interview',
  'contract_payment',
  'contract_refunded',
  'order_paid',
  'order_shipped',
  'order_cancelled',
  'order_refunded',
  'regular_delivery_payment',
  'regular_delivery_skipped',
  'regular_delivery_reduced',
  'order_refund_failed',
  'contract_refund_failed',
  'order_disputed',
  'contract_disputed',
  'recommendation',
  'patients_merged',
  'red_flag_symptoms',
] as const

export type Notification = Static<typeof Notification>
export const Notification = Type.Object({
  id: Id,
  kind: OneOf(notificationKinds),
  patient: Nullable(Person),
  message_id: Nullable(Id),
  record_id: Nullable(Id),
  /** Number of events that were merged into this notification while it was unchecked. */
  count: Type.Integer(),
  /** Reason of a reminder, text of a test message, or amount, last day for an answer and Stripe’s id of a dispute. */
  body: Type.String(),
  is_urgent: Type.Boolean(),
  checked_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  listsPatients: true,
  permission: 'account.own',
  summary: 'List the caller’s notifications, newest first',
  description: '`except_messages` leaves out new messages, which the conversations show; the count leaves them out too.',
  query: InputObject({ page: Page, unchecked_only: Type.Optional(Type.Boolean()), except_messages: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ ...Paged(Notification).properties, unchecked_count: Type.Integer() }),
  example: { query: { page: 1 } },
})

export const checkNotification = endpoint({
  method: 'PATCH',
  path: '/api/notifications/:id/checked',
  permission: 'account.own',
  summary: 'Mark a notification as checked',
  params: ById,
  reply: Notification,
  example: { params: { id: 1 } },
  changes: ['notifications'],
})

export const checkNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/checked',
  permission: 'account.own',
  summary: 'Mark all notifications as checked',
  description:
    '`except_messages` leaves new messages as they are, so that they are still mailed; `until` leaves notifications that were updated later, such as those that came after the page was loaded.',
  query: InputObject({ except_messages: Type.Optional(Type.Boolean()), until: Type.Optional(Instant) }),
  reply: Nothing,
  status: 204,
  changes: ['notifications'],
})

export const unreadRecordTypes = ['test_package', 'interview', 'data_entry_request'] as const
export type UserUnreadRecord = Static<typeof UserUnreadRecord>
/** An unread record of the caller: a checkup, an interview, or a requested form. */
export const UserUnreadRecord = Type.Object({
  id: Id,
  record_type: OneOf(unreadRecordTypes),
  record_id: Id,
  read_at: Nullable(Instant),
  created_at: Instant,
})

export const listUserUnreadRecords = endpoint({
  method: 'GET',
  path: '/api/user_unread_records',
  permission: 'account.own',
  summary: 'List the caller’s unread records, newest first',
  description: 'Max 1,000.',
  query: InputObject({ record_type: Type.Optional(OneOf(unreadRecordTypes)) }),
  reply: Type.Object({ items: Type.Array(UserUnreadRecord) }),
  example: { query: {} },
})

export const markUnreadRecordRead = endpoint({
  method: 'PATCH',
  path: '/api/user_unread_records/:id/read',
  permission: 'account.own',
  summary: 'Mark a record as read',
  description: 'Also marks its notifications as checked.',
  params: ById,
  reply: UserUnreadRecord,
  example: { params: { id: 1 } },
  changes: ['user_unread_records', 'notifications'],
})

export const reportVisibility = endpoint({
  method: 'POST',
  path: '/api/visibilities',
  permission: 'account.own',
  summary: 'Report whether a page is visible, and which conversation it shows',
  description:
    'Messages in a conversation on screen are pushed only if they are still unread when it is left. Send it every 30 s while visible; a page expires after a minute without a report.',
  body: InputObject({
    client_id: ClientId,
    is_visible: Type.Boolean(),
    patient_id: Type.Optional(Nullable(Id)),
  }),
  reply: Nothing,
  status: 204,
  isPolled: true,
  example: { body: { client_id: 'window-0001', is_visible: true, patient_id: 1 } },
})

export const sendKeys = ['enter', 'ctrl_enter'] as const
const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439 })
/** Minutes of the day in Tokyo time; the range spans midnight if `until` is not later than `from`. Weekday 0 is Sunday. */
export type NotificationHours = Static<typeof NotificationHours>
export const NotificationHours = InputObject({
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  from: MinuteOfDay,
  until: MinuteOfDay,
})

const settings = {
  /** Of unread notifications. Regardless of this and of the hours, patients are mailed about failed payments and refunds, staff about `red_flag_symptoms`. */
  mail_enabled: Type.Boolean(),
  push_enabled: Type.Boolean(),
  /** Hours for mail and push; null: at any time. Urgent notifications ignore the hours. */
  hours: Nullable(NotificationHours),
  send_key: OneOf(sendKeys),
}
export type NotificationSettings = Static<typeof NotificationSettings>
export const NotificationSettings = Type.Object(settings)

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification_settings',
  permission: 'account.own',
  summary: 'Get the caller’s notification settings',
  reply: NotificationSettings,
})

export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notification_settings',
  permission: 'account.own',
  summary: 'Change the caller’s notification settings',
  body: InputObject(settings),
  reply: NotificationSettings,
  example: { body: { mail_enabled: true, push_enabled: true, hours: { weekdays: [1, 2, 3, 4, 5], from: 540, until: 1080 }, send_key: 'enter' } },
  changes: ['notification_settings'],
})

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push_key',
  permission: 'account.own',
  summary: 'Get the public key for push subscriptions; null if push is off',
  reply: Type.Object({ key: Nullable(Type.String()) }),
})

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/api/push_subscriptions',
  permission: 'account.own',
  summary: 'Register this browser for push notifications',
  description:
    '`endpoint` must be a URL of a known push service. A subscription that is already known moves to the caller. It ends with the session: send it again in the next one.',
  body: InputObject({
    endpoint: Line(1000, 10),
    keys: InputObject({
      p256dh: Type.String({ pattern: '^[\\w-]{86,88}=?$', maxLength: 89 }),
      auth: Type.String({ pattern: '^[\\w-]{22,24}={0,2}$', maxLength: 26 }),
    }),
  }),
  reply: Type.Object({ id: Id }),
  status: 201,
  example: {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
      keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM', auth: 'tBHItJI5svbpez7KI4CCXg' },
    },
  },
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/push_subscriptions/:id',
  permission: 'account.own',
  summary: 'Unregister a push subscription',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
})
