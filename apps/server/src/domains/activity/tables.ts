import { date, integer, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

export const steps = patientTable(
  'steps',
  {
    id: id(),
    user_id: ref().notNull(),
    measured_on: date().notNull(),
    count: integer().notNull(),
    origin: text().notNull().default(''),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const sleeps = patientTable(
  'sleeps',
  {
    id: id(),
    user_id: ref().notNull(),
    started_at: instant().notNull(),
    ended_at: instant().notNull(),
    origin: text().notNull().default(''),
    /** Day of waking at the place where the person was; null for sleep that was not derived from samples. */
    woke_on: date(),
    created_at: now(),
  },
  'user_id',
)
