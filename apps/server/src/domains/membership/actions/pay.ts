import type { payCharge } from '@sukoyaka/wire/care/membership'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { charge } from '../../payment/actions/charge.ts'
import { confirmationOf } from '../../payment/actions/confirmation.ts'
import { paymentsOn } from '../../payment/actions/stripe-calls.ts'
import { paymentReply } from '../../payment/store.ts'
import { paymentAtBank, startPayment } from '../charge-store.ts'

/** Charges the saved card while the patient waits. If a payment still waits for the bank's authentication, that payment continues. */
export const payChargeNow = async ({ context, scope, input, language }: Call<typeof payCharge>): Promise<Reply<typeof payCharge>> => {
  paymentsOn(context)
  const atBank = await paymentAtBank(scope, input.id)
  const started = atBank
    ? { payment: atBank }
    : await inTransaction(context.db, (tx) => startPayment(scope.withDb(tx), input.id, 'saved_card', context.clock()))
  if (!started) throw apiError('charge_not_payable')
  if (!started.payment) return { payment: null, confirmation: null }
  const payment = await charge(context, scope, started.payment.id)
  const confirmation = payment.status === 'requires_action' ? await confirmationOf(context, scope, payment) : null
  return { payment: paymentReply(language)(payment), confirmation }
}
