import type { CartCalculation, CartItem } from '@sukoyaka/wire/people/cart'
import type { Product } from '@sukoyaka/wire/people/product'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'

const at = '2026-11-01T00:00:00.000Z'
const words = (name: string) => ({ name, name_ja: name, display_name: name })
const category = (id: number, name: string, display_name: string) => ({ id, name, name_ja: display_name, display_name, sort_number: id })
export const supplements = category(1, 'supplement', 'サプリメント')
export const kits = category(2, 'test_kit', '検査キット')

export const product = (id: number, name: string, more: Partial<Product> = {}): Product => ({
  id,
  ...words(name),
  category_id: supplements.id,
  category: supplements,
  description: '30日分。',
  reason: '日光に当たる時間が少ない方に。',
  price: 1480,
  price_with_tax: 1598,
  tax_rate: 8,
  stock: null,
  images: ['/images/noImage.svg'],
  is_active: true,
  sort_number: id,
  ...more,
})

export const cartItem = (id: number, bought: Product, quantity = 1, more: Partial<CartItem> = {}): CartItem => ({
  id,
  user_id: 1,
  cart_id: 1,
  product_id: bought.id,
  product: bought,
  quantity,
  recommendation_id: null,
  created_at: at,
  updated_at: at,
  ...more,
})

export const recommendation = (id: number, bought: Product, reason: string, more: Partial<Recommendation> = {}): Recommendation => ({
  id,
  patient_id: 1,
  product_id: bought.id,
  product: bought,
  reason,
  values: [],
  recommender: { id: 7, role: 'nutritionist', last_name: '岡田', first_name: '由紀', last_name_kana: 'オカダ', first_name_kana: 'ユキ', icon: null },
  declined_at: null,
  declined_words: '',
  earlier_declines: [],
  created_at: at,
  updated_at: at,
  ...more,
})

/** Amounts of a cart at 8 %, with the delivery fee of the demo. */
export const amountsOf = (items: readonly CartItem[], more: Partial<CartCalculation> = {}): CartCalculation => {
  const subtotal = items.reduce((sum, { product: bought, quantity }) => sum + bought!.price_with_tax * quantity, 0)
  const { discount = 0 } = more
  return {
    lines: items.map(({ product_id, product: bought, quantity }) => ({
      product_id,
      quantity,
      price_with_tax: bought!.price_with_tax,
      amount: bought!.price_with_tax * quantity,
      tax_rate: bought!.tax_rate,
    })),
    subtotal,
    discount,
    delivery_fee: 660,
    delivery: { earliest_on: '2026-11-25', latest_on: '2026-12-22', fee: 660, timed_fee: 880 },
    missing_for_free_delivery: Math.max(0, 10_000 - subtotal),
    taxes: [
      { tax_rate: 8, amount: subtotal - discount, tax: Math.floor(((subtotal - discount) * 8) / 108) },
      { tax_rate: 10, amount: 660, tax: 60 },
    ],
    total: subtotal - discount + 660,
    coupon: null,
    coupon_refusal: null,
    ...more,
  }
}
