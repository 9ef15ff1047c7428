import { allergyKinds } from '@sukoyaka/wire/illness'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../kit/columns.ts'

export const allergy_reactions = pgTable('allergy_reactions', {
  id: id(),
  user_id: ref().notNull(),
  kind: text({ enum: allergyKinds }).notNull(),
  is_occured: boolean().notNull(),
  description: text().notNull().default(''),
  created_at: now(),
})
