import { mergeFields, type TableCounts } from '@sukoyaka/wire/boards/admin/merge'
import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../../access/patient-table.ts'
import { instant, now, ref } from '../../../database/columns.ts'

const id = () => ref().primaryKey().generatedAlwaysAsIdentity()

export const patient_merges = patientTable(
  'patient_merges',
  {
    id: id(),
    kept_id: ref().notNull(),
    duplicate_id: ref().notNull(),
    reason: text().notNull(),
    taken: text({ enum: mergeFields }).array().notNull(),
    moved: jsonb().$type<TableCounts>().notNull().default([]),
    stayed: jsonb().$type<TableCounts>().notNull().default([]),
    merged_by: ref().notNull(),
    merged_at: now(),
    undo_until: instant().notNull(),
    undone_by: ref(),
    undone_at: instant(),
  },
  'kept_id',
)

export const patient_merge_rows = patientTable(
  'patient_merge_rows',
  {
    id: id(),
    merge_id: ref().notNull(),
    table_name: text().notNull(),
    columns: text().array().notNull(),
    keys: jsonb().$type<object[]>().notNull(),
  },
  { column: 'merge_id', parent: patient_merges },
)

export const patient_merge_changes = patientTable(
  'patient_merge_changes',
  {
    id: id(),
    merge_id: ref().notNull(),
    table_name: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  { column: 'merge_id', parent: patient_merges },
)

export const distinct_patients = pgTable(
  'distinct_patients',
  { first_id: ref().notNull(), second_id: ref().notNull(), decided_by: ref().notNull(), decided_at: now() },
  (table) => [primaryKey({ columns: [table.first_id, table.second_id] })],
)
