import { timings } from '@sukoyaka/wire/record/medication'
import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, names, now, ref } from '../../database/columns.ts'

export const medicines = pgTable('medicines', {
  id: id(),
  name: text().notNull().unique(),
  name_ja: text().notNull(),
  name_en: text().notNull(),
  class_name: text().notNull().default(''),
  dose_text: text().notNull().default(''),
  name_search: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
})

export const supplements = pgTable('supplements', {
  id: id(),
  ...names(),
  name_search: text().notNull().default(''),
  /** The shop's product code, if the shop sells it. */
  product_code: text(),
  sort_number: integer().notNull().default(0),
})

export const medicine_intakes = patientTable(
  'medicine_intakes',
  {
    id: id(),
    user_id: ref().notNull(),
    medicine_id: ref(),
    name: text(),
    strength: text().notNull().default(''),
    daily_volume: text().notNull().default(''),
    divided_times: smallint(),
    timing: text({ enum: timings }).array().notNull().default([]),
    started_on: text(),
    ended_on: text(),
    memo: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const supplement_intakes = patientTable(
  'supplement_intakes',
  {
    id: id(),
    user_id: ref().notNull(),
    supplement_id: ref(),
    name: text(),
    started_on: text(),
    ended_on: text(),
    memo: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)
