import type { Calculation, PricedItem } from '@sukoyaka/rules/people/payment/price'
import { priceWithTax } from '@sukoyaka/rules/people/payment/price'
import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { later } from '../../../database/columns.ts'
import { isAnyOf, preparedQuery } from '../../../database/prepared.ts'
import { openCartOf, openItemsOf } from '../cart-store.ts'
import { countCoupon, giveBackCoupon, reserveCoupon } from '../coupon-use-store.ts'
import { assertInStock, productRows } from '../product-store.ts'
import { cart_items, carts, order_events, order_items, orders, products, stock_reservations } from '../tables.ts'
import type { OrderRow } from './order-store.ts'

export type NewOrder = Pick<OrderRow, 'user_id' | 'recipient_name' | 'phone_number' | 'address' | 'source'> &
  Partial<Pick<OrderRow, 'cart_id' | 'every_months' | 'purchase_key' | 'regular_delivery_id' | 'delivery_on' | 'delivery_window'>>

const countedProducts = preparedQuery((db) =>
  db
    .select({ id: products.id, stock: products.stock })
    .from(products)
    .where(and(isAnyOf(products.id), isNotNull(products.stock)))
    .orderBy(asc(products.id))
    .for('no key update'),
)

type Quantity = { product_id: number; quantity: number }

/** Takes the units out of stock, all or none. Locks in the order of ids, so that two purchases cannot deadlock. */
const takeStock = async (scope: PatientScope, order_id: number, wanted: readonly Quantity[]): Promise<void> => {
  const counted = await countedProducts(scope.db).execute({ ids: wanted.map(({ product_id }) => product_id) })
  const quantityOf = new Map(wanted.map(({ product_id, quantity }) => [product_id, quantity]))
  const taken = counted.map(({ id, stock }) => ({ product_id: id, stock, quantity: quantityOf.get(id)! }))
  for (const { stock, quantity } of taken) assertInStock({ stock }, quantity)
  if (!taken.length) return
  for (const { product_id, quantity } of taken)
    await scope.db
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}` })
      .where(eq(products.id, product_id))
  await scope
    .insert(stock_reservations)
    .values(taken.map(({ product_id, quantity }) => ({ order_id, product_id, quantity, expires_at: sql`now() + interval '30 minutes'` })))
    .onConflictDoUpdate({
      target: [stock_reservations.order_id, stock_reservations.product_id],
      set: { status: 'open', quantity: sql`excluded.quantity`, expires_at: sql`excluded.expires_at` },
    })
}

const reserveCouponOf = async (scope: PatientScope, { id: order_id, user_id, coupon_id }: OrderRow): Promise<void> => {
  if (coupon_id !== null) await reserveCoupon(scope, { coupon_id, user_id, order_id })
}

/** Reserves stock and coupon again for an order whose payment succeeded after the order had failed. */
export const reserveAgain = async (scope: PatientScope, order: OrderRow): Promise<void> => {
  // built per call: this is rare
  const items = await scope.db.select().from(scope.rows(order_items)).where(eq(order_items.order_id, order.id))
  await takeStock(
    scope,
    order.id,
    items.flatMap(({ product_id, quantity }) => (product_id === null ? [] : [{ product_id, quantity }])),
  )
  await reserveCouponOf(scope, order)
}

/**
 * Places an order and reserves its stock and coupon. The rows that other purchases share are locked last, to hold their locks briefly.
 */
export const placeOrder = async (
  scope: PatientScope,
  order: NewOrder,
  { items, amounts, coupon_id }: { items: readonly PricedItem[]; amounts: Calculation; coupon_id: number | null },
): Promise<OrderRow> => {
  const { subtotal, discount, delivery_fee, taxes, total } = amounts
  const row = requireRow(
    await scope
      .insert(orders)
      .values({ ...order, coupon_id, subtotal, discount, delivery_fee, taxes, total })
      .returning(),
  )
  const byId = await productRows(
    scope.db,
    items.map(({ product_id }) => product_id),
  )
  await scope.insert(order_items).values(
    items.map(({ product_id, price, tax_rate, quantity }) => {
      const { name_ja, name_en, name_kr } = byId.get(product_id)!
      return { order_id: row.id, product_id, name_ja, name_en, name_kr, price, price_with_tax: priceWithTax(price, tax_rate), tax_rate, quantity }
    }),
  )
  await scope.insert(order_events).values({ order_id: row.id, kind: 'placed', actor_id: order.source === 'web' ? order.user_id : null })
  await takeStock(scope, row.id, items)
  await reserveCouponOf(scope, row)
  return row
}

/** The cart becomes the order; the next item opens another cart. */
export const closeCart = (scope: PatientScope, id: number) =>
  scope
    .update(carts)
    .set({ status: 'ordered', updated_at: later(carts.updated_at) })
    .where(eq(carts.id, id))

/** Puts the units back into stock and gives back the use of the coupon. */
export const releaseOrder = async (scope: PatientScope, { id }: OrderRow): Promise<void> => {
  const released = await scope
    .update(stock_reservations)
    .set({ status: 'released' })
    .where(and(eq(stock_reservations.order_id, id), inArray(stock_reservations.status, ['open', 'used'])))
    .returning()
  for (const { product_id, quantity } of released.sort((a, b) => a.product_id - b.product_id))
    await scope.db
      .update(products)
      .set({ stock: sql`${products.stock} + ${quantity}` })
      .where(eq(products.id, product_id))
  await giveBackCoupon(scope, { order_id: id }, ['reserved', 'counted'])
}

/** Makes the reservations of stock and coupon final: the order is paid. */
export const useReservations = async (scope: PatientScope, { id }: OrderRow): Promise<void> => {
  await scope
    .update(stock_reservations)
    .set({ status: 'used' })
    .where(and(eq(stock_reservations.order_id, id), eq(stock_reservations.status, 'open')))
  await countCoupon(scope, { order_id: id })
}

/** Moves the items of an unpaid order to the open cart. A product that was added to that cart meanwhile keeps its new quantity. */
export const reopenCart = async (scope: PatientScope, { id, user_id, cart_id }: OrderRow): Promise<void> => {
  if (cart_id === null) return
  await scope.update(orders).set({ cart_id: null, purchase_key: null }).where(eq(orders.id, id))
  const { id: open_id } = await openCartOf(scope, user_id)
  const inCart = (await openItemsOf(scope, user_id)).map(({ product_id }) => product_id)
  await scope
    .update(cart_items)
    .set({ cart_id: open_id, updated_at: later(cart_items.updated_at) })
    .where(and(eq(cart_items.cart_id, cart_id), inCart.length ? notInArray(cart_items.product_id, inCart) : undefined))
  await scope.delete(carts).where(eq(carts.id, cart_id))
}
