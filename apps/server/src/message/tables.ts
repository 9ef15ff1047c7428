import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../kit/columns.ts'

export const message_rooms = pgTable('message_rooms', { id: id(), patient_id: ref().notNull(), last_message_at: instant(), unresponded_since: instant() })

export const messages = pgTable('messages', {
  id: id(),
  patient_id: ref().notNull(),
  sender_id: ref().notNull(),
  body: text().notNull(),
  content_type: text({ enum: ['text', 'image', 'file'] })
    .notNull()
    .default('text'),
  message_type: text().notNull().default('user'),
  reply_to_message_id: ref(),
  published_at: now(),
  deleted_at: instant(),
})

export const message_mentions = pgTable('message_mentions', { message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull() }, (t) => [
  primaryKey({ columns: [t.message_id, t.user_id] }),
])

export const message_unreads = pgTable(
  'message_unreads',
  { patient_id: ref().notNull(), user_id: ref().notNull(), last_read_message_id: ref().notNull().default(0), unread_count: integer().notNull().default(0) },
  (t) => [primaryKey({ columns: [t.user_id, t.patient_id] })],
)

export const message_reminders = pgTable('message_reminders', {
  id: id(),
  patient_id: ref().notNull(),
  user_id: ref().notNull(),
  message_id: ref(),
  remind_at: instant().notNull(),
  created_at: now(),
  done_at: instant(),
})
