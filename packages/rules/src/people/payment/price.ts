import type { TaxRate } from '@sukoyaka/wire/people/product'

/** The lowest sum in yen that Stripe charges to a card. */
export const minCardTotal = 50

/** A product in a cart or an order. `price` is in yen without tax. */
export type PricedItem = { product_id: number; price: number; tax_rate: TaxRate; quantity: number }
/** Yen including tax. No fee from a subtotal of `free_from` on; null: never free. */
export type DeliveryRule = { fee: number; tax_rate: TaxRate; free_from: number | null }
/** Yen off the taxed sum of the products, or per cent of it, at most `max_discount`. An empty `product_ids` means all products. */
export type Discount = { discount_kind: 'fixed' | 'percentage'; discount_value: number; max_discount: number | null; product_ids: readonly number[] }

/** All amounts are whole yen including tax. */
export type PricedLine = { product_id: number; quantity: number; price_with_tax: number; amount: number; tax_rate: TaxRate }
/** What is paid at a tax rate, and the tax in it. */
export type TaxedSum = { tax_rate: TaxRate; amount: number; tax: number }
export type Calculation = {
  lines: PricedLine[]
  subtotal: number
  discount: number
  delivery_fee: number
  /** Yen of products still missing for delivery without a fee; null if delivery is never free. */
  missing_for_free_delivery: number | null
  taxes: TaxedSum[]
  total: number
}

/** `factor × part ÷ whole`, rounded down. BigInt, because the product can exceed 2^53. */
const proportion = (factor: number, part: number, whole: number) => Number((BigInt(factor) * BigInt(part)) / BigInt(whole))

/** The price that people see: a fraction of a yen is dropped. */
export const priceWithTax = (price: number, tax_rate: TaxRate): number => proportion(price, 100 + tax_rate, 100)

/** The tax in an amount that includes it. */
export const taxIn = (amount: number, tax_rate: TaxRate): number => proportion(amount, tax_rate, 100 + tax_rate)

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Spreads a sum over parts in proportion to them: each share is rounded down, and the yen that are left go to the largest remainders, the earlier
 * part first. Expects a sum that is at most that of the parts: the shares then add up to it, and none is larger than its part.
 */
export const spread = (sum: number, parts: readonly number[]): number[] => {
  const whole = sumOf(parts)
  if (whole === 0) return parts.map(() => 0)
  const shares = parts.map((part) => proportion(sum, part, whole))
  const remainders = parts.map((part) => (BigInt(sum) * BigInt(part)) % BigInt(whole))
  const byRemainder = parts.map((_, at) => at).sort((a, b) => Number(remainders[b]! - remainders[a]!) || a - b)
  for (const at of byRemainder.slice(0, sum - sumOf(shares))) shares[at]! += 1
  return shares
}

const lineOf = ({ product_id, price, tax_rate, quantity }: PricedItem): PricedLine => {
  const price_with_tax = priceWithTax(price, tax_rate)
  return { product_id, quantity, price_with_tax, amount: price_with_tax * quantity, tax_rate }
}

const isEligible = ({ product_ids }: Pick<Discount, 'product_ids'>, product_id: number) => !product_ids.length || product_ids.includes(product_id)

/** The taxed sum of the products that a coupon is for; undefined if it is for none of them. */
export const eligibleSum = (coupon: Pick<Discount, 'product_ids'>, items: readonly PricedItem[]): number | undefined => {
  const eligible = items.filter(({ product_id }) => isEligible(coupon, product_id))
  return eligible.length ? sumOf(eligible.map((item) => lineOf(item).amount)) : undefined
}

/** What a coupon takes off a sum, never more than the sum. */
export const discountOf = ({ discount_kind, discount_value, max_discount }: Discount, sum: number) =>
  Math.min(discount_kind === 'fixed' ? discount_value : Math.min(proportion(sum, discount_value, 100), max_discount ?? sum), sum)

/**
 * All amounts of these products. The discount is spread over the tax rates of the products that the coupon is for, and tax
 * is rounded once per rate. An empty cart has no delivery fee.
 */
export const calculate = (items: readonly PricedItem[], rule: DeliveryRule, coupon?: Discount): Calculation => {
  const lines = items.map(lineOf)
  const subtotal = sumOf(lines.map(({ amount }) => amount))
  const isFree = !lines.length || (rule.free_from !== null && subtotal >= rule.free_from)
  const delivery_fee = isFree ? 0 : rule.fee
  const charged = delivery_fee ? [...lines.map(({ tax_rate }) => tax_rate), rule.tax_rate] : lines.map(({ tax_rate }) => tax_rate)
  const rates = [...new Set(charged)].sort((a, b) => a - b)
  const sumAt = (rate: TaxRate, isCounted: (line: PricedLine) => boolean) =>
    sumOf(lines.filter((line) => line.tax_rate === rate && isCounted(line)).map(({ amount }) => amount))
  const eligible = rates.map((rate) => sumAt(rate, ({ product_id }) => coupon !== undefined && isEligible(coupon, product_id)))
  const discount = coupon ? discountOf(coupon, sumOf(eligible)) : 0
  const discounts = spread(discount, eligible)
  const taxes = rates.map((tax_rate, at) => {
    const amount = sumAt(tax_rate, () => true) - discounts[at]! + (tax_rate === rule.tax_rate ? delivery_fee : 0)
    return { tax_rate, amount, tax: taxIn(amount, tax_rate) }
  })
  return {
    lines,
    subtotal,
    discount,
    delivery_fee,
    missing_for_free_delivery: rule.free_from === null ? null : Math.max(rule.free_from - subtotal, 0),
    taxes,
    total: subtotal - discount + delivery_fee,
  }
}
