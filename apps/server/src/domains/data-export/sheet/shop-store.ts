import { order } from '@sukoyaka/phrases/people/order'
import { sql } from 'drizzle-orm'
import { users } from '../../account/tables.ts'
import { payment_sources } from '../../payment/tables.ts'
import { orderNumber } from '../../shop/order/order-store.ts'
import { cart_items, carts, order_items, orders, products, recommendations, regular_deliveries, regular_delivery_items } from '../../shop/tables.ts'
import { personName } from './person-store.ts'
import { type Column, nameIn, type Sheet, time, worded } from './sheet-store.ts'

const number: Column = ['number', ({ order_id, created_at }) => orderNumber({ id: Number(order_id), created_at: String(created_at) })]

export const shopSheets: readonly Sheet[] = [
  {
    name: 'orders',
    select: ({ from }) => sql`
      select o.id, o.id as order_id, o.created_at, ${time(sql`o.created_at`)} as ordered_at, o.status, o.subtotal,
        o.discount, o.delivery_fee, o.total, o.refunded_amount as refunded, o.recipient_name as recipient
      from ${from(orders, 'o')}`,
    columns: [number, 'ordered_at', ['state', worded(order, 'status', 'status')], 'subtotal', 'discount', 'delivery_fee', 'total', 'refunded', 'recipient'],
  },
  {
    name: 'order_items',
    select: ({ from }, language) => sql`
      select i.id, o.id as order_id, o.created_at, coalesce(nullif(${nameIn('i', language)}, ''), i.name_ja) as product, i.price_with_tax, i.tax_rate, i.quantity
      from ${from(order_items, 'i')} join ${from(orders, 'o')} on o.id = i.order_id`,
    columns: [number, 'product', 'price_with_tax', 'tax_rate', 'quantity'],
  },
  {
    name: 'regular_deliveries',
    select: ({ from }, language) => sql`
      select r.id, r.every_months, r.next_on::text, r.status = 'active' as is_active,
        (select string_agg(${nameIn('p', language)} || ${' × '} || i.quantity, ', ' order by i.id) from ${from(regular_delivery_items, 'i')} join ${products} p on p.id = i.product_id
          where i.regular_delivery_id = r.id) as products
      from ${from(regular_deliveries, 'r')}`,
    columns: ['products', 'every_months', 'next_on', 'is_active'],
  },
  {
    name: 'cart',
    select: ({ from }, language) => sql`
      select i.id, ${nameIn('p', language)} as product, i.quantity
      from ${from(cart_items, 'i')} join ${from(carts, 'c')} on c.id = i.cart_id join ${products} p on p.id = i.product_id where c.status = 'open'`,
    columns: ['product', 'quantity'],
  },
  {
    name: 'saved_card',
    select: ({ from }) => sql`
      select s.id, s.brand, s.last4, s.exp_year || '-' || lpad(s.exp_month::text, 2, '0') as valid_until, ${time(sql`s.created_at`)} as added_at
      from ${from(payment_sources, 's')}`,
    columns: ['brand', 'last4', 'valid_until', 'added_at'],
  },
  {
    name: 'recommendations',
    select: ({ from }, language) => sql`
      select r.id, ${time(sql`r.created_at`)} as sent_at, ${nameIn('p', language)} as product, ${personName('u')} as staff, r.reason,
        ${time(sql`r.declined_at`)} as declined_at, r.declined_words,
        (select string_agg(concat_ws(' ', ${time(sql`(d.decline ->> 'declined_at')::timestamptz`)}, nullif(d.decline ->> 'declined_words', '')), E'\\n' order by d.n)
          from jsonb_array_elements(r.earlier_declines) with ordinality as d (decline, n)) as earlier_declines
      from ${from(recommendations, 'r')} join ${products} p on p.id = r.product_id join ${users} u on u.id = r.recommended_by`,
    columns: ['sent_at', 'product', 'staff', 'reason', 'declined_at', 'declined_words', 'earlier_declines'],
  },
]
