import { type BulkMessage, failReasons, recipientStates } from '@sukoyaka/wire/boards/bulk-message'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const bulk_messages = pgTable('bulk_messages', {
  id: id(),
  sender_id: ref().notNull(),
  body: text().notNull(),
  choice: jsonb().$type<BulkMessage['choice']>().notNull(),
  sends_at: instant().notNull(),
  stopped_at: instant(),
  finished_at: instant(),
  created_at: now(),
})

export const bulk_recipients = patientTable(
  'bulk_recipients',
  {
    id: id(),
    bulk_message_id: ref().notNull(),
    patient_id: ref().notNull(),
    body: text().notNull(),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    reason: text({ enum: failReasons }),
    message_id: ref(),
    sent_at: instant(),
  },
  'patient_id',
)
