import { assessmentKinds, indicatorTypes } from '@sukoyaka/wire/care/assessment'
import { date, primaryKey, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, now, ref } from '../../database/columns.ts'

export const assessments = patientTable(
  'assessments',
  {
    id: id(),
    user_id: ref().notNull(),
    disease_id: ref().notNull(),
    kind: text({ enum: assessmentKinds }).notNull(),
    memo: text().notNull().default(''),
    conducted_on: date().notNull(),
    solved_on: date(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const assessment_reasons = patientTable(
  'assessment_reasons',
  {
    assessment_id: ref().notNull(),
    type: text({ enum: indicatorTypes }).notNull(),
    category_id: ref().notNull(),
  },
  { column: 'assessment_id', parent: assessments },
  (table) => [primaryKey({ columns: [table.assessment_id, table.type, table.category_id] })],
)
