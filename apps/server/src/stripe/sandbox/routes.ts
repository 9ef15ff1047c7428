import { invalidRequest, missing } from './cards.ts'
import { answerDispute, heldByDisputes } from './disputes.ts'
import { type Form, formIn, textIn, textsIn } from './form.ts'
import { authenticate, cancelIntent, confirm, createIntent, expanded, type IntentKind, isIntentKind } from './intents.ts'
import { addEvent, addObject, changeObject, findEvent, findObject, listObjects, type SandboxCall, type SandboxReply } from './object-store.ts'

/** `isPublic`: sent with the publishable key, as by a page; it may only confirm or authenticate an intent, and only with its client secret. */
export type SandboxRequest = { method: string; path: string; form: Form; isPublic: boolean }

const ok = (body: unknown): SandboxReply => ({ status: 200, body })
const list = (data: unknown[]) => ok({ object: 'list', data, has_more: false })
const notServed = ({ method, path }: SandboxRequest) => invalidRequest(`Unrecognized request URL (${method}: ${path}).`, { status: 404 })

const customers = async (call: SandboxCall, request: SandboxRequest, id: string | undefined) => {
  const { method, form } = request
  if (!id && method === 'POST') return ok(await addObject(call, { prefix: 'cus', kind: 'customer' }, { metadata: textsIn(form, 'metadata') }))
  const customer = id && (await findObject(call, 'customer', id))
  if (!customer) return missing('customer', id ?? '')
  return method === 'GET' ? ok(customer) : notServed(request)
}

const intents = async (call: SandboxCall, request: SandboxRequest, kind: IntentKind, [id, action]: (string | undefined)[]) => {
  const { method, form, isPublic } = request
  if (!id) return method === 'POST' ? createIntent(call, kind, form) : list(await listObjects(call, kind, textIn(form, 'customer') ?? ''))
  const intent = await findObject(call, kind, id)
  if (!intent || (isPublic && textIn(form, 'client_secret') !== intent.client_secret)) return missing(kind, id)
  if (method === 'GET') return ok(await expanded(call, intent, form))
  if (action === 'confirm') return confirm(call, kind, intent, form)
  if (action === 'authenticate') return authenticate(call, kind, intent, form)
  return action === 'cancel' ? cancelIntent(call, kind, intent, form) : notServed(request)
}

const paymentMethods = async (call: SandboxCall, request: SandboxRequest, [id = '', action]: (string | undefined)[]) => {
  const method = await findObject(call, 'payment_method', id)
  if (!method) return missing('PaymentMethod', id)
  if (request.method === 'GET') return ok(method)
  if (action !== 'detach') return notServed(request)
  if (!method.customer) return invalidRequest('The payment method is not attached to a customer.')
  const detached = await changeObject(call, method, { customer: null, sandbox_is_set_up: false })
  await addEvent(call, 'payment_method.detached', detached)
  return ok(detached)
}

const refunds = async (call: SandboxCall, request: SandboxRequest, id: string | undefined) => {
  const { method, form } = request
  const payment_intent = textIn(form, 'payment_intent') ?? ''
  if (method === 'GET') {
    if (!id) return list(await listObjects(call, 'refund', payment_intent))
    const refund = await findObject(call, 'refund', id)
    return refund ? ok(await expanded(call, refund, form)) : missing('refund', id)
  }
  const intent = await findObject(call, 'payment_intent', payment_intent)
  if (!intent) return missing('payment_intent', payment_intent)
  if (intent.status !== 'succeeded') return invalidRequest('This PaymentIntent does not have a successful charge to refund.')
  const refunded = Number(intent.sandbox_refunded ?? 0)
  const left = Number(intent.amount) - refunded
  const amount = Number(textIn(form, 'amount') ?? left)
  if (!(amount > 0 && amount <= left))
    return invalidRequest(`Refund amount is greater than unrefunded amount on charge (${left}).`, { code: 'charge_already_refunded' })
  if (amount > left - (await heldByDisputes(call, intent)))
    return invalidRequest(`Charge ${intent.latest_charge} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  await changeObject(call, intent, { sandbox_refunded: refunded + amount })
  const refund = await addObject(
    call,
    { prefix: 're', kind: 'refund', parent: intent.id },
    { amount, currency: 'jpy', payment_intent: intent.id, charge: intent.latest_charge, status: 'succeeded', metadata: textsIn(form, 'metadata') },
  )
  await addEvent(call, 'refund.created', refund)
  return ok(refund)
}

const disputes = async (call: SandboxCall, { method, form }: SandboxRequest, [id, action]: (string | undefined)[]) => {
  if (!id) {
    const since = Number(textIn(formIn(form, 'created'), 'gte') ?? 0)
    return list((await listObjects(call, 'dispute')).filter(({ created }) => Number(created) >= since))
  }
  const dispute = await findObject(call, 'dispute', id)
  if (!dispute) return missing('dispute', id)
  return method === 'GET' ? ok(dispute) : answerDispute(call, dispute, action, form)
}

const kindOf: Record<string, string> = { payment_intents: 'payment_intent', setup_intents: 'setup_intent' }

/** Answers a request of the part of Stripe’s API that the server and the page use, or of `authenticate`, which only the sandbox has. */
export const answer = async (call: SandboxCall, request: SandboxRequest): Promise<SandboxReply> => {
  const [, version, resource = '', ...rest] = request.path.split('/')
  const [id, action] = rest
  const kind = kindOf[resource] ?? ''
  if (version !== 'v1') return notServed(request)
  if (isIntentKind(kind) && !(request.isPublic && action !== 'confirm' && action !== 'authenticate')) return intents(call, request, kind, rest)
  if (request.isPublic) return invalidRequest('This API call cannot be made with a publishable API key.', { status: 403 })
  if (resource === 'customers') return customers(call, request, id)
  if (resource === 'payment_methods') return paymentMethods(call, request, rest)
  if (resource === 'refunds') return refunds(call, request, id)
  if (resource === 'disputes') return disputes(call, request, rest)
  const event = resource === 'events' && id ? await findEvent(call, id) : undefined
  return event ? ok(event) : notServed(request)
}
