import { listNames } from '@sukoyaka/wire/boards/admin/view'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../../../database/columns.ts'

export const saved_views = pgTable('saved_views', {
  id: id(),
  owner_id: ref().notNull(),
  table_name: text({ enum: listNames }).notNull(),
  name: text().notNull(),
  query: text().notNull(),
  is_shared: boolean().notNull().default(false),
  created_at: now(),
  updated_at: now(),
})
