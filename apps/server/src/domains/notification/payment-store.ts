import { formatInstant } from '@sukoyaka/rules/time'
import type { PatientScope } from '../../access/patient-scope.ts'
import { adminIds, forgetNotices, type Notice, notifyAll, teamOrAdmins } from './recipient-store.ts'

/** Removes the open notifications that a charge of a contract was not paid, because it was paid or is no longer owed. */
export const forgetUnpaid = (scope: PatientScope, record_id: number): Promise<void> => forgetNotices(scope, { kind: 'contract_payment', record_id })

/**
 * Notifies the patient and the concierges of the care team that a contract was not paid; without a concierge the patient and the admins. Open notifications
 * about the same charge are replaced.
 */
export const notifyOfPayment = async (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> => {
  await forgetUnpaid(scope, record_id)
  const concierges = await teamOrAdmins(scope, patient_id, (team) => team.filter(({ role }) => role === 'concierge'))
  await notifyAll(scope, [patient_id, ...concierges], { kind: 'contract_payment', patient_id, record_id })
}

/** Notifies the patient that a payment for a contract was refunded. */
export const notifyOfContractRefund = (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> =>
  notifyAll(scope, [patient_id], { kind: 'contract_refunded', patient_id, record_id })

type FailedRefund = Notice & { kind: 'order_refund_failed' | 'contract_refund_failed' }

/** Notifies the administrators, who alone can refund, that a refund of an order or a contract charge failed. Replaces open notifications about the same one. */
export const notifyOfFailedRefund = async (scope: PatientScope, notice: FailedRefund): Promise<void> => {
  await forgetNotices(scope, notice)
  await notifyAll(scope, await adminIds(scope), notice)
}

/** Removes the open notifications of failed refunds of this order or contract charge, because later refunds made up for them. */
export const forgetFailedRefund = (scope: PatientScope, notice: Pick<FailedRefund, 'kind' | 'record_id'>): Promise<void> => forgetNotices(scope, notice)

type DisputedPayment = { user_id: number; order_id: number | null; contract_id: number | null }
type Dispute = { dispute: string; amount: number; due_at: string | null }

const noticeOf = ({ order_id, contract_id }: DisputedPayment) =>
  order_id === null ? ({ kind: 'contract_disputed', record_id: contract_id! } as const) : ({ kind: 'order_disputed', record_id: order_id } as const)

/** Removes the open notifications of a dispute, because there is nothing to do now. */
export const forgetDispute = (scope: PatientScope, payment: DisputedPayment, { dispute }: Pick<Dispute, 'dispute'>): Promise<void> =>
  forgetNotices(scope, { ...noticeOf(payment), part: dispute })

/**
 * Notifies the administrators of the state of a dispute: the amount, until when to answer, and Stripe's id, by which Stripe's dashboard finds it. Replaces
 * an open notification about the same dispute.
 */
export const notifyOfDispute = async (scope: PatientScope, payment: DisputedPayment, { dispute, amount, due_at }: Dispute): Promise<void> => {
  await forgetDispute(scope, payment, { dispute })
  const body = [`¥${amount.toLocaleString('ja-JP')}`, due_at && formatInstant(due_at, 'ja'), dispute].filter(Boolean).join(' – ')
  await notifyAll(scope, await adminIds(scope), { ...noticeOf(payment), patient_id: payment.user_id, body })
}
