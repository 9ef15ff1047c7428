import { sql } from 'drizzle-orm'
import type { Db } from '../../../src/database/db.ts'

/** Items of the patient's open cart and recommendations to the patient; the first stays, the others are deleted, one per request. */
export type ShopRows = { cart_item_ids: number[]; recommendation_ids: number[] }

export const noShop = (unusedId: number): ShopRows => ({ cart_item_ids: [unusedId], recommendation_ids: [unusedId] })

export const addShop = async (db: Db, user_id: number, staff_id: number, canary: string): Promise<ShopRows> => {
  const idsOf = async (query: ReturnType<typeof sql>) => (await db.execute<{ id: number }>(query)).rows.map(({ id }) => Number(id))
  const recommendation_ids = await idsOf(sql`
    insert into recommendations (patient_id, product_id, recommended_by, reason) select ${user_id}, id, ${staff_id}, ${canary} from products returning id`)
  const cart_item_ids = await idsOf(sql`
    with cart as (insert into carts (user_id) values (${user_id}) returning id)
    insert into cart_items (user_id, cart_id, product_id, quantity) select ${user_id}, cart.id, p.id, 1 from cart, products p returning id`)
  return { cart_item_ids, recommendation_ids }
}
