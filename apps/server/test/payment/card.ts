import type { Member, TestApp } from '../test-app.ts'

/** Card numbers of the payment sandbox, which are Stripe's test cards. */
export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** Insufficient funds. */
  insufficientFunds: '4000000000009995',
  /** Can be saved; its payments are declined. */
  declinedLater: '4000000000000341',
  /** Asks for authentication once, when it is saved. */
  secure: '4000002500003155',
  /** Asks for authentication at each payment. */
  alwaysSecure: '4000002760003184',
  /** Its payments succeed and are then disputed. */
  disputed: '4000000000000259',
}

const post = (member: Member, path: string, body: object = {}) => member.request('POST', path, { body })

/** Confirms a card at the sandbox, approves its authentication if it needs one, and saves it. Returns the response to `POST /stripe_payments`. */
export const saveCard = async (member: Member, number = testCards.good) => {
  const { setup_intent, client_secret } = (await post(member, '/api/stripe_payments/card_secret')).body
  const { body } = await post(member, '/api/payment_sandbox/confirmations', { client_secret, number, exp_month: 12, exp_year: 2034 })
  if (body.status === 'requires_action') await post(member, '/api/payment_sandbox/authentications', { client_secret, is_approved: true })
  return post(member, '/stripe_payments', { setup_intent })
}

/** Delivers waiting payment events and runs the jobs until nothing is left to do. */
export const settlePayments = async ({ context, runJobs }: TestApp) => {
  do await context.payments!.sandbox!.deliverAll()
  while ((await runJobs()).length)
}
