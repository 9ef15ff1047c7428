import Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { deleteCard } from '../card-store.ts'
import { paymentOfIntent } from '../store.ts'
import { checkPayment } from './charge.ts'
import { followRefund } from './refund.ts'
import { asking, paymentsOn } from './stripe-calls.ts'

/** What an event is about: Stripe's kind of object and its id. */
export type EventSubject = { type: string; id: string }

/** The first word of the types that are followed. */
export const followedTypes = ['payment_intent', 'refund', 'payment_method']

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
 * Asks Stripe for the object that an event is about and stores what it is now. An event that comes late, twice or in another order than it happened has
 * therefore the same effect. One of another system on the same Stripe account is ignored.
 */
export const followEvent = async (context: AppContext, scope: PatientScope, { type, id }: EventSubject): Promise<void> => {
  if (type === 'payment_method.detached') return void (await deleteCard(scope, { payment_method: id }))
  if (type.startsWith('refund.')) return followRefund(context, scope, id)
  if (!type.startsWith('payment_intent.')) return
  const intent = await intentOf(context, id)
  const payment = intent && (await paymentOfIntent(scope, intent))
  if (payment) await checkPayment(context, scope, payment.id)
}
