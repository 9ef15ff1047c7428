import type { Language } from '@sukoyaka/phrases/language'
import { refundableAmount } from '@sukoyaka/rules/people/payment/refund'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { Order, OrderItem, OrderSummary } from '@sukoyaka/wire/people/order'
import type { listAllOrders } from '@sukoyaka/wire/people/order-admin'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { columnsOf } from '../../../access/patient-table.ts'
import { localName } from '../../../database/columns.ts'
import { countedPageOf, pageOf } from '../../../database/page.ts'
import { filtersOf, isAnyOf, isGiven, preparedQuery } from '../../../database/prepared.ts'
import { users } from '../../account/tables.ts'
import { disputesOfOrder, disputesOfPayment } from '../../payment/dispute-store.ts'
import { failedRefundsOf } from '../../payment/refund-store.ts'
import { paymentOfOrder, paymentReply } from '../../payment/store.ts'
import { coupons, order_events, order_items, orders, stock_reservations } from '../tables.ts'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof order_items.$inferSelect

/** The order number that people quote: `SK`, the day in Tokyo and the id. */
export const orderNumber = ({ id, created_at }: Pick<OrderRow, 'id' | 'created_at'>) => `SK-${tokyoDay(created_at).replaceAll('-', '')}-${id}`

const withId = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(orders))
    .where(eq(orders.id, sql.placeholder('id'))),
)
export const orderRow = async (scope: PatientScope, id: number): Promise<OrderRow> => requireRow(await withId(scope).execute({ id }))

const withKey = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(orders))
    .where(and(eq(orders.user_id, sql.placeholder('user_id')), eq(orders.purchase_key, sql.placeholder('purchase_key')))),
)
/** The order that a purchase with this key has placed. */
export const orderOfKey = async (scope: PatientScope, user_id: number, purchase_key: Buffer): Promise<OrderRow | undefined> =>
  (await withKey(scope).execute({ user_id, purchase_key }))[0]

const itemsOfOrders = patientQuery(({ db, rows }) => db.select().from(rows(order_items)).where(isAnyOf(order_items.order_id)).orderBy(asc(order_items.id)))
export const orderItems = async (scope: PatientScope, ids: readonly number[]): Promise<Map<number, ItemRow[]>> =>
  Map.groupBy(ids.length ? await itemsOfOrders(scope).execute({ ids }) : [], ({ order_id }) => order_id)

const itemReply =
  (language: Language) =>
  (row: ItemRow): OrderItem => ({ ...row, display_name: row[`name_${language}`] || row.name_ja, amount: row.price_with_tax * row.quantity })

const summariesOf = async (scope: PatientScope, rows: OrderRow[], language: Language): Promise<OrderSummary[]> => {
  const items = await orderItems(
    scope,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, number: orderNumber(row), items: (items.get(row.id) ?? []).map(itemReply(language)) }))
}

const withIds = patientQuery(({ db, rows }) => db.select().from(rows(orders)).where(isAnyOf(orders.id)))
export const ordersByIds = async (scope: PatientScope, ids: readonly number[], language: Language) =>
  summariesOf(scope, ids.length ? await withIds(scope).execute({ ids: [...ids] }) : [], language)

