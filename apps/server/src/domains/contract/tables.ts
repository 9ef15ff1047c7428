import { chargeStatuses } from '@sukoyaka/wire/care/membership'
import { billingCycles } from '@sukoyaka/wire/people/contract'
import type { DeclineReason } from '@sukoyaka/wire/people/payment'
import { boolean, date, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, names, now, ref } from '../../database/columns.ts'

export const services = pgTable('services', {
  id: id(),
  ...names(),
  chat: boolean().notNull(),
  followup_checkup_count: integer().notNull(),
  full_checkup_count: integer().notNull(),
  interview_count: integer().notNull(),
  /** An administrator added or changed the row: updates of the reference data leave it alone. */
  is_edited: boolean().notNull().default(false),
  updated_at: now(),
})

export const plans = pgTable('plans', {
  id: id(),
  ...names(),
  price: integer().notNull(),
  billing_cycle: text({ enum: billingCycles }).notNull(),
  contract_period: integer().notNull(),
  duration: integer().notNull(),
  auto_update: boolean().notNull(),
  service_id: ref().notNull(),
  sort_number: integer().notNull().default(0),
  /** An administrator added or changed the row: updates of the reference data leave it alone. */
  is_edited: boolean().notNull().default(false),
  updated_at: now(),
})

export const contracts = patientTable(
  'contracts',
  {
    id: id(),
    user_id: ref().notNull(),
    plan_id: ref().notNull(),
    coupon_id: ref(),
    auto_update: boolean().notNull(),
    started_at: instant().notNull(),
    ended_at: instant(),
    next_payment_date: date(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const contract_charges = patientTable(
  'contract_charges',
  {
    id: id(),
    user_id: ref().notNull(),
    contract_id: ref().notNull(),
    due_on: date().notNull(),
    period_until: date().notNull(),
    renewed_until: date(),
    amount: integer().notNull(),
    discount: integer().notNull().default(0),
    coupon_id: ref(),
    status: text({ enum: chargeStatuses }).notNull().default('due'),
    decline_reason: text().$type<DeclineReason>(),
    first_tried_on: date(),
    next_try_on: date(),
    paid_at: instant(),
    /** The payment that paid the charge; null until then, and for a free charge. */
    payment_id: ref(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const planParts = ['full_checkup', 'followup_checkup', 'interview'] as const

/** Uses of the quota of a contract's plan: each takes a numbered place. */
export const plan_uses = patientTable(
  'plan_uses',
  {
    id: id(),
    contract_id: ref().notNull(),
    user_id: ref().notNull(),
    part: text({ enum: planParts }).notNull(),
    year_from: date().notNull(),
    place: smallint().notNull(),
    allowed: smallint().notNull(),
    test_package_id: ref().unique(),
    interview_id: ref().unique(),
    created_at: now(),
  },
  'user_id',
)
