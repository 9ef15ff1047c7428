import Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { deleteCard } from '../card-store.ts'
import { paymentOfIntent } from '../store.ts'
import { checkPayment } from './charge.ts'
import { followDispute } from './dispute.ts'
import { followRefund } from './refund.ts'
import { asking, paymentsOn } from './stripe-calls.ts'

/** The type of an event, such as `payment_intent.succeeded`, and the id of the object that it is about. */
export type EventSubject = { type: string; id: string }

/** The types of events that are passed to `followEvent`. */
export const followedTypes = /^(?:payment_intent|refund|payment_method|charge\.dispute)\./

const intentOf = async (context: AppContext, id: string): Promise<Stripe.PaymentIntent | undefined> => {
  const stripe = await paymentsOn(context).stripe()
  try {
    return await asking(() => stripe.paymentIntents.retrieve(id))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    throw error
  }
}

/**
 * Asks Stripe for the payment, refund or dispute that an event is about and stores what it is now. An event that comes late, twice or in another order than it
 * happened has therefore the same effect. A detached card is deleted without asking. Events of another system on the same Stripe account are ignored.
 */
export const followEvent = async (context: AppContext, scope: PatientScope, { type, id }: EventSubject): Promise<void> => {
  if (type === 'payment_method.detached') return void (await deleteCard(scope, { payment_method: id }))
  if (type.startsWith('refund.')) return followRefund(context, scope, id)
  if (type.startsWith('charge.dispute.')) return followDispute(context, scope, id)
  if (!type.startsWith('payment_intent.')) return
  const intent = await intentOf(context, id)
  const payment = intent && (await paymentOfIntent(scope, intent))
  if (payment) await checkPayment(context, scope, payment.id)
}
