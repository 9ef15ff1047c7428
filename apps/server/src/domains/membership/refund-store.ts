import { desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { contract_charges } from '../contract/tables.ts'
import { payments, refunds } from '../payment/tables.ts'
import { contract_charge_payments } from './tables.ts'

/** In the order of `failed_refund_amount` of the charge. */
const newestOfCharge = patientQuery(({ db, rows }) =>
  db
    .select({ payment_id: refunds.payment_id, amount: refunds.amount, note: refunds.note, status: refunds.status })
    .from(rows(contract_charges))
    .leftJoin(rows(contract_charge_payments), eq(contract_charge_payments.charge_id, contract_charges.id))
    .leftJoin(rows(refunds), eq(refunds.payment_id, contract_charge_payments.payment_id))
    .where(eq(contract_charges.id, sql.placeholder('id')))
    .orderBy(sql`${refunds.updated_at} desc nulls last`, desc(refunds.id))
    .limit(1),
)

/** The newest refund of a charge if it failed, with its payment locked; undefined otherwise. Throws 404 for an unknown charge. */
export const lockFailedRefund = async (scope: PatientScope, id: number) => {
  const newest = async () => requireRow(await newestOfCharge(scope).execute({ id }))
  const { payment_id } = await newest()
  if (payment_id === null) return undefined
  // another call may have repeated the refund until the payment was locked
  await lockRow(scope, payments, { id: payment_id })
  const { status, amount, note, payment_id: locked_id } = await newest()
  return status === 'failed' && locked_id === payment_id ? { payment_id, amount: amount!, note: note! } : undefined
}
