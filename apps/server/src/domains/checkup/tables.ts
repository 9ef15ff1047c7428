import { contactOutcomes } from '@sukoyaka/wire/boards/urgent-contact'
import { sexes } from '@sukoyaka/wire/people/account'
import type { BookedItem } from '@sukoyaka/wire/record/booked'
import { waitlistStates } from '@sukoyaka/wire/record/booking'
import { type Bands, type Conversion, type ProviderJudgement, testPackageKinds } from '@sukoyaka/wire/record/checkup'
import { followUpKinds } from '@sukoyaka/wire/record/imaging'
import { lipidRisks } from '@sukoyaka/wire/record/lipid-risk'
import { comparators } from '@sukoyaka/wire/record/value'
import { bigint, boolean, date, doublePrecision, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { edited, id, instant, names, now, ref } from '../../database/columns.ts'

type Span = { min: number | null; max: number | null }

export const result_categories = pgTable('result_categories', {
  id: id(),
  type: smallint().notNull(),
  ...names(),
  group: text().notNull().default(''),
  unit: text().notNull().default(''),
  unit_display: text().notNull().default(''),
  decimals: integer().notNull().default(0),
  value_labels: jsonb().$type<string[]>(),
  steps: jsonb().$type<number[]>(),
  applicable_sex: text({ enum: [...sexes, 'any'] })
    .notNull()
    .default('any'),
  possible: jsonb().$type<Span>(),
  likely: jsonb().$type<Span>(),
  serious: jsonb().$type<Bands['unhealthy']>(),
  conversions: jsonb().$type<Conversion[]>(),
  loinc: text(),
  jlac10: text(),
  source: text().notNull().default(''),
  modality: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
  ...edited(),
})

export const reference_ranges = pgTable('reference_ranges', {
  id: id(),
  category_id: ref().notNull(),
  sex: text({ enum: [...sexes, 'any'] }).notNull(),
  age_min: integer().notNull(),
  age_max: integer(),
  healthy: jsonb().$type<Bands['healthy']>().notNull(),
  warning: jsonb().$type<Bands['warning']>().notNull(),
  unhealthy: jsonb().$type<Bands['unhealthy']>().notNull(),
  valid_from: instant(),
  retired_at: instant(),
  source: text().notNull().default(''),
  is_edited: boolean().notNull().default(false),
  updated_at: now(),
})

/** One row. Triggers change the version when `result_categories` or `reference_ranges` change. */
export const judging_version = pgTable('judging_version', {
  id: boolean().primaryKey().default(true),
  version: ref().notNull(),
})

export const test_categories = pgTable('test_categories', {
  id: id(),
  ...names(),
  group: text().notNull(),
  applicable_sex: text({ enum: [...sexes, 'any'] })
    .notNull()
    .default('any'),
  requires_fasting: boolean().notNull().default(false),
  default_package_kinds: text({ enum: testPackageKinds }).array().notNull().default([]),
  numeric_categories: text().array().notNull().default([]),
  image_categories: text().array().notNull().default([]),
  sort_number: integer().notNull().default(0),
  ...edited(),
})

export const test_packages = patientTable(
  'test_packages',
  {
    id: id(),
    user_id: ref().notNull(),
    kind: text({ enum: testPackageKinds }).notNull(),
    name: text().notNull().default(''),
    location: text().notNull().default(''),
    status: smallint().notNull().default(1),
    tested_at: instant().notNull(),
    expected_data_reflection_date: date(),
    included_in_plan: boolean().notNull().default(false),
    facility_id: ref(),
    detail: text().notNull().default(''),
    released_at: instant(),
    released_by: ref(),
    comment: text(),
    comment_by: ref(),
    commented_at: instant(),
    called_on: date(),
    provider_judgements: jsonb().$type<ProviderJudgement[]>().notNull().default([]),
    course: jsonb().$type<BookedItem>(),
    options: jsonb().$type<BookedItem[]>().notNull().default([]),
    cancelled_at: instant(),
    cancel_reason: text(),
    sequence: integer().notNull().default(0),
    /** `sequence` of the last change that the patient is mailed about. */
    notice_sequence: integer().notNull().default(0),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const tests = patientTable(
  'tests',
  {
    id: id(),
    user_id: ref().notNull(),
    test_package_id: ref().notNull(),
    category_id: ref().notNull(),
    tested_at: instant().notNull(),
  },
  'user_id',
)

export const test_results = patientTable(
  'test_results',
  {
    id: id(),
    user_id: ref().notNull(),
    category_id: ref().notNull(),
    test_id: ref(),
    test_package_id: ref(),
    recorded_at: instant().notNull(),
    type: smallint().notNull().default(0),
    origin: text().notNull().default(''),
    value: doublePrecision(),
    comparator: text({ enum: comparators }),
    finding: text().notNull().default(''),
    status: smallint(),
    range_id: ref(),
    is_serious: boolean().notNull().default(false),
    is_derived: boolean().notNull().default(false),
    entered_value: doublePrecision(),
    entered_unit: text(),
    import_id: ref(),
    is_judged: boolean().notNull().default(true),
    follow_up_kind: text({ enum: followUpKinds }),
    follow_up_on: date(),
    is_follow_up_done: boolean().notNull().default(false),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const suggested_datetimes = patientTable(
  'suggested_datetimes',
  {
    id: id(),
    test_package_id: ref().notNull(),
    user_id: ref().notNull(),
    datetime: instant().notNull(),
    priority: smallint().notNull(),
    created_at: now(),
  },
  'user_id',
)

export const checkup_waitlist = patientTable(
  'checkup_waitlist',
  {
    id: id(),
    user_id: ref().notNull(),
    test_package_id: ref().notNull(),
    earliest: date().notNull(),
    latest: date().notNull(),
    state: text({ enum: waitlistStates }).notNull().default('waiting'),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const checkup_offers = patientTable(
  'checkup_offers',
  {
    id: id(),
    waitlist_id: ref().notNull(),
    user_id: ref().notNull(),
    facility_id: ref().notNull(),
    starts_at: instant().notNull(),
    expires_at: instant().notNull(),
    state: text({ enum: ['open', 'accepted', 'declined', 'expired', 'withdrawn'] })
      .notNull()
      .default('open'),
    created_at: now(),
    answered_at: instant(),
  },
  'user_id',
)

export const booked_slots = pgTable('booked_slots', {
  id: id(),
  facility_id: ref().notNull(),
  starts_at: instant().notNull(),
  place: smallint().notNull(),
  capacity: smallint().notNull(),
  test_package_id: ref().unique(),
  offer_id: ref().unique(),
  created_at: now(),
})

/** The risk category that gives a patient's lipid targets, as a clinician judged it. */
export const lipid_risks = patientTable(
  'lipid_risks',
  { user_id: ref().primaryKey(), risk: text({ enum: lipidRisks }).notNull(), set_by: ref().notNull(), updated_at: now() },
  'user_id',
)

/** What was done to reach a patient about critical results. */
export const urgent_contacts = patientTable(
  'urgent_contacts',
  {
    id: id(),
    user_id: ref().notNull(),
    result_ids: bigint({ mode: 'number' }).array().notNull().default([]),
    version: instant().notNull(),
    outcome: text({ enum: contactOutcomes }).notNull(),
    contacted_at: instant().notNull(),
    contacted_by: ref().notNull(),
    handed_to: ref(),
    note: text().notNull().default(''),
    task_id: ref(),
    created_by: ref().notNull(),
    created_at: now(),
  },
  'user_id',
)
