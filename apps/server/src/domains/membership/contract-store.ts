import type { Language } from '@sukoyaka/phrases/language'
import { firstTermEnd } from '@sukoyaka/rules/people/contract-end'
import { addDays, tokyoDay } from '@sukoyaka/rules/time'
import type { endContract, startContract, switchContract } from '@sukoyaka/wire/care/membership'
import type { Input } from '@sukoyaka/wire/endpoint'
import { eq } from 'drizzle-orm'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { assertValid } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { shownEnd } from '../contract/shown-end-store.ts'
import { contracts } from '../contract/tables.ts'
import { planTerms, removeUnused } from '../contract/write-store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { giveBackCoupon, reserveCoupon } from '../shop/coupon-use-store.ts'
import { couponOfPlan } from './coupon-store.ts'
import { dropCharges, type Locked, lockContract, startOf } from './end-store.ts'
import { claimPeriod } from './period-store.ts'

type ContractRow = typeof contracts.$inferSelect
type Terms = Omit<Input<typeof startContract>, 'user_id'>
/** Time of the call, and the language in which a refused coupon says why. */
type Circumstances = { now: Date; language: Language }

/** Adds a contract and returns its id. Throws 422 for a start in the past, an unknown plan, an unusable coupon, and a period with another contract. */
const insertContract = async (scope: PatientScope, user_id: number, terms: Terms, { now, language }: Circumstances): Promise<number> => {
  const { plan_id, started_on, auto_update, is_by_card, coupon_code } = terms
  const plan = await planTerms(scope.db, plan_id)
  const isCouponUseless = coupon_code !== undefined && !is_by_card
  assertValid({
    plan_id: !plan && 'not_allowed',
    started_on: started_on < tokyoDay(now) && 'in_past',
    coupon_code: isCouponUseless && 'not_allowed',
  })
  const period = { started_at: startOf(started_on), ended_at: startOf(firstTermEnd(started_on, plan!)) }
  await claimPeriod(scope, { user_id, own_id: 0, ...period })
  const coupon = coupon_code === undefined ? undefined : (await couponOfPlan(scope, { user_id, plan_id, coupon_code }, now, language)).coupon
  const { id } = requireRow(
    await scope
      .insert(contracts)
      .values({ user_id, plan_id, auto_update, ...period, coupon_id: coupon?.id ?? null, next_payment_date: is_by_card ? started_on : null })
      .returning({ id: contracts.id }),
  )
  if (coupon) await reserveCoupon(scope, { coupon_id: coupon.id, user_id, contract_id: id })
  return id
}

/** Throws 404 for somebody who is no patient in scope, and what `insertContract` throws. */
export const addContract = async (scope: PatientScope, { user_id, ...terms }: Input<typeof startContract>, at: Circumstances): Promise<number> => {
  await requirePatient(scope, user_id)
  return insertContract(scope, user_id, terms, at)
}

/** Ends a contract at the start of a day. */
const endAt = async (scope: PatientScope, { contract, charges }: Locked, ended_on: string): Promise<void> => {
  const { id, next_payment_date } = contract
  const isPaidBefore = next_payment_date !== null && next_payment_date < ended_on
  const ended = { ended_at: startOf(ended_on), auto_update: false, next_payment_date: isPaidBefore ? next_payment_date : null }
  await scope
    .update(contracts)
    .set({ ...ended, updated_at: later(contracts.updated_at) })
    .where(eq(contracts.id, id))
  await dropCharges(scope, { id, ...ended }, charges)
}

const assertNotEnded = ({ ended_at }: ContractRow, now: Date) => {
  if (ended_at !== null && Date.parse(ended_at) <= now.getTime()) throw apiError('contract_ended')
}

/** Ends a contract after the day `last_on`, which must not be before today, before its start, or after its present last day. */
export const stopContract = async (scope: PatientScope, { last_on, ...which }: Input<typeof endContract>, now: Date): Promise<void> => {
  const locked = await lockContract(scope, which)
  const { started_at } = locked.contract
  const ended_at = shownEnd(locked.contract.ended_at, locked.charges, tokyoDay(now))
  assertNotEnded(locked.contract, now)
  assertValid({
    last_on:
      (last_on < tokyoDay(now) && 'in_past') ||
      (last_on < tokyoDay(started_at) && 'before_started_on') ||
      (ended_at !== null && startOf(addDays(last_on, 1)) > ended_at && 'not_allowed'),
  })
  await endAt(scope, locked, addDays(last_on, 1))
}

/** Deletes a contract with the charge that was opened a day ahead of its start. */
const withdraw = async (scope: PatientScope, { contract, charges }: Locked): Promise<void> => {
  if (charges.some(({ status }) => status === 'paying')) throw apiError('charge_in_progress')
  if (charges.some(({ status }) => status === 'paid')) throw apiError('contract_started')
  await giveBackCoupon(scope, { contract_id: contract.id }, ['reserved'])
  await removeUnused(scope, contract.id)
}

/** Deletes a contract that has not started. */
export const removeUnstarted = async (scope: PatientScope, id: number, now: Date): Promise<null> => {
  const locked = await lockContract(scope, { id })
  if (Date.parse(locked.contract.started_at) <= now.getTime()) throw apiError('contract_started')
  await withdraw(scope, locked)
  return null
}

/**
 * Ends a contract at the start of the day `started_on` (or at its own end, if that is earlier) and adds a contract with the new terms. A contract that starts
 * on that day or later is deleted instead. Returns the id of the new contract.
 */
export const replaceContract = async (scope: PatientScope, { id, updated_at, ...terms }: Input<typeof switchContract>, at: Circumstances): Promise<number> => {
  const { now } = at
  const locked = await lockContract(scope, { id, ...(updated_at && { updated_at }) })
  const { user_id, started_at } = locked.contract
  const ended_at = shownEnd(locked.contract.ended_at, locked.charges, tokyoDay(now))
  assertNotEnded(locked.contract, now)
  assertValid({ started_on: terms.started_on < tokyoDay(now) && 'in_past' })
  const start = startOf(terms.started_on)
  if (start <= started_at) await withdraw(scope, locked)
  else await endAt(scope, locked, ended_at !== null && ended_at < start ? tokyoDay(ended_at) : terms.started_on)
  return insertContract(scope, user_id, terms, at)
}
