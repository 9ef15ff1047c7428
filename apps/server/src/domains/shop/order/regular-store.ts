import { errors } from '@sukoyaka/phrases/errors'
import type { Language } from '@sukoyaka/phrases/language'
import { leadDaysOf, ruleFor } from '@sukoyaka/rules/people/payment/delivery-time'
import { calculate, priceWithTax } from '@sukoyaka/rules/people/payment/price'
import { changeUntil, followingDay, nextChangeableDay, orderLeadDays } from '@sukoyaka/rules/people/payment/regular-delivery'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Input } from '@sukoyaka/wire/endpoint'
import type { changeRegularDelivery, RegularDelivery } from '@sukoyaka/wire/people/regular-delivery'
import { and, asc, desc, eq, lt, max, notInArray, sql } from 'drizzle-orm'
import { patientQuery } from '../../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../../access/patient-scope.ts'
import { lockRow } from '../../../access/rows.ts'
import { translate } from '../../../config/language.ts'
import { later } from '../../../database/columns.ts'
import type { Db } from '../../../database/db.ts'
import { isAnyOf } from '../../../database/prepared.ts'
import { apiError } from '../../../errors/api-error.ts'
import { forgetRegular, notifyOfRegular } from '../../notification/order-store.ts'
import { cardOf } from '../../payment/card-store.ts'
import { deliveryRuleOf, productRows, soldProducts } from '../product-store.ts'
import { order_items, orders, regular_deliveries, regular_delivery_items } from '../tables.ts'
import { validRecipient } from './recipient.ts'

export type RegularRow = typeof regular_deliveries.$inferSelect

const itemsOf = patientQuery(({ db, rows }) =>
  db.select().from(rows(regular_delivery_items)).where(isAnyOf(regular_delivery_items.regular_delivery_id)).orderBy(asc(regular_delivery_items.id)),
)

/** The products that are still sold, at today's prices, and those that are not. */
export const regularItems = async (scope: PatientScope, id: number) => {
  const items = await itemsOf(scope).execute({ ids: [id] })
  const products = await productRows(
    scope.db,
    items.map(({ product_id }) => product_id),
  )
  const all = items.map(({ product_id, quantity }) => {
    const product = products.get(product_id)!
    const { price, tax_rate } = product
    return { product_id, price, tax_rate, quantity, product }
  })
  return { sold: all.filter(({ product }) => product.is_active), unsold: all.filter(({ product }) => !product.is_active) }
}

/** How many days before a delivery of these products its order is placed. */
export const orderLeadOf = async (db: Db, products: readonly { stock: number | null }[], now: Date): Promise<number> =>
  orderLeadDays(leadDaysOf(products, await deliveryRuleOf(db, now)))

/** The products of the order before this one that the patient got, or will get. */
const productsBefore = patientQuery(({ db, rows }) => {
  const last = db
    .select({ id: max(orders.id) })
    .from(rows(orders))
    .where(
      and(
        eq(orders.regular_delivery_id, sql.placeholder('regular_delivery_id')),
        lt(orders.id, sql.placeholder('order_id')),
        notInArray(orders.status, ['failed', 'cancelled']),
      ),
    )
  return db.select({ product_id: order_items.product_id }).from(rows(order_items)).where(sql`${order_items.order_id} = (${last})`)
})
const productsOfOrder = patientQuery(({ db, rows }) =>
  db
    .select({ product_id: order_items.product_id })
    .from(rows(order_items))
    .where(eq(order_items.order_id, sql.placeholder('order_id'))),
)
/** Whether this order of a regular delivery is the first one without a product that is no longer sold. */
export const isNewlyReduced = async (scope: PatientScope, of: { regular_delivery_id: number; order_id: number }): Promise<boolean> => {
  const { unsold } = await regularItems(scope, of.regular_delivery_id)
  if (!unsold.length) return false
  const ids = (items: { product_id: number | null }[]) => new Set(items.map(({ product_id }) => product_id))
  const [before, ordered] = [ids(await productsBefore(scope).execute(of)), ids(await productsOfOrder(scope).execute(of))]
  return unsold.some(({ product_id }) => before.has(product_id) && !ordered.has(product_id))
}

