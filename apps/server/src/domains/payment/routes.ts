import * as wire from '@sukoyaka/wire/people/payment'
import { serve } from '../../http/serve.ts'
import { webhook } from '../../http/webhook.ts'
import { removeCard, requestCardSecret, saveCheckedCard } from './actions/card.ts'
import { checkPayment } from './actions/charge.ts'
import { authenticateTestCard, confirmTestCard } from './actions/sandbox.ts'
import { cardOf, cardReply } from './card-store.ts'
import { allPayments, payerOf, paymentOf, paymentReply, paymentsOf } from './store.ts'
import { stripeSender } from './stripe-webhook.ts'

/** For calls that ask Stripe or the sandbox, which must not happen within a transaction. */
const inSteps = { atomic: false }

export const paymentRoutes = [
  serve(wire.createCardSecret, requestCardSecret, inSteps),
  serve(wire.saveCard, saveCheckedCard, inSteps),
  serve(wire.listPaymentSources, async ({ scope, input }) => {
    const card = await cardOf(scope, await payerOf(scope, input.user_id))
    return { items: card ? [cardReply(card)] : [] }
  }),
  serve(wire.removePaymentSource, removeCard),
  serve(wire.listPayments, ({ scope, input, language }) => paymentsOf(scope, input, language)),
  serve(wire.listAllPayments, ({ scope, input, language }) => allPayments(scope, input, language)),
  serve(wire.getPayment, async ({ scope, input, language }) => paymentReply(language)(await paymentOf(scope, input.id))),
  serve(
    wire.refreshPayment,
    async ({ context, scope, input, language }) => {
      await paymentOf(scope, input.id)
      return paymentReply(language)(await checkPayment(context, scope, input.id))
    },
    inSteps,
  ),
  webhook(wire.receiveStripe, stripeSender),
  serve(wire.confirmInSandbox, confirmTestCard, inSteps),
  serve(wire.authenticateInSandbox, authenticateTestCard, inSteps),
]
