import { authenticationFailed, type CardError, cardFrom, invalidRequest, missing, outcomeOf } from './cards.ts'
import { openDispute } from './disputes.ts'
import { type Form, formIn, textIn, textsIn } from './form.ts'
import { addEvent, addObject, changeObject, findObject, type SandboxCall, type SandboxReply, type StripeObject } from './object-store.ts'

const kinds = {
  payment_intent: { prefix: 'pi', errorField: 'last_payment_error', failed: 'payment_failed' },
  setup_intent: { prefix: 'seti', errorField: 'last_setup_error', failed: 'setup_failed' },
} as const
export type IntentKind = keyof typeof kinds
export const isIntentKind = (kind: string): kind is IntentKind => kind in kinds

const unconfirmed = ['requires_payment_method', 'requires_confirmation', 'requires_action']

const ok = (body: unknown): SandboxReply => ({ status: 200, body })

/** Replaces the ids of the payment method and of the PaymentIntent by the objects that the request asks for. */
export const expanded = async (call: SandboxCall, object: StripeObject, form: Form): Promise<StripeObject> => {
  const fields = Object.values(formIn(form, 'expand'))
  const found = { ...object }
  for (const field of ['payment_method', 'payment_intent']) {
    const id = object[field]
    if (fields.includes(field) && typeof id === 'string') found[field] = await findObject(call, field, id)
  }
  return found
}

const cardRefused = async (call: SandboxCall, kind: IntentKind, intent: StripeObject, error: CardError): Promise<SandboxReply> => {
  const { errorField, failed } = kinds[kind]
  const changed = await changeObject(call, intent, { status: 'requires_payment_method', next_action: null, [errorField]: error })
  await addEvent(call, `${kind}.${failed}`, changed)
  return { status: 402, body: { error: { ...error, [kind]: changed } } }
}

const succeed = async (call: SandboxCall, kind: IntentKind, intent: StripeObject, method: StripeObject): Promise<StripeObject> => {
  const isSaved = kind === 'setup_intent' || intent.setup_future_usage === 'off_session'
  if (isSaved && intent.customer) await changeObject(call, method, { customer: intent.customer, sandbox_is_set_up: true })
  const charge =
    kind === 'payment_intent'
      ? await addObject(
          call,
          { prefix: 'ch', kind: 'charge', parent: intent.id },
          { amount: intent.amount, currency: 'jpy', payment_intent: intent.id, paid: true },
        )
      : undefined
  const changed = await changeObject(call, intent, {
    status: 'succeeded',
    next_action: null,
    [kinds[kind].errorField]: null,
    ...(charge && { amount_received: intent.amount, latest_charge: charge.id }),
  })
  await addEvent(call, `${kind}.succeeded`, changed)
  if (charge && method.sandbox_effect === 'disputed') await openDispute(call, intent, charge.id)
  return changed
}

/** Confirms with a saved payment method or with the card of a form. */
export const confirm = async (call: SandboxCall, kind: IntentKind, intent: StripeObject, form: Form): Promise<SandboxReply> => {
  if (!unconfirmed.includes(String(intent.status)))
    return invalidRequest(`You cannot confirm this ${kind} because it has a status of ${intent.status}.`, { code: `${kind}_unexpected_state` })
  const id = textIn(form, 'payment_method') ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined)
  const data = formIn(form, 'payment_method_data')
  const method = data.card ? await cardFrom(call, data) : id ? await findObject(call, 'payment_method', id) : undefined
  if (!method)
    return data.card ? invalidRequest('This is not the number of a test card.', { code: 'sandbox_card_unknown' }) : missing('PaymentMethod', id ?? '')
  if (method.sandbox_is_set_up && method.customer !== intent.customer)
    return invalidRequest('The payment method belongs to another customer.', { code: 'payment_method_customer_mismatch' })
  const withMethod = await changeObject(call, intent, { payment_method: method.id })
  const outcome = outcomeOf(method, { isSetup: kind === 'setup_intent', isOffSession: textIn(form, 'off_session') === 'true' })
  if (outcome.kind === 'failed') return cardRefused(call, kind, withMethod, outcome.error)
  if (outcome.kind === 'succeeded') return ok(await expanded(call, await succeed(call, kind, withMethod, method), form))
  const waiting = await changeObject(call, withMethod, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
  await addEvent(call, `${kind}.requires_action`, waiting)
  return ok(await expanded(call, waiting, form))
}

/** Handles the answer of a person who is asked to authenticate (3-D Secure). Only the sandbox has this call: with Stripe, the bank’s page sends the answer. */
export const authenticate = async (call: SandboxCall, kind: IntentKind, intent: StripeObject, form: Form): Promise<SandboxReply> => {
  if (intent.status !== 'requires_action') return invalidRequest(`This ${kind} has a status of ${intent.status}.`, { code: `${kind}_unexpected_state` })
  if (textIn(form, 'is_approved') !== 'true') return cardRefused(call, kind, intent, authenticationFailed)
  const method = await findObject(call, 'payment_method', String(intent.payment_method))
  return ok(await succeed(call, kind, intent, method!))
}

export const createIntent = async (call: SandboxCall, kind: IntentKind, form: Form): Promise<SandboxReply> => {
  const customer = textIn(form, 'customer')
  if (customer && !(await findObject(call, 'customer', customer))) return missing('customer', customer)
  const amount = Number(textIn(form, 'amount'))
  if (kind === 'payment_intent' && !(Number.isInteger(amount) && amount >= 50 && amount <= 99_999_999))
    return invalidRequest('The amount is out of bounds.', { code: amount < 50 ? 'amount_too_small' : 'amount_too_large' })
  const { prefix, errorField } = kinds[kind]
  const intent = await addObject(
    call,
    { prefix, kind, ...(customer && { parent: customer }) },
    {
      ...(kind === 'payment_intent' && { amount, amount_received: 0, currency: textIn(form, 'currency') ?? 'jpy', latest_charge: null }),
      customer: customer ?? null,
      status: 'requires_payment_method',
      payment_method: textIn(form, 'payment_method') ?? null,
      allowed_payment_method_types: ['card'],
      setup_future_usage: textIn(form, 'setup_future_usage') ?? null,
      metadata: textsIn(form, 'metadata'),
      next_action: null,
      cancellation_reason: null,
      [errorField]: null,
    },
  )
  const created = await changeObject(call, intent, { client_secret: `${intent.id}_secret_${call.random(12).toString('hex')}` })
  return textIn(form, 'confirm') === 'true' ? confirm(call, kind, created, form) : ok(created)
}

export const cancelIntent = async (call: SandboxCall, kind: IntentKind, intent: StripeObject, form: Form): Promise<SandboxReply> => {
  if (intent.status === 'canceled') return ok(intent)
  if (!unconfirmed.includes(String(intent.status)))
    return invalidRequest(`You cannot cancel this ${kind} because it has a status of ${intent.status}.`, { code: `${kind}_unexpected_state` })
  const cancelled = await changeObject(call, intent, {
    status: 'canceled',
    cancellation_reason: textIn(form, 'cancellation_reason') ?? null,
    next_action: null,
  })
  await addEvent(call, `${kind}.canceled`, cancelled)
  return ok(cancelled)
}
