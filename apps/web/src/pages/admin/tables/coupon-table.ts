import { addCoupon, changeCoupon, couponColumns, couponFields, couponQuery, exportCoupons, getCoupon, listAllCoupons } from '@sukoyaka/wire/boards/admin/coupon'
import { adminTable } from '../records/table.ts'

export const coupons = adminTable({
  name: 'coupons',
  list: listAllCoupons,
  csv: exportCoupons,
  read: getCoupon,
  add: addCoupon,
  change: changeCoupon,
  tag: 'coupons',
  query: couponQuery,
  columns: couponColumns,
  fields: couponFields,
  shown: [{ name: 'code', below: 'name_ja' }, 'discount_kind', 'discount_value', 'min_sum', 'ends_on', 'used_count', 'total_limit', 'is_active', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['code', 'name_ja', 'name_en', 'name_kr', 'is_active', 'sort_number'] },
    { title: 'discount', fields: ['discount_kind', 'discount_value', 'max_discount'] },
    { title: 'use', fields: ['min_sum', 'product_ids', 'starts_on', 'ends_on', 'total_limit', 'per_person_limit'] },
  ],
  initial: { discount_kind: 'fixed', min_sum: '0', per_person_limit: '1', is_active: true, sort_number: '1000' },
  isShown: (path, { discount_kind }) => path !== 'max_discount' || discount_kind === 'percentage',
  prepare: (draft) => (draft.discount_kind === 'percentage' ? draft : { ...draft, max_discount: '' }),
  nameOf: ({ code }) => String(code),
})
