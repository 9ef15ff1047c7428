import { notificationKinds } from '@sukoyaka/wire/notification'
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../kit/columns.ts'

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
  told_at: instant(),
  created_at: now(),
  updated_at: now(),
})

export const visibilities = pgTable(
  'visibilities',
  { user_id: ref().notNull(), client_id: text().notNull(), patient_id: ref(), is_visible: boolean().notNull(), seen_at: now() },
  (t) => [primaryKey({ columns: [t.user_id, t.client_id] })],
)
