import { endingOf } from '@sukoyaka/rules/people/contract-end'
import { chargeAmounts, chargeDue, graceDays, retryDays } from '@sukoyaka/rules/people/payment/billing'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { patientQuery } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { columnsOf, type PlainTableOf } from '../../access/patient-table.ts'
import { lockRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { accountById } from '../account/store.ts'
import { contract_charges, contracts, plans } from '../contract/tables.ts'
import { forgetUnpaid } from '../notification/payment-store.ts'
import { insertPayment, type PaymentRow } from '../payment/store.ts'
import { payments } from '../payment/tables.ts'
import { countCoupon, giveBackCoupon } from '../shop/coupon-use-store.ts'
import { couponOfNextCharge } from './coupon-store.ts'
import { startOf } from './end-store.ts'
import { otherContractIn } from './period-store.ts'
import { contract_charge_payments } from './tables.ts'

export type ChargeRow = typeof contract_charges.$inferSelect

export const setContract = (scope: PatientScope, id: number, values: PgUpdateSetSource<PlainTableOf<typeof contracts>>) =>
  scope
    .update(contracts)
    .set({ ...values, updated_at: later(contracts.updated_at) })
    .where(eq(contracts.id, id))

const setCharge = (scope: PatientScope, id: number, values: PgUpdateSetSource<PlainTableOf<typeof contract_charges>>) =>
  scope
    .update(contract_charges)
    .set({ ...values, updated_at: later(contract_charges.updated_at) })
    .where(eq(contract_charges.id, id))

/** Contracts whose next payment is due by tomorrow: charges are opened a day ahead. */
const payable = patientQuery(({ db, rows }) =>
  db
    .select({ id: contracts.id })
    .from(rows(contracts))
    .where(sql`${contracts.next_payment_date} <= ${sql.placeholder('day')}`)
    .orderBy(asc(contracts.next_payment_date))
    .limit(500),
)
export const contractsToCharge = async (scope: PatientScope, today: string): Promise<number[]> =>
  (await payable(scope).execute({ day: addDays(today, 1) })).map(({ id }) => id)

export const planOf = patientQuery(({ db, rows }) =>
  db
    .select({ price: plans.price, billing_cycle: plans.billing_cycle, duration: plans.duration })
    .from(rows(contracts))
    .innerJoin(plans, eq(plans.id, contracts.plan_id))
    .where(eq(contracts.id, sql.placeholder('id'))),
)

/** Contracts that ended more than this many days ago, for example during downtime, are not renewed. */
export const maxDaysLate = 7

type Extension = Pick<ChargeRow, 'user_id' | 'contract_id' | 'due_on'> & { until: string }
/**
 * Whether the patient has another contract in the days from `due_on` to `until`, the days by which a payment would extend this contract. No other call can add
 * one until the transaction ends. The caller must lock this contract first.
 */
const isReplaced = async (scope: PatientScope, { user_id, contract_id, due_on, until }: Extension): Promise<boolean> =>
  (await otherContractIn(scope, { user_id, own_id: contract_id, started_at: startOf(due_on), ended_at: startOf(until) })) !== undefined

/**
 * The day until which a payment of the charge extends the contract: the end of the renewal, or the end of the paid period if the charge was given up as unpaid
 * (which had ended the contract). Null if it extends nothing.
 */
const extensionOf = ({ status, renewed_until, period_until }: ChargeRow) => renewed_until ?? (status === 'unpaid' ? period_until : null)

/**
 * Opens the charge of a contract's next payment day and moves that day to the following payment. A contract to be renewed stays valid while the payment is
 * retried. Ends the payments of a contract that is over, replaced, or to be renewed more than `maxDaysLate` days late. The contract of a deactivated patient
 * ends as if the charge was unpaid, so that nothing is charged later for months in which the patient could not sign in. Opens each charge once, because the
 * contract is locked and its next payment day moves on. Runs in a transaction. Returns whether something changed.
 */
export const openCharge = async (scope: PatientScope, contract_id: number, today: string): Promise<boolean> => {
  const contract = await lockRow(scope, contracts, { id: contract_id })
  const { user_id, started_at, ended_at, next_payment_date } = contract
  if (next_payment_date === null || next_payment_date > addDays(today, 1)) return false
  const { price, ...terms } = requireRow(await planOf(scope).execute({ id: contract_id }))
  const ended_on = ended_at && tokyoDay(ended_at)
  const due = chargeDue({ ...contract, ...terms, started_on: tokyoDay(started_at), ended_on, next_payment_date })
  // the contract goes on until its end or, while it is being renewed, until the end of the renewal
  const ends = [ended_on, ...(await openChargesOf(scope, contract_id)).map(({ renewed_until }) => renewed_until)]
  const hasEnded = ended_on !== null && !ends.some((day) => day !== null && day >= next_payment_date)
  const isOver = !due || hasEnded || (due.renewed_until !== null && due.due_on < addDays(today, -maxDaysLate))
  const hasOther = due?.renewed_until && (await isReplaced(scope, { user_id, contract_id, due_on: due.due_on, until: due.renewed_until }))
  const isDeactivated = !(await accountById(scope.db, user_id))
  if (isOver || hasOther || isDeactivated) {
    // decided on the day itself: if the other contract is withdrawn, the renewal switched on or the account activated by then, the card is charged
    if (next_payment_date > today) return false
    if (isDeactivated) {
      // a contract without charges would count as one that is not paid by card once the account is activated
      const skipped = due && { ...due, user_id, contract_id, amount: chargeAmounts(price, undefined).total, status: 'skipped' as const }
      if (skipped) await scope.insert(contract_charges).values(skipped).onConflictDoNothing()
      await endUnpaid(scope, { contract_id, due_on: next_payment_date, first_tried_on: null }, today)
    } else await setContract(scope, contract_id, { auto_update: false, next_payment_date: null })
    return true
  }
  const hasPassed = due.period_until <= today
  const coupon = hasPassed ? undefined : await couponOfNextCharge(scope, contract_id, 'ja')
  const { total, discount } = chargeAmounts(price, coupon?.discount)
  const opened = {
    ...{ amount: total, discount, coupon_id: coupon?.id ?? null, period_until: due.period_until, renewed_until: due.renewed_until },
    ...(hasPassed ? { status: 'skipped' as const, next_try_on: null } : { status: 'due' as const, next_try_on: due.due_on }),
  }
  await scope
    .insert(contract_charges)
    .values({ user_id, contract_id, due_on: due.due_on, ...opened })
    // the charge was dropped when the contract was ended; it is owed again because the renewal was switched on
    .onConflictDoUpdate({
      target: [contract_charges.contract_id, contract_charges.due_on],
      set: { ...opened, decline_reason: null, first_tried_on: null, updated_at: later(contract_charges.updated_at) },
      setWhere: eq(contract_charges.status, 'skipped'),
    })
  const grace = due.renewed_until && { ended_at: startOf(addDays(due.due_on, graceDays)) }
  await setContract(scope, contract_id, { next_payment_date: due.next_payment_date, ...grace })
  return true
}

const waiting = patientQuery(({ db, rows }) =>
  db
    .select({ id: contract_charges.id })
    .from(rows(contract_charges))
    .where(sql`${contract_charges.next_try_on} <= ${sql.placeholder('today')}`)
    .orderBy(asc(contract_charges.next_try_on))
    .limit(500),
)
export const chargesToTry = async (scope: PatientScope, today: string): Promise<number[]> => (await waiting(scope).execute({ today })).map(({ id }) => id)

type Started = { payment: PaymentRow | null }
/**
 * Makes the payment of the next try. The caller commits it before calling Stripe. `off_session`: the job tries on the day of the next try or later; the result
 * is undefined if no try is due. `saved_card`: the patient pays. Throws 409 while another payment is under way and 422 unless the charge is due. A free charge
 * is paid at once, without a payment. A charge that an ended or replaced contract does not owe is dropped, with the result undefined. So is, for `off_session`,
 * the charge of a deactivated patient, whose contract then ends as if it was unpaid.
 */
export const startPayment = async (scope: PatientScope, id: number, method: 'off_session' | 'saved_card', now: Date): Promise<Started | undefined> => {
  const charge = await lockRow(scope, contract_charges, { id })
  const today = tokyoDay(now)
  if (method === 'off_session' && !(charge.status === 'due' && charge.next_try_on !== null && charge.next_try_on <= today)) return undefined
  if (charge.status === 'paying') throw apiError('charge_in_progress')
  if (charge.status !== 'due') throw apiError('charge_not_payable')
  if (!(await isOwed(scope, charge))) return void (await dropCharge(scope, charge))
  if (method === 'off_session' && !(await accountById(scope.db, charge.user_id))) {
    await dropCharge(scope, charge)
    return void (await endUnpaid(scope, charge, today))
  }
  const isFree = charge.amount === 0
  const first_tried_on = charge.first_tried_on ?? today
  await setCharge(scope, id, isFree ? { first_tried_on } : { status: 'paying', next_try_on: null, first_tried_on })
  if (isFree) {
    await markPaid(scope, charge, now)
    return { payment: null }
  }
  // after downtime the first try may be late, and the retries end later too: the contract stays valid until then
  if (charge.renewed_until !== null) await extendTo(scope, charge.contract_id, endOfUnpaid({ ...charge, first_tried_on }))
  const { user_id, amount, contract_id } = charge
  const payment = await insertPayment(scope, { user_id, amount, method, purpose: 'contract', contract_id })
  await scope.insert(contract_charge_payments).values({ payment_id: payment.id, charge_id: id })
  return { payment }
}

const extendTo = (scope: PatientScope, contract_id: number, until: string) =>
  // a contract without end (null) stays so: greatest ignores null
  setContract(scope, contract_id, {
    ended_at: sql`case when ${contracts.ended_at} is not null then greatest(${contracts.ended_at}, ${startOf(until)}::timestamptz) end`,
  })

/**
 * Whether the contract still owes the charge: nobody ended the contract before the paid period, and the patient has no other contract in the time by which the
 * payment extends it. Locks the contract; the caller must lock the charge first. A contract that ended because this charge was unpaid still owes it.
 */
const isOwed = async (scope: PatientScope, charge: ChargeRow): Promise<boolean> => {
  const { ended_at, auto_update } = await lockRow(scope, contracts, { id: charge.contract_id })
  const is_renewal = charge.renewed_until !== null
  if (endingOf([{ ...charge, is_renewal }], ended_at && tokyoDay(ended_at), auto_update).dropped.length) return false
  // somebody ended the contract before the period of this unpaid charge; `endingOf` drops open charges only
  if (charge.status === 'unpaid' && !is_renewal && ended_at !== null && ended_at <= startOf(charge.due_on)) return false
  const until = extensionOf(charge)
  return until === null || !(await isReplaced(scope, { ...charge, until }))
}

/** The charge is no longer to be paid. If it was for a renewal, the contract is not renewed. */
const dropCharge = async (scope: PatientScope, { id, contract_id, coupon_id, renewed_until }: ChargeRow) => {
  await setCharge(scope, id, { status: 'skipped', next_try_on: null })
  await forgetUnpaid(scope, id)
  if (renewed_until !== null) await setContract(scope, contract_id, { auto_update: false, next_payment_date: null })
  if (coupon_id !== null) await giveBackCoupon(scope, { contract_id }, ['reserved'])
}

/** Books a payment that Stripe took. False if it must be refunded: the charge was paid or dropped before, or its contract does not owe it. */
export const bookPayment = async (scope: PatientScope, charge: ChargeRow, { id }: PaymentRow, now: Date): Promise<boolean> => {
  if (charge.status === 'paid' || charge.status === 'skipped') return false
  const isWanted = await isOwed(scope, charge)
  await (isWanted ? markPaid(scope, charge, now, id) : dropCharge(scope, charge))
  return isWanted
}

const markPaid = async (scope: PatientScope, charge: ChargeRow, now: Date, payment_id: number | null = null): Promise<void> => {
  const { id, contract_id, coupon_id } = charge
  await setCharge(scope, id, { status: 'paid', next_try_on: null, decline_reason: null, paid_at: now.toISOString(), payment_id })
  await forgetUnpaid(scope, id)
  if (coupon_id !== null) await countCoupon(scope, { contract_id })
  const until = extensionOf(charge)
  if (until !== null) await extendTo(scope, contract_id, until)
}

const chargeOfPayment = patientQuery(({ db, rows }) =>
  db
    .select({ id: contract_charge_payments.charge_id })
    .from(rows(contract_charge_payments))
    .where(eq(contract_charge_payments.payment_id, sql.placeholder('payment_id'))),
)

const waitingAtBank = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(payments) })
    .from(rows(payments))
    .innerJoin(rows(contract_charge_payments), eq(contract_charge_payments.payment_id, payments.id))
    .where(and(eq(contract_charge_payments.charge_id, sql.placeholder('charge_id')), eq(payments.status, 'requires_action')))
    .limit(1),
)
/** The charge's payment that waits for the patient’s authentication at the bank (`requires_action`). */
export const paymentAtBank = async (scope: PatientScope, charge_id: number): Promise<PaymentRow | undefined> =>
  (await waitingAtBank(scope).execute({ charge_id }))[0]

