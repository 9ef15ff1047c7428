import { type AnswerRange, answerTypes, type LifestyleRule, lifestyleDivisions } from '@sukoyaka/wire/record/lifestyle'
import { boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, type NamedOption, names, now, ref } from '../../database/columns.ts'

export const lifestyle_categories = pgTable('lifestyle_categories', {
  id: id(),
  ...names(),
  name_search: text().notNull().default(''),
  major_division: text({ enum: lifestyleDivisions }).notNull(),
  value_type: text({ enum: answerTypes }).notNull(),
  unit: text().notNull().default(''),
  options: jsonb().$type<NamedOption[]>().notNull().default([]),
  range: jsonb().$type<AnswerRange>(),
  rule: jsonb().$type<LifestyleRule>().notNull().default({ kind: 'none' }),
  line_chart: boolean().notNull().default(false),
  question_ja: text().notNull().default(''),
  question_en: text().notNull().default(''),
  question_kr: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
})

/** Columns of one answer; the symptoms table has the same ones. */
export const answerColumns = () => ({
  id: id(),
  user_id: ref().notNull(),
  category_id: ref().notNull(),
  questionnaire_id: ref(),
  answered_at: instant().notNull(),
  value: doublePrecision().notNull(),
  created_at: now(),
})

export const lifestyles = patientTable('lifestyles', answerColumns(), 'user_id')
