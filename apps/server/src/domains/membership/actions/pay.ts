import type { payCharge } from '@sukoyaka/wire/care/membership'
import { inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { charge, prepareIntent } from '../../payment/actions/charge.ts'
import { paymentsOn } from '../../payment/actions/stripe-calls.ts'
import { paymentReply } from '../../payment/store.ts'
import { startPayment } from '../charge-store.ts'

/** Charges the saved card while the patient waits. The secret is for the bank's question, if it has one. */
export const payChargeNow = async ({ context, scope, input, language }: Call<typeof payCharge>) => {
  const { provider, publishable_key } = paymentsOn(context)
  const started = await inTransaction(context.db, (tx) => startPayment(scope.withDb(tx), input.id, 'saved_card', context.clock()))
  if (!started) throw apiError('charge_not_payable')
  const payment = await charge(context, scope, started.id)
  const client_secret = payment.status === 'requires_action' ? (await prepareIntent(context, scope, payment)).client_secret! : ''
  return { payment: paymentReply(language)(payment), provider, publishable_key, client_secret }
}
