import type Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { inTransaction } from '../../../database/db.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { type DisputeState, insertDisputeRefund, removeDisputeRefund, storeDispute } from '../dispute-store.ts'
import { ownerOf } from '../owners.ts'
import { paymentOfIntent } from '../store.ts'
import { asking, paymentsOn } from './stripe-calls.ts'

/** Nothing was taken back, or it was given back. */
const wonStatuses: readonly Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented']

/** While an appeal against a lost dispute is under way, the money is still with the cardholder. */
const statusOf = ({ status }: Stripe.Dispute): DisputeState['status'] =>
  status === 'lost' || status.startsWith('appeal_') ? 'lost' : wonStatuses.includes(status) ? 'won' : 'open'

/**
 * Stores the state of a dispute that Stripe reports for a payment of ours, and lets the owner of the payment follow. What a lost dispute took back counts as
 * refunded, until the dispute is won after all.
 */
export const followDispute = async (context: AppContext, scope: PatientScope, id: string): Promise<void> => {
  const stripe = await paymentsOn(context).stripe()
  const reported = await asking(() => stripe.disputes.retrieve(id, { expand: ['payment_intent'] }))
  const { payment_intent: intent, amount, evidence_details } = reported
  const found = intent && typeof intent === 'object' ? await paymentOfIntent(scope, intent) : undefined
  if (!found) return
  const { due_by } = evidence_details
  const state = { dispute: id, status: statusOf(reported), amount, due_at: due_by ? new Date(due_by * 1000).toISOString() : null }
  await inTransaction(context.db, async (tx) => {
    const own = scope.withDb(tx)
    const stored = await storeDispute(own, found.id, state)
    await publishPatientEvent(tx, found.user_id, ['payments', 'orders'])
    if (!stored) return
    const { payment, earlier } = stored
    const owner = ownerOf(payment)
    if (state.status === 'lost') {
      const refund = await insertDisputeRefund(own, payment, state)
      if (refund) await owner.refunded(context, own, payment, refund)
    } else if (earlier === 'lost') {
      const refund = await removeDisputeRefund(own, payment)
      if (refund) await owner.takenBack(own, payment, refund)
    }
    await owner.disputed(own, payment)
  })
}
