import type { Address } from '@sukoyaka/wire/people/account'
import { type FacilityHours, forbiddenRuleTypes } from '@sukoyaka/wire/people/facility'
import { testPackageKinds } from '@sukoyaka/wire/record/checkup'
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, names, now, ref } from '../../database/columns.ts'

export const facilities = pgTable('facilities', {
  id: id(),
  ...names(),
  name_kana: text().notNull().default(''),
  address: jsonb().$type<Address>().notNull(),
  access_text_ja: text().notNull().default(''),
  access_text_en: text().notNull().default(''),
  access_url: text().notNull().default(''),
  map_url: text().notNull().default(''),
  phone_number: text().notNull().default(''),
  additional_information_ja: text().notNull().default(''),
  additional_information_en: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
  visible: boolean().notNull().default(true),
  hours: jsonb().$type<FacilityHours[]>().notNull().default([]),
  /** See `facilitySearch`. */
  name_search: text().notNull().default(''),
  /** An administrator added or changed the row: updates of the reference data leave it alone. */
  is_edited: boolean().notNull().default(false),
  updated_at: now(),
})

const offered = {
  facility_id: ref().notNull(),
  ...names(),
  price: integer().notNull(),
  precautions_ja: text().notNull().default(''),
  precautions_en: text().notNull().default(''),
  lead_days: smallint(),
  lead_is_business: boolean().notNull().default(false),
  test_category_names: text().array().notNull().default([]),
  sort_number: integer().notNull().default(0),
}

export const facility_courses = pgTable('facility_courses', { id: id(), ...offered, kind: text({ enum: testPackageKinds }).notNull() })

export const facility_options = pgTable('facility_options', { id: id(), ...offered })

export const facility_course_options = pgTable('facility_course_options', { course_id: ref().notNull(), option_id: ref().notNull() }, (table) => [
  primaryKey({ columns: [table.course_id, table.option_id] }),
])

export const facility_start_times = pgTable('facility_start_times', {
  id: id(),
  facility_id: ref().notNull(),
  weekday: smallint().notNull(),
  time: text().notNull(),
  capacity: smallint().notNull(),
})

export const facility_reservation_forbidden_rules = pgTable('facility_reservation_forbidden_rules', {
  id: id(),
  facility_id: ref().notNull(),
  place: smallint().notNull(),
  type: text({ enum: forbiddenRuleTypes }).notNull(),
  weekdays: smallint().array().notNull().default([]),
  dates: date().array().notNull().default([]),
  from: text(),
  to: text(),
  days: smallint(),
  is_business: boolean().notNull().default(false),
  time: text(),
})
