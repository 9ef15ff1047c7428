import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../../database/columns.ts'

export const canned_replies = pgTable('canned_replies', {
  id: id(),
  owner_id: ref().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  is_shared: boolean().notNull().default(false),
  search: text().notNull().default(''),
  created_at: now(),
  updated_at: now(),
})
