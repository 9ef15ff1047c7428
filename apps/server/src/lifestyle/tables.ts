import { type AnswerRange, answerTypes, type LifestyleRule, lifestyleDivisions } from '@sukoyaka/wire/lifestyle'
import { boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../kit/columns.ts'

type Option = { value: number; label_ja: string; label_en: string; label_kr: string }

export const lifestyle_categories = pgTable('lifestyle_categories', {
  id: id(),
  name: text().notNull().unique(),
  name_ja: text().notNull(),
  name_en: text().notNull(),
  name_kr: text().notNull(),
  name_search: text().notNull().default(''),
  major_division: text({ enum: lifestyleDivisions }).notNull(),
  value_type: text({ enum: answerTypes }).notNull(),
  unit: text().notNull().default(''),
  options: jsonb().$type<Option[]>().notNull().default([]),
  range: jsonb().$type<AnswerRange>(),
  rule: jsonb().$type<LifestyleRule>().notNull().default({ kind: 'none' }),
  line_chart: boolean().notNull().default(false),
  question_ja: text().notNull().default(''),
  question_en: text().notNull().default(''),
  question_kr: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
})

export const lifestyles = pgTable('lifestyles', {
  id: id(),
  user_id: ref().notNull(),
  category_id: ref().notNull(),
  questionnaire_id: ref(),
  answered_at: instant().notNull(),
  value: doublePrecision().notNull(),
  created_at: now(),
})
