import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, now, ref } from '../../../database/columns.ts'

export const fhir_exports = pgTable('fhir_exports', {
  id: id(),
  created_by: ref().notNull(),
  request_url: text().notNull(),
  /** The types to export, fixed when the export was requested. */
  types: text().array(),
  since: instant(),
  state: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
  resource_count: integer().notNull().default(0),
  created_at: now(),
  started_at: instant(),
  finished_at: instant(),
})

export const fhir_export_files = pgTable(
  'fhir_export_files',
  {
    export_id: ref().notNull(),
    type: text().notNull(),
    key: text().notNull().unique(),
    size: bigint({ mode: 'number' }).notNull(),
    resource_count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.export_id, table.type] })],
)
