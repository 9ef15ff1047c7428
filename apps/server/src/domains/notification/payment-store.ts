import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { PatientScope } from '../../access/patient-scope.ts'
import { adminIds, forgetNotices, type Notice, notifyAll, teamOrAdmins } from './recipient-store.ts'

/**
 * Notifies the patient and the concierges of the care team that a contract was not paid; without a concierge the patient and the admins. Open notifications
 * about the same charge are replaced.
 */
export const notifyOfPayment = async (scope: PatientScope, { patient_id, record_id }: { patient_id: number; record_id: number }): Promise<void> => {
  await forgetNotices(scope, { kind: 'contract_payment', record_id })
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

type Disputed = { dispute_status: 'open' | 'won' | 'lost' | null; dispute_amount: number | null; dispute_due_at: string | null }
/**
 * Notifies the administrators that a payment of an order or a contract charge is disputed, or that the dispute was lost, with the amount and the last day for
 * evidence. Replaces open notifications about the same one. A dispute that was won leaves none.
 */
export const notifyOfDispute = async (
  scope: PatientScope,
  notice: Notice & { kind: 'order_disputed' | 'contract_disputed' },
  { dispute_status, dispute_amount, dispute_due_at }: Disputed,
): Promise<void> => {
  await forgetNotices(scope, notice)
  if (dispute_status === 'won') return
  const due = dispute_status === 'open' && dispute_due_at ? ` – ${formatDay(tokyoDay(dispute_due_at), 'ja')}` : ''
  await notifyAll(scope, await adminIds(scope), { ...notice, body: `¥${dispute_amount!.toLocaleString('ja-JP')}${due}` })
}
