import { createHash } from 'node:crypto'
import { errors } from '@sukoyaka/phrases/errors'
import { minCardTotal } from '@sukoyaka/rules/people/payment/price'
import { formatDay } from '@sukoyaka/rules/time'
import type { Reply } from '@sukoyaka/wire/endpoint'
import type { CartCalculation } from '@sukoyaka/wire/people/cart'
import type { purchase } from '@sukoyaka/wire/people/order'
import type { createPaymentSecret } from '@sukoyaka/wire/people/payment'
import type { PatientScope } from '../../../access/patient-scope.ts'
import { assertValid } from '../../../access/rows.ts'
import { translate } from '../../../config/language.ts'
import { inTransaction } from '../../../database/db.ts'
import { apiError } from '../../../errors/api-error.ts'
import type { Call } from '../../../http/serve.ts'
import { charge } from '../../payment/actions/charge.ts'
import { confirmationOf } from '../../payment/actions/confirmation.ts'
import { storeState } from '../../payment/actions/settle.ts'
import { paymentsOn } from '../../payment/actions/stripe-calls.ts'
import { cardOf } from '../../payment/card-store.ts'
import { insertPayment, type PaymentRow, paymentOfOrder, paymentReply } from '../../payment/store.ts'
import { openCartOf } from '../cart-store.ts'
import { calculationOfItems, couponError, pricedItems } from '../coupon-store.ts'
import { type OrderRow, orderOfKey, orderReply, orderRow } from '../order/order-store.ts'
import { closeCart, placeOrder } from '../order/place-store.ts'
import { validRecipient } from '../order/recipient.ts'
import { markPaid } from '../order/state-store.ts'

type PurchaseCall = Call<typeof purchase>
/** The most yen that Stripe charges. */
const maxCardTotal = 99_999_999

const amountsOf = async (scope: PatientScope, { context, actor, input, language }: PurchaseCall) => {
  const items = await pricedItems(scope, actor.id)
  if (!items.length) throw apiError('cart_empty')
  const { coupon_code, delivery_on } = input
  const asked = { user_id: actor.id, ...(coupon_code && { coupon_code }), is_timed: delivery_on !== undefined, now: context.clock() }
  const amounts = await calculationOfItems(scope, items, asked, language)
  assertDeliverable(input, amounts.delivery, language)
  if (amounts.coupon_refusal) throw couponError(amounts.coupon_refusal, language)
  if (input.shown_total !== undefined && input.shown_total !== amounts.total) throw apiError('total_changed')
  if (amounts.subtotal > maxCardTotal || amounts.total > maxCardTotal) throw apiError('total_too_large')
  if (amounts.total > 0 && amounts.total < minCardTotal) throw apiError('total_too_small')
  return { items, amounts, coupon_id: amounts.coupon?.id ?? null }
}

/** Rejects a day on which the products cannot arrive, and a time of day without a day. */
const assertDeliverable = (
  { delivery_on, delivery_window }: PurchaseCall['input'],
  { earliest_on, latest_on }: CartCalculation['delivery'],
  language: PurchaseCall['language'],
) => {
  assertValid({ delivery_on: delivery_window !== undefined && delivery_on === undefined && 'required' })
  if (delivery_on === undefined || (earliest_on <= delivery_on && delivery_on <= latest_on)) return
  throw apiError('delivery_day_unavailable', { values: { earliest: formatDay(earliest_on, language), latest: formatDay(latest_on, language) } })
}

/** Rejects a purchase that could not be paid, and a regular delivery without a card for its further orders. */
const assertPayable = async (scope: PatientScope, { context, actor, input }: PurchaseCall, total: number) => {
  const { method, save_card = false, every_months } = input
  if (total > 0) paymentsOn(context)
  const hasCard = (await cardOf(scope, actor.id)) !== undefined
  const willHaveCard = hasCard || (total > 0 && method === 'new_card' && save_card)
  const isPayable = total === 0 || method === 'new_card' || (method === 'saved_card' && hasCard)
  if (!isPayable || (every_months && !willHaveCard)) throw apiError('card_required')
}

