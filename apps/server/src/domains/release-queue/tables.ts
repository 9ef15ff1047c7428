import { date, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { instant, ref } from '../../database/columns.ts'

/** Releases that can still be stopped. */
export const held_releases = patientTable(
  'held_releases',
  {
    test_package_id: ref().primaryKey(),
    user_id: ref().notNull(),
    version: text().notNull(),
    comment: text(),
    called_on: date(),
    held_by: ref().notNull(),
    releases_at: instant().notNull(),
  },
  'user_id',
)
