import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, InputObject, Instant, Items, Nothing, Nullable, OneOf } from '../endpoint.ts'
import { Product, TaxRate } from './product.ts'

/** Max units of a product in a cart, and max products. */
export const maxQuantity = 99
export const maxCartItems = 50

export type Cart = Static<typeof Cart>
export const Cart = Type.Object({ id: Id, user_id: Id, created_at: Instant, updated_at: Instant })

export type CartItem = Static<typeof CartItem>
export const CartItem = Type.Object({
  id: Id,
  user_id: Id,
  cart_id: Id,
  product_id: Id,
  product: Type.Optional(Product),
  quantity: Type.Integer(),
  /** The recommendation from which the product was added. */
  recommendation_id: Nullable(Id),
  created_at: Instant,
  updated_at: Instant,
})

const quantity = Type.Integer({ minimum: 1, maximum: maxQuantity })
const NewItem = InputObject({ product_id: Id, quantity: Type.Optional(quantity) })
/** Administrators name the patient; patients may omit it. */
const user_id = Type.Optional(Id)
const rejections = ['product_not_sold', 'out_of_stock', 'stock_insufficient'] as const
const changes = { changes: ['cart_items'], audience: 'caller' } as const

export const openCart = endpoint({
  method: 'POST',
  path: '/api/shop/carts',
  permission: 'shop.buy',
  summary: 'Open the caller’s cart, or get the open one',
  description: 'A patient has one open cart. Adding an item opens it too.',
  body: InputObject({}),
  reply: Cart,
  status: 201,
  example: { body: {} },
  ...changes,
})

export const listCartItems = endpoint({
  method: 'GET',
  path: '/api/shop/cart_items',
  permission: 'shop.read',
  summary: 'List the items of the open cart in the order they were added',
  description: 'Administrators send `user_id`.',
  query: InputObject({ user_id, include: Include('product') }),
  errors: ['invalid'],
  reply: Items(CartItem),
  example: { query: { include: ['product'] } },
})

export const addCartItem = endpoint({
  method: 'POST',
  path: '/api/shop/cart_items',
  permission: 'shop.buy',
  summary: 'Add a product to the caller’s cart',
  description: `1 to ${maxQuantity} of a product, max ${maxCartItems} products. A product that is in the cart already gets the sum of both quantities.`,
  body: NewItem,
  reply: CartItem,
  status: 201,
  errors: rejections,
  example: { body: { product_id: 1, quantity: 2 } },
  ...changes,
})

export const addCartItems = endpoint({
  method: 'POST',
  path: '/api/shop/cart_items/bulk',
  permission: 'shop.buy',
  summary: 'Add several products to the caller’s cart, all or none',
  description: 'Has the same effect as adding them one by one. Replies with the added items.',
  body: InputObject({ items: Type.Array(NewItem, { minItems: 1, maxItems: maxCartItems }) }),
  reply: Items(CartItem),
  status: 201,
  errors: rejections,
  example: { body: { items: [{ product_id: 1, quantity: 2 }] } },
  ...changes,
})

export const addRecommended = endpoint({
  method: 'POST',
  path: '/api/shop/cart_items/create_from_recommendations',
  permission: 'shop.buy',
  summary: 'Put recommended products into the caller’s cart',
  description:
    'Adds one of each; without `recommendation_ids`, of all that are recommended, can be bought and need no caution because of the caller’s allergies or medicines. Products that are already in the cart do not change. Replies with the items of the recommended products.',
  body: InputObject({ recommendation_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: maxCartItems })) }),
  reply: Items(CartItem),
  status: 201,
  errors: ['not_found', ...rejections],
  example: { body: {} },
  ...changes,
})

export const changeCartItem = endpoint({
  method: 'PUT',
  path: '/api/shop/cart_items/:id',
  permission: 'shop.buy',
  summary: 'Change the quantity of a cart item',
  description: 'An item of a cart that has become an order is a 404.',
  params: ById,
  body: InputObject({ quantity, updated_at: Type.Optional(Instant) }),
  reply: CartItem,
  errors: ['conflict', ...rejections],
  example: { params: { id: 1 }, body: { quantity: 3 } },
  ...changes,
})

export const removeCartItem = endpoint({
  method: 'DELETE',
  path: '/api/shop/cart_items/:id',
  permission: 'shop.buy',
  summary: 'Remove an item from the caller’s cart',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  ...changes,
})

