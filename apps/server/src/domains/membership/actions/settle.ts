import { tokyoDay } from '@sukoyaka/rules/time'
import type { PatientScope } from '../../../access/patient-scope.ts'
import type { AppContext } from '../../../context/app-context.ts'
import { publishPatientEvent } from '../../../realtime/event-rows.ts'
import { forgetRefund } from '../../notification/order-store.ts'
import { forgetFailedRefund, notifyOfContractRefund, notifyOfFailedRefund, notifyOfPayment } from '../../notification/payment-store.ts'
import { refundRest } from '../../payment/actions/refund.ts'
import type { PaymentOwner } from '../../payment/owners.ts'
import type { PaymentRow } from '../../payment/store.ts'
import { bookPayment, lockChargeOf, markDeclined } from '../charge-store.ts'
import { hasFailedChargeRefund } from '../refund-store.ts'
import { receiptQueue } from './receipt.ts'

/** Runs in the transaction that settles the payment. */
const settled = async (context: AppContext, scope: PatientScope, payment: PaymentRow): Promise<void> => {
  const charge = await lockChargeOf(scope, payment.id)
  const { id, user_id } = charge
  if (payment.status === 'succeeded') {
    // a payment that is not booked is refunded: for example, an earlier payment of the charge had failed and then succeeded late, so the charge is paid twice
    if (await bookPayment(scope, charge, payment, context.clock())) await context.jobs.send(scope.db, receiptQueue, { charge_id: id })
    else await refundRest(context, scope, scope.db, { payment_id: payment.id, note: '', created_by: null })
  } else if (charge.status === 'paying') {
    await markDeclined(scope, charge, payment, tokyoDay(context.clock()))
    await notifyOfPayment(scope, { patient_id: user_id, record_id: id })
  }
  await context.onChanges(scope.db, ['contracts'], new Set([user_id]))
  await publishPatientEvent(scope.db, user_id, ['contracts', 'payments', 'users'])
}

export const contractPayments: PaymentOwner = {
  settled,
  /** A refund does not change the contract: the person who refunds decides whether to end it too. */
  refunded: async (_context, scope, payment) => {
    const { id, user_id } = await lockChargeOf(scope, payment.id)
    await notifyOfContractRefund(scope, { patient_id: user_id, record_id: id })
    if (!(await hasFailedChargeRefund(scope, id))) await forgetFailedRefund(scope, { kind: 'contract_refund_failed', record_id: id })
  },
  /** The refunded amount of a charge is the sum of its refunds that succeeded, so only the notification is taken back. */
  refundFailed: async (_context, scope, payment, _refund, wasMade) => {
    const { id, user_id } = await lockChargeOf(scope, payment.id)
    if (wasMade) await forgetRefund(scope, { kind: 'contract_refunded', record_id: id })
    await notifyOfFailedRefund(scope, { kind: 'contract_refund_failed', patient_id: user_id, record_id: id })
  },
}
