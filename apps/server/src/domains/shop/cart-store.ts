import type { Language } from '@sukoyaka/phrases/language'
import { isCaution } from '@sukoyaka/rules/people/caution'
import type { Input } from '@sukoyaka/wire/endpoint'
import { type addRecommended, type Cart, type CartItem, type changeCartItem, type listCartItems, maxCartItems, maxQuantity } from '@sukoyaka/wire/people/cart'
import { and, asc, eq, exists, sql } from 'drizzle-orm'
import { patientQuery, type QueryTools } from '../../access/patient-query.ts'
import { type PatientScope, requireRow } from '../../access/patient-scope.ts'
import { lockRow } from '../../access/rows.ts'
import { later } from '../../database/columns.ts'
import { apiError, fieldError } from '../../errors/api-error.ts'
import { requirePatient } from '../patient/require-store.ts'
import { findingsOf } from './check-store.ts'
import { assertInStock, includedProducts, soldProducts } from './product-store.ts'
import { recommendationsToBuy } from './recommendation-store.ts'
import { cart_items, carts } from './tables.ts'

const isOpenCartOfPatient = and(eq(carts.user_id, sql.placeholder('user_id')), eq(carts.status, 'open'))

const lockedCart = patientQuery(({ db, rows }) => db.select().from(rows(carts)).where(isOpenCartOfPatient).for('update'))

/** Locks the patient's open cart, so that calls of several windows follow one another; opens one if there is none. */
export const openCartOf = async (scope: PatientScope, user_id: number): Promise<Cart> => {
  const [existing] = await lockedCart(scope).execute({ user_id })
  if (existing) return existing
  // another call may open it first
  await scope.insert(carts).values({ user_id }).onConflictDoNothing()
  const [opened] = await lockedCart(scope).execute({ user_id })
  // the cart that the other call opened was ordered meanwhile
  if (!opened) throw apiError('conflict')
  return opened
}

const itemsIn = ({ db, rows }: QueryTools) =>
  db
    .select()
    .from(rows(cart_items))
    .where(
      and(
        eq(cart_items.user_id, sql.placeholder('user_id')),
        exists(
          db
            .select({ id: carts.id })
            .from(rows(carts))
            .where(and(isOpenCartOfPatient, eq(carts.id, cart_items.cart_id))),
        ),
      ),
    )
    .orderBy(asc(cart_items.id))

const itemsOfCart = patientQuery(itemsIn)

/** The patient that a call is about: the named one, else the only one of the scope. Throws 422 if there is neither, 404 as `requirePatient`. */
export const buyerOf = async (scope: PatientScope, user_id: number | undefined): Promise<number> => {
  const buyer = user_id ?? scope.own
  if (buyer === undefined) throw fieldError('user_id', 'required')
  await requirePatient(scope, buyer)
  return buyer
}

export const cartItemsOf = async (scope: PatientScope, { user_id, include }: Input<typeof listCartItems>, language: Language): Promise<CartItem[]> => {
  const items = await itemsOfCart(scope).execute({ user_id: await buyerOf(scope, user_id) })
  if (!include?.includes('product')) return items
  const productById = await includedProducts(
    scope.db,
    items.map(({ product_id }) => product_id),
    language,
  )
  return items.map((item) => ({ ...item, product: productById.get(item.product_id)! }))
}

/** Items of the open cart. */
export const openItemsOf = (scope: PatientScope, user_id: number) => itemsOfCart(scope).execute({ user_id })

type NewItem = { product_id: number; quantity?: number; recommendation_id?: number }

/** One entry per product: the sum of its quantities, and its first recommendation. */
const merged = (entries: readonly NewItem[]) => {
  const byProduct = new Map<number, Required<Omit<NewItem, 'recommendation_id'>> & { recommendation_id: number | null }>()
  for (const { product_id, quantity = 1, recommendation_id = null } of entries) {
    const before = byProduct.get(product_id)
    byProduct.set(product_id, {
      product_id,
      quantity: (before?.quantity ?? 0) + quantity,
      recommendation_id: before?.recommendation_id ?? recommendation_id,
    })
  }
  return [...byProduct.values()]
}

