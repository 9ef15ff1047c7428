import type { Address } from '@sukoyaka/wire/people/account'
import { discountKinds } from '@sukoyaka/wire/people/cart'
import type { TaxRate } from '@sukoyaka/wire/people/product'
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { patientTable } from '../../access/patient-table.ts'
import { edited, id, instant, names, now, ref } from '../../database/columns.ts'

const taxRate = () => smallint().$type<TaxRate>().notNull()

export const product_categories = pgTable('product_categories', {
  id: id(),
  ...names(),
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
  price: integer().notNull(),
  tax_rate: taxRate(),
  /** Units that can still be sold; null: not counted. */
  stock: integer(),
  images: text().array().notNull().default([]),
  /** Null: not known. */
  ingredients: text().array(),
  allergens: text().array().notNull().default([]),
  sort_number: integer().notNull().default(0),
  created_at: now(),
  ...edited(),
})

export const delivery_rules = pgTable('delivery_rules', {
  id: ref().primaryKey(),
  fee: integer().notNull(),
  tax_rate: taxRate(),
  free_from: integer(),
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

const orderStatuses = ['pending', 'failed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const

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
    recipient_name: text().notNull(),
    phone_number: text().notNull().default(''),
    address: jsonb().$type<Address>().notNull(),
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
    product_id: ref().notNull(),
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
    kind: text({ enum: ['placed', ...orderStatuses.slice(1)] as ['placed', ...(typeof orderStatuses)[number][]] }).notNull(),
    actor_id: ref(),
    note: text().notNull().default(''),
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
    order_id: ref().notNull().unique(),
    status: text({ enum: ['reserved', 'counted', 'given_back'] })
      .notNull()
      .default('reserved'),
    created_at: now(),
    updated_at: now(),
  },
  'user_id',
)
