import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const calendar_feeds = pgTable('calendar_feeds', {
  id: id(),
  user_id: ref().notNull(),
  secret_hash: bytea().notNull().unique(),
  name: text().notNull().default(''),
  shows_initials: boolean().notNull().default(false),
  last_used_at: instant(),
  created_at: now(),
})
