import {
  addProduct,
  changeProduct,
  exportProducts,
  getProductEntry,
  listAllProducts,
  productColumns,
  productFields,
  productQuery,
} from '@sukoyaka/wire/boards/admin/product'
import { ProductImages } from '../products/ProductImages.tsx'
import { adminTable } from '../records/table.ts'

export const products = adminTable({
  name: 'products',
  list: listAllProducts,
  csv: exportProducts,
  read: getProductEntry,
  add: addProduct,
  change: changeProduct,
  tag: 'products',
  query: productQuery,
  columns: productColumns,
  fields: productFields,
  shown: [
    { name: 'name_ja', below: 'product_category' },
    'price_without_tax',
    'tax_rate',
    { name: 'stock', below: 'stock_reason' },
    'visible',
    'sort_number',
    'updated_at',
  ],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_kana', 'name_en', 'name_kr', 'product_category_id'] },
    { title: 'sale', fields: ['price_without_tax', 'tax_rate', 'visible', 'sort_number'] },
    { title: 'stock', fields: ['is_stock_counted', 'stock_change', 'stock_change_reason'] },
    {
      title: 'texts',
      fields: [
        ...['description_ja', 'description_en', 'description_kr', 'reason_ja', 'reason_en', 'reason_kr'],
        ...['has_known_ingredients', 'ingredients', 'allergens'],
      ],
    },
  ],
  initial: { visible: false, is_stock_counted: true, tax_rate: '10', sort_number: '1000' },
  isShown: (path, { is_stock_counted, has_known_ingredients }) =>
    path.startsWith('stock_change') ? is_stock_counted === true : path !== 'ingredients' || has_known_ingredients === true,
  increments: ['stock_change'],
  Below: ProductImages,
  nameOf: ({ name_ja }) => String(name_ja),
})
