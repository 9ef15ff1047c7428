import { assessmentKinds, type diseaseRiskTypes, indicatorTypes } from '@sukoyaka/wire/care/assessment'
import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, now, ref } from '../../database/columns.ts'

/** As the catalogue's files write them: by name. */
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
  kind: text().notNull(),
  danger_level: integer(),
  description_ja: text().notNull().default(''),
  description_en: text().notNull().default(''),
  indicators: jsonb().$type<Indicator[]>().notNull().default([]),
  prevent_plans: jsonb().$type<PreventPlan[]>().notNull().default([]),
  disease_risks: jsonb().$type<DiseaseRisk[]>().notNull().default([]),
  sort_number: integer().notNull().default(0),
})

export const assessments = patientTable(
  'assessments',
  {
    id: id(),
    user_id: ref().notNull(),
    disease_id: ref().notNull(),
    kind: text({ enum: assessmentKinds }).notNull(),
    memo: text().notNull().default(''),
    conducted_on: date().notNull(),
    solved_on: date(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const assessment_reasons = patientTable(
  'assessment_reasons',
  {
    assessment_id: ref().notNull(),
    type: text({ enum: indicatorTypes }).notNull(),
    category_id: ref().notNull(),
  },
  { column: 'assessment_id', parent: assessments },
  (table) => [primaryKey({ columns: [table.assessment_id, table.type, table.category_id] })],
)
