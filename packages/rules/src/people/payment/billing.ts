import type { billingCycles } from '@sukoyaka/wire/people/contract'
import { addMonths } from '../../time.ts'
import { type Discount, discountOf, taxIn } from './price.ts'

export type BillingCycle = (typeof billingCycles)[number]
const monthsOf: Record<BillingCycle, number> = { monthly: 1, yearly: 12 }

/** Whether a term of so many months is whole billing cycles. Any other term ends within a period that is paid. */
export const isWholeCycles = (months: number, billing_cycle: BillingCycle): boolean => months % monthsOf[billing_cycle] === 0

/** Days after the first try, if it is declined, on which the card is charged again. */
export const retryDays = [1, 3, 7] as const
/** An unpaid contract ends this many days after the first try, or after the due day if there was no try: the day after the last try. */
export const graceDays = 8

/** Tax in the price of a plan, which includes 10 %. */
export const planTaxRate = 10
export const planTax = (price: number): number => taxIn(price, planTaxRate)

/** Yen including tax. `total` is charged. */
export type ChargeAmounts = { subtotal: number; discount: number; total: number; tax: number }
/** What one payment of a contract costs: a coupon reduces it as it reduces a cart, before the tax in it is calculated. */
export const chargeAmounts = (price: number, coupon: Discount | undefined): ChargeAmounts => {
  const discount = coupon ? discountOf(coupon, price) : 0
  return { subtotal: price, discount, total: price - discount, tax: planTax(price - discount) }
}

/** The whole months from `start` to `day`; undefined if `addMonths(start, …)` never returns `day`. From 01-31, 02-28 is one month and 03-31 two. */
const monthsBetween = (start: string, day: string): number | undefined => {
  const months = (Number(day.slice(0, 4)) - Number(start.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(start.slice(5, 7))
  return months >= 0 && addMonths(start, months) === day ? months : undefined
}

/**
 * The day `months` months after `day`. If `day` is whole months after the contract’s start, the months are counted from the start, so that a contract that
 * started on a 31st returns to the 31st after February; otherwise from `day` itself.
 */
export const monthsAfter = (start: string, day: string, months: number): string => {
  const passed = monthsBetween(start, day)
  return passed === undefined ? addMonths(day, months) : addMonths(start, passed + months)
}

/** Days in Tokyo. `ended_on` is the first day without the contract, null if no end is set. `duration`: months of each renewal. */
export type BilledContract = {
  started_on: string
  ended_on: string | null
  next_payment_date: string
  auto_update: boolean
  billing_cycle: BillingCycle
  duration: number
}
/** What a charge pays for, and how the contract continues once it is paid. `next_payment_date` is null if this is the last charge. */
export type Charge = { due_on: string; period_until: string; renewed_until: string | null; next_payment_date: string | null }

type Periods = { started_on: string; from: string; billing_cycle: BillingCycle }
/** The end of the last of the paid periods from the day `from` on that begin before `day`; `from` if that is not before. */
export const periodEnd = ({ started_on, from, billing_cycle }: Periods, day: string): string => {
  let end = from
  while (end < day) end = monthsAfter(started_on, end, monthsOf[billing_cycle])
  return end
}

type RenewalTerms = Periods & { duration: number }
/** A renewal lasts as long as it is paid for, although the term of some plans ends within a paid period. */
const paidRenewalEnd = ({ started_on, from, billing_cycle, duration }: RenewalTerms): string =>
  [monthsAfter(started_on, from, duration), monthsAfter(started_on, from, monthsOf[billing_cycle])].sort().at(-1)!

/** The end of the renewal at the contract’s end `ended_on`, which is a payment for a whole period or lies within a period that is paid by then. */
export const renewedUntil = ({ ended_on, next_payment_date, ...terms }: Omit<RenewalTerms, 'from'> & { ended_on: string; next_payment_date: string | null }) =>
  next_payment_date !== null && periodEnd({ ...terms, from: next_payment_date }, ended_on) === ended_on
    ? paidRenewalEnd({ ...terms, from: ended_on })
    : monthsAfter(terms.started_on, ended_on, terms.duration)

/** The charge that is due on the contract’s `next_payment_date`; undefined if the contract has ended by that day and is not renewed. */
export const chargeDue = ({ started_on, ended_on, next_payment_date: due_on, auto_update, billing_cycle, duration }: BilledContract): Charge | undefined => {
  const isRenewal = ended_on !== null && due_on >= ended_on
  if (isRenewal && !auto_update) return undefined
  const period_until = monthsAfter(started_on, due_on, monthsOf[billing_cycle])
  const renewed_until = isRenewal ? paidRenewalEnd({ started_on, from: due_on, billing_cycle, duration }) : null
  const end = renewed_until ?? ended_on
  const goesOn = auto_update || end === null || period_until < end
  return { due_on, period_until, renewed_until, next_payment_date: goesOn ? period_until : null }
}
