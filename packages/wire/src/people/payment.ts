import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf, Page, Paged } from '../endpoint.ts'

/**
 * `open`: not paid yet. `requires_action`: the bank asks for 3-D Secure. A patient cannot pay a `failed` or `cancelled` payment any more: a new purchase
 * makes a new payment.
 */
export const paymentStatuses = ['open', 'requires_action', 'succeeded', 'failed', 'cancelled'] as const
export const paymentPurposes = ['order', 'contract'] as const
/** Why a payment failed. `declined` covers what banks do not explain. */
export const declineReasons = [
  'declined',
  'insufficient_funds',
  'expired',
  'authentication_failed',
  'card_invalid',
  'no_card',
  'timed_out',
  'provider',
] as const
export type DeclineReason = (typeof declineReasons)[number]

const card = { brand: Type.String(), last4: Type.String() }

export type SavedCard = Static<typeof SavedCard>
/** A patient has one saved card; saving another replaces it. */
export const SavedCard = Type.Object({ id: Id, type: Type.Literal('card'), ...card, exp_month: Type.Integer(), exp_year: Type.Integer(), created_at: Instant })

export const disputeStatuses = ['inquiry', 'needs_response', 'under_review', 'won', 'lost'] as const
export type Dispute = Static<typeof Dispute>
/**
 * The bank of the card wants an explanation or the money back; only staff see it. `inquiry`: no money was taken yet. `needs_response`: it was taken, and evidence
 * can be submitted in Stripe’s dashboard. `under_review`: the bank decides. `lost`: the money went back to the card; it is no refund, and no total includes it.
 * `won`: the clinic keeps the money. `due_at`: until when Stripe waits for an answer; null if it waits for none.
 */
export const Dispute = Type.Object({ id: Id, status: OneOf(disputeStatuses), amount: Type.Integer(), due_at: Nullable(Instant) })

export type Payment = Static<typeof Payment>
/** Whole yen. */
export const Payment = Type.Object({
  id: Id,
  user_id: Id,
  purpose: OneOf(paymentPurposes),
  order_id: Nullable(Id),
  contract_id: Nullable(Id),
  amount: Type.Integer(),
  refunded_amount: Type.Integer(),
  status: OneOf(paymentStatuses),
  decline_reason: Nullable(OneOf(declineReasons)),
  /** `decline_reason` in the request’s language, and what to do about it. */
  decline_text: Nullable(Type.String()),
  /** The card that was charged; null before the charge. */
  card: Nullable(Type.Object(card)),
  paid_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})

export const providers = ['stripe', 'sandbox'] as const
export type ClientSecret = Static<typeof ClientSecret>
/**
 * What the page needs to have a card confirmed by Stripe’s own element. `provider` is `sandbox` without Stripe keys: the page then shows a form of its own
 * that calls `/api/payment_sandbox/confirmations`.
 */
export const ClientSecret = Type.Object({ provider: OneOf(providers), publishable_key: Type.String(), client_secret: Type.String() })

const base = { permission: 'shop.buy' } as const
const cards = { changes: ['payment_sources', 'users'], audience: 'caller' } as const
const payments = { changes: ['payments', 'orders'] } as const

export const createCardSecret = endpoint({
  ...base,
  method: 'POST',
  path: '/api/stripe_payments/card_secret',
  summary: 'Get the secret with which the page has a card checked for saving',
  description:
    'The secret of a Stripe SetupIntent. After the confirmation `POST /stripe_payments` saves the card. 422 `payments_off` without Stripe keys outside the demo.',
  body: InputObject({}),
  reply: Type.Object({ setup_intent: Type.String(), ...ClientSecret.properties }),
  status: 201,
  errors: ['payments_off', 'payments_unreachable'],
  example: { body: {} },
})

export const saveCard = endpoint({
  ...base,
  method: 'POST',
  path: '/stripe_payments',
  summary: 'Save the card that a SetupIntent has checked; it replaces the saved card',
  description: '422 `card_not_confirmed` while the SetupIntent has not succeeded; 404 for the SetupIntent of somebody else.',
  body: InputObject({ setup_intent: Line(100) }),
  reply: SavedCard,
  status: 201,
  errors: ['not_found', 'payments_off', 'payments_unreachable', 'card_not_confirmed'],
  example: { body: { setup_intent: 'seti_1234567890' } },
  ...cards,
})

export const listPaymentSources = endpoint({
  permission: 'payments.read',
  method: 'GET',
  path: '/payment_sources',
  summary: 'List a patient’s saved cards: one or none',
  description: 'Staff send `user_id`.',
  query: InputObject({ user_id: Type.Optional(Id) }),
  errors: ['invalid'],
  reply: Items(SavedCard),
  example: { query: {} },
})

export const removePaymentSource = endpoint({
  ...base,
  method: 'DELETE',
  path: '/payment_sources/:id',
  summary: 'Remove the caller’s saved card',
  description: 'A regular delivery is paused when it finds no card to charge.',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['payments_off', 'payments_unreachable'],
  example: { params: { id: 1 } },
  changes: ['payment_sources', 'users'],
  audience: 'caller',
})

