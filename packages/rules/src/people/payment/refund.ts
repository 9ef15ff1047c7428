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
