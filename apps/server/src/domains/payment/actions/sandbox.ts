import type { Reply } from '@sukoyaka/wire/endpoint'
import type { authenticateInSandbox, confirmInSandbox } from '@sukoyaka/wire/people/payment'
import type { Sandbox } from '../../../context/app-context.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { declineReasonOf } from './stripe-calls.ts'

type Answer = Awaited<ReturnType<Sandbox['confirm']>>
type SandboxReply = Reply<typeof confirmInSandbox>

const sandboxOn = ({ context }: Pick<Call<typeof confirmInSandbox>, 'context'>): Sandbox => {
  const sandbox = context.payments?.sandbox
  if (!sandbox) throw apiError('not_found')
  return sandbox
}

/** What Stripe's own element would return to the page: a status, or why the card was declined. */
const replyOf = ({ status, body: { status: intentStatus, error } }: Answer): SandboxReply => {
  if (status === 200) return { status: intentStatus as SandboxReply['status'], decline_reason: null }
  if (error?.type === 'card_error') return { status: 'requires_payment_method', decline_reason: declineReasonOf(error) }
  if (error?.code === 'sandbox_card_unknown') throw apiError('sandbox_card_unknown', { fields: { number: ['not_allowed'] } })
  if (status === 404) throw apiError('not_found')
  throw apiError(status < 500 ? 'card_not_confirmed' : 'payments_unreachable')
}

export const confirmTestCard = async (call: Call<typeof confirmInSandbox>) => replyOf(await sandboxOn(call).confirm(call.input))

export const authenticateTestCard = async (call: Call<typeof authenticateInSandbox>) =>
  replyOf(await sandboxOn(call).authenticate(call.input.client_secret, call.input.is_approved))
