import { sql } from 'drizzle-orm'
import type { Db } from '../../../src/database/db.ts'

/** What a patient has in the shop, and contracts. The first of several stays; the others are deleted, cancelled or changed, one per request. */
export type ShopRows = {
  cart_item_ids: number[]
  recommendation_ids: number[]
  passed_product_ids: number[]
  order_ids: number[]
  payment_id: number
  card_ids: number[]
  delivery_ids: number[]
  /** A contract with a charge that is paid. */
  contract_id: number
  charge_id: number
  future_contract_ids: number[]
}

export const noShop = (unusedId: number): ShopRows => ({
  cart_item_ids: [unusedId],
  recommendation_ids: [unusedId],
  passed_product_ids: [unusedId],
  order_ids: [unusedId],
  payment_id: unusedId,
  card_ids: [],
  delivery_ids: [unusedId],
  contract_id: unusedId,
  charge_id: unusedId,
  future_contract_ids: [unusedId],
})

const orderCount = 30

/** Adds a current contract with a coupon whose id nobody else may see. */
export const addContract = async (db: Db, user_id: number, coupon_id: number): Promise<void> => {
  await db.execute(sql`
    insert into coupons (id, name, name_ja, name_en, name_kr, discount_kind, discount_value, is_active)
    values (${coupon_id}, ${`contract_${user_id}`}, '契約', 'contract', '계약', 'fixed', 100, false)`)
  await db.execute(sql`
    insert into contracts (user_id, plan_id, auto_update, started_at, ended_at, coupon_id)
    select ${user_id}, min(id), true, '2024-01-01T00:00:00Z', '2090-01-01T00:00:00Z', ${coupon_id} from plans`)
}

export const addShop = async (db: Db, user_id: number, staff_id: number, canary: string): Promise<ShopRows> => {
  const idsOf = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  const recommendation_ids = await idsOf(sql`
    insert into recommendations (patient_id, product_id, recommended_by, reason) select ${user_id}, id, ${staff_id}, ${canary} from products returning id`)
  const passed_product_ids = await idsOf(sql`
    insert into passed_products (patient_id, product_id, passed_by, reason) select ${user_id}, id, ${staff_id}, ${canary} from products returning id`)
  const cart_item_ids = await idsOf(sql`
    with cart as (insert into carts (user_id) values (${user_id}) returning id)
    insert into cart_items (user_id, cart_id, product_id, quantity) select ${user_id}, cart.id, p.id, 1 from cart, products p returning id`)
  const address = JSON.stringify({ zip: '107-0062', prefecture: '東京都', city: '港区', street: canary, building: '' })
  const taxes = JSON.stringify([{ tax_rate: 8, amount: 1080, tax: 80 }])
  const order_ids = await idsOf(sql`
    insert into orders (user_id, status, subtotal, delivery_fee, taxes, total, recipient_name, address)
    select ${user_id}, 'paid', 1080, 0, ${taxes}, 1080, ${canary}, ${address} from generate_series(1, ${orderCount}) returning id`)
  await db.execute(sql`
    insert into order_items (order_id, product_id, name_ja, name_en, name_kr, price, price_with_tax, tax_rate, quantity)
    select o.id, p.id, p.name_ja, p.name_en, p.name_kr, 1000, 1080, 8, 1 from orders o, (select * from products order by id limit 1) p where o.user_id = ${user_id}`)
  await db.execute(sql`insert into order_events (order_id, kind, note) select id, 'paid', ${canary} from orders where user_id = ${user_id}`)
  const [payment_id] = await idsOf(sql`
    insert into payments (user_id, purpose, order_id, amount, status, method, intent, card_brand, card_last4, paid_at)
    values (${user_id}, 'order', ${order_ids[0]}, 1080, 'succeeded', 'saved_card', ${`pi_${user_id}`}, 'visa', '4242', now()) returning id`)
  const card_ids = await idsOf(sql`
    insert into payment_sources (user_id, payment_method, brand, last4, exp_month, exp_year) values (${user_id}, ${`pm_${user_id}`}, 'visa', '4242', 12, 2034) returning id`)
  const delivery_ids = await idsOf(sql`
    insert into regular_deliveries (user_id, every_months, next_on, day_of_month, recipient_name, address)
    values (${user_id}, 1, '2090-01-31', 31, ${canary}, ${address}) returning id`)
  const [contract_id] = await idsOf(sql`
    insert into contracts (user_id, plan_id, auto_update, started_at, ended_at)
    select ${user_id}, min(id), false, '2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z' from plans returning id`)
  const [charge_id] = await idsOf(sql`
    insert into contract_charges (user_id, contract_id, due_on, period_until, amount, status, paid_at)
    values (${user_id}, ${contract_id}, '2020-01-01', '2020-02-01', 100, 'paid', '2020-01-01T00:00:00Z') returning id`)
  const future_contract_ids = await idsOf(sql`
    insert into contracts (user_id, plan_id, auto_update, started_at, ended_at)
    select ${user_id}, (select min(id) from plans), false, make_date(2400 + 2 * n, 1, 1), make_date(2401 + 2 * n, 1, 1) from generate_series(1, 40) n returning id`)
  return {
    ...{ cart_item_ids, recommendation_ids, passed_product_ids, order_ids, payment_id: payment_id!, card_ids, delivery_ids },
    ...{ contract_id: contract_id!, charge_id: charge_id!, future_contract_ids },
  }
}