const ofPatient = patientQuery(({ db, rows }) =>
  db
    .select({ ...columnsOf(orders), total_count: sql<number>`(count(*) over ())::int` })
    .from(rows(orders))
    .where(eq(orders.user_id, sql.placeholder('user_id')))
    .orderBy(desc(orders.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
export const ordersOf = async (scope: PatientScope, user_id: number, page: number, language: Language) => {
  const found = await pageOf(page, (bounds) => ofPatient(scope).execute({ user_id, ...bounds }))
  return { ...found, items: await summariesOf(scope, found.items, language) }
}

/** The order's id in a number typed as it is shown, `SK-20261121-384`, or in its last part alone; 0 for any other text. */
const idIn = (q: string) => Number(/^(?:SK-?\d{8}-)?(\d{1,15})$/i.exec(q.trim())?.[1] ?? 0)

const listed = (filters: string) => {
  const has = isGiven(filters)
  const q = sql.placeholder('q')
  return and(
    has('status') ? eq(orders.status, sql.placeholder('status')) : undefined,
    has('q') ? sql`(position(${q} in ${orders.recipient_name}) > 0 or ${orders.id} = ${sql.placeholder('id')}::bigint)` : undefined,
  )
}
const ofEverybody = patientQuery(({ db, rows }, filters: string) =>
  db
    .select({ ...columnsOf(orders), first_name: users.first_name, last_name: users.last_name })
    .from(rows(orders))
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(listed(filters))
    .orderBy(desc(orders.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)
const countOfEverybody = patientQuery(({ db, rows }, filters: string) => db.select({ n: sql<number>`count(*)::int` }).from(rows(orders)).where(listed(filters)))
export const allOrders = async (scope: PatientScope, { status, q = '', page = 1 }: Input<typeof listAllOrders>, language: Language) => {
  const given = { status, ...(q.trim() && { q: q.trim(), id: idIn(q) }) }
  const filters = filtersOf(given)
  const count = countOfEverybody(scope, filters).execute(given)
  const found = await countedPageOf(
    page,
    (bounds) => ofEverybody(scope, filters).execute({ ...given, ...bounds }),
    count.then(([row]) => row!.n),
  )
  const summaries = await summariesOf(scope, found.items, language)
  const failedRefunds = await failedRefundsOf(
    scope,
    summaries.map(({ id }) => id),
  )
  return {
    ...found,
    items: summaries.map((summary, at) => {
      const { recipient_name, user_id, first_name, last_name } = found.items[at]!
      return { ...summary, failed_refund_amount: failedRefunds.get(summary.id) ?? 0, recipient_name, user: { id: user_id, first_name, last_name } }
    }),
  }
}

const eventsOfOrder = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(order_events))
    .where(eq(order_events.order_id, sql.placeholder('order_id')))
    .orderBy(asc(order_events.id)),
)

const reservationOfOrder = patientQuery(({ db, rows }) =>
  db
    .select({ expires_at: sql<string>`min(${stock_reservations.expires_at})`.mapWith(stock_reservations.expires_at) })
    .from(rows(stock_reservations))
    .where(and(eq(stock_reservations.order_id, sql.placeholder('order_id')), eq(stock_reservations.status, 'open'))),
)

const couponWithId = preparedQuery((db, language: Language) =>
  db
    .select({ id: coupons.id, name: coupons.name, display_name: localName(coupons, language) })
    .from(coupons)
    .where(eq(coupons.id, sql.placeholder('id'))),
)

const thirtyMinutesMs = 30 * 60_000

/** Whether an order has a receipt: once it is paid, also if it was refunded later, or cancelled after a payment by card. Orders of Shopify have none. */
export const hasReceipt = ({ status, source }: Pick<OrderRow, 'status' | 'source'>, paid: boolean) =>
  source !== 'shopify' && (['paid', 'shipped', 'delivered', 'refunded'].includes(status) || (status === 'cancelled' && paid))

export const orderReply = async (scope: PatientScope, id: number, language: Language): Promise<Order> => {
  const row = await orderRow(scope, id)
  const [summary] = await summariesOf(scope, [row], language)
  const events = await eventsOfOrder(scope).execute({ order_id: id })
  const [coupon] = row.coupon_id === null ? [] : await couponWithId(scope.db, language).execute({ id: row.coupon_id })
  const payment = await paymentOfOrder(scope, id)
  const [reservation] = row.status === 'pending' ? await reservationOfOrder(scope).execute({ order_id: id }) : []
  const latest = new Date(Date.parse(row.created_at) + thirtyMinutesMs).toISOString()
  return {
    ...row,
    ...summary!,
    coupon: coupon ?? null,
    events,
    payment: payment ? paymentReply(language)(payment) : null,
    failed_refund_amount: (await failedRefundsOf(scope, [id])).get(id) ?? 0,
    refundable_amount: payment ? refundableAmount(payment, await disputesOfPayment(scope, payment.id)) : 0,
    reserved_until: row.status === 'pending' ? (reservation?.expires_at ?? latest) : null,
    may_cancel: row.source !== 'shopify' && (row.status === 'pending' || row.status === 'paid'),
    has_receipt: hasReceipt(row, payment?.status === 'succeeded'),
  }
}

/** For administrators: patients receive nothing about disputes. */
export const orderWithDisputes = async (scope: PatientScope, id: number, language: Language): Promise<Order> => ({
  ...(await orderReply(scope, id, language)),
  disputes: await disputesOfOrder(scope, id),
})
