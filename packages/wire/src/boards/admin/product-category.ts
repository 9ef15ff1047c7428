import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line } from '../../endpoint.ts'

const input = {
  name_ja: Line(50),
  name_en: Line(50, 0),
  name_kr: Line(50, 0),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
/** `product_count`: products on sale. A category without any is not offered in the shop. */
const row = { id: Id, ...input, product_count: Type.Integer(), updated_at: Instant }

export const {
  list: listAllProductCategories,
  csv: exportProductCategories,
  read: getProductCategory,
  add: addProductCategory,
  change: changeProductCategory,
} = tableCalls({
  name: 'product_categories',
  words: ['a product category', 'all product categories'],
  description: 'A search in the shop for the new name finds the products of the category.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'updated_at'],
  filters: {},
  example: { name_ja: '睡眠', name_en: 'Sleep', name_kr: '수면', sort_number: 30 },
  tags: ['product_categories', 'products'],
})

export const productCategoryFields = fieldsOf(InputObject(input))
export const productCategoryColumns = fieldsOf(Type.Object(row))
export const productCategoryQuery = fieldsOf(listAllProductCategories.query)
