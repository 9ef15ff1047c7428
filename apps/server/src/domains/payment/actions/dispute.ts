import type Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { inTransaction } from '../../../database/db.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { forgetDispute, notifyOfDispute } from '../../notification/payment-store.ts'
import { type DisputeState, isSameState, storeDispute, storedDisputes } from '../dispute-store.ts'
import { paymentOfIntent } from '../store.ts'
import { asking, paymentsOn } from './stripe-calls.ts'

/** `warning_closed` ended without a chargeback. An appeal is a further round of the same dispute: an answer is due again. */
const statuses: Record<string, DisputeState['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'needs_response',
  appeal_under_review: 'under_review',
  warning_closed: 'won',
  won: 'won',
  lost: 'lost',
}
/** Statuses in which Stripe waits for an answer. */
const waiting = ['warning_needs_response', 'needs_response', 'appeal_needs_response']

const statusOf = ({ status, payment_method_details }: Stripe.Dispute): DisputeState['status'] => {
  // a prevented dispute that was resolved returned the money to the cardholder without a chargeback
  if (status === 'prevented') return payment_method_details?.card?.case_type === 'resolution' ? 'lost' : 'won'
  // a status that Stripe adds later should be looked at
  return statuses[status] ?? 'needs_response'
}

const stateOf = (reported: Stripe.Dispute): DisputeState => {
  const { id, status, amount, evidence_details } = reported
  const { due_by } = evidence_details
  return { dispute: id, status: statusOf(reported), amount, due_at: due_by && waiting.includes(status) ? new Date(due_by * 1000).toISOString() : null }
}

/** Whether administrators have something new to know or to do. */
const isNews = (before: DisputeState | undefined, { status, due_at }: DisputeState) =>
  !before || (status !== before.status && status !== 'under_review') || (due_at !== null && due_at !== before.due_at)

/**
 * Stores a dispute that Stripe reports for a payment of ours, and notifies the administrators. It changes no amount of the payment, its order or its contract:
 * the bank moves the money, and the administrators decide what follows. An older answer of Stripe that is stored late is corrected by `disputes_check`.
 */
export const followReported = async (context: AppContext, scope: PatientScope, reported: Stripe.Dispute): Promise<void> => {
  const { payment_intent } = reported
  const intent = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  const found = intent && (await paymentOfIntent(scope, { id: intent, metadata: {} }))
  if (!found) return
  const state = stateOf(reported)
  await inTransaction(context.db, async (tx) => {
    const own = scope.withDb(tx)
    const stored = await storeDispute(own, found.id, state)
    if (!stored) return
    const { payment, before } = stored
    if (isNews(before, state)) await notifyOfDispute(own, payment, state)
    // the answer was given
    else if (state.status === 'under_review') await forgetDispute(own, payment, state)
    await publishPatientEvent(tx, payment.user_id, ['payments', 'orders'])
  })
}

export const followDispute = async (context: AppContext, scope: PatientScope, id: string): Promise<void> => {
  const stripe = await paymentsOn(context).stripe()
  await followReported(context, scope, await asking(() => stripe.disputes.retrieve(id)))
}

/** Banks decide within this time. */
const recentDays = 120

/** Of the newest 500 disputes that Stripe opened in the last `recentDays` days, those that are not stored as they are now. */
export const changedDisputes = async (context: AppContext, scope: PatientScope): Promise<Stripe.Dispute[]> => {
  const stripe = await paymentsOn(context).stripe()
  const gte = Math.floor(context.clock().getTime() / 1000) - recentDays * 86_400
  const recent = await asking(() => stripe.disputes.list({ created: { gte }, limit: 100 }).autoPagingToArray({ limit: 500 }))
  const stored = await storedDisputes(
    scope,
    recent.map(({ id }) => id),
  )
  return recent.filter((reported) => !isSameState(stored.get(reported.id), stateOf(reported)))
}
