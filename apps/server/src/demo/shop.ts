import { randomBytes } from 'node:crypto'
import { calculate, priceWithTax } from '@sukoyaka/rules/people/payment/price'
import { addDays, tokyoDay, tokyoStartOfDay } from '@sukoyaka/rules/time'
import { eq, inArray } from 'drizzle-orm'
import type { PatientScope } from '../access/patient-scope.ts'
import { systemScope } from '../access/system-scope.ts'
import type { Db } from '../database/db.ts'
import { users } from '../domains/account/tables.ts'
import { payment_sources, payments, stripe_customers } from '../domains/payment/tables.ts'
import { deliveryRuleOf } from '../domains/shop/product-store.ts'
import { order_events, order_items, orders, products, recommendations, regular_deliveries, regular_delivery_items } from '../domains/shop/tables.ts'
import { addObject, type SandboxCall } from '../stripe/sandbox/object-store.ts'

const address = { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '青山テラス503' }
const card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 }

type Status = 'paid' | 'shipped' | 'delivered'
const history: Record<Status, Status[]> = { paid: ['paid'], shipped: ['paid', 'shipped'], delivered: ['paid', 'shipped', 'delivered'] }

type DemoOrder = { status: Status; daysAgo: number; names: string[]; regular_delivery_id?: number }
type Buyer = { id: number; name: string; customer: string; payment_method: string }

/** Inserts an order with its payment. The payment is in the sandbox too, so that it can be refunded. */
const addOrder = async (scope: PatientScope, call: SandboxCall, { id: user_id, name, customer, payment_method }: Buyer, order: DemoOrder) => {
  const { status, daysAgo, names, regular_delivery_id } = order
  const bought = await scope.db.select().from(products).where(inArray(products.name, names)).orderBy(products.id)
  const { subtotal, delivery_fee, taxes, total } = calculate(
    bought.map(({ id, price, tax_rate }) => ({ product_id: id, price, tax_rate, quantity: 1 })),
    await deliveryRuleOf(scope.db, call.clock()),
  )
  const at = (days: number, hours = 10) =>
    new Date(tokyoStartOfDay(addDays(tokyoDay(call.clock()), -daysAgo + days)).getTime() + hours * 3_600_000).toISOString()
  const shipping = status === 'paid' ? {} : { carrier: 'みどり運輸', tracking_number: `4021-5583-${7_164 + daysAgo}` }
  const amounts = { subtotal, delivery_fee, taxes, total }
  const [placed] = await scope
    .insert(orders)
    .values({
      ...{ user_id, status, ...amounts, ...shipping, recipient_name: name, phone_number: '09000001234', address },
      ...{ created_at: at(0), updated_at: at(0), ...(regular_delivery_id && { regular_delivery_id }) },
    })
    .returning()
  const order_id = placed!.id
  await scope.insert(order_items).values(
    bought.map(({ id: product_id, name_ja, name_en, name_kr, price, tax_rate }) => ({
      ...{ order_id, product_id, name_ja, name_en, name_kr, price, tax_rate, quantity: 1, price_with_tax: priceWithTax(price, tax_rate) },
    })),
  )
  const events = ['placed' as const, ...history[status]]
  await scope.insert(order_events).values(events.map((kind, n) => ({ order_id, kind, created_at: n < 2 ? at(0) : at(n - 1, 16) })))
  const intent = await addObject(
    call,
    { prefix: 'pi', kind: 'payment_intent', parent: customer },
    { amount: total, amount_received: total, currency: 'jpy', customer, status: 'succeeded', payment_method, metadata: {}, last_payment_error: null },
  )
  await scope.insert(payments).values({
    ...{ user_id, purpose: 'order', order_id, amount: total, status: 'succeeded', method: 'saved_card', intent: intent.id },
    ...{ card_brand: card.brand, card_last4: card.last4, paid_at: at(0), created_at: at(0), updated_at: at(0) },
  })
}

/** Inserts the first patient's saved card (in the payment sandbox), two orders, a regular delivery and a recommendation of her nutritionist. */
export const addPurchases = async (
  db: Db,
  { id, last_name, first_name }: { id: number; last_name: string; first_name: string },
  nutritionist_id: number,
  now: Date,
) => {
  const scope = systemScope(db)
  const call: SandboxCall = { db, random: randomBytes, clock: () => now }
  const { id: customer } = await addObject(call, { prefix: 'cus', kind: 'customer' }, { metadata: { user: String(id) } })
  const { id: payment_method } = await addObject(
    call,
    { prefix: 'pm', kind: 'payment_method' },
    { type: 'card', card, customer, metadata: {}, sandbox_effect: 'success', sandbox_is_set_up: true },
  )
  await scope.insert(stripe_customers).values({ user_id: id, customer })
  await scope.insert(payment_sources).values({ user_id: id, payment_method, ...card })
  await db
    .update(users)
    .set({ payment_source: { type: 'card', last4: card.last4 } })
    .where(eq(users.id, id))
  const buyer = { id, customer, payment_method, name: `${last_name} ${first_name}` }
  const next_on = addDays(tokyoDay(now), 12)
  const recipient = { recipient_name: buyer.name, phone_number: '09000001234', address }
  const [regular] = await scope
    .insert(regular_deliveries)
    .values({ user_id: id, every_months: 2, next_on, day_of_month: Number(next_on.slice(8)), ...recipient })
    .returning()
  const named = new Map((await db.select({ id: products.id, name: products.name }).from(products)).map((product) => [product.name, product.id]))
  await scope.insert(regular_delivery_items).values({ regular_delivery_id: regular!.id, product_id: named.get('vitamin_d3_25')!, quantity: 1 })
  await addOrder(scope, call, buyer, { status: 'delivered', daysAgo: 47, names: ['vitamin_d3_25', 'kit_fecal'], regular_delivery_id: regular!.id })
  await addOrder(scope, call, buyer, { status: 'shipped', daysAgo: 2, names: ['coq10', 'lutein', 'eaa'] })
  await scope.insert(recommendations).values({
    patient_id: id,
    product_id: named.get('iron_10')!,
    recommended_by: nutritionist_id,
    reason: '前回の検査でフェリチンが低めでした。食事とあわせて、まず1か月お試しください。',
  })
}
