import Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { apiError } from '../../../errors/api-error.ts'
import { cardOf } from '../card-store.ts'
import { type PaymentRow, paymentOf } from '../store.ts'
import { settle, storeState } from './settle.ts'
import { asking, customerOf, isOutcomeUnknown, paymentsOn } from './stripe-calls.ts'

const expand = ['payment_method']

/** The metadata links Stripe's intent to the payment even if the server stops before it stores the intent's id. */
const basics = ({ amount, idempotency_key }: PaymentRow, customer: string) => ({
  amount,
  currency: 'jpy',
  customer,
  allowed_payment_method_types: ['card' as const],
  metadata: { payment: idempotency_key },
  expand,
})

/**
 * Charges the saved card for a payment that is committed. Safe to repeat: Stripe gets the same idempotency key. Returns the payment as it then is, for
 * example `requires_action` if the bank requires authentication by the patient. Throws `payments_off` without Stripe, and `payments_unreachable` if the outcome
 * is unknown; the job `payments_check` then asks Stripe.
 */
export const charge = async (context: AppContext, scope: PatientScope, id: number): Promise<PaymentRow> => {
  const payment = await paymentOf(scope, id)
  if (payment.status !== 'open') return payment
  const stripe = await paymentsOn(context).stripe()
  const card = await cardOf(scope, payment.user_id)
  if (!card) return (await storeState(context, scope, id, { status: 'failed', decline_reason: 'no_card' })) ?? payment
  const customer = await customerOf(context, scope, payment.user_id)
  const params = {
    ...basics(payment, customer),
    payment_method: card.payment_method,
    confirm: true,
    ...(payment.method === 'off_session' && { off_session: true }),
  }
  try {
    return await settle(context, scope, id, await stripe.paymentIntents.create(params, { idempotencyKey: payment.idempotency_key }))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return settle(context, scope, id, { ...error.payment_intent, last_payment_error: error.payment_intent.last_payment_error ?? null })
    if (isOutcomeUnknown(error)) throw apiError('payments_unreachable', { retry_after: 10 })
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Stripe rejected the request, so nothing was charged
    context.log.error({ err: error }, 'a charge was rejected')
    return (await storeState(context, scope, id, { status: 'failed', decline_reason: 'provider' })) ?? payment
  }
}

const intentWithId = async (context: AppContext, id: string): Promise<Stripe.PaymentIntent | undefined> => {
  const stripe = await paymentsOn(context).stripe()
  try {
    return await asking(() => stripe.paymentIntents.retrieve(id, { expand }))
  } catch (error) {
    // unknown to Stripe, for example because the keys were changed to those of another account
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    throw error
  }
}

/** The intent that the page confirms; created if Stripe has none yet. */
export const prepareIntent = async (context: AppContext, scope: PatientScope, payment: PaymentRow): Promise<Stripe.PaymentIntent> => {
  const stripe = await paymentsOn(context).stripe()
  const existing = payment.intent && (await intentWithId(context, payment.intent))
  if (existing) return existing
  const customer = await customerOf(context, scope, payment.user_id)
  const params = { ...basics(payment, customer), ...(payment.saves_card && { setup_future_usage: 'off_session' as const }) }
  const intent = await asking(() => stripe.paymentIntents.create(params, { idempotencyKey: payment.idempotency_key }))
  await settle(context, scope, payment.id, intent)
  return intent
}

/** Finds the intent; if the server stopped before it stored the intent's id, among the customer's newest 100. */
const findIntent = async (context: AppContext, scope: PatientScope, { user_id, intent, idempotency_key }: PaymentRow) => {
  const stripe = await paymentsOn(context).stripe()
  if (intent) return intentWithId(context, intent)
  const customer = await customerOf(context, scope, user_id)
  const { data } = await asking(() => stripe.paymentIntents.list({ customer, limit: 100 }))
  const found = data.find(({ metadata }) => metadata.payment === idempotency_key)
  return found && intentWithId(context, found.id)
}

/** `payment`: the age after which an unpaid payment is cancelled; `request`: the age after which a payment without an intent fails. */
const limitsMs = { payment: 30 * 60_000, request: 2 * 60_000 }

/** Stores the state that Stripe reports for a payment. An unpaid one that is too old is cancelled at Stripe first. */
export const checkPayment = async (context: AppContext, scope: PatientScope, id: number): Promise<PaymentRow> => {
  const payment = await paymentOf(scope, id)
  // only refunds can follow, and they have events of their own
  if (payment.status === 'succeeded') return payment
  const ageMs = context.clock().getTime() - Date.parse(payment.created_at)
  const intent = await findIntent(context, scope, payment)
  if (!intent)
    return (ageMs > limitsMs.request && (await storeState(context, scope, id, { status: 'failed', decline_reason: 'provider' }))) || paymentOf(scope, id)
  const isUnpaid = intent.status !== 'succeeded' && intent.status !== 'canceled'
  if (!isUnpaid || ageMs <= limitsMs.payment) return settle(context, scope, id, intent)
  return settle(context, scope, id, await cancelAtStripe(context, intent.id))
}

/** Cancels an intent. Returns its current state if it was paid or cancelled meanwhile. */
const cancelAtStripe = async (context: AppContext, id: string): Promise<Stripe.PaymentIntent> => {
  const stripe = await paymentsOn(context).stripe()
  return asking(async () => {
    try {
      return await stripe.paymentIntents.cancel(id, { expand })
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return stripe.paymentIntents.retrieve(id, { expand })
      throw error
    }
  })
}

/** Ends a payment that is still open, because its order was cancelled. Returns its current state: it may have just been paid. */
export const abandonPayment = async (context: AppContext, scope: PatientScope, id: number): Promise<PaymentRow> => {
  const payment = await paymentOf(scope, id)
  const intent = await findIntent(context, scope, payment)
  if (!intent) return (await storeState(context, scope, id, { status: 'cancelled' })) ?? paymentOf(scope, id)
  return settle(context, scope, id, intent.status === 'succeeded' ? intent : await cancelAtStripe(context, intent.id))
}
