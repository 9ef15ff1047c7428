import { pgTable } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../../database/columns.ts'

export const test_result_images = pgTable('test_result_images', {
  id: id(),
  test_result_id: ref().notNull(),
  file_id: ref().notNull().unique(),
  created_at: now(),
})
