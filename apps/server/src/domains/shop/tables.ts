import type { Address } from '@sukoyaka/wire/people/account'
import { deliveryWindows, discountKinds } from '@sukoyaka/wire/people/cart'
import { orderEventKinds, orderStatuses } from '@sukoyaka/wire/people/order'
import type { TaxRate } from '@sukoyaka/wire/people/product'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { regularStatuses } from '@sukoyaka/wire/people/regular-delivery'
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { bytea, edited, id, instant, names, now, ref } from '../../database/columns.ts'

const taxRate = () => smallint().$type<TaxRate>().notNull()

export const product_categories = pgTable('product_categories', {
  id: id(),
  ...names(),
  name_search: text().notNull().default(''),
  sort_number: integer().notNull().default(0),
  /** An administrator added or changed it: updates of the reference data leave it alone. */
  is_edited: boolean().notNull().default(false),
  updated_at: now(),
})

export const products = pgTable('products', {
  id: id(),
  ...names(),
  category_id: ref().notNull(),
  description_ja: text().notNull().default(''),
  description_en: text().notNull().default(''),
  description_kr: text().notNull().default(''),
  reason_ja: text().notNull().default(''),
  reason_en: text().notNull().default(''),
  reason_kr: text().notNull().default(''),
  name_search: text().notNull().default(''),
  name_kana: text().notNull().default(''),
  price: integer().notNull(),
  tax_rate: taxRate(),
  /** Units that can still be sold; null: not counted. */
  stock: integer(),
  /** Why an administrator last changed the stock. */
  stock_reason: text().notNull().default(''),
  images: text().array().notNull().default([]),
  /** Null: not known. */
  ingredients: text().array(),
  allergens: text().array().notNull().default([]),
  sort_number: integer().notNull().default(0),
  created_at: now(),
  ...edited(),
})

export const delivery_rules = pgTable('delivery_rules', {
  id: id(),
  /** The first day in Tokyo on which the rule applies; it applies until the next rule starts. */
  starts_on: date().notNull(),
  fee: integer().notNull(),
  timed_fee: integer().notNull().default(880),
  tax_rate: taxRate(),
  free_from: integer(),
  lead_days: smallint().notNull().default(3),
  supplier_lead_days: smallint().notNull().default(5),
  max_days: smallint().notNull().default(30),
  is_edited: boolean().notNull().default(false),
  updated_at: now(),
})

export const coupons = pgTable('coupons', {
  id: id(),
  ...names(),
  discount_kind: text({ enum: discountKinds }).notNull(),
  discount_value: integer().notNull(),
  max_discount: integer(),
  min_sum: integer().notNull().default(0),
  valid_from: date(),
  valid_to: date(),
  total_limit: integer(),
  per_person_limit: integer(),
  /** Reserved and counted uses of everybody. */
  used_count: integer().notNull().default(0),
  sort_number: integer().notNull().default(0),
  ...edited(),
})

export const coupon_products = pgTable('coupon_products', { coupon_id: ref().notNull(), product_id: ref().notNull() }, (table) => [
  primaryKey({ columns: [table.coupon_id, table.product_id] }),
])

export const recommendations = patientTable(
  'recommendations',
  {
    id: id(),
    patient_id: ref().notNull(),
    product_id: ref().notNull(),
    recommended_by: ref().notNull(),
    reason: text().notNull(),
    /** Results that the patient sees with the reason. */
    test_result_ids: ref().array().notNull().default([]),
    declined_at: instant(),
    declined_words: text().notNull().default(''),
    /** Declines before the product was recommended again, oldest first. */
    earlier_declines: jsonb().$type<Recommendation['earlier_declines']>().notNull().default([]),
    created_at: now(),
    updated_at: now(),
  },
  'patient_id',
)

/** Products that staff considered and did not recommend. */
export const passed_products = patientTable(
  'passed_products',
  {
    id: id(),
    patient_id: ref().notNull(),
    product_id: ref().notNull(),
    passed_by: ref().notNull(),
    reason: text().notNull(),
    created_at: now(),
    updated_at: now(),
  },
  'patient_id',
)

