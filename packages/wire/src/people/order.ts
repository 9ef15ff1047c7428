import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nullable, OneOf, Page, Paged } from '../endpoint.ts'
import { Address } from './account.ts'
import { CartItem, deliveryWindows } from './cart.ts'
import { ClientSecret, Dispute, Payment } from './payment.ts'
import { Product, TaxRate } from './product.ts'

/** `pending`: being paid; `failed`: was not paid. `cancelled` orders that were paid have been or are being refunded, except what the bank took back or may take back. */
export const orderStatuses = ['pending', 'failed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const
export const orderEventKinds = ['placed', 'failed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const
export const deliveryMonths = [1, 2, 3] as const
export const Months = Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [...deliveryMonths] })

export const DeliveryWindow = Nullable(OneOf(deliveryWindows))

/** The recipient of an order. Every part except the building is required. */
export const recipient = { recipient_name: Line(100), phone_number: Line(30, 0), address: Address }

export type OrderItem = Static<typeof OrderItem>
/** Name and prices at the time of the order. `price` and `amount` are in yen; `amount` includes tax. */
export const OrderItem = Type.Object({
  id: Id,
  /** Null for a product of an external store. */
  product_id: Nullable(Id),
  display_name: Type.String(),
  price: Type.Integer(),
  price_with_tax: Type.Integer(),
  tax_rate: TaxRate,
  quantity: Type.Integer(),
  amount: Type.Integer(),
})

export type OrderEvent = Static<typeof OrderEvent>
/** `amount`: for a refund, its amount in yen. */
export const OrderEvent = Type.Object({ id: Id, kind: OneOf(orderEventKinds), note: Type.String(), amount: Nullable(Type.Integer()), created_at: Instant })

export const orderSummary = {
  id: Id,
  /** The number that people quote, such as `SK-20261121-384`. */
  number: Type.String(),
  user_id: Id,
  status: OneOf(orderStatuses),
  total: Type.Integer(),
  /** The day that the patient chose, or the day of the regular delivery; null: as soon as possible. */
  delivery_on: Nullable(Day),
  /** Null: any time of the day. */
  delivery_window: DeliveryWindow,
  refunded_amount: Type.Integer(),
  items: Type.Array(OrderItem),
  /** `web`: bought from the cart. `regular`: ordered by a regular delivery. `shopify`: from the external store. */
  source: OneOf(['web', 'regular', 'shopify'] as const),
  created_at: Instant,
  updated_at: Instant,
}

/** Yen of refunds that failed and that no later refund has made up for. */
export const FailedRefundAmount = Type.Integer()

export type OrderSummary = Static<typeof OrderSummary>
export const OrderSummary = Type.Object(orderSummary)

export type Order = Static<typeof Order>
/** Yen including tax. */
export const Order = Type.Object({
  ...orderSummary,
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  coupon: Nullable(Type.Object({ id: Id, name: Type.String(), display_name: Type.String() })),
  delivery_fee: Type.Integer(),
  taxes: Type.Array(Type.Object({ tax_rate: TaxRate, amount: Type.Integer(), tax: Type.Integer() })),
  recipient_name: Type.String(),
  phone_number: Type.String(),
  address: Address,
  events: Type.Array(OrderEvent),
  carrier: Type.String(),
  tracking_number: Type.String(),
  /** The newest payment; null for an order of 0 yen or of an external store. */
  payment: Nullable(Payment),
  /** Disputes of its payments, newest first. Only in the reply to administrators who get an order. */
  disputes: Type.Optional(Type.Array(Dispute)),
  failed_refund_amount: FailedRefundAmount,
  /** Yen that may still be refunded: not what refunds or lost disputes gave back, and nothing while the bank decides a dispute. */
  refundable_amount: Type.Integer(),
  regular_delivery_id: Nullable(Id),
  /** Until this time a pending order can be paid, and its products are reserved. */
  reserved_until: Nullable(Instant),
  /** Whether the patient may still cancel it: it is pending or paid, and not from an external store. */
  may_cancel: Type.Boolean(),
  has_receipt: Type.Boolean(),
})

export const orderChanges = ['orders', 'payments', 'cart_items'] as const
export const cancelChanges = [...orderChanges, 'regular_deliveries'] as const

