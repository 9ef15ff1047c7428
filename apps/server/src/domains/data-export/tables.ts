import { languages } from '@sukoyaka/phrases/language'
import { dataExportStatuses } from '@sukoyaka/wire/boards/data-export'
import { smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const data_exports = patientTable(
  'data_exports',
  {
    id: id(),
    user_id: ref().notNull(),
    language: text({ enum: languages }).notNull(),
    status: text({ enum: dataExportStatuses }).notNull().default('waiting'),
    progress: smallint().notNull().default(0),
    run: smallint().notNull().default(0),
    created_at: now(),
    expires_at: instant(),
  },
  'user_id',
)

export const data_export_parts = patientTable(
  'data_export_parts',
  { id: id(), data_export_id: ref().notNull(), place: smallint().notNull(), file_id: ref().notNull().unique() },
  { column: 'data_export_id', parent: data_exports },
)
