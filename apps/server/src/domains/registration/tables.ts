import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, now } from '../../database/columns.ts'

export const invite_requests = pgTable('invite_requests', {
  id: id(),
  email: text().notNull(),
  name: text().notNull(),
  phone_number: text().notNull(),
  note: text().notNull(),
  created_at: now(),
  closed_at: instant(),
})
