import { wordSearchText } from '@sukoyaka/rules/search'
import type { addProduct, changeProduct } from '@sukoyaka/wire/boards/admin/product'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import { assertValid, normalizeText } from '../../../access/rows.ts'
import type { Db } from '../../../database/db.ts'
import { preparedQuery } from '../../../database/prepared.ts'
import { product_categories, products } from '../../shop/tables.ts'
import { catalogueStore } from '../catalogue-store.ts'
import { kanaToStore, linesToStore, namesToEdit, namesToStore } from '../translations.ts'

type ProductRow = Reply<typeof addProduct>
type ProductInput = Input<typeof addProduct>
type Stored = typeof products.$inferSelect

const { sort_number, name_ja, price, stock, updated_at } = products
const store = catalogueStore({
  table: products,
  extra: { product_category: sql<string>`(select c.name_ja from ${product_categories} c where c.id = ${products.category_id})` },
  search: products.name_search,
  filters: { visible: products.is_active },
  sorts: { sort_number, name_ja, price_without_tax: price, stock, updated_at },
  sort: 'sort_number',
  rowOf: ({ product_category, ...row }): ProductRow => ({
    ...row,
    ...namesToEdit(row),
    product_category: String(product_category),
    product_category_id: row.category_id,
    has_known_ingredients: row.ingredients !== null,
    ingredients: row.ingredients ?? [],
    price_without_tax: row.price,
    is_stock_counted: row.stock !== null,
    visible: row.is_active,
  }),
})

export const allProducts = store.list
export const productEntryOf = store.read

const categoryById = preparedQuery((db) =>
  db
    .select()
    .from(product_categories)
    .where(eq(product_categories.id, sql.placeholder('id'))),
)

type Named = Pick<Stored, 'name_ja' | 'name_en' | 'name_kr'>
type Searched = Named & Pick<Stored, 'name_kana' | 'description_ja' | 'description_en' | 'description_kr'>

/** A product is found by its names and reading, its descriptions and the names of its category. */
export const searchTextOf = (product: Searched, category: Named) => {
  const descriptions = [product.description_ja, product.description_en, product.description_kr]
  const others = [product.name_en, product.name_kr, category.name_ja, category.name_en, category.name_kr, ...descriptions]
  return wordSearchText({ text: product.name_ja, kana: product.name_kana }, ...others.filter(Boolean).map((text) => ({ text })))
}

const columnsOf = async (db: Db, input: ProductInput) => {
  const [category] = await categoryById(db).execute({ id: input.product_category_id })
  assertValid({ product_category_id: !category && 'not_allowed' })
  const names = namesToStore(input)
  const name_kana = kanaToStore('name_kana', input.name_kana)
  const descriptions = [input.description_ja, input.description_en, input.description_kr].map(normalizeText) as [string, string, string]
  const [description_ja, description_en, description_kr] = descriptions
  return {
    ...names,
    name_kana,
    name_search: searchTextOf({ ...names, name_kana, description_ja, description_en, description_kr }, category!),
    category_id: category!.id,
    description_ja,
    description_en,
    description_kr,
    reason_ja: normalizeText(input.reason_ja),
    reason_en: normalizeText(input.reason_en),
    reason_kr: normalizeText(input.reason_kr),
    ingredients: input.has_known_ingredients ? linesToStore(input.ingredients) : null,
    allergens: linesToStore(input.allergens),
    price: input.price_without_tax,
    tax_rate: input.tax_rate,
    is_active: input.visible,
    sort_number: input.sort_number,
  }
}

/**
 * The stock to store: null if it is not counted. Orders reduce the stock while the form is open, so an administrator enters the change and not the new
 * stock. Throws 422 for a change to a stock below 0, or without a reason.
 */
const stockOf = (existing: Pick<Stored, 'stock'>, { is_stock_counted, stock_change, stock_change_reason }: ProductInput) => {
  const reason = normalizeText(stock_change_reason)
  if (!is_stock_counted) return { stock: null }
  if (!stock_change) return { stock: existing.stock ?? 0 }
  const counted = (existing.stock ?? 0) + stock_change
  assertValid({ stock_change: counted < 0 && 'too_small', stock_change_reason: !reason && 'required' })
  return { stock: counted, stock_reason: reason }
}

/** `code` identifies the product in the catalogue. */
export const insertProduct = async (db: Db, input: ProductInput, code: string): Promise<ProductRow> =>
  store.insert(db, { ...(await columnsOf(db, input)), ...stockOf({ stock: 0 }, input), name: code })

/** Throws 404, 409 if it was saved since `updated_at`, and 422 for invalid fields. */
export const updateProduct = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeProduct>): Promise<ProductRow> => {
  const existing = await store.lock(db, id, { updated_at: version })
  return store.update(db, id, { ...(await columnsOf(db, input)), ...stockOf(existing, input) })
}
