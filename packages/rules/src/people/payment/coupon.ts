import type { CouponRefusal } from '@sukoyaka/wire/people/cart'
import { tokyoDay } from '../../time.ts'
import type { Discount } from './price.ts'

/** Days in Tokyo, both inclusive; null: no limit. `min_sum` is in yen including tax, of the products that the coupon is for. */
export type CouponTerms = Discount & {
  is_active: boolean
  min_sum: number
  valid_from: string | null
  valid_to: string | null
  total_limit: number | null
  per_person_limit: number | null
}
/** The number of counted uses of everybody and of this person. */
export type CouponUses = { all: number; own: number }

/**
 * Why a coupon cannot be used now; null if it can. `sum`: yen including tax of the products in the cart that the coupon is for; undefined if none.
 * Conditions that do not depend on the cart come first, so that nobody fills a cart for an expired coupon. `missing`: yen that the sum is below the minimum.
 */
export const couponRefusal = (
  coupon: CouponTerms | undefined,
  { uses, sum, now }: { uses: CouponUses; sum: number | undefined; now: Date },
): CouponRefusal | null => {
  if (!coupon?.is_active) return { reason: 'unknown' }
  const today = tokyoDay(now)
  if (coupon.valid_to !== null && today > coupon.valid_to) return { reason: 'expired', valid_to: coupon.valid_to }
  if (coupon.valid_from !== null && today < coupon.valid_from) return { reason: 'not_yet_valid', valid_from: coupon.valid_from }
  if (coupon.per_person_limit !== null && uses.own >= coupon.per_person_limit) return { reason: 'used_by_person' }
  if (coupon.total_limit !== null && uses.all >= coupon.total_limit) return { reason: 'used_up' }
  if (sum === undefined) return { reason: 'other_products' }
  return sum < coupon.min_sum ? { reason: 'minimum_not_reached', missing: coupon.min_sum - sum } : null
}
