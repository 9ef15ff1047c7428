import { questionnaireParts } from '@sukoyaka/wire/record/questionnaire'
import { integer, jsonb, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

/** Answers by part and name, such as `symptoms.headache` or `allergy_reactions.food`. */
export type Answers = Record<string, { value: number | boolean; description?: string; is_same?: boolean }>

export const questionnaires = patientTable(
  'questionnaires',
  {
    id: id(),
    user_id: ref().notNull(),
    parts: text({ enum: questionnaireParts })
      .array()
      .notNull()
      .default([...questionnaireParts]),
    answers: jsonb().$type<Answers>().notNull().default({}),
    version: integer().notNull().default(0),
    answered_at: instant(),
    yes_symptoms: text().array().notNull().default([]),
    created_by: ref(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)
