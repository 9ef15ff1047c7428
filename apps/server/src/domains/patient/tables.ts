import { careRoles } from '@sukoyaka/wire/access'
import { boolean, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, now, ref } from '../../database/columns.ts'

export const patients = patientTable(
  'patients',
  {
    user_id: ref().primaryKey(),
    created_at: now(),
    merged_into: ref(),
    /** A migration changed how results are judged: a background job judges all of the patient's again. */
    judge_again: boolean().notNull().default(false),
  },
  'user_id',
)

export const care_people = patientTable(
  'care_people',
  {
    id: id(),
    user_id: ref().notNull(),
    staff_id: ref().notNull(),
    role: text({ enum: careRoles }).notNull(),
    main: boolean().notNull().default(false),
    created_at: now(),
  },
  'user_id',
)
