import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Include, InputObject, Items, Nullable } from '../endpoint.ts'

/** Per cent: the reduced rate of food and supplements, and the standard rate. */
export type TaxRate = Static<typeof TaxRate>
export const TaxRate = Type.Unsafe<8 | 10>({ type: 'integer', enum: [8, 10] })

const words = { name: Type.String(), name_ja: Type.String(), display_name: Type.String() }

export type ProductCategory = Static<typeof ProductCategory>
export const ProductCategory = Type.Object({ id: Id, ...words, sort_number: Type.Integer() })

export type Product = Static<typeof Product>
/** Texts are in the request’s language, else in Japanese. */
export const Product = Type.Object({
  id: Id,
  ...words,
  category_id: Id,
  category: Type.Optional(ProductCategory),
  description: Type.String(),
  /** Why a clinician would suggest it. */
  reason: Type.String(),
  /** Yen without tax. */
  price: Type.Integer(),
  price_with_tax: Type.Integer(),
  tax_rate: TaxRate,
  /** Units that can still be sold; null: not counted. */
  stock: Nullable(Type.Integer()),
  images: Type.Array(Type.String()),
  /** False: not sold any more; carts still show it. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer(),
})

const include = Include('category')

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/shop/products',
  permission: 'catalogue.read',
  summary: 'List products on sale in display order',
  description: 'Max 1,000. `q` matches parts of a name, description or category in kanji, kana, romaji, English or Korean.',
  query: InputObject({ q: Type.Optional(Type.String({ maxLength: 100 })), category_id: Type.Optional(Id), include }),
  reply: Items(Product),
  example: { query: { q: 'ビタミン', include: ['category'] } },
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/shop/products/:id',
  permission: 'catalogue.read',
  summary: 'Get a product with its category',
  description: '404 for a product that is no longer sold.',
  params: ById,
  reply: Product,
  example: { params: { id: 1 } },
})
