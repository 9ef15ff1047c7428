import { dataEntryKinds } from '@sukoyaka/wire/record/data-entry-request'
import { questionnaireParts } from '@sukoyaka/wire/record/questionnaire'
import { date, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const data_entry_requests = patientTable(
  'data_entry_requests',
  {
    id: id(),
    patient_id: ref().notNull(),
    kind: text({ enum: dataEntryKinds }).notNull(),
    parts: text({ enum: questionnaireParts }).array().notNull().default([]),
    due_on: date(),
    note: text().notNull().default(''),
    questionnaire_id: ref(),
    requested_by: ref().notNull(),
    answered_at: instant(),
    cancelled_at: instant(),
    created_at: now(),
    updated_at: now(),
  },
  'patient_id',
)
