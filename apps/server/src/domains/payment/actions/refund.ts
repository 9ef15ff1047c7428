import Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { type Db, inTransaction } from '../../../database/db.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { ownerOf } from '../owners.ts'
import { finishRefund, insertRefund, insertReportedRefund, lockRefundable, type NewRefund, type RefundRow, refundOf, refundOfStripe } from '../refund-store.ts'
import { paymentOf, paymentOfIntent } from '../store.ts'
import { asking, paymentsOn } from './stripe-calls.ts'

export const refundQueue = 'refund'

/** Refunds a payment or a part of it: the amount is reserved in the caller's transaction, and a job sends the refund to Stripe after the commit. */
export const startRefund = async ({ jobs }: Pick<AppContext, 'jobs'>, scope: PatientScope, tx: Db, refund: NewRefund): Promise<RefundRow> => {
  const row = await insertRefund(scope, refund)
  await jobs.send(tx, refundQueue, { id: row.id })
  return row
}

/** Refunds what may still be refunded of a payment, which can be nothing: the bank may have taken the money back by a dispute. */
export const refundRest = async (
  context: Pick<AppContext, 'jobs'>,
  scope: PatientScope,
  tx: Db,
  { payment_id, ...refund }: Omit<NewRefund, 'amount' | 'refund'>,
): Promise<void> => {
  const amount = await lockRefundable(scope, payment_id)
  if (amount) await startRefund(context, scope, tx, { payment_id, amount, ...refund })
}

const statusOf = ({ status }: Stripe.Refund): RefundRow['status'] =>
  status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'open'

const finish = (context: AppContext, scope: PatientScope, id: number, state: { refund?: string; status: RefundRow['status'] }) =>
  inTransaction(context.db, async (tx) => {
    const own = scope.withDb(tx)
    const finished = await finishRefund(own, id, state)
    if (!finished) return
    const { refund, earlier } = finished
    const payment = await paymentOf(own, refund.payment_id)
    if (refund.status === 'succeeded') await ownerOf(payment).refunded(context, own, payment, refund)
    else {
      context.log.error({ refund_id: refund.id }, 'a refund failed')
      await ownerOf(payment).refundFailed(context, own, payment, refund, earlier === 'succeeded')
    }
    await publishPatientEvent(tx, payment.user_id, ['payments', 'orders'])
  })

/** Sends a refund to Stripe, or asks for its state if Stripe has it. Safe to repeat: Stripe gets the same idempotency key. */
export const sendRefund = async (context: AppContext, scope: PatientScope, id: number): Promise<void> => {
  const refund = await refundOf(scope, id)
  if (refund.status !== 'open') return
  const stripe = await paymentsOn(context).stripe()
  const { intent } = await paymentOf(scope, refund.payment_id)
  const params = { payment_intent: intent!, amount: refund.amount, metadata: { refund: refund.idempotency_key } }
  try {
    const sent = await asking(() =>
      refund.refund ? stripe.refunds.retrieve(refund.refund) : stripe.refunds.create(params, { idempotencyKey: refund.idempotency_key }),
    )
    await finish(context, scope, id, { refund: sent.id, status: statusOf(sent) })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    context.log.error({ err: error, refund_id: id }, 'Stripe rejected a refund')
    await finish(context, scope, id, { status: 'failed' })
  }
}

/** Stores the state of a refund that Stripe reports: one that we started, or one that was made in Stripe's dashboard for a payment of ours and did not fail. */
export const followRefund = async (context: AppContext, scope: PatientScope, refund_id: string): Promise<void> => {
  const stripe = await paymentsOn(context).stripe()
  const reported = await asking(() => stripe.refunds.retrieve(refund_id, { expand: ['payment_intent'] }))
  const known = await refundOfStripe(scope, reported)
  if (known) return finish(context, scope, known.id, { refund: reported.id, status: statusOf(reported) })
  const intent = reported.payment_intent
  if (typeof intent !== 'object' || !intent || statusOf(reported) === 'failed') return
  const payment = await paymentOfIntent(scope, intent)
  if (!payment) return
  const { id } = await inTransaction(context.db, (tx) => insertReportedRefund(scope.withDb(tx), payment.id, reported))
  await finish(context, scope, id, { refund: reported.id, status: statusOf(reported) })
}