/** Adds the entries to the cart. Returns the items of the added products. */
export const addItems = async (scope: PatientScope, user_id: number, entries: readonly NewItem[]): Promise<CartItem[]> => {
  const cart = await openCartOf(scope, user_id)
  const added = merged(entries)
  const sold = await soldProducts(
    scope.db,
    added.map(({ product_id }) => product_id),
  )
  const inCart = new Map((await openItemsOf(scope, user_id)).map(({ product_id, quantity }) => [product_id, quantity]))
  const rows = added.map(({ quantity, ...row }) => ({ ...row, user_id, cart_id: cart.id, quantity: quantity + (inCart.get(row.product_id) ?? 0) }))
  for (const { product_id, quantity } of rows) {
    if (quantity > maxQuantity) throw fieldError('quantity', 'too_large')
    assertInStock(sold.get(product_id)!, quantity)
  }
  if (new Set([...inCart.keys(), ...rows.map(({ product_id }) => product_id)]).size > maxCartItems) throw fieldError('product_id', 'too_many')
  return scope
    .insert(cart_items)
    .values(rows)
    .onConflictDoUpdate({
      target: [cart_items.cart_id, cart_items.product_id],
      set: {
        quantity: sql`excluded.quantity`,
        recommendation_id: sql`coalesce(${cart_items.recommendation_id}, excluded.recommendation_id)`,
        updated_at: later(cart_items.updated_at),
      },
    })
    .returning()
}

type Buyer = { user_id: number; now: Date; language: Language }
/**
 * Puts one of each recommended product into the cart; products that are in it already stay as they are. Without ids, products with a caution for
 * the patient are left out: it has to be read first, and an allergy may have been recorded after the recommendation.
 */
export const addRecommendedItems = async (
  scope: PatientScope,
  { user_id, now, language }: Buyer,
  { recommendation_ids }: Input<typeof addRecommended>,
): Promise<CartItem[]> => {
  await openCartOf(scope, user_id)
  const toBuy = await recommendationsToBuy(scope, user_id, recommendation_ids)
  const product_ids = toBuy.map(({ product_id }) => product_id)
  const findings = recommendation_ids ? undefined : await findingsOf(scope, { role: 'patient' }, { patient_id: user_id, product_ids, now, language })
  const recommended = toBuy.filter(({ product_id }) => !findings?.get(product_id)?.some(isCaution))
  const inCart = new Set((await openItemsOf(scope, user_id)).map(({ product_id }) => product_id))
  const missing = new Map(recommended.filter(({ product_id }) => !inCart.has(product_id)).map((entry) => [entry.product_id, entry]))
  if (missing.size) await addItems(scope, user_id, [...missing.values()])
  const wanted = new Set(recommended.map(({ product_id }) => product_id))
  return (await openItemsOf(scope, user_id)).filter(({ product_id }) => wanted.has(product_id))
}

/** Locks the cart before the item, in the order of adding an item. An item of an ordered cart is a 404. */
const lockItem = async (scope: PatientScope, user_id: number, by: { id: number; updated_at?: string }) => {
  const cart = requireRow(await lockedCart(scope).execute({ user_id }))
  const item = await lockRow(scope, cart_items, by)
  if (item.cart_id !== cart.id) throw apiError('not_found')
  return item
}

export const updateItem = async (scope: PatientScope, user_id: number, { quantity, ...by }: Input<typeof changeCartItem>): Promise<CartItem> => {
  const { id, product_id, quantity: before } = await lockItem(scope, user_id, by)
  // a quantity may always be lowered, even of a product that ran out
  if (quantity > before) assertInStock((await soldProducts(scope.db, [product_id])).get(product_id)!, quantity)
  return requireRow(
    await scope
      .update(cart_items)
      .set({ quantity, updated_at: later(cart_items.updated_at) })
      .where(eq(cart_items.id, id))
      .returning(),
  )
}

export const removeItem = async (scope: PatientScope, user_id: number, id: number): Promise<null> => {
  await lockItem(scope, user_id, { id })
  await scope.delete(cart_items).where(eq(cart_items.id, id))
  return null
}
