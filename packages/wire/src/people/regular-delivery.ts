import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Items, Nullable, OneOf } from '../endpoint.ts'
import { maxCartItems, maxQuantity } from './cart.ts'
import { DeliveryWindow, Months, recipient } from './order.ts'

/** `paused`: until the patient resumes it. `stopped` is final. */
export const regularStatuses = ['active', 'paused', 'stopped'] as const

export type RegularDelivery = Static<typeof RegularDelivery>
/** Prices are those of the day of each order. */
export const RegularDelivery = Type.Object({
  id: Id,
  user_id: Id,
  every_months: Months,
  status: OneOf(regularStatuses),
  /** Tokyo day of the next delivery; null if stopped. */
  next_on: Nullable(Day),
  /** Until the end of this Tokyo day the next delivery can be changed or skipped; the card is charged on the day after. */
  change_until: Nullable(Day),
  may_change_next: Type.Boolean(),
  /** Tokyo day of the delivery after the next, which pages show before a skip. */
  after_next_on: Nullable(Day),
  /** The total of the next order at today’s prices. */
  estimated_total: Type.Integer(),
  /** Null: any time of the day. */
  delivery_window: DeliveryWindow,
  items: Type.Array(Type.Object({ product_id: Id, display_name: Type.String(), quantity: Type.Integer(), price_with_tax: Type.Integer() })),
  /** Products that are no longer sold: orders are placed without them. */
  unsold_items: Type.Array(Type.Object({ product_id: Id, display_name: Type.String(), quantity: Type.Integer() })),
  recipient_name: Type.String(),
  phone_number: Type.String(),
  address: recipient.address,
  /** Why the last order was not placed or not paid, in the request’s language; null without such a problem. */
  problem: Nullable(Type.String()),
  created_at: Instant,
  updated_at: Instant,
})

const changes = { changes: ['regular_deliveries'] } as const
const by = { permission: 'shop.buy', params: ById } as const

export const listRegularDeliveries = endpoint({
  method: 'GET',
  path: '/api/shop/regular_deliveries',
  permission: 'shop.read',
  summary: 'List a patient’s regular deliveries, newest first',
  description: 'Administrators send `user_id`. Max 1,000. Stopped ones are included.',
  query: InputObject({ user_id: Type.Optional(Id) }),
  errors: ['invalid'],
  reply: Items(RegularDelivery),
  example: { query: {} },
})

export const changeRegularDelivery = endpoint({
  ...by,
  method: 'PUT',
  path: '/api/shop/regular_deliveries/:id',
  summary: 'Change, pause, resume or stop one’s own regular delivery',
  description:
    'Changes only the fields that are sent. A change after `change_until`, also pausing and stopping, affects the delivery after the next: the next one is ordered and charged as it was agreed, unless the order is refused, for instance without a saved card. Resuming, and items with another lead time, move `next_on` to the first day from it on that can still be changed. Resuming needs a saved card (422 `card_required`); 422 `delivery_stopped` for a stopped delivery.',
  body: InputObject({
    every_months: Type.Optional(Months),
    status: Type.Optional(OneOf(regularStatuses)),
    delivery_window: Type.Optional(DeliveryWindow),
    items: Type.Optional(
      Type.Array(InputObject({ product_id: Id, quantity: Type.Integer({ minimum: 1, maximum: maxQuantity }) }), { minItems: 1, maxItems: maxCartItems }),
    ),
    recipient_name: Type.Optional(recipient.recipient_name),
    phone_number: Type.Optional(recipient.phone_number),
    address: Type.Optional(recipient.address),
    updated_at: Type.Optional(Instant),
  }),
  reply: RegularDelivery,
  errors: ['conflict', 'card_required', 'delivery_stopped', 'product_not_sold'],
  example: { params: { id: 1 }, body: { status: 'paused' } },
  // if the next delivery is due, the call orders it before the change
  changes: ['regular_deliveries', 'orders', 'payments'],
})

export const skipRegularDelivery = endpoint({
  ...by,
  method: 'POST',
  path: '/api/shop/regular_deliveries/:id/skip',
  summary: 'Skip the next delivery',
  description: '422 `skip_too_late` after `change_until`. `next_on` names the delivery to skip: 409 if the next delivery is on another day by now.',
  body: InputObject({ next_on: Day }),
  reply: RegularDelivery,
  errors: ['conflict', 'skip_too_late', 'delivery_stopped'],
  example: { params: { id: 1 }, body: { next_on: '2026-12-10' } },
  ...changes,
})
