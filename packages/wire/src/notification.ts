import Type, { type Static } from 'typebox'
import { Person } from './account.ts'
import { ById, endpoint, Id, Instant, Nothing, Nullable, OneOf, Page, Paged, Sent } from './kit.ts'

/** `message`: of a patient of mine, or to me as a patient. `mention`: I am named. `reminder`: a room I wanted back. */
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
] as const

export type Notification = Static<typeof Notification>
export const Notification = Type.Object({
  id: Id,
  kind: OneOf(notificationKinds),
  patient: Nullable(Person),
  message_id: Nullable(Id),
  record_id: Nullable(Id),
  /** How often it happened while it was open. */
  count: Type.Integer(),
  /** A reminder’s reason, or the words of a test. */
  body: Type.String(),
  is_urgent: Type.Boolean(),
  checked_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  permission: 'account.own',
  summary: 'What I was told, newest first',
  query: Sent({ page: Page, unchecked_only: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ ...Paged(Notification).properties, unchecked_count: Type.Integer() }),
  example: { query: { page: 1 } },
})

export const checkNotification = endpoint({
  method: 'PATCH',
  path: '/api/notifications/:id/checked',
  permission: 'account.own',
  summary: 'I have seen it',
  params: ById,
  reply: Notification,
  example: { params: { id: 1 } },
  changes: ['notifications'],
})

export const checkNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/checked',
  permission: 'account.own',
  summary: 'I have seen them all',
  reply: Nothing,
  status: 204,
  changes: ['notifications'],
})

export const unreadRecordTypes = ['test_package', 'interview', 'data_entry_request'] as const
export type UserUnreadRecord = Static<typeof UserUnreadRecord>
/** A record that is new to me: results that were released, a summary that was approved, a form that was asked for. */
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
  summary: 'Records that are new to me, newest first',
  description: 'Those I have not read. At most 1,000.',
  query: Sent({ record_type: Type.Optional(OneOf(unreadRecordTypes)) }),
  reply: Type.Object({ items: Type.Array(UserUnreadRecord) }),
  example: { query: {} },
})

export const readUserUnreadRecord = endpoint({
  method: 'PATCH',
  path: '/api/user_unread_records/:id/read',
  permission: 'account.own',
  summary: 'I have read it',
  params: ById,
  reply: UserUnreadRecord,
  example: { params: { id: 1 } },
  changes: ['user_unread_records'],
})

export const sayVisibility = endpoint({
  method: 'POST',
  path: '/api/visibilities',
  permission: 'account.own',
  summary: 'Whether a page of mine is visible, and whose room it shows',
  description: 'Nobody is told of what is on their screen. Said every 30 s while it is visible; one that says nothing for a minute is not.',
  body: Sent({
    client_id: Type.String({ pattern: '^[\\w-]{8,100}$', maxLength: 100 }),
    is_visible: Type.Boolean(),
    patient_id: Type.Optional(Nullable(Id)),
  }),
  reply: Nothing,
  status: 204,
  example: { body: { client_id: 'window-0001', is_visible: true, patient_id: 1 } },
})
