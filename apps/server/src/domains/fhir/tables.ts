import type { FhirImportEntry, writtenTables } from '@sukoyaka/wire/boards/fhir-import'
import { jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const fhir_imports = patientTable(
  'fhir_imports',
  {
    id: id(),
    user_id: ref().notNull(),
    name: text().notNull(),
    entries: jsonb().$type<FhirImportEntry[]>().notNull(),
    created_by: ref().notNull(),
    created_at: now(),
    undone_by: ref(),
    undone_at: instant(),
  },
  'user_id',
)

export const fhir_import_rows = patientTable(
  'fhir_import_rows',
  {
    import_id: ref().notNull(),
    table_name: text().$type<(typeof writtenTables)[number]>().notNull(),
    row_id: ref().notNull(),
    written_at: instant().notNull(),
  },
  { column: 'import_id', parent: fhir_imports },
  (table) => [primaryKey({ columns: [table.import_id, table.table_name, table.row_id] })],
)
