import Type from 'typebox'
import { fieldsOf, IdOf, tableCalls } from '../../admin.ts'
import { Day, Id, InputObject, Instant, Line, Nullable, OneOf } from '../../endpoint.ts'
import { discountKinds } from '../../people/cart.ts'

const Limit = Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))

const input = {
  /** The code that people type: letters, digits, `-` and `_`. */
  code: Line(50),
  name_ja: Line(200),
  name_en: Line(200, 0),
  name_kr: Line(200, 0),
  discount_kind: OneOf(discountKinds),
  /** Yen if `discount_kind` is `fixed`, per cent if it is `percentage`. */
  discount_value: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  /** For a percentage: max discount in yen; null: no limit. */
  max_discount: Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  min_sum: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  /** Products that the coupon is for; empty: all products. */
  product_ids: Type.Array(IdOf('products'), { maxItems: 200 }),
  /** Days in Tokyo, both inclusive. */
  starts_on: Nullable(Day),
  ends_on: Nullable(Day),
  total_limit: Limit,
  per_person_limit: Limit,
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
/** `used_count`: uses of everybody, also those that are only reserved. */
const row = { id: Id, ...input, used_count: Type.Integer(), updated_at: Instant }

export const {
  list: listAllCoupons,
  csv: exportCoupons,
  read: getCoupon,
  add: addCoupon,
  change: changeCoupon,
} = tableCalls({
  name: 'coupons',
  words: ['a coupon', 'all coupons'],
  description: 'Code, kind, value and `max_discount` of a used coupon cannot be changed (422): add another coupon instead.',
  input,
  row,
  sorts: ['sort_number', 'code', 'ends_on', 'used_count', 'updated_at'],
  filters: { discount_kind: Type.Optional(OneOf(discountKinds)), is_active: Type.Optional(Type.Boolean()) },
  example: {
    code: 'HARU2027',
    name_ja: '春のクーポン',
    name_en: 'Spring coupon',
    name_kr: '',
    discount_kind: 'percentage',
    discount_value: 10,
    max_discount: 3000,
    min_sum: 5000,
    product_ids: [],
    starts_on: '2027-03-01',
    ends_on: '2027-04-30',
    total_limit: 500,
    per_person_limit: 1,
    is_active: true,
    sort_number: 100,
  },
  tags: ['coupons'],
})

export const couponFields = fieldsOf(InputObject(input))
export const couponColumns = fieldsOf(Type.Object(row))
export const couponQuery = fieldsOf(listAllCoupons.query)
