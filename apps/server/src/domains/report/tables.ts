import { reportKinds, reportLanguages, reportStates } from '@sukoyaka/wire/care/report'
import { integer, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { bytea, id, instant, now, ref } from '../../database/columns.ts'

export const checkup_reports = patientTable(
  'checkup_reports',
  {
    id: id(),
    user_id: ref().notNull(),
    test_package_id: ref().notNull(),
    kind: text({ enum: reportKinds }).notNull(),
    language: text({ enum: reportLanguages }).notNull(),
    edition: integer().notNull(),
    state: text({ enum: reportStates }).notNull().default('making'),
    content_hash: bytea().notNull(),
    file_id: ref(),
    created_by: ref(),
    created_at: now(),
    made_at: instant(),
  },
  'user_id',
)
