import { date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../kit/columns.ts'

export const diseases = pgTable('diseases', {
  id: id(),
  code: text().unique(),
  name: text().notNull(),
  name_local: text().notNull(),
  name_kr: text().notNull().default(''),
  icd10: text(),
  kind: text().notNull(),
  danger_level: integer().notNull(),
  description_ja: text().notNull().default(''),
  description_en: text().notNull().default(''),
  indicators: jsonb().$type<unknown[]>().notNull().default([]),
  prevent_plans: jsonb().$type<unknown[]>().notNull().default([]),
  disease_risks: jsonb().$type<unknown[]>().notNull().default([]),
  sort_number: integer().notNull().default(0),
})

export const assessments = pgTable('assessments', {
  id: id(),
  user_id: ref().notNull(),
  disease_id: ref().notNull(),
  kind: text({ enum: ['problem', 'suspect', 'high_risk'] }).notNull(),
  memo: text().notNull().default(''),
  conducted_on: date().notNull(),
  solved_on: date(),
  created_at: now(),
  updated_at: now(),
})
