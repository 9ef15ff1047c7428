import { failedAmounts, type RefundStep } from '@sukoyaka/rules/people/payment/refund'
import type { Dispute } from '@sukoyaka/wire/people/payment'
import { asc, desc, eq } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { isAnyOf } from '../../database/prepared.ts'
import { contract_charges } from '../contract/tables.ts'
import { disputeColumns } from '../payment/dispute-store.ts'
import { failedByOwner, hasFailed, refundSteps } from '../payment/refund-store.ts'
import { payment_disputes, payments, refunds } from '../payment/tables.ts'
import { contract_charge_payments } from './tables.ts'

/** A charge without refunds has a row too. */
const ofCharges = patientQuery(({ db, rows }) =>
  db
    .select({ owner_id: contract_charges.id, refund: { ...refundSteps, note: refunds.note } })
    .from(rows(contract_charges))
    .leftJoin(rows(contract_charge_payments), eq(contract_charge_payments.charge_id, contract_charges.id))
    .leftJoin(rows(refunds), eq(refunds.payment_id, contract_charge_payments.payment_id))
    .where(isAnyOf(contract_charges.id))
    .orderBy(asc(refunds.updated_at), asc(refunds.id)),
)
type Step = RefundStep & { owner_id: number; note: string }

/** The refunds of these charges, in the order in which they changed. Throws 404 if none of the charges exists. */
const stepsOf = async (scope: PatientScope, ids: readonly number[]): Promise<Step[]> => {
  const found = await ofCharges(scope).execute({ ids: [...ids] })
  requireRow(found)
  return found.flatMap(({ owner_id, refund }) => (refund?.payment_id ? [{ owner_id, ...refund }] : []))
}

/** By charge, the yen that failed to be refunded; a later refund that is still open counts as made. */
export const failedRefundsOfCharges = async (scope: PatientScope, ids: readonly number[]): Promise<Map<number, number>> =>
  failedByOwner(ids.length ? await stepsOf(scope, ids) : [])

export const hasFailedChargeRefund = async (scope: PatientScope, id: number): Promise<boolean> => hasFailed(await stepsOf(scope, [id]))

/**
 * What failed to be refunded of each payment of a charge, with the note of the newest refund that failed. Locks the payments. Throws 404 for an unknown
 * charge.
 */
export const lockFailedRefunds = async (scope: PatientScope, id: number): Promise<{ payment_id: number; amount: number; note: string }[]> => {
  const found = failedAmounts(await stepsOf(scope, [id]))
  for (const payment_id of [...found.keys()].sort((a, b) => a - b)) await lockRow(scope, payments, { id: payment_id })
  // another call may have repeated the refund until the payment was locked
  const steps = await stepsOf(scope, [id])
  return [...failedAmounts(steps)].flatMap(([payment_id, amount]) => {
    const last = steps.findLast((step) => step.payment_id === payment_id && step.status === 'failed')
    return found.has(payment_id) ? [{ payment_id, amount, note: last!.note }] : []
  })
}

const disputedCharges = patientQuery(({ db, rows }) =>
  db
    .select({ charge_id: contract_charge_payments.charge_id, ...disputeColumns })
    .from(rows(contract_charge_payments))
    .innerJoin(rows(payment_disputes), eq(payment_disputes.payment_id, contract_charge_payments.payment_id))
    .where(isAnyOf(contract_charge_payments.charge_id))
    .orderBy(desc(payment_disputes.id)),
)
/** By charge, the disputes of its payments, newest first. */
export const disputesOfCharges = async (scope: PatientScope, ids: readonly number[]): Promise<Map<number, Dispute[]>> => {
  const found = ids.length ? await disputedCharges(scope).execute({ ids: [...ids] }) : []
  return Map.groupBy(found, ({ charge_id }) => charge_id)
}
