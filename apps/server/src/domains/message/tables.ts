import { messageTypes } from '@sukoyaka/wire/care/message'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../../database/columns.ts'

export const message_rooms = pgTable('message_rooms', {
  id: id(),
  patient_id: ref().notNull(),
  last_message_at: instant(),
  unresponded_since: instant(),
  last_message_id: ref(),
})

export const messages = pgTable('messages', {
  id: id(),
  patient_id: ref().notNull(),
  sender_id: ref().notNull(),
  body: text().notNull(),
  content_type: text({ enum: ['text', 'image', 'file'] })
    .notNull()
    .default('text'),
  message_type: text({ enum: messageTypes }).notNull().default('user'),
  reply_to_message_id: ref(),
  published_at: now(),
  deleted_at: instant(),
  body_search: text().notNull().default(''),
  client_id: text(),
  is_urgent: boolean().notNull().default(false),
  data_entry_request_id: ref(),
  card: jsonb(),
})

export const message_files = pgTable('message_files', {
  id: id(),
  message_id: ref().notNull(),
  patient_id: ref().notNull(),
  file_id: ref().notNull().unique(),
  created_at: now(),
})

export const message_mentions = pgTable('message_mentions', { message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull() }, (t) => [
  primaryKey({ columns: [t.message_id, t.user_id] }),
])

export const message_unreads = pgTable(
  'message_unreads',
  { patient_id: ref().notNull(), user_id: ref().notNull(), last_read_message_id: ref().notNull().default(0), unread_count: integer().notNull().default(0) },
  (t) => [primaryKey({ columns: [t.user_id, t.patient_id] })],
)

export const message_open_histories = pgTable(
  'message_open_histories',
  { message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull(), opened_at: now() },
  (t) => [primaryKey({ columns: [t.message_id, t.user_id] })],
)

export const emoticons = pgTable('emoticons', {
  id: id(),
  code: text().notNull().unique(),
  emoji: text().notNull(),
  name_ja: text().notNull(),
  name_en: text().notNull(),
  name_kr: text().notNull(),
  sort_number: integer().notNull().default(0),
})

const mark = { id: id(), message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull() }

export const message_reactions = pgTable('message_reactions', { ...mark, emoticon: text().notNull(), created_at: now() })
export const message_likes = pgTable('message_likes', { ...mark, created_at: now() })
export const message_pins = pgTable('message_pins', { ...mark, created_at: now() })

export const message_reminders = pgTable('message_reminders', {
  id: id(),
  patient_id: ref().notNull(),
  user_id: ref().notNull(),
  message_id: ref(),
  remind_at: instant().notNull(),
  created_at: now(),
  done_at: instant(),
  reason: text().notNull().default(''),
})

export const room_presences = pgTable(
  'room_presences',
  { patient_id: ref().notNull(), user_id: ref().notNull(), client_id: text().notNull(), typed_at: instant(), since: now(), seen_at: now() },
  (t) => [primaryKey({ columns: [t.patient_id, t.user_id, t.client_id] })],
)
