import { and, eq, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { finishRefund, insertRefund, type RefundRow } from './refund-store.ts'
import type { PaymentRow } from './store.ts'
import { payments, refunds } from './tables.ts'

/** `dispute`: Stripe's id. */
export type DisputeState = { dispute: string; status: 'open' | 'won' | 'lost'; amount: number; due_at: string | null }

/** Stores the dispute of a payment as Stripe reports it. Returns the payment with the earlier status of this dispute if that changed. */
export const storeDispute = async (scope: PatientScope, payment_id: number, { dispute, status, amount, due_at }: DisputeState) => {
  const before = await lockRow(scope, payments, { id: payment_id })
  const earlier = before.dispute === dispute ? before.dispute_status : null
  // answers of Stripe can be stored in another order than they were given; one that was won before it was stored concerns nobody
  if (earlier === null ? status === 'won' : earlier !== 'open' && status === 'open') return undefined
  const [payment] = await scope
    .update(payments)
    .set({ dispute, dispute_status: status, dispute_amount: amount, dispute_due_at: due_at, updated_at: later(payments.updated_at) })
    .where(eq(payments.id, payment_id))
    .returning()
  return earlier === status ? undefined : { payment: payment!, earlier }
}

/** Stores what a lost dispute took back as a refund that was made. Returns undefined if the payment was refunded before. */
export const insertDisputeRefund = async (scope: PatientScope, payment: PaymentRow, { dispute, amount }: DisputeState): Promise<RefundRow | undefined> => {
  const left = Math.min(amount, payment.amount - payment.refunded_amount)
  if (left <= 0) return undefined
  const { id } = await insertRefund(scope, { payment_id: payment.id, amount: left, note: '', created_by: null, refund: dispute })
  return (await finishRefund(scope, id, { status: 'succeeded' }))?.refund
}

/** Removes the refund of a lost dispute, which was won after all. Returns it if there was one. */
export const removeDisputeRefund = async (scope: PatientScope, { id, dispute }: PaymentRow): Promise<RefundRow | undefined> => {
  const [removed] = await scope
    .delete(refunds)
    .where(and(eq(refunds.payment_id, id), eq(refunds.refund, dispute!)))
    .returning()
  if (!removed) return undefined
  await scope
    .update(payments)
    .set({ refunded_amount: sql`${payments.refunded_amount} - ${removed.amount}`, updated_at: later(payments.updated_at) })
    .where(eq(payments.id, id))
  return removed
}
