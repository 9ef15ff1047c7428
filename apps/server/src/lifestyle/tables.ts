import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '../kit/columns.ts'

export const lifestyle_categories = pgTable('lifestyle_categories', {
  id: id(),
  name: text().notNull().unique(),
  name_ja: text().notNull(),
  name_en: text().notNull(),
  name_kr: text().notNull(),
  major_division: text().notNull(),
  value_type: text().notNull(),
  unit: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
})
