import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '../../time.ts'
import { type BilledContract, chargeDue, monthsAfter, planTax, renewedUntil } from './billing.ts'

const contract = (values: Partial<BilledContract>): BilledContract => ({
  started_on: '2026-01-31',
  ended_on: '2027-01-31',
  next_payment_date: '2026-01-31',
  auto_update: true,
  billing_cycle: 'monthly',
  duration: 1,
  ...values,
})

/** Payment days until the contract ends, at most `max`. */
const dueDays = (first: BilledContract, max: number) => {
  const days: string[] = []
  let current: BilledContract | undefined = first
  while (current && days.length < max) {
    const charge = chargeDue(current)
    if (!charge) break
    days.push(charge.due_on)
    current =
      charge.next_payment_date === null
        ? undefined
        : { ...current, ended_on: charge.renewed_until ?? current.ended_on, next_payment_date: charge.next_payment_date }
  }
  return days
}

test('a contract that starts on the 31st is charged on the last day of shorter months, then on the 31st again', () => {
  expect(dueDays(contract({}), 6)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'])
  expect(
    dueDays(contract({ started_on: '2024-02-29', next_payment_date: '2024-02-29', ended_on: '2025-02-28', billing_cycle: 'yearly', duration: 12 }), 5),
  ).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'])
})

test('without renewal, the last charge is for the last month, and there is no charge on the day of the end', () => {
  expect(dueDays(contract({ auto_update: false }), 20)).toHaveLength(12)
  expect(chargeDue(contract({ auto_update: false, next_payment_date: '2027-01-31' }))).toBeUndefined()
  expect(chargeDue(contract({ auto_update: false, next_payment_date: '2026-12-31' }))).toMatchObject({ period_until: '2027-01-31', next_payment_date: null })
})

test('the charge on the day of the end renews the contract by its duration', () => {
  expect(chargeDue(contract({ next_payment_date: '2027-01-31' }))).toEqual({
    due_on: '2027-01-31',
    period_until: '2027-02-28',
    renewed_until: '2027-02-28',
    next_payment_date: '2027-02-28',
  })
  const yearly = contract({ next_payment_date: '2027-01-31', billing_cycle: 'yearly', duration: 12 })
  expect(chargeDue(yearly)).toMatchObject({ renewed_until: '2028-01-31', next_payment_date: '2028-01-31' })
})

test('a renewal lasts at least until the end of the paid period, although the term of the plan is shorter', () => {
  const halfYear = contract({ ended_on: '2026-07-31', next_payment_date: '2026-07-31', billing_cycle: 'yearly', duration: 6 })
  expect(chargeDue(halfYear)).toMatchObject({ period_until: '2027-07-31', renewed_until: '2027-07-31', next_payment_date: '2027-07-31' })
})

test('a charge of a contract without an end sets the next payment date and no end', () => {
  expect(chargeDue(contract({ ended_on: null, auto_update: false }))).toMatchObject({ renewed_until: null, next_payment_date: '2026-02-28' })
})

test('months are counted from the payment day if it is not whole months after the start', () => {
  expect(monthsAfter('2026-01-31', '2026-03-10', 1)).toBe('2026-04-10')
})

test('periods follow each other without gap or overlap, for any start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom('monthly' as const, 'yearly' as const), (offset, billing_cycle) => {
      const started_on = new Date(Date.UTC(2020, 0, 1 + (offset % 4_000))).toISOString().slice(0, 10)
      let current = contract({ started_on, ended_on: null, next_payment_date: started_on, billing_cycle })
      for (let n = 1; n <= 14; n++) {
        const charge = chargeDue(current)!
        expect(charge.period_until).toBe(addMonths(started_on, n * (billing_cycle === 'monthly' ? 1 : 12)))
        current = { ...current, next_payment_date: charge.next_payment_date! }
      }
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['within the paid year for its term', '2027-05-20', '2027-11-20', 6, '2027-11-20'],
  ['by a payment for the paid year', '2027-11-20', '2027-11-20', 6, '2028-11-20'],
  ['for its term after payments that end with it', '2028-11-20', '2027-11-20', 24, '2030-11-20'],
  ['for its term without payments', '2027-11-20', null, 6, '2028-05-20'],
])('a yearly contract whose term is no year renews %s', (_, ended_on, next_payment_date, duration, until) => {
  expect(renewedUntil({ started_on: '2026-11-20', ended_on, next_payment_date, billing_cycle: 'yearly', duration })).toBe(until)
})

test('planTax is the tax of 10 % that the price of a plan includes', () => {
  expect(planTax(33_000)).toBe(3_000)
  expect(planTax(18_700)).toBe(1_700)
})
