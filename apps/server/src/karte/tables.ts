import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../kit/columns.ts'

export const kartes = pgTable('kartes', {
  id: id(),
  user_id: ref().notNull(),
  author_id: ref().notNull(),
  interview_id: ref(),
  memo: text().notNull(),
  created_at: now(),
  updated_at: now(),
})
