import { chargeStatuses } from '@sukoyaka/wire/care/membership'
import type { DeclineReason } from '@sukoyaka/wire/people/payment'
import { date, integer, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { id, instant, now, ref } from '../../database/columns.ts'

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

export const contract_charge_payments = patientTable(
  'contract_charge_payments',
  { payment_id: ref().primaryKey(), charge_id: ref().notNull() },
  { column: 'charge_id', parent: contract_charges },
)