export const carts = patientTable(
  'carts',
  {
    id: id(),
    user_id: ref().notNull(),
    status: text({ enum: ['open', 'ordered'] })
      .notNull()
      .default('open'),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const cart_items = patientTable(
  'cart_items',
  {
    id: id(),
    user_id: ref().notNull(),
    cart_id: ref().notNull(),
    product_id: ref().notNull(),
    quantity: smallint().notNull(),
    recommendation_id: ref(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const orders = patientTable(
  'orders',
  {
    id: id(),
    user_id: ref().notNull(),
    cart_id: ref().unique(),
    status: text({ enum: orderStatuses }).notNull().default('pending'),
    coupon_id: ref(),
    subtotal: integer().notNull(),
    discount: integer().notNull().default(0),
    delivery_fee: integer().notNull(),
    taxes: jsonb().$type<{ tax_rate: TaxRate; amount: number; tax: number }[]>().notNull(),
    total: integer().notNull(),
    delivery_on: date(),
    delivery_window: text({ enum: deliveryWindows }),
    recipient_name: text().notNull(),
    phone_number: text().notNull().default(''),
    address: jsonb().$type<Address>().notNull(),
    source: text({ enum: ['web', 'regular', 'shopify'] })
      .notNull()
      .default('web'),
    regular_delivery_id: ref(),
    /** Starts a regular delivery once the order is paid; null for none. */
    every_months: smallint().$type<1 | 2 | 3>(),
    /** Hash of the Idempotency-Key of the purchase. */
    purchase_key: bytea(),
    refunded_amount: integer().notNull().default(0),
    carrier: text().notNull().default(''),
    tracking_number: text().notNull().default(''),
    /** The order's id in the external store. */
    external_id: text().unique(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const order_items = patientTable(
  'order_items',
  {
    id: id(),
    order_id: ref().notNull(),
    /** Null for a product of an external store. */
    product_id: ref(),
    name_ja: text().notNull(),
    name_en: text().notNull(),
    name_kr: text().notNull(),
    price: integer().notNull(),
    price_with_tax: integer().notNull(),
    tax_rate: taxRate(),
    quantity: smallint().notNull(),
  },
  { column: 'order_id', parent: orders },
)

export const order_events = patientTable(
  'order_events',
  {
    id: id(),
    order_id: ref().notNull(),
    kind: text({ enum: orderEventKinds }).notNull(),
    actor_id: ref(),
    note: text().notNull().default(''),
    /** Yen of a refund. */
    amount: integer(),
    created_at: now(),
  },
  { column: 'order_id', parent: orders },
)

export const stock_reservations = patientTable(
  'stock_reservations',
  {
    id: id(),
    order_id: ref().notNull(),
    product_id: ref().notNull(),
    quantity: smallint().notNull(),
    status: text({ enum: ['open', 'used', 'released'] })
      .notNull()
      .default('open'),
    expires_at: instant().notNull(),
    created_at: now(),
  },
  { column: 'order_id', parent: orders },
)

export const coupon_uses = patientTable(
  'coupon_uses',
  {
    id: id(),
    coupon_id: ref().notNull(),
    user_id: ref().notNull(),
    order_id: ref().unique(),
    contract_id: ref().unique(),
    status: text({ enum: ['reserved', 'counted', 'given_back'] })
      .notNull()
      .default('reserved'),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const regular_deliveries = patientTable(
  'regular_deliveries',
  {
    id: id(),
    user_id: ref().notNull(),
    every_months: smallint().$type<1 | 2 | 3>().notNull(),
    status: text({ enum: regularStatuses }).notNull().default('active'),
    next_on: date().notNull(),
    /** How many days before `next_on` the order is placed; set with `next_on`. */
    order_lead_days: smallint().notNull().default(2),
    /** The day of the month of the deliveries; with 31, they come on 01-31, 02-28 and 03-31. */
    day_of_month: smallint().notNull(),
    delivery_window: text({ enum: deliveryWindows }),
    recipient_name: text().notNull(),
    phone_number: text().notNull().default(''),
    address: jsonb().$type<Address>().notNull(),
    /** Error code or decline reason of the last order, if it could not be placed or paid. */
    problem: text(),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)

export const regular_delivery_items = patientTable(
  'regular_delivery_items',
  { id: id(), regular_delivery_id: ref().notNull(), product_id: ref().notNull(), quantity: smallint().notNull() },
  { column: 'regular_delivery_id', parent: regular_deliveries },
)

/** Orders of the external store that belong to no patient yet. `body` is what an order is made from. */
export const external_orders = pgTable('external_orders', {
  id: id(),
  external_id: text().notNull().unique(),
  email: text().notNull(),
  body: jsonb().$type<unknown>().notNull(),
  created_at: now(),
})
