import type Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { inTransaction } from '../../../database/db.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { storeCard } from '../card-store.ts'
import { ownerOf } from '../owners.ts'
import { advancePayment, type PaymentRow, type PaymentState, paymentOf } from '../store.ts'
import { declineReasonOf, paymentsOn } from './stripe-calls.ts'

/** Tags of what may change with the payment of an order. Other owners publish further tags themselves. */
const tags = ['payments', 'orders', 'cart_items', 'payment_sources', 'users', 'regular_deliveries'] as const

const methodOf = ({ payment_method }: Stripe.PaymentIntent): Stripe.PaymentMethod | undefined =>
  typeof payment_method === 'object' && payment_method?.card ? payment_method : undefined

const stateOf = (intent: Stripe.PaymentIntent): PaymentState => {
  const { id, status, last_payment_error: error } = intent
  const card = methodOf(intent)?.card
  const known = { intent: id, card: card && { brand: card.brand, last4: card.last4 } }
  if (status === 'succeeded') return { ...known, status: 'succeeded' }
  if (status === 'canceled') return { ...known, status: 'cancelled', decline_reason: error ? declineReasonOf(error) : 'timed_out' }
  if (status === 'requires_action') return { ...known, status: 'requires_action' }
  return error ? { ...known, status: 'failed', decline_reason: declineReasonOf(error) } : { ...known, status: 'open' }
}

const detach = async (context: AppContext, payment_method: string) => {
  const stripe = await paymentsOn(context).stripe()
  await stripe.paymentMethods.detach(payment_method).catch((error) => context.log.warn({ err: error }, 'a replaced card was not detached'))
}

/**
 * Stores a state and, unless the payment waits for authentication, lets its owner follow in the same transaction. Returns the payment if its state changed,
 * else undefined.
 */
export const storeState = async (context: AppContext, scope: PatientScope, id: number, state: PaymentState, method?: Stripe.PaymentMethod) => {
  const { moved, replaced } = await inTransaction(context.db, async (tx) => {
    const own = scope.withDb(tx)
    const payment = await advancePayment(own, id, state)
    if (!payment) return { moved: undefined, replaced: undefined }
    const saved = payment.status === 'succeeded' && payment.saves_card && method ? await storeCard(own, payment.user_id, method) : undefined
    if (payment.status !== 'requires_action') await ownerOf(payment).settled(context, own, payment)
    await publishPatientEvent(tx, payment.user_id, tags)
    return { moved: payment, replaced: saved?.replaced }
  })
  if (replaced) await detach(context, replaced)
  return moved
}

/**
 * Stores the state that Stripe reports for the payment; safe to repeat. A declined intent is cancelled at Stripe, so that nobody pays it later: the next
 * attempt is a payment of its own.
 */
export const settle = async (context: AppContext, scope: PatientScope, id: number, intent: Stripe.PaymentIntent): Promise<PaymentRow> => {
  const moved = await storeState(context, scope, id, stateOf(intent), methodOf(intent))
  if (moved?.status === 'failed') {
    const stripe = await paymentsOn(context).stripe()
    // if the intent was paid meanwhile, Stripe's event about this follows
    await stripe.paymentIntents.cancel(intent.id).catch((error) => context.log.warn({ err: error }, 'a declined payment was not cancelled'))
  }
  return moved ?? paymentOf(scope, id)
}