export const createPaymentSecret = endpoint({
  ...base,
  method: 'POST',
  path: '/api/stripe_payments/payment_secret',
  summary: 'Get the secret with which the page pays a pending order',
  description:
    'The secret of a Stripe PaymentIntent over the order’s total: after a reload of the page, or for a regular delivery that needs 3-D Secure. 422 `order_not_payable` unless the order is pending.',
  body: InputObject({ order_id: Id }),
  reply: Type.Object({ payment: Payment, ...ClientSecret.properties }),
  status: 201,
  errors: ['payments_off', 'payments_unreachable', 'order_not_payable'],
  example: { body: { order_id: 1 } },
  ...payments,
})

export const listPayments = endpoint({
  permission: 'payments.read',
  method: 'GET',
  path: '/api/stripe_payments',
  summary: 'List a patient’s payments, newest first',
  description: 'Staff send `user_id`.',
  query: InputObject({ user_id: Type.Optional(Id), page: Page }),
  errors: ['invalid'],
  reply: Paged(Payment),
  example: { query: {} },
})

export const listAllPayments = endpoint({
  permission: 'payments.read',
  method: 'GET',
  path: '/api/stripe_payments/list',
  listsPatients: true,
  summary: 'List the payments of all patients in the caller’s scope, newest first',
  description: 'Patients get their own.',
  query: InputObject({ status: Type.Optional(OneOf(paymentStatuses)), purpose: Type.Optional(OneOf(paymentPurposes)), page: Page }),
  reply: Paged(Payment),
  example: { query: { status: 'failed' } },
})

export const getPayment = endpoint({
  permission: 'payments.read',
  method: 'GET',
  path: '/api/stripe_payments/:id',
  summary: 'Get a payment',
  params: ById,
  reply: Payment,
  example: { params: { id: 1 } },
})

export const refreshPayment = endpoint({
  permission: 'payments.write',
  method: 'PATCH',
  path: '/api/stripe_payments/:id',
  summary: 'Read the state of a payment from Stripe now',
  description:
    'The page calls it after the card was confirmed or declined, so that the patient need not wait for Stripe’s event. The order or the charge of the contract changes with it: it is paid; or it failed, and the products of a purchase are back in the cart.',
  params: ById,
  body: InputObject({}),
  reply: Payment,
  errors: ['payments_off', 'payments_unreachable'],
  example: { params: { id: 1 }, body: {} },
  changes: ['payments', 'orders', 'cart_items', 'payment_sources', 'users', 'regular_deliveries'],
})

export const receiveStripe = endpoint({
  method: 'POST',
  path: '/webhooks/stripe',
  permission: 'public',
  summary: 'Webhook: events from Stripe',
  description:
    '`stripe-signature` is verified over the raw body with a secret in STRIPE_WEBHOOK_SECRET; a wrong signature, or one older than five minutes, is a 400. The reply is sent once the event is stored; a repeated event gets the same reply and has no effect. Other types than those of payments, refunds, disputes and cards are accepted and ignored. 404 without Stripe keys outside the demo.',
  reply: Type.Object({ received: Type.Boolean() }),
  errors: ['not_found', 'webhook_invalid', 'malformed', 'invalid', 'too_large'],
})

/** Numbers of the sandbox’s test cards and what happens to a payment with them. */
export const testCards = {
  '4242424242424242': 'success',
  '5555555555554444': 'success',
  '4000002500003155': 'authenticate',
  '4000002760003184': 'authenticate_always',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired',
  '4000000000000341': 'declined_when_charged',
  '4000000000000259': 'disputed',
} as const

const sandboxed = { ...base, errors: ['not_found', 'payments_unreachable', 'card_not_confirmed', 'sandbox_card_unknown'] } as const
/** The state of the SetupIntent or PaymentIntent, as Stripe names it. `requires_action`: show the page of the bank. */
const intentStatuses = ['succeeded', 'requires_action', 'requires_payment_method', 'canceled'] as const
const SandboxReply = Type.Object({ status: OneOf(intentStatuses), decline_reason: Nullable(OneOf(declineReasons)) })

export const confirmInSandbox = endpoint({
  ...sandboxed,
  method: 'POST',
  path: '/api/payment_sandbox/confirmations',
  summary: 'Confirm a payment or a card to save with a test card, as Stripe’s element does with a real card',
  description: `Only in the demo without Stripe keys, else 404. Test cards: ${Object.entries(testCards)
    .map(([number, effect]) => `${number} ${effect}`)
    .join(', ')}; any expiry in the future and any security code. 422 \`sandbox_card_unknown\` for every other number.`,
  body: InputObject({
    client_secret: Line(200),
    number: Type.String({ pattern: '^\\d{16}$', maxLength: 16 }),
    exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
    exp_year: Type.Integer({ minimum: 2000, maximum: 2100 }),
  }),
  reply: SandboxReply,
  example: { body: { client_secret: 'pi_1_secret_2', number: '4242424242424242', exp_month: 12, exp_year: 2034 } },
})

export const authenticateInSandbox = endpoint({
  ...sandboxed,
  method: 'POST',
  path: '/api/payment_sandbox/authentications',
  summary: 'Answer the 3-D Secure question of a test card',
  description: 'Only in the demo without Stripe keys, else 404.',
  body: InputObject({ client_secret: Line(200), is_approved: Type.Boolean() }),
  reply: SandboxReply,
  example: { body: { client_secret: 'pi_1_secret_2', is_approved: true } },
})
