import {
  addProductCategory,
  changeProductCategory,
  exportProductCategories,
  getProductCategory,
  listAllProductCategories,
  productCategoryColumns,
  productCategoryFields,
  productCategoryQuery,
} from '@sukoyaka/wire/boards/admin/product-category'
import { adminTable } from '../records/table.ts'

export const productCategories = adminTable({
  name: 'product_categories',
  list: listAllProductCategories,
  csv: exportProductCategories,
  read: getProductCategory,
  add: addProductCategory,
  change: changeProductCategory,
  tag: 'product_categories',
  query: productCategoryQuery,
  columns: productCategoryColumns,
  fields: productCategoryFields,
  shown: [{ name: 'name_ja', below: 'name_en' }, 'product_count', 'sort_number', 'updated_at'],
  sections: [{ title: 'basic', fields: ['name_ja', 'name_en', 'name_kr', 'sort_number'] }],
  initial: { sort_number: '100' },
  nameOf: ({ name_ja }) => String(name_ja),
})
