import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { ApiError } from '../../../errors/api-error.ts'
import { forgetFailedRefund, notifyOfFailedRefund } from '../../notification/payment-store.ts'
import { refundRest } from '../../payment/actions/refund.ts'
import type { PaymentOwner } from '../../payment/owners.ts'
import { hasFailedRefund } from '../../payment/refund-store.ts'
import type { PaymentRow } from '../../payment/store.ts'
import type { OrderRow } from '../order/order-store.ts'
import { reserveAgain } from '../order/place-store.ts'
import { addRefund, lockOrder, markFailed, markPaid, takeBackRefund } from '../order/state-store.ts'

/** Reserves stock and coupon of a failed order again. False if one is no longer available, and for an order that did not fail. */
const mayStillDeliver = async (scope: PatientScope, order: OrderRow): Promise<boolean> => {
  if (order.status !== 'failed') return false
  try {
    // a savepoint: what was reserved before the refusal is put back
    await scope.db.transaction((tx) => reserveAgain(scope.withDb(tx), order))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** The payment succeeded after the order had failed or was cancelled: delivers the order if that is still possible, else refunds the payment. */
const deliverOrRefund = async (context: AppContext, scope: PatientScope, order: OrderRow, { id }: PaymentRow) => {
  if (await mayStillDeliver(scope, order)) await markPaid(scope, order, context.clock())
  else await refundRest(context, scope, scope.db, { payment_id: id, note: '', created_by: null })
}

/** Changes an order when its payment or a refund changes. */
export const orderPayments: PaymentOwner = {
  settled: async (context, scope, payment) => {
    const order = await lockOrder(scope, { id: payment.order_id! })
    if (payment.status !== 'succeeded') {
      if (order.status === 'pending') await markFailed(scope, order, payment.decline_reason)
    } else if (order.status === 'pending') await markPaid(scope, order, context.clock())
    else await deliverOrRefund(context, scope, order, payment)
  },
  refunded: async (_context, scope, payment, refund) => {
    const record_id = payment.order_id!
    await addRefund(scope, record_id, refund)
    if (!(await hasFailedRefund(scope, record_id))) await forgetFailedRefund(scope, { kind: 'order_refund_failed', record_id })
  },
  refundFailed: async (_context, scope, payment, refund, wasMade) => {
    if (wasMade) await takeBackRefund(scope, payment.order_id!, refund)
    await notifyOfFailedRefund(scope, { kind: 'order_refund_failed', patient_id: payment.user_id, record_id: payment.order_id! })
  },
}
