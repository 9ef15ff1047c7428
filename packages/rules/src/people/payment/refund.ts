import type { Dispute, Payment } from '@sukoyaka/wire/people/payment'

/** A refund of a payment. `created_at`: when it was started; `updated_at`: for one that failed, when it failed. */
export type RefundStep = { payment_id: number; amount: number; status: 'open' | 'succeeded' | 'failed'; created_at: string; updated_at: string }

/**
 * By payment, the yen of refunds that failed and that no later refund has made up for. A refund makes up for those that had failed when it was started, up to
 * its amount, unless it fails too. Payments without such an amount are left out.
 */
export const failedAmounts = (refunds: readonly RefundStep[]): Map<number, number> => {
  const steps = refunds.flatMap(({ payment_id, amount, status, created_at, updated_at }) => [
    ...(status === 'failed' ? [{ at: updated_at, payment_id, change: amount }] : []),
    { at: created_at, payment_id, change: -amount },
  ])
  const failed = new Map<number, number>()
  for (const { payment_id, change } of steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)))
    failed.set(payment_id, Math.max(0, (failed.get(payment_id) ?? 0) + change))
  return new Map([...failed].filter(([, amount]) => amount))
}

/**
 * The yen of a payment that may still be refunded: not what refunds or lost disputes gave back, and nothing while the cardholder’s bank has the money until it
 * decides a dispute, because it could go back twice. A refund in progress counts as made.
 */
export const refundableAmount = (
  { status, amount, refunded_amount }: Pick<Payment, 'status' | 'amount' | 'refunded_amount'>,
  disputes: readonly Pick<Dispute, 'status' | 'amount'>[],
): number => {
  if (status !== 'succeeded' || disputes.some((dispute) => dispute.status === 'needs_response' || dispute.status === 'under_review')) return 0
  const lost = disputes.reduce((sum, dispute) => sum + (dispute.status === 'lost' ? dispute.amount : 0), 0)
  return Math.max(0, amount - refunded_amount - lost)
}
