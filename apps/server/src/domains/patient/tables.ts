import { careRoles } from '@sukoyaka/wire/access'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now, ref } from '../../database/columns.ts'

export const patients = pgTable('patients', { user_id: ref().primaryKey(), created_at: now() })

export const care_people = pgTable('care_people', {
  id: id(),
  user_id: ref().notNull(),
  staff_id: ref().notNull(),
  role: text({ enum: careRoles }).notNull(),
  main: boolean().notNull().default(false),
  created_at: now(),
})