/** Turns the cart into an order and, unless it is free, its payment, in one transaction. The cart is locked: of two windows the second finds it empty. */
const place = (call: PurchaseCall, purchase_key: Buffer | undefined): Promise<OrderRow> => {
  const { context, scope, actor, input } = call
  const recipient = validRecipient(input)
  return inTransaction(context.db, async (tx) => {
    const own = scope.withDb(tx)
    const cart = await openCartOf(own, actor.id)
    const priced = await amountsOf(own, call)
    const { total } = priced.amounts
    await assertPayable(own, call, total)
    await closeCart(own, cart.id)
    const order = {
      ...recipient,
      user_id: actor.id,
      cart_id: cart.id,
      source: 'web' as const,
      every_months: input.every_months ?? null,
      delivery_on: input.delivery_on ?? null,
      delivery_window: input.delivery_window ?? null,
      ...(purchase_key && { purchase_key }),
    }
    const placed = await placeOrder(own, order, priced)
    if (total === 0) return markPaid(own, placed, context.clock())
    const method = input.method === 'new_card' ? 'new_card' : 'saved_card'
    await insertPayment(own, {
      user_id: actor.id,
      purpose: 'order',
      order_id: placed.id,
      amount: total,
      method,
      saves_card: method === 'new_card' && Boolean(input.save_card || input.every_months),
    })
    return placed
  })
}

/** The intent for the page. If it cannot be made, a new card was not charged: the payment, and with it the order, fails at once. */
const confirmation = async ({ context, scope }: Pick<PurchaseCall, 'context' | 'scope'>, payment: PaymentRow) => {
  try {
    return await confirmationOf(context, scope, payment)
  } catch (error) {
    if (payment.method === 'new_card' && !payment.intent) await storeState(context, scope, payment.id, { status: 'failed', decline_reason: 'provider' })
    throw error
  }
}

/** Pays an order that is placed. Safe to repeat with the same order: a retry of the request goes on where the first one stopped. */
const pay = async (call: PurchaseCall, order: OrderRow) => {
  const { context, scope, language } = call
  const placed = await paymentOfOrder(scope, order.id)
  if (!placed || order.status !== 'pending') return null
  const payment = placed.method === 'new_card' ? placed : await charge(context, scope, placed.id)
  if (payment.status === 'failed')
    throw apiError('card_declined', { values: { reason: translate(errors, language, `decline.${payment.decline_reason ?? 'declined'}`) } })
  return payment.status === 'succeeded' || payment.status === 'cancelled' ? null : confirmation(call, payment)
}

export const buy = async (call: PurchaseCall): Promise<Reply<typeof purchase>> => {
  const { scope, actor, language, request } = call
  const key = request.headers['idempotency-key']
  const purchase_key = key === undefined ? undefined : createHash('sha256').update(String(key)).digest()
  const order = (purchase_key && (await orderOfKey(scope, actor.id, purchase_key))) ?? (await place(call, purchase_key))
  const confirm = await pay(call, order)
  return { order: await orderReply(scope, order.id, language), confirmation: confirm }
}

/** The payment secret for a page that pays the order later, for example after a reload. Throws `order_not_payable` unless the order waits for its payment. */
export const requestPaymentSecret = async (call: Call<typeof createPaymentSecret>): Promise<Reply<typeof createPaymentSecret>> => {
  const { context, scope, input, language } = call
  const order = await orderRow(scope, input.order_id)
  const payment = await paymentOfOrder(scope, order.id)
  if (!payment || order.status !== 'pending' || !['open', 'requires_action'].includes(payment.status)) throw apiError('order_not_payable')
  const secret = await confirmationOf(context, scope, payment)
  return { payment: paymentReply(language)((await paymentOfOrder(scope, order.id))!), ...secret }
}
