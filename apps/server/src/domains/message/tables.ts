import { messageTypes } from '@sukoyaka/wire/care/message'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { edited, id, instant, now, ref } from '../../database/columns.ts'

export const message_rooms = patientTable(
  'message_rooms',
  {
    id: id(),
    patient_id: ref().notNull(),
    last_message_at: instant(),
    unresponded_since: instant(),
    last_message_id: ref(),
    assignee_id: ref(),
  },
  'patient_id',
)

export const messages = patientTable(
  'messages',
  {
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
    needs_no_reply: boolean().notNull().default(false),
    data_entry_request_id: ref(),
    card: jsonb(),
  },
  'patient_id',
)

export const message_files = patientTable(
  'message_files',
  {
    id: id(),
    message_id: ref().notNull(),
    patient_id: ref().notNull(),
    file_id: ref().notNull().unique(),
    created_at: now(),
  },
  'patient_id',
)

export const message_mentions = patientTable(
  'message_mentions',
  { message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull() },
  'patient_id',
  (table) => [primaryKey({ columns: [table.message_id, table.user_id] })],
)

export const message_unreads = patientTable(
  'message_unreads',
  { patient_id: ref().notNull(), user_id: ref().notNull(), last_read_message_id: ref().notNull().default(0), unread_count: integer().notNull().default(0) },
  'patient_id',
  (table) => [primaryKey({ columns: [table.user_id, table.patient_id] })],
)

export const message_open_histories = patientTable(
  'message_open_histories',
  { message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull(), opened_at: now() },
  'patient_id',
  (table) => [primaryKey({ columns: [table.message_id, table.user_id] })],
)

export const emoticons = pgTable('emoticons', {
  id: id(),
  code: text().notNull().unique(),
  emoji: text().notNull(),
  name_ja: text().notNull(),
  name_en: text().notNull(),
  name_kr: text().notNull(),
  sort_number: integer().notNull().default(0),
  ...edited(),
})

const mark = { id: id(), message_id: ref().notNull(), patient_id: ref().notNull(), user_id: ref().notNull() }

export const message_reactions = patientTable('message_reactions', { ...mark, emoticon: text().notNull(), created_at: now() }, 'patient_id')
export const message_likes = patientTable('message_likes', { ...mark, created_at: now() }, 'patient_id')
export const message_pins = patientTable('message_pins', { ...mark, created_at: now() }, 'patient_id')

export const message_notes = patientTable(
  'message_notes',
  {
    id: id(),
    patient_id: ref().notNull(),
    author_id: ref().notNull(),
    body: text().notNull(),
    body_search: text().notNull().default(''),
    mention_ids: ref().array().notNull().default([]),
    created_at: now(),
  },
  'patient_id',
)

export const message_reminders = patientTable(
  'message_reminders',
  {
    id: id(),
    patient_id: ref().notNull(),
    user_id: ref().notNull(),
    message_id: ref(),
    remind_at: instant().notNull(),
    created_at: now(),
    done_at: instant(),
    reason: text().notNull().default(''),
  },
  'patient_id',
)

export const room_presences = patientTable(
  'room_presences',
  { patient_id: ref().notNull(), user_id: ref().notNull(), client_id: text().notNull(), typed_at: instant(), since: now(), seen_at: now() },
  'patient_id',
  (table) => [primaryKey({ columns: [table.patient_id, table.user_id, table.client_id] })],
)
