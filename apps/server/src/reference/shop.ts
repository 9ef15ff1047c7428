import { wordSearchText } from '@sukoyaka/rules/search'
import { and, eq, inArray, not, notInArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { coupon_products, coupons, product_categories, products } from '../domains/shop/tables.ts'
import { upsertRows } from './upsert-rows.ts'

// the types of the reference data files
type Named = { name_ja: string; name_en: string; name_kr: string }
type ProductItem = Named & {
  code: string
  category: string
  price: number
  tax_rate: number
  description_ja: string
  description_en: string
  image: string
  visible: boolean
  sort_number: number
}
type ProductDetails = {
  code: string
  name_kana: string
  reason_ja: string
  reason_en: string
  reason_kr: string
  description_kr: string
  /** Null: not known. */
  ingredients: string[] | null
  allergens: string[]
}
type Terms = Pick<
  typeof coupons.$inferInsert,
  'discount_kind' | 'discount_value' | 'max_discount' | 'min_sum' | 'valid_from' | 'valid_to' | 'total_limit' | 'per_person_limit' | 'sort_number'
>
type CouponItem = Named & Terms & { code: string; product_codes: string[] }

const idsOf = async (db: Db, table: typeof products | typeof coupons) =>
  new Map((await db.select({ id: table.id, name: table.name }).from(table as typeof products)).map(({ id, name }) => [name, id]))

/** Deactivates rows that were removed from the files, unless an administrator edited them. They are not deleted, because orders refer to them. */
const deactivateRemoved = async (db: Db, table: typeof products | typeof coupons, items: readonly { code: string }[]) => {
  const codes = items.map(({ code }) => code)
  await db
    .update(table as typeof products)
    .set({ is_active: false })
    .where(and(not(table.is_edited), notInArray(table.name, codes)))
}

const noDetails = { name_kana: '', reason_ja: '', reason_en: '', reason_kr: '', description_kr: '', ingredients: null, allergens: [] }

/** Columns that stay as they are. */
const keptUnless = (isShown: boolean) => (isShown ? [] : ['is_active'])

/**
 * Adds and updates categories by name and products by code, but not the stock of products. A row that an administrator edited is not changed. Unless
 * `isShown`, new products are not active, and the others stay as they are.
 */
export const loadProducts = async (db: Db, text: string, detailsText: string, isShown: boolean): Promise<void> => {
  const { categories, items } = JSON.parse(text) as { categories: (Named & { name: string })[]; items: ProductItem[] }
  const detailsByCode = new Map((JSON.parse(detailsText).items as ProductDetails[]).map((details) => [details.code, details]))
  await upsertRows(
    db,
    product_categories,
    product_categories.name,
    categories.map(({ name, name_ja, name_en, name_kr }, at) => ({
      ...{ name, name_ja, name_en, name_kr, sort_number: at + 1 },
      name_search: wordSearchText({ text: name_ja }, { text: name_en }, { text: name_kr }),
    })),
  )
  // the categories as they are stored: an administrator may have renamed them
  const categoryByName = new Map((await db.select().from(product_categories)).map((category) => [category.name, category]))
  await upsertRows(
    db,
    products,
    products.name,
    items.map(({ code, category, image, visible, name_ja, name_en, name_kr, description_ja, description_en, price, tax_rate, sort_number }) => {
      const { name_kana = '', code: _, ...texts } = detailsByCode.get(code) ?? { ...noDetails, code }
      const { name_ja: categoryName, ...otherNames } = categoryByName.get(category)!
      const others = [name_en, name_kr, categoryName, otherNames.name_en, otherNames.name_kr, description_ja, description_en, texts.description_kr]
      return {
        name: code,
        name_ja,
        name_en,
        name_kr,
        category_id: categoryByName.get(category)!.id,
        description_ja,
        description_en,
        ...texts,
        name_kana,
        name_search: wordSearchText({ text: name_ja, kana: name_kana }, ...others.filter(Boolean).map((word) => ({ text: word }))),
        price,
        tax_rate,
        images: [image],
        is_active: isShown && visible,
        sort_number,
      }
    }),
    keptUnless(isShown),
  )
  await deactivateRemoved(db, products, items)
}

/** Adds and updates coupons by code and replaces their products. A coupon that an administrator edited is not changed. `isShown` as for products. */
export const loadCoupons = async (db: Db, text: string, isShown: boolean): Promise<void> => {
  const edited = new Set((await db.select({ name: coupons.name }).from(coupons).where(eq(coupons.is_edited, true))).map(({ name }) => name))
  const items = (JSON.parse(text).items as CouponItem[]).filter(({ code }) => !edited.has(code))
  await upsertRows(
    db,
    coupons,
    coupons.name,
    items.map(({ code, product_codes: _, ...terms }) => ({ name: code, ...terms, is_active: isShown })),
    keptUnless(isShown),
  )
  const [couponIds, productIds] = [await idsOf(db, coupons), await idsOf(db, products)]
  const loadedIds = items.map(({ code }) => couponIds.get(code)!)
  await db.delete(coupon_products).where(inArray(coupon_products.coupon_id, loadedIds))
  const links = items.flatMap(({ code, product_codes }) =>
    product_codes.map((product) => ({ coupon_id: couponIds.get(code)!, product_id: productIds.get(product)! })),
  )
  if (links.length) await db.insert(coupon_products).values(links)
  await deactivateRemoved(db, coupons, items)
}
