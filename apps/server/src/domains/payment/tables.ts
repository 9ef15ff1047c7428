import { type DeclineReason, disputeStatuses, paymentPurposes, paymentStatuses } from '@sukoyaka/wire/people/payment'
import { sql } from 'drizzle-orm'
import { boolean, integer, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

/** Sent to Stripe with the call that creates the object, so that the call can be repeated after a crash. */
const idempotency_key = () => uuid().notNull().default(sql`gen_random_uuid()`)

export const stripe_customers = patientTable(
  'stripe_customers',
  { user_id: ref().primaryKey(), idempotency_key: idempotency_key(), customer: text().unique(), created_at: now() },
  'user_id',
)

export const payment_sources = patientTable(
  'payment_sources',
  {
    id: id(),
    user_id: ref().notNull().unique(),
    /** Stripe's id of the card. */
    payment_method: text().notNull().unique(),
    brand: text().notNull(),
    last4: text().notNull(),
    exp_month: smallint().notNull(),
    exp_year: smallint().notNull(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

/** `off_session`: with the saved card while the patient is away; `new_card`: the page confirms it. */
export const paymentMethods = ['saved_card', 'new_card', 'off_session'] as const

export const payments = patientTable(
  'payments',
  {
    id: id(),
    user_id: ref().notNull(),
    purpose: text({ enum: paymentPurposes }).notNull(),
    order_id: ref(),
    contract_id: ref(),
    amount: integer().notNull(),
    /** Includes open refunds. */
    refunded_amount: integer().notNull().default(0),
    status: text({ enum: paymentStatuses }).notNull().default('open'),
    method: text({ enum: paymentMethods }).notNull(),
    saves_card: boolean().notNull().default(false),
    decline_reason: text().$type<DeclineReason>(),
    idempotency_key: idempotency_key().unique(),
    /** Id of Stripe's PaymentIntent; null until Stripe's reply is stored. */
    intent: text().unique(),
    card_brand: text(),
    card_last4: text(),
    paid_at: instant(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const refunds = patientTable(
  'refunds',
  {
    id: id(),
    payment_id: ref().notNull(),
    amount: integer().notNull(),
    status: text({ enum: ['open', 'succeeded', 'failed'] })
      .notNull()
      .default('open'),
    note: text().notNull().default(''),
    idempotency_key: idempotency_key().unique(),
    refund: text().unique(),
    created_by: ref(),
    created_at: now(),
    updated_at: now(),
  },
  { column: 'payment_id', parent: payments },
)

export const payment_disputes = patientTable(
  'payment_disputes',
  {
    id: id(),
    payment_id: ref().notNull(),
    /** Stripe’s id. */
    dispute: text().notNull().unique(),
    status: text({ enum: disputeStatuses }).notNull(),
    amount: integer().notNull(),
    due_at: instant(),
    created_at: now(),
    updated_at: now(),
  },
  { column: 'payment_id', parent: payments },
)
