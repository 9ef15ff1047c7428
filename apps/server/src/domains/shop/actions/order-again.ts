import type { Reply } from '@sukoyaka/wire/endpoint'
import { maxQuantity } from '@sukoyaka/wire/people/cart'
import type { orderAgain } from '@sukoyaka/wire/people/order'
import type { Call } from '../../../http/serve.ts'
import { addItems, openCartOf, openItemsOf } from '../cart-store.ts'
import { orderItems, orderRow } from '../order/order-store.ts'
import { productsByIds } from '../product-store.ts'

/** Raises the quantities in the cart to those of an order, as far as it can still be bought: the items of an unpaid order are in the cart again. */
export const fillCartAgain = async ({ scope, actor, input, language }: Call<typeof orderAgain>): Promise<Reply<typeof orderAgain>> => {
  const { id } = await orderRow(scope, input.id)
  const ordered = ((await orderItems(scope, [id])).get(id) ?? []).flatMap(({ product_id, quantity }) => (product_id === null ? [] : [{ product_id, quantity }]))
  await openCartOf(scope, actor.id)
  const inCart = new Map((await openItemsOf(scope, actor.id)).map((item) => [item.product_id, item.quantity]))
  const products = await productsByIds(
    scope.db,
    ordered.map(({ product_id }) => product_id),
    language,
  )
  const wanted = ordered.flatMap(({ product_id, quantity }) => {
    const { is_active, stock } = products.get(product_id)!
    const missing = Math.min(quantity, stock ?? maxQuantity, maxQuantity) - (inCart.get(product_id) ?? 0)
    return is_active && missing > 0 ? [{ product_id, quantity: missing }] : []
  })
  if (wanted.length) await addItems(scope, actor.id, wanted)
  const items = await openItemsOf(scope, actor.id)
  const now = new Set(items.map(({ product_id }) => product_id))
  return { items, left_out: [...products.values()].filter((product) => !now.has(product.id)) }
}
