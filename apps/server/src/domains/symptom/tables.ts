import { answerTypes } from '@sukoyaka/wire/record/lifestyle'
import { bodyAreas } from '@sukoyaka/wire/record/symptom'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, type NamedOption, names } from '../../database/columns.ts'
import { answerColumns } from '../lifestyle/tables.ts'

export const symptom_categories = pgTable('symptom_categories', {
  id: id(),
  ...names(),
  name_search: text().notNull().default(''),
  body_area: text({ enum: bodyAreas }).notNull(),
  value_type: text({ enum: answerTypes }).notNull(),
  options: jsonb().$type<NamedOption[]>().notNull().default([]),
  applicable_sex: text({ enum: ['male', 'female', 'any'] })
    .notNull()
    .default('any'),
  red_flag: boolean().notNull().default(false),
  sort_number: integer().notNull().default(0),
})

export const symptoms = patientTable('symptoms', answerColumns(), 'user_id')
