import type { TaxRate } from '@sukoyaka/wire/people/product'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CouponTerms, couponRefusal } from './coupon.ts'
import { calculate, type DeliveryRule, type Discount, eligibleSum, type PricedItem, priceWithTax, spread } from './price.ts'

const rule: DeliveryRule = { fee: 660, tax_rate: 10, free_from: 10_000 }
const item = (product_id: number, price: number, tax_rate: TaxRate, quantity = 1): PricedItem => ({ product_id, price, tax_rate, quantity })
const tenPercent: Discount = { discount_kind: 'percentage', discount_value: 10, max_discount: null, product_ids: [] }
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('with two tax rates, the discount is spread over the rates and the tax of each rate is rounded once', () => {
  // 2,760 and 3,241 yen with 8 % and 2,710 yen with 10 % tax are 2,980, 3,500 and 2,981 yen
  const items = [item(1, 2760, 8), item(2, 3241, 8), item(3, 2710, 10)]
  expect(calculate(items, rule, tenPercent)).toEqual({
    lines: [
      { product_id: 1, quantity: 1, price_with_tax: 2980, amount: 2980, tax_rate: 8 },
      { product_id: 2, quantity: 1, price_with_tax: 3500, amount: 3500, tax_rate: 8 },
      { product_id: 3, quantity: 1, price_with_tax: 2981, amount: 2981, tax_rate: 10 },
    ],
    subtotal: 9461,
    discount: 946,
    delivery_fee: 660,
    missing_for_free_delivery: 539,
    // 946 × 6480 ÷ 9461 = 647.93 and 946 × 2981 ÷ 9461 = 298.07: the remaining yen goes to 8 %
    taxes: [
      { tax_rate: 8, amount: 5832, tax: 432 },
      { tax_rate: 10, amount: 3343, tax: 303 },
    ],
    total: 9175,
  })
})

test('delivery is free if the products cost `free_from` or more before the discount, and for an empty cart', () => {
  const fee = (items: PricedItem[], coupon?: Discount) => calculate(items, rule, coupon).delivery_fee
  expect([fee([item(1, 9090, 10)]), fee([item(1, 9091, 10)]), fee([item(1, 9091, 10)], tenPercent), fee([])]).toEqual([660, 0, 0, 0])
  expect(calculate([], rule, tenPercent)).toMatchObject({ lines: [], discount: 0, taxes: [], total: 0, missing_for_free_delivery: 10_000 })
  expect(calculate([item(1, 99_999, 10)], { ...rule, free_from: null })).toMatchObject({ delivery_fee: 660, missing_for_free_delivery: null })
})

test('a coupon for some products reduces only the amount at the tax rate of these products', () => {
  const forKits: Discount = { discount_kind: 'fixed', discount_value: 1000, max_discount: null, product_ids: [2] }
  expect(calculate([item(1, 1000, 8), item(2, 2000, 10)], { ...rule, fee: 0 }, forKits).taxes).toEqual([
    { tax_rate: 8, amount: 1080, tax: 80 },
    { tax_rate: 10, amount: 1200, tax: 109 },
  ])
  expect(calculate([item(2, 500, 10)], { ...rule, fee: 0 }, forKits)).toMatchObject({ discount: 550, total: 0, taxes: [{ amount: 0, tax: 0 }] })
})

const aRate = fc.constantFrom<TaxRate>(8, 10)
const aCart = fc.uniqueArray(
  fc.record({
    product_id: fc.integer({ min: 1, max: 60 }),
    price: fc.integer({ min: 0, max: 1_000_000 }),
    tax_rate: aRate,
    quantity: fc.integer({ min: 1, max: 99 }),
  }),
  { maxLength: 50, selector: ({ product_id }) => product_id },
)
const aRule = fc.record({ fee: fc.integer({ min: 0, max: 5000 }), tax_rate: aRate, free_from: fc.option(fc.integer({ min: 0, max: 100_000 })) })
const someProducts = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 })
const aCoupon: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({
    discount_kind: fc.constant('fixed' as const),
    discount_value: fc.integer({ min: 1, max: 10_000_000 }),
    max_discount: fc.constant(null),
    product_ids: someProducts,
  }),
  fc.record({
    discount_kind: fc.constant('percentage' as const),
    discount_value: fc.integer({ min: 1, max: 100 }),
    max_discount: fc.option(fc.integer({ min: 1, max: 100_000 })),
    product_ids: someProducts,
  }),
)

