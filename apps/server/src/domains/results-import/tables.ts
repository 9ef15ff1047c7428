import { type ImportRow, importOutcomes } from '@sukoyaka/wire/boards/import-row'
import { type ImportColumn, type ImportCounts, type ImportMapping, importErrors, importFields, importStates } from '@sukoyaka/wire/boards/results-import'
import type { ProviderJudgement } from '@sukoyaka/wire/record/checkup'
import { boolean, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const results_imports = pgTable('results_imports', {
  id: id(),
  user_id: ref().notNull(),
  name: text().notNull(),
  file_name: text().notNull(),
  size: integer().notNull(),
  received: integer().notNull().default(0),
  facility: text().notNull().default(''),
  tested_on: date(),
  encoding: text(),
  columns: jsonb().$type<ImportColumn[]>().notNull().default([]),
  mapping: jsonb().$type<ImportMapping[]>().notNull().default([]),
  state: text({ enum: importStates }).notNull(),
  error: text({ enum: importErrors }),
  run: integer().notNull().default(1),
  /** How many reads of the file were started, without those that a shutdown or an unexpected error stopped. */
  read_count: integer().notNull().default(0),
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  counts: jsonb().$type<Partial<ImportCounts>>().notNull().default({}),
  applied_by: ref(),
  applied_at: instant(),
  undone_at: instant(),
  created_at: now(),
  updated_at: now(),
})

export const import_parts = pgTable('import_parts', { import_id: ref().notNull(), at: integer().notNull(), bytes: bytea().notNull() })

export const import_rows = patientTable(
  'import_rows',
  {
    import_id: ref().notNull(),
    line: integer().notNull(),
    cells: jsonb().$type<string[]>().notNull(),
    fixed: jsonb().$type<Record<string, string>>().notNull().default({}),
    is_confirmed: boolean().notNull().default(false),
    chosen_patient_id: ref(),
    outcome: text({ enum: importOutcomes }),
    reasons: jsonb().$type<ImportRow['reasons']>().notNull().default([]),
    changes: jsonb().$type<ImportRow['changes']>().notNull().default([]),
    new_count: integer().notNull().default(0),
    changed_count: integer().notNull().default(0),
    same_count: integer().notNull().default(0),
    patient_id: ref(),
    candidate_ids: ref().array().notNull().default([]),
    tested_on: date(),
    test_package_id: ref(),
    judgements_before: jsonb().$type<ProviderJudgement[]>(),
    judgements_written: jsonb().$type<ProviderJudgement[]>(),
  },
  'patient_id',
)

export const import_mappings = pgTable('import_mappings', {
  facility: text().notNull(),
  header: text().notNull(),
  field: text({ enum: importFields }),
  category_id: ref(),
  unit: text(),
  updated_at: now(),
})

export const import_packages = pgTable('import_packages', { import_id: ref().notNull(), test_package_id: ref().notNull() })

export const result_changes = pgTable('result_changes', {
  import_id: ref().notNull(),
  result_id: ref().notNull(),
  test_package_id: ref().notNull(),
  before: jsonb().$type<Record<string, unknown>>().notNull(),
  written_at: instant().notNull(),
})
