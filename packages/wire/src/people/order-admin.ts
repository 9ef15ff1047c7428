import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, Items, Line, OneOf, Page, Paged, Text } from '../endpoint.ts'
import { cancelChanges, FailedRefundAmount, Order, orderChanges, orderStatuses, orderSummary } from './order.ts'

const Row = Type.Object({
  ...orderSummary,
  failed_refund_amount: FailedRefundAmount,
  recipient_name: Type.String(),
  user: Type.Object({ id: Id, first_name: Type.String(), last_name: Type.String() }),
})
export type OrderRow = Static<typeof Row>
const admin = { permission: 'administration.write' } as const

export const listAllOrders = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/orders',
  listsPatients: true,
  summary: 'List the orders of all patients, newest first',
  description: '`q`: an order number or its last part, or part of a recipient’s name.',
  query: InputObject({ status: Type.Optional(OneOf(orderStatuses)), q: Type.Optional(Type.String({ maxLength: 100 })), page: Page }),
  reply: Paged(Row),
  example: { query: { status: 'paid' } },
})

/** `updated_at` as in the order: 409 if the order changed since. */
const updated_at = Type.Optional(Instant)

export const shipOrder = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/orders/:id/ship',
  summary: 'Mark a paid order as shipped',
  description: '422 `order_state` unless it is paid.',
  params: ById,
  body: InputObject({ carrier: Type.Optional(Line(50, 0)), tracking_number: Type.Optional(Line(50, 0)), updated_at }),
  reply: Order,
  errors: ['order_state', 'conflict'],
  example: { params: { id: 1 }, body: { carrier: 'みどり運輸', tracking_number: '4021-5583-7164' } },
  changes: orderChanges,
})

export const deliverOrder = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/orders/:id/deliver',
  summary: 'Mark a shipped order as delivered',
  params: ById,
  body: InputObject({ updated_at }),
  reply: Order,
  errors: ['order_state', 'conflict'],
  example: { params: { id: 1 }, body: {} },
  changes: orderChanges,
})

export const cancelAnyOrder = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/orders/:id/cancel',
  summary: 'Cancel an order that has not been shipped and refund it',
  description:
    'The patient reads the note in the history of the order. A regular delivery that began with it is paused. What a lost dispute took back is not refunded, and nothing while a dispute is undecided.',
  params: ById,
  body: InputObject({ note: Text(500), updated_at }),
  reply: Order,
  errors: ['order_state', 'conflict'],
  example: { params: { id: 1 }, body: { note: '在庫が破損していたため' } },
  changes: cancelChanges,
})

export const refundOrder = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/orders/:id/refund',
  summary: 'Refund a paid order to the card, in part or in full',
  description:
    'Without `amount`, everything that has not been refunded yet is refunded. The order is `refunded` once all of it is, but a cancelled or failed one keeps its status. The patient reads the note. Stock is not changed. 422 `refund_too_large` for more than is left; nothing is left while a dispute is undecided, and what a lost dispute took back is not left.',
  params: ById,
  body: InputObject({ amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999 })), note: Text(500), updated_at }),
  reply: Order,
  errors: ['order_state', 'refund_too_large', 'conflict', 'payments_off'],
  example: { params: { id: 1 }, body: { amount: 1000, note: '1点が届かなかったため' } },
  changes: orderChanges,
})

export type ExternalOrder = Static<typeof ExternalOrder>
/** An order of the external store whose e-mail belongs to no patient. */
export const ExternalOrder = Type.Object({
  id: Id,
  number: Type.String(),
  email: Type.String(),
  customer_name: Type.String(),
  total: Type.Integer(),
  item_names: Type.Array(Type.String()),
  ordered_at: Instant,
})

export const listExternalOrders = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/external_orders',
  listsPatients: true,
  summary: 'List orders of the external store that wait for their patient',
  description: 'Max 1,000, newest first.',
  reply: Items(ExternalOrder),
})

export const assignExternalOrder = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/external_orders/:id/assign',
  summary: 'Assign an order of the external store to a patient',
  params: ById,
  body: InputObject({ user_id: Id }),
  reply: Order,
  status: 201,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { user_id: 1 } },
  changes: ['orders'],
})

export const receiveShopify = endpoint({
  method: 'POST',
  path: '/webhooks/shopify',
  permission: 'public',
  summary: 'Webhook: orders from Shopify',
  description:
    '`x-shopify-hmac-sha256` is the base64 HMAC-SHA256 of the raw body with one of the secrets in SHOPIFY_SECRET. 404 if that setting is missing. Paid orders in yen become orders of the patient with that e-mail; those of unknown e-mails wait in `/api/admin/external_orders`. An order that is sent again changes nothing.',
  reply: Type.Object({ received: Type.Boolean() }),
  errors: ['not_found', 'signature_invalid', 'malformed', 'invalid', 'too_large'],
})
