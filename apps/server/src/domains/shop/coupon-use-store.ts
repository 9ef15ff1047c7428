import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PatientScope } from '../../access/patient-scope.ts'
import { later } from '../../database/columns.ts'
import { apiError } from '../../errors/api-error.ts'
import { coupon_uses, coupons } from './tables.ts'

/** What a coupon is used for. */
export type CouponOwner = { order_id: number } | { contract_id: number }

const isOf = (owner: CouponOwner) => ('order_id' in owner ? eq(coupon_uses.order_id, owner.order_id) : eq(coupon_uses.contract_id, owner.contract_id))

/** Counts a use towards the total limit: the update finds no row once the limit is reached, however many purchases run at once. Throws `coupon_used_up`. */
export const reserveCoupon = async (
  scope: PatientScope,
  { coupon_id, user_id, ...owner }: { coupon_id: number; user_id: number } & CouponOwner,
): Promise<void> => {
  const [counted] = await scope.db
    .update(coupons)
    .set({ used_count: sql`${coupons.used_count} + 1` })
    .where(and(eq(coupons.id, coupon_id), sql`(${coupons.total_limit} is null or ${coupons.used_count} < ${coupons.total_limit})`))
    .returning({ id: coupons.id })
  if (!counted) throw apiError('coupon_used_up')
  await scope
    .insert(coupon_uses)
    .values({ coupon_id, user_id, ...owner })
    .onConflictDoUpdate({
      target: 'order_id' in owner ? coupon_uses.order_id : coupon_uses.contract_id,
      set: { status: 'reserved', updated_at: later(coupon_uses.updated_at) },
    })
}

/** Makes a use final: it is paid. A use that was given back because the payment had failed counts again, also beyond the limits of the coupon. */
export const countCoupon = async (scope: PatientScope, owner: CouponOwner): Promise<void> => {
  const count = (status: 'reserved' | 'given_back') =>
    scope
      .update(coupon_uses)
      .set({ status: 'counted', updated_at: later(coupon_uses.updated_at) })
      .where(and(isOf(owner), eq(coupon_uses.status, status)))
      .returning({ coupon_id: coupon_uses.coupon_id })
  await count('reserved')
  const [late] = await count('given_back')
  if (late)
    await scope.db
      .update(coupons)
      .set({ used_count: sql`${coupons.used_count} + 1` })
      .where(eq(coupons.id, late.coupon_id))
}

/** Gives a use back that is in one of the states; the coupon can be used again. */
export const giveBackCoupon = async (scope: PatientScope, owner: CouponOwner, states: readonly ('reserved' | 'counted')[]): Promise<void> => {
  const [use] = await scope
    .update(coupon_uses)
    .set({ status: 'given_back', updated_at: later(coupon_uses.updated_at) })
    .where(and(isOf(owner), inArray(coupon_uses.status, [...states])))
    .returning()
  if (use)
    await scope.db
      .update(coupons)
      .set({ used_count: sql`${coupons.used_count} - 1` })
      .where(eq(coupons.id, use.coupon_id))
}
