import type { Reply } from '@sukoyaka/wire/endpoint'
import type { createCardSecret, removePaymentSource, SavedCard, saveCard } from '@sukoyaka/wire/people/payment'
import Stripe from 'stripe'
import { inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { cardReply, deleteCard, storeCard } from '../card-store.ts'
import { asking, customerOf, paymentsOn } from './stripe-calls.ts'

/** Creates a SetupIntent at Stripe, with which the page has the card checked. */
export const requestCardSecret = async ({ context, scope, actor }: Call<typeof createCardSecret>): Promise<Reply<typeof createCardSecret>> => {
  const { stripe, provider, publishable_key } = paymentsOn(context)
  const customer = await customerOf(context, scope, actor.id)
  const client = await stripe()
  const { id, client_secret } = await asking(() => client.setupIntents.create({ customer, allowed_payment_method_types: ['card'], usage: 'off_session' }))
  return { setup_intent: id, provider, publishable_key, client_secret: client_secret! }
}

const setupIntentOf = async (client: Stripe, id: string) => {
  try {
    return await asking(() => client.setupIntents.retrieve(id, { expand: ['payment_method'] }))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw apiError('not_found')
    throw error
  }
}

/** Saves the card that Stripe has checked. The page names only the SetupIntent; the card comes from Stripe. */
export const saveCheckedCard = async ({ context, scope, actor, input, after }: Call<typeof saveCard>): Promise<SavedCard> => {
  const client = await paymentsOn(context).stripe()
  const customer = await customerOf(context, scope, actor.id)
  const intent = await setupIntentOf(client, input.setup_intent)
  if (intent.customer !== customer) throw apiError('not_found')
  const method = intent.payment_method
  if (intent.status !== 'succeeded' || typeof method !== 'object' || !method?.card) throw apiError('card_not_confirmed')
  const { card, replaced } = await inTransaction(context.db, (tx) => storeCard(scope.withDb(tx), actor.id, method))
  if (replaced) after(() => client.paymentMethods.detach(replaced))
  return cardReply(card)
}

export const removeCard = async ({ context, scope, input, after }: Call<typeof removePaymentSource>): Promise<null> => {
  const client = await paymentsOn(context).stripe()
  const card = await deleteCard(scope, { id: input.id })
  if (!card) throw apiError('not_found')
  after(() => client.paymentMethods.detach(card.payment_method))
  return null
}
