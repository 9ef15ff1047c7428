import { expect, test } from 'vitest'
import { deliveryDays, ruleFor } from './delivery-time.ts'
import { calculate } from './price.ts'

const rule = { fee: 660, tax_rate: 10, free_from: 10_000, timed_fee: 880, lead_days: 3, supplier_lead_days: 5, max_days: 30 } as const
const item = (stock: number | null, price = 1000) => ({ product_id: 1, price, tax_rate: 10 as const, quantity: 1, stock })

test.each([
  ['all products are in stock', [item(4)], '2026-11-25', '2026-12-22'],
  ['one product comes from the supplier', [item(4), item(null)], '2026-11-27', '2026-12-22'],
])('delivery days if %s', (_, items, earliest_on, latest_on) => expect(deliveryDays(items, rule, '2026-11-22')).toEqual({ earliest_on, latest_on }))

test('if the lead time exceeds the latest day, the earliest day is the only one', () =>
  expect(deliveryDays([item(null)], { ...rule, supplier_lead_days: 40 }, '2026-11-22')).toEqual({ earliest_on: '2027-01-01', latest_on: '2027-01-01' }))

test('delivery on a chosen day has its own fee, and is free from the sum of free delivery on', () => {
  const fees = (price: number) => [false, true].map((isTimed) => calculate([item(1, price)], ruleFor(rule, isTimed)).delivery_fee)
  expect(fees(1000)).toEqual([660, 880])
  expect(fees(10_000)).toEqual([0, 0])
})