/** The locked charge that a payment is for. */
export const lockChargeOf = async (scope: PatientScope, payment_id: number): Promise<ChargeRow> => {
  const { id } = requireRow(await chargeOfPayment(scope).execute({ payment_id }))
  return lockRow(scope, contract_charges, { id })
}

/**
 * Stores that a payment failed, and the day of the next try. After the last try, the patient can pay the charge until the contract ends; on that day it is given
 * up.
 */
export const markDeclined = async (scope: PatientScope, charge: ChargeRow, { decline_reason }: PaymentRow, today: string): Promise<void> => {
  const next_try_on = retryDays.map((days) => addDays(charge.first_tried_on ?? today, days)).find((day) => day > today) ?? null
  await setCharge(scope, charge.id, { status: 'due', decline_reason, next_try_on })
  await giveUpCharge(scope, charge.id, today)
}

const tried = patientQuery(({ db, rows }) =>
  db
    .select({ id: contract_charges.id })
    .from(rows(contract_charges))
    .where(
      and(
        eq(contract_charges.status, 'due'),
        isNull(contract_charges.next_try_on),
        sql`${contract_charges.first_tried_on} <= ${sql.placeholder('first_tried_on')}`,
      ),
    )
    .limit(500),
)
/** Charges that were not paid until the day on which their contracts are to end. */
export const chargesToGiveUp = async (scope: PatientScope, today: string): Promise<number[]> =>
  (await tried(scope).execute({ first_tried_on: addDays(today, -graceDays) })).map(({ id }) => id)

