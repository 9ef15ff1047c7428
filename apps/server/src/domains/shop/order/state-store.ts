import { addMonths, tokyoDay } from '@sukoyaka/rules/time'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { lockRow } from '../../../access/rows.ts'
import { later } from '../../../database/columns.ts'
import { apiError } from '../../../errors/api-error.ts'
import { forgetRefund, forgetRegularProblems, notifyOfOrder, notifyOfRegular } from '../../notification/order-store.ts'
import { productRows } from '../product-store.ts'
import { order_events, order_items, orders, regular_deliveries, regular_delivery_items } from '../tables.ts'
import type { OrderRow } from './order-store.ts'
import { releaseOrder, reopenCart, useReservations } from './place-store.ts'
import { isNewlyReduced, orderLeadOf } from './regular-store.ts'

type Event = Pick<typeof order_events.$inferInsert, 'actor_id' | 'note' | 'amount'>
type Status = OrderRow['status']

export const lockOrder = (scope: PatientScope, by: { id: number; updated_at?: string }): Promise<OrderRow> => lockRow(scope, orders, by)

const change = async (scope: PatientScope, id: number, values: Partial<typeof orders.$inferInsert>): Promise<OrderRow> =>
  requireRow(
    await scope
      .update(orders)
      .set({ ...values, updated_at: later(orders.updated_at) })
      .where(eq(orders.id, id))
      .returning(),
  )

export const addEvent = (scope: PatientScope, order_id: number, kind: Exclude<Status, 'pending'>, event: Event = {}) =>
  scope.insert(order_events).values({ order_id, kind, ...event })

const assertState = ({ status }: OrderRow, ...allowed: Status[]) => {
  if (!allowed.includes(status)) throw apiError('order_state')
}

/** The first delivery comes with the order; the next one is `every_months` months later. */
const startRegularDelivery = async (scope: PatientScope, order: OrderRow, now: Date): Promise<void> => {
  const { user_id, every_months, recipient_name, phone_number, address, delivery_window } = order
  const first = order.delivery_on ?? tokyoDay(now)
  // built per call: once in the life of a regular delivery
  const bought = await scope.db.select().from(scope.rows(order_items)).where(eq(order_items.order_id, order.id))
  const items = bought.flatMap(({ product_id, quantity }) => (product_id === null ? [] : [{ product_id, quantity }]))
  const products = await productRows(
    scope.db,
    items.map(({ product_id }) => product_id),
  )
  const order_lead_days = await orderLeadOf(scope.db, [...products.values()], now)
  const values = { user_id, every_months: every_months!, recipient_name, phone_number, address, delivery_window, order_lead_days }
  const { id } = requireRow(
    await scope
      .insert(regular_deliveries)
      .values({ ...values, next_on: addMonths(first, every_months!), day_of_month: Number(first.slice(8)) })
      .returning(),
  )
  await scope.insert(regular_delivery_items).values(items.map((item) => ({ ...item, regular_delivery_id: id })))
  await change(scope, order.id, { regular_delivery_id: id })
}

/**
 * Stores on the regular delivery why its order was not paid, and notifies the patient; null clears both. Without a card the delivery is paused until the patient
 * resumes it.
 */
const setProblem = async (scope: PatientScope, { regular_delivery_id, user_id }: OrderRow, problem: string | null) => {
  if (regular_delivery_id === null) return
  if (problem === null) await forgetRegularProblems(scope, regular_delivery_id)
  else await notifyOfRegular(scope, { user_id, id: regular_delivery_id }, 'regular_delivery_payment')
  await scope
    .update(regular_deliveries)
    .set({
      problem,
      // a delivery that was stopped meanwhile stays stopped
      ...(problem === 'no_card' && { status: sql`case when ${regular_deliveries.status} = 'active' then 'paused' else ${regular_deliveries.status} end` }),
      updated_at: later(regular_deliveries.updated_at),
    })
    .where(eq(regular_deliveries.id, regular_delivery_id))
}

/** The order of a regular delivery was paid. A product that it comes without is announced now, because an order that is not paid does not come at all. */
const confirmRegular = async (scope: PatientScope, order: OrderRow) => {
  await setProblem(scope, order, null)
  const { id: order_id, regular_delivery_id, user_id } = order
  if (regular_delivery_id !== null && (await isNewlyReduced(scope, { regular_delivery_id, order_id })))
    await notifyOfRegular(scope, { user_id, id: regular_delivery_id }, 'regular_delivery_reduced')
}

export const markPaid = async (scope: PatientScope, order: OrderRow, now: Date): Promise<OrderRow> => {
  await useReservations(scope, order)
  const paid = await change(scope, order.id, { status: 'paid' })
  await addEvent(scope, order.id, 'paid')
  await notifyOfOrder(scope, order, 'paid')
  if (order.source === 'web' && order.every_months !== null) await startRegularDelivery(scope, order, now)
  if (order.source === 'regular') await confirmRegular(scope, order)
  return paid
}