test('totals equal the sums of their parts, and no coupon makes any amount negative', () => {
  fc.assert(
    fc.property(aCart, aRule, fc.option(aCoupon, { nil: undefined }), (items, deliveryRule, coupon) => {
      const { lines, subtotal, discount, delivery_fee, taxes, total } = calculate(items, deliveryRule, coupon)
      expect(subtotal).toBe(sum(lines.map(({ amount }) => amount)))
      expect(total).toBe(subtotal - discount + delivery_fee)
      expect(total).toBe(sum(taxes.map(({ amount }) => amount)))
      for (const { price_with_tax, quantity, amount } of lines) expect(amount).toBe(price_with_tax * quantity)
      for (const { tax_rate, amount, tax } of taxes) {
        expect(Math.min(amount, tax)).toBeGreaterThanOrEqual(0)
        // rounded down once: the tax of the rate is less than a yen below the exact one
        expect((amount * tax_rate) / (100 + tax_rate) - tax).toBeLessThan(1)
      }
      expect(discount).toBeGreaterThanOrEqual(0)
      expect(discount).toBeLessThanOrEqual(coupon ? (eligibleSum(coupon, items) ?? 0) : 0)
      for (const amount of [subtotal, discount, delivery_fee, total]) expect(Number.isSafeInteger(amount)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('the order in which products were added changes no amount', () => {
  const withOrder = aCart.chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })))
  fc.assert(
    fc.property(withOrder, aRule, aCoupon, ([items, shuffled], deliveryRule, coupon) => {
      const { lines: _, ...amounts } = calculate(items, deliveryRule, coupon)
      const { lines: __, ...shuffledAmounts } = calculate(shuffled, deliveryRule, coupon)
      expect(shuffledAmounts).toEqual(amounts)
    }),
  )
})

test('shares add up to the sum, differ from the exact share by less than a yen and never exceed their part', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 1e10 }), { minLength: 1, maxLength: 8 })
  const withSum = parts.chain((list) => fc.tuple(fc.constant(list), fc.integer({ min: 0, max: sum(list) })))
  fc.assert(
    fc.property(withSum, ([list, whole]) => {
      const shares = spread(whole, list)
      expect(sum(shares)).toBe(whole)
      for (const [at, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(list[at]!)
        expect(Math.abs(share - (whole * list[at]!) / (sum(list) || 1))).toBeLessThan(1 + 1e-4)
      }
    }),
  )
  expect(spread(1, [1, 1, 1])).toEqual([1, 0, 0])
})

test('a price with tax drops the fraction of a yen', () => {
  expect([priceWithTax(1480, 8), priceWithTax(6800, 10), priceWithTax(1, 8), priceWithTax(0, 10)]).toEqual([1598, 7480, 1, 0])
})

const terms: CouponTerms = {
  ...tenPercent,
  is_active: true,
  min_sum: 3000,
  valid_from: '2026-03-01',
  valid_to: '2026-05-31',
  total_limit: 10,
  per_person_limit: 2,
}
const unused = { all: 0, own: 0 }
const inSpring = new Date('2026-04-01T00:00:00Z')
const refusalOf = (change: Partial<CouponTerms>, { uses = unused, items = [item(1, 2000, 8)], now = inSpring } = {}) =>
  couponRefusal({ ...terms, ...change }, { uses, sum: eligibleSum({ ...terms, ...change }, items), now })

test('couponRefusal returns why a coupon cannot be used, or null', () => {
  expect(refusalOf({ min_sum: 2160 })).toBeNull()
  expect(refusalOf({})).toEqual({ reason: 'minimum_not_reached', missing: 840 })
  expect(couponRefusal(undefined, { uses: unused, sum: undefined, now: inSpring })).toEqual({ reason: 'unknown' })
  expect(refusalOf({ is_active: false })).toEqual({ reason: 'unknown' })
  expect(refusalOf({ product_ids: [2] })).toEqual({ reason: 'other_products' })
  expect(refusalOf({ min_sum: 0 }, { items: [] })).toEqual({ reason: 'other_products' })
  expect(refusalOf({}, { uses: { all: 10, own: 0 } })).toEqual({ reason: 'used_up' })
  expect(refusalOf({}, { uses: { all: 10, own: 2 } })).toEqual({ reason: 'used_by_person' })
  expect(refusalOf({ min_sum: 0, total_limit: null, per_person_limit: null }, { uses: { all: 9999, own: 9999 } })).toBeNull()
  // only the products that the coupon is for count towards the minimum
  expect(refusalOf({ product_ids: [2] }, { items: [item(1, 9000, 8), item(2, 1000, 10)] })).toEqual({ reason: 'minimum_not_reached', missing: 1900 })
})

test('a coupon is valid on both its first and last day in Tokyo', () => {
  const at = (now: string) => refusalOf({ min_sum: 0 }, { now: new Date(now) })
  expect(at('2026-02-28T14:59:59Z')).toEqual({ reason: 'not_yet_valid', valid_from: '2026-03-01' })
  expect(at('2026-02-28T15:00:00Z')).toBeNull()
  expect(at('2026-05-31T14:59:59Z')).toBeNull()
  expect(at('2026-05-31T15:00:00Z')).toEqual({ reason: 'expired', valid_to: '2026-05-31' })
  expect(refusalOf({ min_sum: 0, valid_from: null, valid_to: null }, { now: new Date('2050-01-01') })).toBeNull()
})
