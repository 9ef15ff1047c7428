import { expect, test } from 'vitest'
import { deliveryDays, ruleFor } from './delivery-time.ts'
import { calculate } from './price.ts'

const rule = { fee: 660, tax_rate: 10, free_from: 10_000, timed_fee: 880, lead_days: 3, supplier_lead_days: 5, max_days: 30 } as const
const item = (stock: number | null, price = 1000) => ({ product_id: 1, price, tax_rate: 10 as const, quantity: 1, stock })

test.each([
  ['from the own stock', [item(4)], '2026-11-25', '2026-12-22'],
  ['one of them from the supplier', [item(4), item(null)], '2026-11-27', '2026-12-22'],
])('earliest and latest day, %s', (_, items, earliest_on, latest_on) => expect(deliveryDays(items, rule, '2026-11-22')).toEqual({ earliest_on, latest_on }))

test('a lead time beyond the latest day leaves the earliest day', () =>
  expect(deliveryDays([item(null)], { ...rule, supplier_lead_days: 40 }, '2026-11-22')).toEqual({ earliest_on: '2027-01-01', latest_on: '2027-01-01' }))

test('a chosen day costs its own fee, and nothing from the sum of free delivery on', () => {
  const fees = (price: number) => [false, true].map((isTimed) => calculate([item(1, price)], ruleFor(rule, isTimed)).delivery_fee)
  expect(fees(1000)).toEqual([660, 880])
  expect(fees(10_000)).toEqual([0, 0])
})
