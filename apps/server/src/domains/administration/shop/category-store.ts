import { wordSearchText } from '@sukoyaka/rules/search'
import type { addProductCategory, changeProductCategory } from '@sukoyaka/wire/boards/admin/product-category'
import type { Input, Reply } from '@sukoyaka/wire/endpoint'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../database/db.ts'
import { product_categories, products } from '../../shop/tables.ts'
import { catalogueStore } from '../catalogue-store.ts'
import { namesToEdit, namesToStore } from '../translations.ts'
import { searchTextOf } from './product-store.ts'

type CategoryRow = Reply<typeof addProductCategory>
type CategoryInput = Input<typeof addProductCategory>

const { sort_number, name_ja, updated_at } = product_categories
const store = catalogueStore({
  table: product_categories,
  extra: { product_count: sql<number>`(select count(*)::int from ${products} p where p.category_id = product_categories.id and p.is_active)` },
  search: product_categories.name_search,
  sorts: { sort_number, name_ja, updated_at },
  sort: 'sort_number',
  rowOf: ({ product_count, ...row }): CategoryRow => ({ ...row, ...namesToEdit(row), product_count: Number(product_count) }),
})

export const allProductCategories = store.list
export const productCategoryOf = store.read

const columnsOf = ({ sort_number: place, ...input }: CategoryInput) => {
  const names = namesToStore(input)
  return { ...names, sort_number: place, name_search: wordSearchText({ text: names.name_ja }, { text: names.name_en }, { text: names.name_kr }) }
}

/** `code` identifies the category in addresses of the shop. */
export const insertProductCategory = (db: Db, input: CategoryInput, code: string): Promise<CategoryRow> => store.insert(db, { ...columnsOf(input), name: code })

/** Throws 404, 409 if it was saved since `updated_at`, and 422 without a Japanese name. */
export const updateProductCategory = async (db: Db, { id, updated_at: version, ...input }: Input<typeof changeProductCategory>): Promise<CategoryRow> => {
  await store.lock(db, id, { updated_at: version })
  const columns = columnsOf(input)
  // built per call: categories change rarely
  for (const product of await db.select().from(products).where(eq(products.category_id, id)).for('update'))
    await db
      .update(products)
      .set({ name_search: searchTextOf(product, columns) })
      .where(eq(products.id, product.id))
  return store.update(db, id, columns)
}
