import { errors } from '@sukoyaka/phrases/errors'
import type { Language } from '@sukoyaka/phrases/language'
import { type CouponTerms, couponRefusal } from '@sukoyaka/rules/people/payment/coupon'
import { deliveryDays, ruleFor } from '@sukoyaka/rules/people/payment/delivery-time'
import { calculate, eligibleSum, type PricedItem } from '@sukoyaka/rules/people/payment/price'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { CartCalculation, Coupon, CouponRefusal } from '@sukoyaka/wire/people/cart'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { patientQuery } from '../../access/patient-query.ts'
import type { PatientScope } from '../../access/patient-scope.ts'
import { translate } from '../../config/language.ts'
import { localName } from '../../database/columns.ts'
import { preparedQuery } from '../../database/prepared.ts'
import { apiError } from '../../errors/api-error.ts'
import { openItemsOf } from './cart-store.ts'
import { deliveryRuleOf, productsByIds } from './product-store.ts'
import { coupon_products, coupon_uses, coupons } from './tables.ts'

const couponWithCode = preparedQuery((db, language: Language) =>
  db
    .select({
      ...getTableColumns(coupons),
      display_name: localName(coupons, language),
      product_ids: sql<
        number[]
      >`coalesce((select array_agg(p.product_id::float8 order by p.product_id) from ${coupon_products} p where p.coupon_id = coupons.id), '{}')`,
    })
    .from(coupons)
    .where(sql`lower(${coupons.name}) = lower(${sql.placeholder('code')})`),
)

const ownUses = patientQuery(({ db, rows }) =>
  db
    .select({ n: sql<number>`count(*)::int` })
    .from(rows(coupon_uses))
    .where(
      and(eq(coupon_uses.user_id, sql.placeholder('user_id')), eq(coupon_uses.coupon_id, sql.placeholder('coupon_id')), ne(coupon_uses.status, 'given_back')),
    ),
)

const reservedByContract = patientQuery(({ db, rows }) =>
  db
    .select({ n: sql<number>`count(*)::int` })
    .from(rows(coupon_uses))
    .where(
      and(
        eq(coupon_uses.user_id, sql.placeholder('user_id')),
        eq(coupon_uses.coupon_id, sql.placeholder('coupon_id')),
        eq(coupon_uses.contract_id, sql.placeholder('contract_id')),
        eq(coupon_uses.status, 'reserved'),
      ),
    ),
)

type KnownCoupon = Coupon & CouponTerms
type Judged = { coupon: KnownCoupon | undefined; refusal: CouponRefusal | null }

type CouponUse = {
  user_id: number
  code: string
  /** The price of what the coupon would reduce, in yen with tax; undefined if it is for other products. */
  sumOf: (coupon: KnownCoupon) => number | undefined
  now: Date
  /** A contract that is to be replaced: its reserved use is given back then. */
  contract_id?: number | undefined
}

/** Whether a patient may use a code now. */
export const judgeCoupon = async (scope: PatientScope, { user_id, code, sumOf, now, contract_id }: CouponUse, language: Language): Promise<Judged> => {
  const [coupon] = await couponWithCode(scope.db, language).execute({ code: code.trim() })
  const [own] = coupon ? await ownUses(scope).execute({ user_id, coupon_id: coupon.id }) : []
  const [reserved] = coupon && contract_id !== undefined ? await reservedByContract(scope).execute({ user_id, coupon_id: coupon.id, contract_id }) : []
  const returned = reserved?.n ?? 0
  const uses = { all: (coupon?.used_count ?? 0) - returned, own: (own?.n ?? 0) - returned }
  return { coupon, refusal: couponRefusal(coupon, { uses, sum: coupon && sumOf(coupon), now }) }
}

/** Values of the refusal’s text, as people read them. */
const valuesOf = ({ missing, valid_from, valid_to }: CouponRefusal, language: Language) => ({
  ...(missing !== undefined && { missing: missing.toLocaleString('ja-JP') }),
  ...(valid_from && { valid_from: formatDay(valid_from, language) }),
  ...(valid_to && { valid_to: formatDay(valid_to, language) }),
})

type CartPriced = PricedItem & { stock: number | null }

/** The patient’s cart as it is priced; products that are no longer sold are left out. */
export const pricedItems = async (scope: PatientScope, user_id: number): Promise<CartPriced[]> => {
  const items = await openItemsOf(scope, user_id)
  const productById = await productsByIds(
    scope.db,
    items.map(({ product_id }) => product_id),
    'ja',
  )
  return items.flatMap(({ product_id, quantity }) => {
    const { is_active, price, tax_rate, stock } = productById.get(product_id)!
    return is_active ? [{ product_id, price, tax_rate, quantity, stock }] : []
  })
}

/** `is_timed`: with a chosen delivery day. */
type CalculationInput = { user_id: number; coupon_code?: string; is_timed?: boolean; now: Date }

/** The amounts of the patient’s open cart. A refused coupon reduces nothing. */
export const calculationOf = async (scope: PatientScope, asked: CalculationInput, language: Language): Promise<CartCalculation> =>
  calculationOfItems(scope, await pricedItems(scope, asked.user_id), asked, language)

/** The amounts of these products, for this patient and coupon. */
export const calculationOfItems = async (
  scope: PatientScope,
  items: CartPriced[],
  { user_id, coupon_code, is_timed = false, now }: CalculationInput,
  language: Language,
): Promise<CartCalculation> => {
  const judged =
    coupon_code === undefined
      ? undefined
      : await judgeCoupon(scope, { user_id, code: coupon_code, sumOf: (coupon) => eligibleSum(coupon, items), now }, language)
  const coupon = judged && !judged.refusal ? judged.coupon : undefined
  const refusal = judged?.refusal
  const rule = await deliveryRuleOf(scope.db, now)
  const feeOf = (isTimed: boolean) => calculate(items, ruleFor(rule, isTimed), coupon).delivery_fee
  return {
    ...calculate(items, ruleFor(rule, is_timed), coupon),
    delivery: { ...deliveryDays(items, rule, tokyoDay(now)), fee: feeOf(false), timed_fee: feeOf(true) },
    coupon: coupon ?? null,
    coupon_refusal: refusal ? { ...refusal, text: translate(errors, language, `coupon_${refusal.reason}`, valuesOf(refusal, language)) } : null,
  }
}

export const couponError = (refusal: CouponRefusal, language: Language) => apiError(`coupon_${refusal.reason}`, { values: valuesOf(refusal, language) })

/** The coupon and what it takes off the patient’s cart; 422 with the reason if it cannot be used. */
export const validCoupon = async (scope: PatientScope, { user_id, coupon_code, now }: Required<Omit<CalculationInput, 'is_timed'>>, language: Language) => {
  const { coupon, coupon_refusal: refusal, discount } = await calculationOf(scope, { user_id, coupon_code, now }, language)
  if (refusal) throw couponError(refusal, language)
  return { coupon: coupon!, discount }
}
