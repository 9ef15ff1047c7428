import type { addCoupon, changeCoupon } from '@sukoyaka/wire/boards/admin/coupon'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import { assertValid } from '../../../access/rows.ts'
import type { Db } from '../../../database/db.ts'
import { isAnyOf, preparedQuery } from '../../../database/prepared.ts'
import { coupon_products, coupons, products } from '../../shop/tables.ts'
import { catalogueStore } from '../catalogue-store.ts'
import { namesToEdit, namesToStore } from '../translations.ts'

type CouponRow = Reply<typeof addCoupon>
type CouponInput = Input<typeof addCoupon>

const { sort_number, name, valid_to, used_count, updated_at } = coupons
const store = catalogueStore({
  table: coupons,
  extra: {
    product_ids: sql<
      number[]
    >`coalesce((select array_agg(p.product_id::float8 order by p.product_id) from ${coupon_products} p where p.coupon_id = coupons.id), '{}')`,
  },
  search: sql`lower(${coupons.name} || ' ' || ${coupons.name_ja} || ' ' || ${coupons.name_en} || ' ' || ${coupons.name_kr})`,
  filters: { discount_kind: coupons.discount_kind, is_active: coupons.is_active },
  sorts: { sort_number, code: name, ends_on: valid_to, used_count, updated_at },
  sort: 'sort_number',
  rowOf: ({ name: code, valid_from, product_ids, ...row }): CouponRow => ({
    ...row,
    ...namesToEdit({ ...row }),
    code,
    // the query returns numbers
    product_ids: product_ids as number[],
    starts_on: valid_from,
    ends_on: row.valid_to,
  }),
})

export const allCoupons = store.list
export const couponOf = store.read

const couponWithCode = preparedQuery((db) =>
  db
    .select({ id: coupons.id })
    .from(coupons)
    .where(sql`lower(${coupons.name}) = lower(${sql.placeholder('code')})`),
)
const productsWithIds = preparedQuery((db) => db.select({ id: products.id }).from(products).where(isAnyOf(products.id)))

const columnsOf = async (db: Db, { code, starts_on, ends_on, product_ids, ...input }: CouponInput, id?: number) => {
  const trimmed = code.trim()
  const [sameCode] = await couponWithCode(db).execute({ code: trimmed })
  const known = product_ids.length ? await productsWithIds(db).execute({ ids: product_ids }) : []
  assertValid({
    code: !/^[A-Za-z0-9_-]{1,50}$/.test(trimmed) ? 'format' : sameCode && sameCode.id !== id && 'taken',
    discount_value: input.discount_kind === 'percentage' && input.discount_value > 100 && 'too_large',
    max_discount: input.discount_kind === 'fixed' && input.max_discount !== null && 'not_allowed',
    ends_on: starts_on !== null && ends_on !== null && ends_on < starts_on && 'before_started_on',
    product_ids: known.length < new Set(product_ids).size && 'not_allowed',
  })
  return { ...input, ...namesToStore(input), name: trimmed, valid_from: starts_on, valid_to: ends_on }
}

const setProducts = async (db: Db, coupon_id: number, product_ids: readonly number[]) => {
  await db.delete(coupon_products).where(eq(coupon_products.coupon_id, coupon_id))
  if (product_ids.length) await db.insert(coupon_products).values([...new Set(product_ids)].map((product_id) => ({ coupon_id, product_id })))
}

export const insertCoupon = async (db: Db, input: CouponInput): Promise<CouponRow> => {
  const { id } = await store.insert(db, await columnsOf(db, input))
  await setProducts(db, id, input.product_ids)
  return couponOf(db, id)
}

/**
 * Throws 404, 409 if it was saved since `updated_at`, and 422 for invalid fields, or if the code or the discount of a used coupon changes: people rely on
 * both.
 */
export const updateCoupon = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeCoupon>): Promise<CouponRow> => {
  const existing = await store.lock(db, id, { updated_at: version })
  const columns = await columnsOf(db, input, id)
  const changed = {
    code: columns.name !== existing.name,
    discount_kind: columns.discount_kind !== existing.discount_kind,
    discount_value: columns.discount_value !== existing.discount_value,
    max_discount: columns.max_discount !== existing.max_discount,
  }
  if (existing.used_count > 0) assertValid(Object.fromEntries(Object.entries(changed).map(([field, isChanged]) => [field, isChanged && ('in_use' as const)])))
  await setProducts(db, id, input.product_ids)
  return store.update(db, id, columns)
}