export const purchase = endpoint({
  method: 'POST',
  path: '/api/shop/purchases',
  permission: 'shop.buy',
  summary: 'Buy what is in the caller’s cart',
  description:
    'Send an `Idempotency-Key`: the same key never buys twice. The server calculates all amounts; `shown_total` only rejects the purchase (422 `total_changed`) if the page showed another total. `saved_card` charges the saved card; `new_card` and 3-D Secure need the page: the reply then has `confirmation`, the order is `pending`, and its products are reserved for 30 minutes. After the confirmation call `PATCH /api/stripe_payments/{id}`. A declined payment leaves the cart as it was. An order of 0 yen needs no card (`none`). `every_months` makes the order a regular delivery, which needs a saved card or `save_card`; it keeps `delivery_window`. `delivery_on` is within the days that the calculation of the cart names, else 422 `delivery_day_unavailable`.',
  body: InputObject({
    ...recipient,
    method: OneOf(['saved_card', 'new_card', 'none'] as const),
    save_card: Type.Optional(Type.Boolean()),
    coupon_code: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    every_months: Type.Optional(Months),
    delivery_on: Type.Optional(Day),
    /** Needs `delivery_on`. */
    delivery_window: Type.Optional(OneOf(deliveryWindows)),
    shown_total: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  reply: Type.Object({ order: Order, confirmation: Nullable(ClientSecret) }),
  status: 201,
  errors: [
    'cart_empty',
    'product_not_sold',
    'out_of_stock',
    'stock_insufficient',
    'total_changed',
    'total_too_large',
    'total_too_small',
    'delivery_day_unavailable',
    'card_required',
    'card_declined',
    'payments_off',
    'payments_unreachable',
    'coupon_unknown',
    'coupon_expired',
    'coupon_not_yet_valid',
    'coupon_used_by_person',
    'coupon_used_up',
    'coupon_other_products',
    'coupon_minimum_not_reached',
    'conflict',
  ],
  example: {
    body: {
      recipient_name: '佐伯 恵子',
      phone_number: '090-0000-1234',
      address: { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '青山テラス503' },
      method: 'saved_card',
    },
  },
  changes: [...orderChanges, 'regular_deliveries', 'payment_sources', 'users'],
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/shop/orders',
  permission: 'shop.read',
  summary: 'List a patient’s orders, newest first',
  description: 'Administrators send `user_id`.',
  query: InputObject({ user_id: Type.Optional(Id), page: Page }),
  errors: ['invalid'],
  reply: Paged(OrderSummary),
  example: { query: {} },
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/shop/orders/:id',
  permission: 'shop.read',
  summary: 'Get an order with its history and payment',
  params: ById,
  reply: Order,
  example: { params: { id: 1 } },
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/shop/orders/:id/cancel',
  permission: 'shop.buy',
  summary: 'Cancel one’s own order that has not been shipped',
  description:
    '`refundable_amount` is refunded to the card, the products go back into stock, and the coupon can be used again. The regular delivery that began with the order is stopped. 422 `order_state` once it is shipped.',
  params: ById,
  body: InputObject({}),
  reply: Order,
  errors: ['order_state'],
  example: { params: { id: 1 }, body: {} },
  changes: cancelChanges,
})

export const orderAgain = endpoint({
  method: 'POST',
  path: '/api/shop/orders/:id/order_again',
  permission: 'shop.buy',
  summary: 'Put the products of one’s own order into the cart again',
  description: 'Charges nothing. Replies with the items of the cart and the products left out because they are not sold or out of stock.',
  params: ById,
  body: InputObject({}),
  reply: Type.Object({ items: Type.Array(CartItem), left_out: Type.Array(Product) }),
  status: 201,
  example: { params: { id: 1 }, body: {} },
  changes: ['cart_items'],
  audience: 'caller',
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/shop/orders/:id/receipt',
  permission: 'shop.read',
  summary: 'Download the receipt of a paid order as PDF, a qualified invoice if the seller is registered',
  description: '`addressee` replaces the recipient’s name. The receipt is in Japanese. 422 `order_state` for an order without a receipt (`has_receipt`).',
  params: ById,
  query: InputObject({ addressee: Type.Optional(Line(100)) }),
  reply: Type.String(),
  media: 'application/pdf',
  errors: ['order_state', 'receipt_failed'],
  example: { params: { id: 1 }, query: {}, reply: '%PDF-1.7' },
})
