import { type HealthRecord, healthRecordKinds } from '@sukoyaka/wire/record/health-record'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { edited, id, instant, names, now, ref } from '../../database/columns.ts'

type RecordedValue = {
  name: string
  name_ja: string
  name_en: string
  name_kr: string
  possible: { min: number; max: number }
  numeric_category: string
}

export const health_record_categories = pgTable('health_record_categories', {
  id: id(),
  ...names(),
  value_kind: text({ enum: healthRecordKinds }).notNull(),
  unit: text().notNull().default(''),
  values: jsonb().$type<RecordedValue[]>().notNull().default([]),
  sort_number: integer().notNull().default(0),
  ...edited(),
})

export const health_records = patientTable(
  'health_records',
  {
    id: id(),
    user_id: ref().notNull(),
    category_id: ref().notNull(),
    recorded_at: instant().notNull(),
    values: jsonb().$type<HealthRecord['values']>().notNull().default([]),
    text: text().notNull().default(''),
    created_by: ref(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)
