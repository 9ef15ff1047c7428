import type { Language } from '@sukoyaka/phrases/language'
import { queryTokens } from '@sukoyaka/rules/fold'
import type { TimedRule } from '@sukoyaka/rules/people/payment/delivery-time'
import { priceWithTax } from '@sukoyaka/rules/people/payment/price'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { listProducts, Product } from '@sukoyaka/wire/people/product'
import { and, asc, desc, getTableColumns, lte, sql } from 'drizzle-orm'
import { localName } from '../../database/columns.ts'
import type { Db } from '../../database/db.ts'
import { conditionOf, equalTo, filtersOf, isAnyOf, preparedQuery } from '../../database/prepared.ts'
import { containsWords, searchValues } from '../../database/text-search.ts'
import { apiError } from '../../errors/api-error.ts'
import { delivery_rules, product_categories, products } from './tables.ts'

type Row = typeof products.$inferSelect

/** A missing translation is replaced by the Japanese text. */
const localized = (row: Row, language: Language): Product => ({
  ...row,
  display_name: row[`name_${language}`] || row.name_ja,
  description: row[`description_${language}`] || row.description_ja,
  reason: row[`reason_${language}`] || row.reason_ja,
  price_with_tax: priceWithTax(row.price, row.tax_rate),
})

const categories = preparedQuery((db, language: Language) =>
  db.select({ ...getTableColumns(product_categories), display_name: localName(product_categories, language) }).from(product_categories),
)

const withCategories = async (db: Db, found: Product[], language: Language): Promise<Product[]> => {
  const categoryById = new Map((await categories(db, language).execute()).map((category) => [category.id, category]))
  return found.map((product) => ({ ...product, category: categoryById.get(product.category_id)! }))
}

const conditions = {
  ...equalTo({ category_id: products.category_id }),
  words: containsWords(products.name_search),
}
const productsWhere = preparedQuery((db, given: string) =>
  db
    .select()
    .from(products)
    .where(and(products.is_active, conditionOf(conditions, given)))
    .orderBy(asc(products.sort_number), asc(products.id))
    .limit(1000),
)

export const productsOf = async (db: Db, { q, category_id, include }: Input<typeof listProducts>, language: Language): Promise<Product[]> => {
  const values = { category_id, words: searchValues(q, queryTokens).words }
  const rows = await productsWhere(db, filtersOf(values)).execute(values)
  const found = rows.map((row) => localized(row, language))
  return include?.includes('category') ? withCategories(db, found, language) : found
}

const productsWithIds = preparedQuery((db) => db.select().from(products).where(isAnyOf(products.id)))

/** Products by id, also those that are no longer sold, with their categories, for lists that include them. */
export const includedProducts = async (db: Db, ids: readonly number[], language: Language) => {
  const found = [...(await productsByIds(db, ids, language)).values()]
  return new Map((found.length ? await withCategories(db, found, language) : []).map((product) => [product.id, product]))
}

/** Products as stored, with their names in every language. */
export const productRows = async (db: Db, ids: readonly number[]): Promise<Map<number, Row>> =>
  new Map((ids.length ? await productsWithIds(db).execute({ ids: [...new Set(ids)] }) : []).map((row) => [row.id, row]))

/** Products by id, also those that are no longer sold. */
export const productsByIds = async (db: Db, ids: readonly number[], language: Language) =>
  new Map([...(await productRows(db, ids))].map(([id, row]) => [id, localized(row, language)]))

export const productOf = async (db: Db, id: number, language: Language): Promise<Product> => {
  const found = (await productsByIds(db, [id], language)).get(id)
  if (!found?.is_active) throw apiError('not_found')
  return (await withCategories(db, [found], language))[0]!
}

const notSold = () => apiError('product_not_sold', { fields: { product_id: ['not_allowed'] } })

/** Products to sell by id. A product that is not sold is a 422. */
export const soldProducts = async (db: Db, ids: readonly number[]) => {
  const found = await productsByIds(db, ids, 'ja')
  for (const id of ids) if (!found.get(id)?.is_active) throw notSold()
  return found
}

/** Rejects a quantity that exceeds the stock. */
export const assertInStock = ({ stock }: Pick<Product, 'stock'>, quantity: number): void => {
  if (stock === null || quantity <= stock) return
  const details = { fields: { quantity: ['too_large' as const] }, values: { left: stock } }
  throw apiError(stock === 0 ? 'out_of_stock' : 'stock_insufficient', details)
}

const deliveryRule = preparedQuery((db) =>
  db
    .select()
    .from(delivery_rules)
    .where(lte(delivery_rules.starts_on, sql.placeholder('today')))
    .orderBy(desc(delivery_rules.starts_on))
    .limit(1),
)

/** The rule that applies now. There is always one: the first rule starts long ago and is never deleted. */
export const deliveryRuleOf = async (db: Db, now: Date): Promise<TimedRule> => (await deliveryRule(db).execute({ today: tokyoDay(now) }))[0]!

const withImage = preparedQuery((db) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(sql`${sql.placeholder('url')}::text = any(${products.images})`)
    .limit(1),
)
/** Whether this is an image of a product, which everyone signed in may see. */
export const isProductImage = async (db: Db, url: string): Promise<boolean> => (await withImage(db).execute({ url })).length > 0
