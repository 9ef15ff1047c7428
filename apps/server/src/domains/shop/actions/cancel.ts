import type { cancelOrder, Order } from '@sukoyaka/wire/people/order'
import type { cancelAnyOrder, refundOrder } from '@sukoyaka/wire/people/order-admin'
import { normalizeText } from '../../../access/rows.ts'
import { apiError, fieldError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { abandonPayment } from '../../payment/actions/charge.ts'
import { refundRest, startRefund } from '../../payment/actions/refund.ts'
import { lockRefundable } from '../../payment/refund-store.ts'
import { paymentOfOrder } from '../../payment/store.ts'
import { orderReply } from '../order/order-store.ts'
import { lockForRefund, lockOrder, markCancelled } from '../order/state-store.ts'

type CancelCall = Pick<Call<typeof cancelOrder>, 'context' | 'db' | 'scope' | 'actor' | 'language' | 'after'>

const cancelWith = async (call: CancelCall, { id, note, updated_at }: { id: number; note: string; updated_at?: string }): Promise<Order> => {
  const { context, db, scope, actor, language, after } = call
  const order = await lockOrder(scope, { id, ...(updated_at && { updated_at }) })
  await markCancelled(scope, order, { actor_id: actor.id, note })
  const payment = await paymentOfOrder(scope, id)
  if (payment?.status === 'succeeded') await refundRest(context, scope, db, { payment_id: payment.id, note, created_by: actor.id })
  // a payment that is under way is cancelled at Stripe, or refunded if it succeeds in this moment
  else if (payment && order.status === 'pending') after(() => abandonPayment(context, scope.withDb(context.db), payment.id))
  return orderReply(scope, id, language)
}

export const cancelOwn = (call: Call<typeof cancelOrder>) => cancelWith(call, { id: call.input.id, note: '' })

const noteOf = (note: string) => {
  const text = normalizeText(note)
  if (!text) throw fieldError('note', 'required')
  return text
}

export const cancelAny = (call: Call<typeof cancelAnyOrder>) => cancelWith(call, { ...call.input, note: noteOf(call.input.note) })

export const refund = async ({ context, db, scope, actor, input, language }: Call<typeof refundOrder>): Promise<Order> => {
  const { id, updated_at, amount } = input
  await lockForRefund(scope, { id, ...(updated_at && { updated_at }) })
  const payment = await paymentOfOrder(scope, id)
  if (payment?.status !== 'succeeded') throw apiError('order_state')
  const left = await lockRefundable(scope, payment.id)
  if (left === 0) throw apiError('refund_too_large', { values: { left: 0 } })
  await startRefund(context, scope, db, { payment_id: payment.id, amount: amount ?? left, note: noteOf(input.note), created_by: actor.id })
  return orderReply(scope, id, language)
}