/** The text of a stored problem, which is an error code or a decline reason. An unknown one gets the text of a declined card. */
const problemText = (problem: string | null, language: Language) => {
  if (problem === null) return null
  const key = [`stored.${problem}`, problem, `decline.${problem}`].find((key) => key in errors.ja) ?? 'decline.declined'
  // the key was found in the phrases
  return translate(errors, language, key as 'decline.declined')
}

const replyOf = async (scope: PatientScope, row: RegularRow, { now, language }: { now: Date; language: Language }): Promise<RegularDelivery> => {
  const { sold, unsold } = await regularItems(scope, row.id)
  const { total } = calculate(sold, ruleFor(await deliveryRuleOf(scope.db, now), row.delivery_window !== null))
  const isOver = row.status === 'stopped'
  const until = changeUntil(row)
  const named = ({ product_id, quantity, product }: (typeof sold)[number]) => ({
    ...{ product_id, quantity },
    display_name: product[`name_${language}`] || product.name_ja,
  })
  return {
    ...row,
    next_on: isOver ? null : row.next_on,
    change_until: isOver ? null : until,
    may_change_next: row.status === 'active' && tokyoDay(now) <= until,
    after_next_on: isOver ? null : followingDay(row.next_on, row),
    estimated_total: total,
    items: sold.map((item) => ({ ...named(item), price_with_tax: priceWithTax(item.price, item.tax_rate) })),
    unsold_items: unsold.map(named),
    problem: problemText(row.problem, language),
  }
}

const ofPatient = patientQuery(({ db, rows }) =>
  db
    .select()
    .from(rows(regular_deliveries))
    .where(eq(regular_deliveries.user_id, sql.placeholder('user_id')))
    .orderBy(desc(regular_deliveries.id))
    .limit(1000),
)
type Circumstances = { now: Date; language: Language }
export const regularDeliveriesOf = async (scope: PatientScope, user_id: number, at: Circumstances): Promise<RegularDelivery[]> => {
  const replies: RegularDelivery[] = []
  for (const row of await ofPatient(scope).execute({ user_id })) replies.push(await replyOf(scope, row, at))
  return replies
}

export const lockRegular = (scope: PatientScope, by: { id: number; updated_at?: string }): Promise<RegularRow> => lockRow(scope, regular_deliveries, by)

/** Locks a delivery. Throws `delivery_stopped` for a stopped one, and what `lockRow` throws. */
export const lockRunning = async (scope: PatientScope, by: { id: number; updated_at?: string }): Promise<RegularRow> => {
  const row = await lockRegular(scope, by)
  if (row.status === 'stopped') throw apiError('delivery_stopped')
  return row
}

const change = async (scope: PatientScope, id: number, values: Partial<typeof regular_deliveries.$inferInsert>): Promise<RegularRow> =>
  requireRow(
    await scope
      .update(regular_deliveries)
      .set({ ...values, updated_at: later(regular_deliveries.updated_at) })
      .where(eq(regular_deliveries.id, id))
      .returning(),
  )

/** Stores each product once, with the sum of its quantities, at most 99. */
const replaceItems = async (scope: PatientScope, id: number, items: readonly { product_id: number; quantity: number }[]) => {
  await soldProducts(
    scope.db,
    items.map(({ product_id }) => product_id),
  )
  const quantities = new Map<number, number>()
  for (const { product_id, quantity } of items) quantities.set(product_id, Math.min((quantities.get(product_id) ?? 0) + quantity, 99))
  await scope.delete(regular_delivery_items).where(eq(regular_delivery_items.regular_delivery_id, id))
  await scope.insert(regular_delivery_items).values([...quantities].map(([product_id, quantity]) => ({ regular_delivery_id: id, product_id, quantity })))
}

const leadOf = async (scope: PatientScope, id: number, now: Date) => {
  const { sold } = await regularItems(scope, id)
  return orderLeadOf(
    scope.db,
    sold.map(({ product }) => product),
    now,
  )
}

