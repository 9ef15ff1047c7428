import Type, { type Static } from 'typebox'
import { fieldsOf, IdOf, tableCalls } from '../../admin.ts'
import { ById, endpoint, Id, InputObject, Instant, Line, Nullable, Text } from '../../endpoint.ts'
import { TaxRate } from '../../people/product.ts'

const Lines = Type.Array(Line(100), { maxItems: 50 })

const shown = {
  name_ja: Line(200),
  name_kana: Line(200, 0),
  name_en: Line(200, 0),
  name_kr: Line(200, 0),
  product_category_id: IdOf('product_categories'),
  description_ja: Text(2000, 0),
  description_en: Text(2000, 0),
  description_kr: Text(2000, 0),
  /** Why a clinician would suggest it. */
  reason_ja: Text(500, 0),
  reason_en: Text(500, 0),
  reason_kr: Text(500, 0),
  /** For the comparison with a patient’s medicines and supplements, which are not compared while the ingredients are unknown. */
  has_known_ingredients: Type.Boolean(),
  ingredients: Lines,
  allergens: Lines,
  /** Yen. */
  price_without_tax: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  tax_rate: TaxRate,
  is_stock_counted: Type.Boolean(),
  visible: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const input = {
  ...shown,
  /** Units added to the stock (removed, if negative); null changes nothing. It is not the new stock, because orders change the stock at any time. */
  stock_change: Nullable(Type.Integer({ minimum: -100_000, maximum: 100_000 })),
  /** Required with a `stock_change`. */
  stock_change_reason: Line(200, 0),
}
/** `stock`: units that can still be sold. `stock_reason`: reason of the last change by staff. */
const row = {
  id: Id,
  ...shown,
  product_category: Type.String(),
  stock: Nullable(Type.Integer()),
  stock_reason: Type.String(),
  images: Type.Array(Type.String()),
  updated_at: Instant,
}

export const {
  list: listAllProducts,
  csv: exportProducts,
  read: getProductEntry,
  add: addProduct,
  change: changeProduct,
} = tableCalls({
  name: 'products',
  words: ['a product', 'all products'],
  description: 'Orders keep names and prices as they were. A `stock_change` needs a reason.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'price_without_tax', 'stock', 'updated_at'],
  filters: { visible: Type.Optional(Type.Boolean()) },
  example: {
    name_ja: 'ビタミンD3',
    name_kana: 'ビタミンディースリー',
    name_en: 'Vitamin D3',
    name_kr: '',
    product_category_id: 1,
    description_ja: '1日1粒、60日分です。',
    description_en: '',
    description_kr: '',
    reason_ja: 'ビタミンDが基準より低い方に。',
    reason_en: '',
    reason_kr: '',
    has_known_ingredients: true,
    ingredients: ['ビタミンD3'],
    allergens: ['ゼラチン'],
    price_without_tax: 1480,
    tax_rate: 8,
    is_stock_counted: true,
    stock_change: 100,
    stock_change_reason: '初回の入荷',
    visible: true,
    sort_number: 100,
  },
  tags: ['products'],
})

export const productFields = fieldsOf(InputObject(input))
export const productColumns = fieldsOf(Type.Object(row))
export const productQuery = fieldsOf(listAllProducts.query)

/** Side of an image in pixels. */
const imageSize = 1024
export const maxProductImages = 10
const ofProduct = { permission: 'administration.write', path: '/api/admin/products/:id/images', params: ById, changes: ['products'] } as const

export type ProductRow = Static<typeof ProductRow>
const ProductRow = Type.Object(row)

export const addProductImage = endpoint({
  ...ofProduct,
  method: 'POST',
  summary: 'Add an image to a product',
  description: 'The image is cropped to a square around its centre and stored without metadata, after the others. At most 10 (422).',
  body: InputObject({}),
  files: { image: { kinds: ['image'], max: 1, isRequired: true, square: imageSize } },
  reply: ProductRow,
  status: 201,
  example: { params: { id: 1 }, body: {} },
})

export const orderProductImages = endpoint({
  ...ofProduct,
  method: 'PUT',
  summary: 'Put the images of a product in another order',
  description: '409 unless `images` are the images that the product has now, in any order.',
  body: InputObject({ images: Type.Array(Type.String({ maxLength: 300 }), { maxItems: maxProductImages }) }),
  reply: ProductRow,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { images: ['/images/noImage.svg'] } },
})

export const removeProductImage = endpoint({
  ...ofProduct,
  method: 'DELETE',
  summary: 'Remove an image from a product',
  description: '`image`: the URL of the image, as in the product.',
  query: InputObject({ image: Type.String({ maxLength: 300 }) }),
  reply: ProductRow,
  example: { params: { id: 1 }, query: { image: '/images/noImage.svg' } },
})
