import { invalidRequest } from './cards.ts'
import { type Form, formIn, textIn } from './form.ts'
import { addEvent, addObject, changeObject, listObjects, type SandboxCall, type SandboxReply, type StripeObject } from './object-store.ts'

const daysForEvidence = 9

/** The bank of the cardholder takes the money of a payment back. */
export const openDispute = async (call: SandboxCall, { id, amount }: StripeObject, charge: string): Promise<void> => {
  const due_by = Math.floor(call.clock().getTime() / 1000) + daysForEvidence * 86_400
  const dispute = await addObject(
    call,
    { prefix: 'du', kind: 'dispute', parent: id },
    {
      ...{ amount, currency: 'jpy', charge, payment_intent: id, reason: 'fraudulent', status: 'needs_response', is_charge_refundable: false, metadata: {} },
      evidence_details: { due_by, has_evidence: false, past_due: false, submission_count: 0 },
    },
  )
  await addEvent(call, 'charge.dispute.created', dispute)
  await addEvent(call, 'charge.dispute.funds_withdrawn', dispute)
}

/** The yen of a payment that its disputes took back. */
export const heldByDisputes = async (call: SandboxCall, { id }: StripeObject): Promise<number> => {
  const disputes = await listObjects(call, 'dispute', id)
  return disputes
    .filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(String(status)))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
}

const decide = async (call: SandboxCall, dispute: StripeObject, status: 'won' | 'lost'): Promise<SandboxReply> => {
  const closed = await changeObject(call, dispute, { status })
  await addEvent(call, 'charge.dispute.closed', closed)
  if (status === 'won') await addEvent(call, 'charge.dispute.funds_reinstated', closed)
  return { status: 200, body: closed }
}

/** Closes a dispute as lost, or decides it by these words of Stripe's test mode in the evidence. */
export const answerDispute = async (call: SandboxCall, dispute: StripeObject, action: string | undefined, form: Form): Promise<SandboxReply> => {
  const evidence = textIn(formIn(form, 'evidence'), 'uncategorized_text')
  if (dispute.status !== 'needs_response') return invalidRequest(`This dispute has a status of ${dispute.status}.`)
  if (action === 'close' || evidence === 'losing_evidence') return decide(call, dispute, 'lost')
  return evidence === 'winning_evidence' ? decide(call, dispute, 'won') : { status: 200, body: dispute }
}
