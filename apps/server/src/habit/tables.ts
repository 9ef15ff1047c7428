import { date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../kit/columns.ts'

const kinds = ['meal', 'preference', 'sport', 'sleep', 'checkup', 'vaccine', 'other'] as const

export const habit_goal_templates = pgTable('habit_goal_templates', {
  id: id(),
  code: text().notNull().unique(),
  kind: text({ enum: kinds }).notNull(),
  content_ja: text().notNull(),
  content_en: text().notNull(),
  content_kr: text().notNull(),
  categories: jsonb().$type<unknown[]>().notNull().default([]),
  sort_number: integer().notNull().default(0),
})

export const habit_goals = pgTable('habit_goals', {
  id: id(),
  user_id: ref().notNull(),
  content: text().notNull(),
  kind: text({ enum: kinds }).notNull(),
  achieved_on: date(),
  created_at: now(),
  updated_at: now(),
})
