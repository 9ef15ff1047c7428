import { diseaseKinds, type diseaseRiskTypes, type indicatorTypes } from '@sukoyaka/wire/care/assessment'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { edited, id } from '../../database/columns.ts'

/** Refers to a category by name, as the files of reference-data do. */
export type Indicator = { type: (typeof indicatorTypes)[number]; name: string; priority: number }
export type PreventPlan = { key: string; kind: HabitGoalKind; title_ja: string; title_en: string; body_ja: string; body_en: string }
export type DiseaseRisk = { type: (typeof diseaseRiskTypes)[number]; name?: string; weight: number; min_age?: number; sex?: 'male' | 'female' }

export const diseases = pgTable('diseases', {
  id: id(),
  code: text().unique(),
  name: text().notNull(),
  name_local: text().notNull(),
  name_kr: text().notNull().default(''),
  name_kana: text().notNull().default(''),
  name_search: text().notNull().default(''),
  icd10: text(),
  kind: text({ enum: diseaseKinds }).notNull(),
  danger_level: integer(),
  description_ja: text().notNull().default(''),
  description_en: text().notNull().default(''),
  indicators: jsonb().$type<Indicator[]>().notNull().default([]),
  prevent_plans: jsonb().$type<PreventPlan[]>().notNull().default([]),
  disease_risks: jsonb().$type<DiseaseRisk[]>().notNull().default([]),
  sort_number: integer().notNull().default(0),
  /** Synonyms for the search. */
  also: text().array().notNull().default([]),
  ...edited(),
})