/** The payment failed: puts back the stock, the use of the coupon and, for a purchase in the web shop, the items of the cart. */
export const markFailed = async (scope: PatientScope, order: OrderRow, problem: string | null): Promise<void> => {
  await releaseOrder(scope, order)
  await change(scope, order.id, { status: 'failed' })
  await addEvent(scope, order.id, 'failed')
  if (order.source === 'web') await reopenCart(scope, order)
  if (order.source === 'regular') await setProblem(scope, order, problem)
}

const endRegularDelivery = async (scope: PatientScope, id: number, status: 'paused' | 'stopped'): Promise<void> => {
  await scope
    .update(regular_deliveries)
    .set({ status, updated_at: later(regular_deliveries.updated_at) })
    .where(and(eq(regular_deliveries.id, id), ne(regular_deliveries.status, 'stopped')))
}

/**
 * Cancels an order before it is shipped. The regular delivery that began with it is stopped; if staff cancel, it is paused, and the patient may resume it. What
 * was paid is refunded by the caller.
 */
export const markCancelled = async (scope: PatientScope, order: OrderRow, { actor_id, note }: { actor_id: number; note: string }): Promise<OrderRow> => {
  assertState(order, 'pending', 'paid')
  if (order.source === 'shopify') throw apiError('order_state')
  await releaseOrder(scope, order)
  if (order.status === 'pending' && order.source === 'web') await reopenCart(scope, order)
  await addEvent(scope, order.id, 'cancelled', { actor_id, note })
  if (order.source === 'web' && order.regular_delivery_id !== null)
    await endRegularDelivery(scope, order.regular_delivery_id, actor_id === order.user_id ? 'stopped' : 'paused')
  if (actor_id !== order.user_id) await notifyOfOrder(scope, order, 'cancelled')
  return change(scope, order.id, { status: 'cancelled' })
}

export const markShipped = async (
  scope: PatientScope,
  { id, updated_at, carrier = '', tracking_number = '' }: { id: number; updated_at?: string; carrier?: string; tracking_number?: string },
  actor_id: number,
): Promise<void> => {
  const order = await lockOrder(scope, { id, ...(updated_at && { updated_at }) })
  assertState(order, 'paid')
  await change(scope, id, { status: 'shipped', carrier, tracking_number })
  await addEvent(scope, id, 'shipped', { actor_id })
  await notifyOfOrder(scope, order, 'shipped')
}

export const markDelivered = async (scope: PatientScope, by: { id: number; updated_at?: string }, actor_id: number): Promise<void> => {
  assertState(await lockOrder(scope, by), 'shipped')
  await change(scope, by.id, { status: 'delivered' })
  await addEvent(scope, by.id, 'delivered', { actor_id })
}

/** Adds a refund that Stripe has made. A cancelled or failed order keeps its status; any other is refunded once all of its money went back. */
export const addRefund = async (scope: PatientScope, id: number, { amount, note, created_by }: { amount: number; note: string; created_by: number | null }) => {
  const order = await lockOrder(scope, { id })
  const refunded_amount = order.refunded_amount + amount
  const isWhole = refunded_amount === order.total && !['cancelled', 'failed'].includes(order.status)
  await change(scope, id, { refunded_amount, ...(isWhole && { status: 'refunded' }) })
  await addEvent(scope, id, 'refunded', { amount, note, actor_id: created_by })
  await notifyOfOrder(scope, order, 'refunded')
}

const unrefundedStatuses = ['paid', 'shipped', 'delivered'] as const

/** Subtracts a refund that failed after it had succeeded, with its event and notification. A refunded order gets the status back that it had before. */
export const takeBackRefund = async (scope: PatientScope, id: number, { amount }: { amount: number }): Promise<void> => {
  const { status, refunded_amount } = await lockOrder(scope, { id })
  // built per call: this is rare
  const [last] = await scope.db
    .select({ kind: order_events.kind })
    .from(scope.rows(order_events))
    .where(and(eq(order_events.order_id, id), inArray(order_events.kind, [...unrefundedStatuses])))
    .orderBy(desc(order_events.id))
    .limit(1)
  const before = unrefundedStatuses.find((each) => each === last?.kind) ?? 'paid'
  await change(scope, id, { refunded_amount: refunded_amount - amount, ...(status === 'refunded' && { status: before }) })
  // built per call: this is rare
  const [event] = await scope.db
    .select({ id: order_events.id })
    .from(scope.rows(order_events))
    .where(and(eq(order_events.order_id, id), eq(order_events.kind, 'refunded'), eq(order_events.amount, amount)))
    .orderBy(desc(order_events.id))
    .limit(1)
  if (event) await scope.delete(order_events).where(eq(order_events.id, event.id))
  await forgetRefund(scope, { kind: 'order_refunded', record_id: id })
}

/**
 * Locks an order that is about to be refunded. Its version changes now, not only when Stripe has made the refund: otherwise a second administrator could
 * refund once more meanwhile. An order that was cancelled or failed has money left if its refund failed.
 */
export const lockForRefund = async (scope: PatientScope, by: { id: number; updated_at?: string }): Promise<void> => {
  assertState(await lockOrder(scope, by), ...unrefundedStatuses, 'refunded', 'cancelled', 'failed')
  await change(scope, by.id, {})
}
