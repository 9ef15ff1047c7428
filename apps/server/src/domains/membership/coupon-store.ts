import type { Language } from '@sukoyaka/phrases/language'
import { chargeAmounts } from '@sukoyaka/rules/people/payment/billing'
import { type Discount, minCardTotal } from '@sukoyaka/rules/people/payment/price'
import type { checkContractCoupon } from '@sukoyaka/wire/care/membership'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { localName } from '../../database/columns.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { contract_charges } from '../contract/tables.ts'
import { planTerms } from '../contract/write-store.ts'
import { requirePatient } from '../patient/require-store.ts'
import { couponError, judgeCoupon } from '../shop/coupon-store.ts'
import { coupon_uses, coupons } from '../shop/tables.ts'

type CouponCheck = Input<typeof checkContractCoupon>

/**
 * The coupon for the first payment of a contract with this plan, and the amounts of that payment with it. Throws 404 for somebody who is no patient in scope,
 * and 422 for an unknown plan or with the reason if the patient cannot use the coupon now.
 */
export const couponOfPlan = async (
  scope: PatientScope,
  { user_id, plan_id, coupon_code, contract_id }: CouponCheck,
  now: Date,
  language: Language,
): Promise<Reply<typeof checkContractCoupon>> => {
  await requirePatient(scope, user_id)
  const plan = await planTerms(scope.db, plan_id)
  if (!plan) throw fieldError('plan_id', 'not_allowed')
  // a coupon for certain products is valid for no contract
  const sumOf = ({ product_ids }: { product_ids: readonly number[] }) => (product_ids.length ? undefined : plan.price)
  const { coupon, refusal } = await judgeCoupon(scope, { user_id, code: coupon_code, sumOf, now, contract_id }, language)
  if (refusal?.reason === 'other_products') throw apiError('coupon_not_for_contracts')
  if (refusal?.reason === 'minimum_not_reached') throw apiError('coupon_plan_too_cheap', { values: { min_sum: coupon!.min_sum.toLocaleString('ja-JP') } })
  if (refusal) throw couponError(refusal, language)
  const amounts = chargeAmounts(plan.price, coupon)
  if (amounts.total > 0 && amounts.total < minCardTotal) throw apiError('coupon_total_too_small')
  return { coupon: coupon!, ...amounts }
}

/** The contract’s coupon, while its use is reserved: no payment has used it, and it was not given back. */
const reservedCoupon = patientQuery(({ db, rows }, language: Language) =>
  db
    .select({
      id: coupons.id,
      display_name: localName(coupons, language),
      discount_kind: coupons.discount_kind,
      discount_value: coupons.discount_value,
      max_discount: coupons.max_discount,
    })
    .from(rows(coupon_uses))
    .innerJoin(coupons, eq(coupons.id, coupon_uses.coupon_id))
    .where(and(eq(coupon_uses.contract_id, sql.placeholder('contract_id')), eq(coupon_uses.status, 'reserved'))),
)
const chargesWithCoupon = patientQuery(({ db, rows }) =>
  db
    .select({ id: contract_charges.id })
    .from(rows(contract_charges))
    .where(
      and(
        eq(contract_charges.contract_id, sql.placeholder('contract_id')),
        sql`${contract_charges.coupon_id} is not null`,
        inArray(contract_charges.status, ['due', 'paying']),
      ),
    ),
)

/** The coupon that reduces the contract’s next charge; undefined if it has none or an open charge has it already. */
export const couponOfNextCharge = async (scope: PatientScope, contract_id: number, language: Language) => {
  const [coupon] = await reservedCoupon(scope, language).execute({ contract_id })
  if (!coupon || (await chargesWithCoupon(scope).execute({ contract_id })).length) return undefined
  const discount: Discount = { ...coupon, product_ids: [] }
  return { id: coupon.id, display_name: coupon.display_name, discount }
}