/** Makes a charge unpaid and ends its contract, if the tries are over and the day of that end has come. Runs in a transaction; idempotent. */
export const giveUpCharge = async (scope: PatientScope, id: number, today: string): Promise<void> => {
  const charge = await lockRow(scope, contract_charges, { id })
  if (charge.status !== 'due' || charge.next_try_on !== null || endOfUnpaid(charge) > today) return
  await setCharge(scope, id, { status: 'unpaid' })
  await endUnpaid(scope, charge, today)
}

/** The day at whose start a contract is to end if the charge stays unpaid. */
export const endOfUnpaid = ({ due_on, first_tried_on }: Pick<ChargeRow, 'due_on' | 'first_tried_on'>) => addDays(first_tried_on ?? due_on, graceDays)

const endUnpaid = async (scope: PatientScope, charge: Pick<ChargeRow, 'contract_id' | 'due_on' | 'first_tried_on'>, today: string) => {
  const planned = endOfUnpaid(charge)
  const end = startOf(planned >= today ? planned : addDays(today, 1))
  const ended_at = sql`least(${contracts.ended_at}, ${end}::timestamptz)`
  await setContract(scope, charge.contract_id, { auto_update: false, next_payment_date: null, ended_at })
  await giveBackCoupon(scope, { contract_id: charge.contract_id }, ['reserved'])
}

const openOfContract = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(contract_charges))
    .where(and(eq(contract_charges.contract_id, sql.placeholder('contract_id')), inArray(contract_charges.status, ['due', 'paying']))),
)
export const openChargesOf = (scope: PatientScope, contract_id: number) => openOfContract(scope).execute({ contract_id })