export type DeliveryRule = Static<typeof DeliveryRule>
/** Yen including tax; no fee from a subtotal of `free_from` on, null: never free. `timed_fee`: with a chosen day. */
export const DeliveryRule = Type.Object({ fee: Type.Integer(), timed_fee: Type.Integer(), tax_rate: TaxRate, free_from: Nullable(Type.Integer()) })

/** Hours of the day in Tokyo; `am` is until noon. */
export const deliveryWindows = ['am', '14_16', '16_18', '18_20', '19_21'] as const
export type DeliveryWindow = (typeof deliveryWindows)[number]

export const getDeliveryRule = endpoint({
  method: 'GET',
  path: '/api/shop/carts/delivery_rule',
  permission: 'catalogue.read',
  summary: 'Get the delivery fee and the sum from which delivery is free',
  reply: DeliveryRule,
})

export const discountKinds = ['fixed', 'percentage'] as const

/** `other_products`: the coupon is for none of the products in the cart. */
export const couponReasons = ['unknown', 'expired', 'not_yet_valid', 'used_by_person', 'used_up', 'other_products', 'minimum_not_reached'] as const

const refusal = { reason: OneOf(couponReasons), missing: Type.Optional(Type.Integer()), valid_from: Type.Optional(Day), valid_to: Type.Optional(Day) }
export type CouponRefusal = Static<typeof CouponRefusal>
/** Why a coupon cannot be used. `missing`: yen including tax below the minimum. */
const CouponRefusal = Type.Object(refusal)

export type Coupon = Static<typeof Coupon>
export const Coupon = Type.Object({
  id: Id,
  /** The code that people type. */
  name: Type.String(),
  display_name: Type.String(),
  discount_kind: OneOf(discountKinds),
  /** Yen, or per cent of the taxed sum of the products that it is for, at most `max_discount`. */
  discount_value: Type.Integer(),
  max_discount: Nullable(Type.Integer()),
  min_sum: Type.Integer(),
  valid_from: Nullable(Day),
  valid_to: Nullable(Day),
  /** Empty: every product. */
  product_ids: Type.Array(Id),
})

const coupon_code = Type.String({ minLength: 1, maxLength: 50 })

export type CartCalculation = Static<typeof CartCalculation>
/** Whole yen including tax. */
export const CartCalculation = Type.Object({
  lines: Type.Array(Type.Object({ product_id: Id, quantity: Type.Integer(), price_with_tax: Type.Integer(), amount: Type.Integer(), tax_rate: TaxRate })),
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  delivery_fee: Type.Integer(),
  /** The days in Tokyo that can be chosen for these products, and the fee without and with a chosen day. */
  delivery: Type.Object({ earliest_on: Day, latest_on: Day, fee: Type.Integer(), timed_fee: Type.Integer() }),
  missing_for_free_delivery: Nullable(Type.Integer()),
  /** For each tax rate: the amount to pay after the discount, including tax, and the tax in it. */
  taxes: Type.Array(Type.Object({ tax_rate: TaxRate, amount: Type.Integer(), tax: Type.Integer() })),
  total: Type.Integer(),
  /** The coupon that reduces the total; null if there is no coupon or it is refused. */
  coupon: Nullable(Coupon),
  /** `text` is in the request’s language. */
  coupon_refusal: Nullable(Type.Object({ ...refusal, text: Type.String() })),
})

export const calculateCart = endpoint({
  method: 'GET',
  path: '/api/shop/cart_calculations',
  permission: 'shop.read',
  summary: 'Calculate the amounts of the open cart, with a coupon',
  description:
    'The discount is spread over the tax rates, and tax is rounded once per rate. A refused coupon reduces nothing and says why. Products that are no longer sold are left out. `is_timed`: with a chosen delivery day. Administrators send `user_id`.',
  query: InputObject({ user_id, coupon_code: Type.Optional(coupon_code), is_timed: Type.Optional(Type.Boolean()) }),
  errors: ['invalid'],
  reply: CartCalculation,
  example: { query: { coupon_code: 'welcome_500' } },
})

export const checkCoupon = endpoint({
  method: 'GET',
  path: '/api/shop/coupons/valid',
  permission: 'shop.buy',
  summary: 'Check a coupon code for the caller’s cart',
  description: 'A 422 says why the coupon is refused. The code is case-insensitive.',
  query: InputObject({ coupon_code }),
  reply: Type.Object({ coupon: Coupon, discount: Type.Integer() }),
  errors: couponReasons.map((reason) => `coupon_${reason}` as const),
  example: { query: { coupon_code: 'welcome_500' } },
})
