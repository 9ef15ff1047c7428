import type { DeclineReason } from '@sukoyaka/wire/people/payment'
import Stripe from 'stripe'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext, Payments } from '../../../context/app-context.ts'
import { apiError } from '../../../errors/api-error.ts'
import { customerRow, setCustomer } from '../card-store.ts'

export const paymentsOn = ({ payments }: Pick<AppContext, 'payments'>): Payments => {
  if (!payments) throw apiError('payments_off')
  return payments
}

const { StripeAPIError, StripeConnectionError, StripeRateLimitError, StripeAuthenticationError, StripePermissionError, StripeIdempotencyError } = Stripe.errors

/**
 * Whether an error leaves the state of a payment unknown: Stripe was not reached or failed, refused the key of the account or the number of requests, or got
 * the idempotency key before with other parameters, such as another card.
 */
export const isOutcomeUnknown = (error: unknown) =>
  [StripeAPIError, StripeConnectionError, StripeRateLimitError, StripeAuthenticationError, StripePermissionError, StripeIdempotencyError].some(
    (kind) => error instanceof kind,
  )

/** Calls Stripe. Throws 503 `payments_unreachable` for an error of `isOutcomeUnknown`, and any other error as it is. */
export const asking = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (isOutcomeUnknown(error)) throw apiError('payments_unreachable', { retry_after: 10 })
    throw error
  }
}

/** Stripe's customer for the patient, created if there is none; without name and address. */
export const customerOf = async (context: AppContext, scope: PatientScope, user_id: number): Promise<string> => {
  const row = await customerRow(scope, user_id)
  if (row.customer) return row.customer
  const stripe = await paymentsOn(context).stripe()
  const { id } = await asking(() => stripe.customers.create({ metadata: { user: String(user_id) } }, { idempotencyKey: row.idempotency_key }))
  await setCustomer(scope, user_id, id)
  return id
}

const byCode: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  incorrect_number: 'card_invalid',
  invalid_number: 'card_invalid',
  incorrect_cvc: 'card_invalid',
  invalid_cvc: 'card_invalid',
  invalid_expiry_month: 'card_invalid',
  invalid_expiry_year: 'card_invalid',
  processing_error: 'provider',
}

export const declineReasonOf = ({ code, decline_code }: { code?: string; decline_code?: string }): DeclineReason =>
  byCode[decline_code ?? ''] ?? byCode[code ?? ''] ?? 'declined'
