import Stripe from 'stripe'
import Type, { type Static } from 'typebox'
import type { Sender } from '../../http/webhook.ts'

/** The part of an event that is read. The state of a payment or refund is asked from Stripe, because events arrive in any order. */
export const StripeEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  type: Type.String({ maxLength: 200 }),
  data: Type.Object({ object: Type.Object({ id: Type.Optional(Type.String({ maxLength: 200 })) }) }),
})
export type StripeEvent = Static<typeof StripeEvent>

const toleranceSeconds = 300

const isGenuine = (signature: string, body: Buffer, secret: string): boolean => {
  try {
    // verifies before it parses
    Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
    return true
  } catch (error) {
    // a signed body that is not JSON is genuine; it is rejected later, as malformed
    return !(error instanceof Stripe.errors.StripeSignatureVerificationError) && error instanceof SyntaxError
  }
}

export const stripeSender: Sender = {
  name: 'stripe',
  secretsIn: ({ payments }) => payments?.webhook_secrets ?? [],
  header: 'stripe-signature',
  sign: (secret, body) => Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret }),
  isGenuine,
  rejection: 'webhook_invalid',
  payload: StripeEvent,
  deliveryIn: ({ id }) => String(id),
  queue: 'stripe',
}
