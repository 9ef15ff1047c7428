import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../../database/columns.ts'

export const steps = pgTable('steps', {
  id: id(),
  user_id: ref().notNull(),
  measured_on: date().notNull(),
  count: integer().notNull(),
  origin: text().notNull().default(''),
  created_at: now(),
  updated_at: now(),
})

export const sleeps = pgTable('sleeps', {
  id: id(),
  user_id: ref().notNull(),
  started_at: instant().notNull(),
  ended_at: instant().notNull(),
  origin: text().notNull().default(''),
  created_at: now(),
})
