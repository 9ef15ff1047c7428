import { testCards } from '@sukoyaka/wire/people/payment'
import { type Form, formIn, textIn } from './form.ts'
import { addObject, type SandboxCall, type SandboxReply, type StripeObject } from './object-store.ts'

export type CardError = { type: 'card_error'; code: string; decline_code?: string; message: string }
type Effect = (typeof testCards)[keyof typeof testCards]

const errors: Partial<Record<Effect | 'authentication_required' | 'authentication_failed', CardError>> = {
  declined: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  declined_when_charged: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  expired: { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' },
  authentication_required: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  authentication_failed: {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided payment method has failed authentication.',
  },
}
export const authenticationFailed = errors.authentication_failed!

export const invalidRequest = (message: string, { status = 400, code }: { status?: number; code?: string } = {}): SandboxReply => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
})
export const missing = (kind: string, id: string) => invalidRequest(`No such ${kind}: '${id}'`, { status: 404, code: 'resource_missing' })

const isTestCard = (number: string): number is keyof typeof testCards => Object.hasOwn(testCards, number)

/** Adds the payment method of a card form; undefined unless the number is that of a test card. */
export const cardFrom = async (call: SandboxCall, data: Form): Promise<StripeObject | undefined> => {
  const card = formIn(data, 'card')
  const number = textIn(card, 'number') ?? ''
  if (!isTestCard(number)) return undefined
  const details = {
    brand: number.startsWith('5') ? 'mastercard' : 'visa',
    last4: number.slice(-4),
    exp_month: Number(textIn(card, 'exp_month')),
    exp_year: Number(textIn(card, 'exp_year')),
    country: 'JP',
    funding: 'credit',
  }
  return addObject(
    call,
    { prefix: 'pm', kind: 'payment_method' },
    { type: 'card', card: details, customer: null, metadata: {}, sandbox_effect: testCards[number], sandbox_is_set_up: false },
  )
}

export type Outcome = { kind: 'succeeded' } | { kind: 'requires_action' } | { kind: 'failed'; error: CardError }

/** The outcome of a check (`isSetup`) or a charge of the card. */
export const outcomeOf = (method: StripeObject, { isSetup, isOffSession }: { isSetup: boolean; isOffSession: boolean }): Outcome => {
  const effect = method.sandbox_effect as Effect
  if (effect === 'success' || effect === 'disputed' || (isSetup && effect === 'declined_when_charged')) return { kind: 'succeeded' }
  if (effect === 'authenticate' || effect === 'authenticate_always') {
    // most banks do not ask again for a card that was authenticated when it was saved
    if (method.sandbox_is_set_up && effect === 'authenticate') return { kind: 'succeeded' }
    return isOffSession ? { kind: 'failed', error: errors.authentication_required! } : { kind: 'requires_action' }
  }
  return { kind: 'failed', error: errors[effect]! }
}
