import { answerTypes } from '@sukoyaka/wire/lifestyle'
import { bodyAreas } from '@sukoyaka/wire/symptom'
import { boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../kit/columns.ts'

export const symptom_categories = pgTable('symptom_categories', {
  id: id(),
  name: text().notNull().unique(),
  name_ja: text().notNull(),
  name_en: text().notNull(),
  name_kr: text().notNull(),
  name_search: text().notNull().default(''),
  body_area: text({ enum: bodyAreas }).notNull(),
  value_type: text({ enum: answerTypes }).notNull(),
  options: jsonb().$type<{ value: number; label_ja: string; label_en: string; label_kr: string }[]>().notNull().default([]),
  applicable_sex: text({ enum: ['male', 'female', 'any'] })
    .notNull()
    .default('any'),
  red_flag: boolean().notNull().default(false),
  sort_number: integer().notNull().default(0),
})

export const symptoms = pgTable('symptoms', {
  id: id(),
  user_id: ref().notNull(),
  category_id: ref().notNull(),
  questionnaire_id: ref(),
  answered_at: instant().notNull(),
  value: doublePrecision().notNull(),
  created_at: now(),
})
