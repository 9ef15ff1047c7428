import { endingOf } from '@sukoyaka/rules/people/contract-end'
import { tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { contract_charges, contracts } from '../contract/tables.ts'
import { forgetUnpaid } from '../notification/payment-store.ts'
import { giveBackCoupon } from '../shop/coupon-use-store.ts'

/** First instant of a Tokyo day, as contracts store their start and end. */
export const startOf = (day: string): string => tokyoStartOfDay(day).toISOString()

const lockedCharges = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(contract_charges))
    .where(eq(contract_charges.contract_id, sql.placeholder('contract_id')))
    .orderBy(contract_charges.id)
    .for('update'),
)

/** Locks the charges of the contract, then the contract, in the order of a payment. Throws 404, and 409 if the contract was saved since `updated_at`. */
export const lockContract = async (scope: PatientScope, { id, updated_at }: { id: number; updated_at?: string }) => {
  await lockedCharges(scope).execute({ contract_id: id })
  const contract = await lockRow(scope, contracts, { id, ...(updated_at && { updated_at }) })
  const charges = await lockedCharges(scope).execute({ contract_id: id })
  return { contract, charges: charges.map((charge) => ({ ...charge, is_renewal: charge.renewed_until !== null })) }
}
export type Locked = Awaited<ReturnType<typeof lockContract>>

type Terms = Pick<Locked['contract'], 'id' | 'ended_at' | 'auto_update' | 'next_payment_date'>

/**
 * Drops the open charges that a contract with these new terms no longer owes, and gives its coupon back if no payment will use it any more. Throws 409
 * if one of these charges is being paid.
 */
export const dropCharges = async (scope: PatientScope, { id, ended_at, auto_update, next_payment_date }: Terms, charges: Locked['charges']): Promise<void> => {
  const { dropped, owed } = endingOf(charges, ended_at && tokyoDay(ended_at), auto_update)
  if (dropped.some(({ status }) => status === 'paying')) throw apiError('charge_in_progress')
  if (dropped.length)
    await scope
      .update(contract_charges)
      .set({ status: 'skipped', next_try_on: null, updated_at: later(contract_charges.updated_at) })
      .where(
        inArray(
          contract_charges.id,
          dropped.map((charge) => charge.id),
        ),
      )
  for (const charge of dropped) await forgetUnpaid(scope, charge.id)
  if (next_payment_date === null && !owed.some(({ coupon_id }) => coupon_id !== null)) await giveBackCoupon(scope, { contract_id: id }, ['reserved'])
}
