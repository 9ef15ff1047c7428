import { systemScope } from '../../access/system-scope.ts'
import type { AppContext } from '../../context/app-context.ts'
import { handleDelivery } from '../../http/webhook.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { checkPayment } from './actions/charge.ts'
import { changedDisputes, followReported } from './actions/dispute.ts'
import { type EventSubject, followEvent, followedTypes } from './actions/follow-event.ts'
import { refundQueue, sendRefund } from './actions/refund.ts'
import { refundsToCheck } from './refund-store.ts'
import { paymentsToCheck } from './store.ts'
import { type StripeEvent, stripeSender } from './stripe-webhook.ts'

const eventQueue = 'stripe_event'
const retries = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 }

/** Queues a job for a stored event: the job asks Stripe, which must not happen within this transaction. */
const receive = handleDelivery(stripeSender, async ({ jobs }, tx, payload) => {
  const { type, data } = payload as StripeEvent
  const { id } = data.object
  if (id && followedTypes.test(type)) await jobs.send(tx, eventQueue, { type, id } satisfies EventSubject)
})

const follow: JobKind = {
  queue: eventQueue,
  options: retries,
  work: (context, subject: EventSubject) => followEvent(context, systemScope(context.db), subject),
}

const refund: JobKind = {
  queue: refundQueue,
  options: retries,
  work: (context, { id }: { id: number }) => sendRefund(context, systemScope(context.db), id),
}

const attempt = <T>(context: AppContext, task: () => Promise<T>) =>
  task().catch((error) => void context.log.warn({ err: error }, 'a payment could not be checked'))

/**
 * Finds out what became of payments and refunds that stayed open: no event came, or the server stopped before it stored the outcome. One failure must not stop
 * the others.
 */
const reconcile: JobKind = {
  queue: 'payments_check',
  options: { policy: 'exclusive', retryLimit: 1, expireInSeconds: 600 },
  cron: '* * * * *',
  isDue: async () => true,
  work: async (context) => {
    if (!context.payments) return
    const scope = systemScope(context.db)
    for (const id of await paymentsToCheck(scope)) await attempt(context, () => checkPayment(context, scope, id))
    for (const id of await refundsToCheck(scope)) await attempt(context, () => sendRefund(context, scope, id))
  },
}

/** Follows recent disputes, whose events may be lost while an older server still receives them. */
const reconcileDisputes: JobKind = {
  queue: 'disputes_check',
  options: { policy: 'exclusive', retryLimit: 1, expireInSeconds: 600 },
  cron: '*/15 * * * *',
  work: async (context) => {
    if (!context.payments) return
    const scope = systemScope(context.db)
    const changed = (await attempt(context, () => changedDisputes(context, scope))) ?? []
    for (const dispute of changed) await attempt(context, () => followReported(context, scope, dispute))
  },
}

export const paymentJobs: JobKind[] = [receive, follow, refund, reconcile, reconcileDisputes]