/** The next delivery, on the first day from `next_on` on that can still be changed. */
const changeableFrom = async (scope: PatientScope, row: RegularRow, now: Date) => {
  const order_lead_days = await leadOf(scope, row.id, now)
  return { order_lead_days, next_on: nextChangeableDay({ ...row, order_lead_days }, tokyoDay(now)) }
}

/** Changes a locked delivery. */
export const updateRegularDelivery = async (
  scope: PatientScope,
  before: RegularRow,
  { items, ...values }: Omit<Input<typeof changeRegularDelivery>, 'id' | 'updated_at'>,
  at: Circumstances,
): Promise<RegularDelivery> => {
  const { id } = before
  const leadBefore = items && (await leadOf(scope, id, at.now))
  if (items) await replaceItems(scope, id, items)
  // products with the same lead leave the agreed days as they are
  const isLeadChanged = items && (await leadOf(scope, id, at.now)) !== leadBefore
  const isResumed = values.status === 'active' && before.status === 'paused'
  if (isResumed && !(await cardOf(scope, before.user_id))) throw apiError('card_required')
  const every_months = values.every_months ?? before.every_months
  const next = isResumed || isLeadChanged ? await changeableFrom(scope, { ...before, every_months }, at.now) : {}
  const { recipient_name, phone_number, address } = { ...before, ...values }
  const isMoved = 'recipient_name' in values || 'phone_number' in values || 'address' in values
  const recipient = isMoved ? validRecipient({ recipient_name, phone_number, address }) : {}
  if (isResumed || values.status === 'stopped') await forgetRegular(scope, id)
  return replyOf(scope, await change(scope, id, { ...values, ...recipient, ...next, ...(isResumed && { problem: null }) }), at)
}

/** The delivery after the next. */
const afterNext = (scope: PatientScope, row: RegularRow, now: Date) => changeableFrom(scope, { ...row, next_on: followingDay(row.next_on, row) }, now)

export const skipNext = async (scope: PatientScope, { id, next_on }: { id: number; next_on: string }, at: Circumstances): Promise<RegularDelivery> => {
  const before = await lockRunning(scope, { id })
  if (before.next_on !== next_on) throw apiError('conflict')
  if (tokyoDay(at.now) > changeUntil(before)) throw apiError('skip_too_late')
  return replyOf(scope, await change(scope, id, await afterNext(scope, before, at.now)), at)
}

const dueRows = patientQuery(({ db, rows }) =>
  db
    .select({ id: regular_deliveries.id })
    .from(rows(regular_deliveries))
    .where(
      and(
        eq(regular_deliveries.status, 'active'),
        sql`${regular_deliveries.next_on} - ${regular_deliveries.order_lead_days} <= ${sql.placeholder('today')}::date`,
      ),
    )
    .orderBy(asc(regular_deliveries.id))
    .limit(1000),
)
export const dueDeliveries = async (scope: PatientScope, today: string): Promise<number[]> => (await dueRows(scope).execute({ today })).map(({ id }) => id)

export const isDue = (row: RegularRow, today: string): boolean => row.status === 'active' && changeUntil(row) < today

/** Moves a locked delivery to its next day, so that a job that runs twice orders once. */
export const moveToNextDay = async (scope: PatientScope, row: RegularRow, now: Date): Promise<RegularRow> =>
  change(scope, row.id, await afterNext(scope, row, now))

/** Stores why the order of a delivery was refused, and notifies the patient. */
export const setRegularProblem = async (scope: PatientScope, id: number, problem: string): Promise<RegularRow> => {
  const hasNoCard = problem === 'no_card'
  const row = await change(scope, id, { problem, ...(hasNoCard && { status: 'paused' }) })
  await notifyOfRegular(scope, row, hasNoCard ? 'regular_delivery_payment' : 'regular_delivery_skipped')
  return row
}

/** Nothing is ordered until the patient, who is notified, resumes the delivery. */
export const pauseRegular = async (scope: PatientScope, id: number): Promise<void> =>
  notifyOfRegular(scope, await change(scope, id, { status: 'paused' }), 'regular_delivery_skipped')
