import { type NotificationHours, notificationKinds, sendKeys, unreadRecordTypes } from '@sukoyaka/wire/people/notification'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../../database/columns.ts'

export const notifications = pgTable('notifications', {
  id: id(),
  user_id: ref().notNull(),
  kind: text({ enum: notificationKinds }).notNull(),
  patient_id: ref(),
  message_id: ref(),
  record_id: ref(),
  count: integer().notNull().default(1),
  body: text().notNull().default(''),
  is_urgent: boolean().notNull().default(false),
  checked_at: instant(),
  mailed_at: instant(),
  created_at: now(),
  updated_at: now(),
  unmailed_since: now(),
  pushed_at: instant(),
})

export const visibilities = pgTable(
  'visibilities',
  { user_id: ref().notNull(), client_id: text().notNull(), patient_id: ref(), is_visible: boolean().notNull(), seen_at: now() },
  (table) => [primaryKey({ columns: [table.user_id, table.client_id] })],
)

export const user_unread_records = pgTable('user_unread_records', {
  id: id(),
  user_id: ref().notNull(),
  record_type: text({ enum: unreadRecordTypes }).notNull(),
  record_id: ref().notNull(),
  read_at: instant(),
  created_at: now(),
})

export const notification_settings = pgTable('notification_settings', {
  user_id: ref().primaryKey(),
  mail_enabled: boolean().notNull(),
  push_enabled: boolean().notNull(),
  hours: jsonb().$type<NotificationHours>(),
  send_key: text({ enum: sendKeys }).notNull(),
  updated_at: now(),
})

export const push_subscriptions = pgTable('push_subscriptions', {
  id: id(),
  user_id: ref().notNull(),
  session_id: ref().notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  /** The VAPID key with which the browser subscribed; null if unknown. */
  public_key: text(),
  created_at: now(),
})

export const notice_letters = pgTable('notice_letters', {
  id: id(),
  user_id: ref().notNull(),
  is_message: boolean().notNull(),
  begun_at: instant(),
  created_at: now(),
})
