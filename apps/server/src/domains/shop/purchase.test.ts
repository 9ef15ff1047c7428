import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments, testCards } from '../../../test/payment/card.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member
let ids: Record<string, number>

beforeAll(async () => {
  testApp = await openTestApp({ env: { SHOPIFY_SECRET: 'a-secret-of-shopify-for-tests', INVOICE_REGISTRATION_NUMBER: 'T1234567890123' } })
  ;({ hanako, taro } = testApp)
  const { items } = (await hanako.get('/api/shop/products')).body as { items: { id: number; name: string }[] }
  ids = Object.fromEntries(items.map(({ id, name }) => [name, id]))
})
const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
beforeEach(async () => {
  await run(sql`delete from payments`)
  await run(sql`delete from orders`)
  await run(sql`delete from carts`)
  await run(sql`update products set stock = null`)
  await run(sql`update coupons set used_count = 0, total_limit = null, per_person_limit = null`)
})

const address = { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' }
const recipient = { recipient_name: '山田 花子', phone_number: '090-0000-1234', address }
const post = (member: Member, path: string, body: object = {}, headers?: Record<string, string>) =>
  member.request('POST', path, { body, ...(headers && { headers }) })
const add = (member: Member, product = 'eaa', quantity = 1) => post(member, '/api/shop/cart_items', { product_id: ids[product], quantity })
const buy = (member: Member, body: object = {}, key?: string) =>
  post(member, '/api/shop/purchases', { ...recipient, method: 'saved_card', ...body }, key === undefined ? undefined : { 'idempotency-key': key })
const confirm = (member: Member, client_secret: string, number: string) =>
  post(member, '/api/payment_sandbox/confirmations', { client_secret, number, exp_month: 12, exp_year: 2034 })
const authenticate = (member: Member, client_secret: string, is_approved: boolean) =>
  post(member, '/api/payment_sandbox/authentications', { client_secret, is_approved })
const refresh = (member: Member, id: number) => member.request('PATCH', `/api/stripe_payments/${id}`, { body: {} })
const orderOf = async (member: Member, id: number) => (await member.get(`/api/shop/orders/${id}`)).body
const kinds = ({ events }: { events: { kind: string }[] }) => events.map(({ kind }) => kind)
const cartOf = async (member: Member) =>
  (await member.get('/api/shop/cart_items')).body.items.map(({ product_id, quantity }: { product_id: number; quantity: number }) => [product_id, quantity])
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const stockOf = async (name: string) => (await run(sql`select stock from products where name = ${name}`)).rows[0]!.stock
const usedCount = async (name: string) => (await run(sql`select used_count from coupons where name = ${name}`)).rows[0]!.used_count
const settle = () => settlePayments(testApp)

test('a saved card is shown, replaced and removed; nobody can save the card of another patient', async () => {
  expect((await hanako.get('/payment_sources')).body.items).toEqual([])
  const { setup_intent, client_secret } = (await post(hanako, '/api/stripe_payments/card_secret')).body
  expect(code(await post(hanako, '/stripe_payments', { setup_intent }))).toEqual([422, 'card_not_confirmed'])
  expect((await confirm(hanako, client_secret, testCards.declined)).body).toEqual({ status: 'requires_payment_method', decline_reason: 'declined' })
  expect((await confirm(hanako, client_secret, '4111111111111111')).body).toMatchObject({
    code: 'sandbox_card_unknown',
    fields: { number: [expect.any(String)] },
  })
  expect((await confirm(hanako, client_secret, testCards.good)).body.status).toBe('succeeded')
  expect(code(await post(taro, '/stripe_payments', { setup_intent }))).toEqual([404, 'not_found'])
  expect((await post(hanako, '/stripe_payments', { setup_intent })).body).toMatchObject({ type: 'card', brand: 'visa', last4: '4242', exp_year: 2034 })
  expect((await hanako.get('/api/users/me')).body.payment_source).toEqual({ type: 'card', last4: '4242' })
  expect((await saveCard(hanako, testCards.secure)).body).toMatchObject({ last4: '3155' })
  const { items } = (await testApp.staff.concierge.get(`/payment_sources?user_id=${hanako.id}`)).body
  expect(items).toMatchObject([{ last4: '3155' }])
  expect(code(await taro.request('DELETE', `/payment_sources/${items[0].id}`))).toEqual([404, 'not_found'])
  expect((await hanako.request('DELETE', `/payment_sources/${items[0].id}`)).status).toBe(204)
  expect((await hanako.get('/api/users/me')).body.payment_source).toBeNull()
  await settle()
})

test('a purchase with the saved card is paid at once, counts the coupon and takes the stock; the same key buys once', async () => {
  await saveCard(hanako)
  await run(sql`update products set stock = 5 where name = 'eaa'`)
  await add(hanako, 'eaa', 2)
  const coupon = { coupon_code: 'welcome_500' }
  const { total } = (await hanako.get('/api/shop/cart_calculations?coupon_code=welcome_500')).body
  expect(code(await buy(hanako, { ...coupon, shown_total: total - 1 }))).toEqual([422, 'total_changed'])
  const [first, second] = await Promise.all([buy(hanako, { ...coupon, shown_total: total }, 'key-1'), buy(hanako, { ...coupon, shown_total: total }, 'key-1')])
  expect(first.body).toMatchObject({
    order: { status: 'paid', total, source: 'web', payment: { status: 'succeeded', amount: total, card: { brand: 'visa', last4: '4242' } }, may_cancel: true },
    confirmation: null,
  })
  expect(second.body).toEqual(first.body)
  expect([await stockOf('eaa'), await usedCount('welcome_500'), await cartOf(hanako)]).toEqual([3, 1, []])
  expect((await hanako.get('/api/shop/orders')).body).toMatchObject({ total_count: 1, items: [{ id: first.body.order.id, total }] })
  await settle()
  expect(kinds(await orderOf(hanako, first.body.order.id))).toEqual(['placed', 'paid'])
  expect(code(await taro.get(`/api/shop/orders/${first.body.order.id}`))).toEqual([404, 'not_found'])
})

test('with 3-D Secure the order waits for the patient’s authentication; if the patient refuses, stock and cart are restored', async () => {
  await saveCard(hanako)
  await run(sql`update products set stock = 1 where name = 'eaa'`)
  await add(hanako)
  const { order, confirmation } = (await buy(hanako, { method: 'new_card', save_card: true })).body
  expect(order).toMatchObject({ status: 'pending', reserved_until: expect.any(String), payment: { status: 'open' } })
  expect(confirmation).toMatchObject({ provider: 'sandbox', publishable_key: expect.stringMatching(/^pk_test_/) })
  expect(await stockOf('eaa')).toBe(0)
  expect((await confirm(hanako, confirmation.client_secret, testCards.secure)).body.status).toBe('requires_action')
  expect((await refresh(hanako, order.payment.id)).body.status).toBe('requires_action')
  const again = (await post(hanako, '/api/stripe_payments/payment_secret', { order_id: order.id })).body
  expect(again).toMatchObject({ client_secret: confirmation.client_secret, payment: { id: order.payment.id } })
  await authenticate(hanako, confirmation.client_secret, false)
  expect((await refresh(hanako, order.payment.id)).body).toMatchObject({
    status: 'failed',
    decline_reason: 'authentication_failed',
    decline_text: expect.stringContaining('3D'),
  })
  expect([await stockOf('eaa'), await cartOf(hanako), kinds(await orderOf(hanako, order.id))]).toEqual([1, [[ids.eaa, 1]], ['placed', 'failed']])
  const next = (await buy(hanako, { method: 'new_card', save_card: true })).body
  await confirm(hanako, next.confirmation.client_secret, testCards.secure)
  await authenticate(hanako, next.confirmation.client_secret, true)
  expect((await refresh(hanako, next.order.payment.id)).body.status).toBe('succeeded')
  expect(await orderOf(hanako, next.order.id)).toMatchObject({ status: 'paid' })
  expect((await hanako.get('/payment_sources')).body.items).toMatchObject([{ last4: '3155' }])
  await settle()
})

test('if a card is declined, the error says why, and the cart, the stock and the coupon are as before', async () => {
  await saveCard(hanako, testCards.declinedLater)
  await run(sql`update products set stock = 1 where name = 'eaa'`)
  await add(hanako)
  const declined = await buy(hanako, { coupon_code: 'welcome_500' })
  expect(declined.body).toMatchObject({ code: 'card_declined', error: expect.stringContaining('カード会社') })
  expect([await stockOf('eaa'), await usedCount('welcome_500'), await cartOf(hanako)]).toEqual([1, 0, [[ids.eaa, 1]]])
  const { order, confirmation } = (await buy(hanako, { method: 'new_card', coupon_code: 'welcome_500' })).body
  expect((await confirm(hanako, confirmation.client_secret, testCards.insufficientFunds)).body.decline_reason).toBe('insufficient_funds')
  // the page was closed: Stripe's event alone restores cart, stock and coupon
  await settle()
  expect(await orderOf(hanako, order.id)).toMatchObject({ status: 'failed', payment: { status: 'failed', decline_reason: 'insufficient_funds' } })
  expect([await stockOf('eaa'), await usedCount('welcome_500'), await cartOf(hanako)]).toEqual([1, 0, [[ids.eaa, 1]]])
  expect((await confirm(hanako, confirmation.client_secret, testCards.good)).status).toBe(422)
})

test('a purchase without a card, street or items, with prices from the client or above the card limit is refused; 0 yen need no card', async () => {
  await run(sql`delete from payment_sources`)
  expect(code(await buy(hanako))).toEqual([422, 'cart_empty'])
  await add(hanako)
  expect(code(await buy(hanako))).toEqual([422, 'card_required'])
  expect(code(await buy(hanako, { method: 'none' }))).toEqual([422, 'card_required'])
  expect(code(await buy(hanako, { method: 'new_card', every_months: 1 }))).toEqual([422, 'card_required'])
  for (const body of [{ total: 1 }, { price: 1 }, { items: [] }]) expect(code(await buy(hanako, body))).toEqual([400, 'unknown_parameter'])
  expect((await buy(hanako, { address: { ...address, street: ' ' } })).body.fields).toEqual({ 'address.street': [expect.any(String)] })
  await run(sql`update cart_items set quantity = 99`)
  await run(sql`update products set price = 1000000 where name = 'eaa'`)
  expect(code(await buy(hanako, { method: 'new_card' }))).toEqual([422, 'total_too_large'])
  await run(sql`update products set price = 0 where name = 'eaa'`)
  await run(sql`update delivery_rules set fee = 0`)
  const { body } = await buy(hanako, { method: 'none' })
  await run(sql`update delivery_rules set fee = 660`)
  await run(sql`update products set price = 3480 where name = 'eaa'`)
  expect(body.order).toMatchObject({ status: 'paid', total: 0, payment: null })
  expect(kinds(body.order)).toEqual(['placed', 'paid'])
})

test('a patient who cancels before shipping is refunded; an administrator ships, delivers and refunds in parts', async () => {
  const { admin } = testApp.staff
  await saveCard(hanako)
  await run(sql`update products set stock = 10 where name = 'eaa'`)
  await add(hanako, 'eaa', 4)
  const { order } = (await buy(hanako, { coupon_code: 'welcome_500' })).body
  expect((await post(hanako, `/api/shop/orders/${order.id}/cancel`)).body).toMatchObject({ status: 'cancelled', may_cancel: false })
  await settle()
  expect(await orderOf(hanako, order.id)).toMatchObject({ status: 'cancelled', refunded_amount: order.total, payment: { refunded_amount: order.total } })
  expect(kinds(await orderOf(hanako, order.id))).toEqual(['placed', 'paid', 'cancelled', 'refunded'])
  expect([await stockOf('eaa'), await usedCount('welcome_500')]).toEqual([10, 0])

  // pressed twice, it does not double the order
  for (const _ of [1, 2]) await post(hanako, `/api/shop/orders/${order.id}/order_again`)
  expect(await cartOf(hanako)).toEqual([[ids.eaa, 4]])
  const { order: next } = (await buy(hanako)).body
  const at = (action: string, body: object = {}) => post(admin, `/api/admin/orders/${next.id}/${action}`, body)
  expect(code(await at('deliver'))).toEqual([422, 'order_state'])
  expect(code(await at('ship', { updated_at: order.updated_at }))).toEqual([409, 'conflict'])
  expect((await at('ship', { carrier: 'みどり運輸', tracking_number: '4021' })).body).toMatchObject({ status: 'shipped', carrier: 'みどり運輸' })
  expect(code(await post(hanako, `/api/shop/orders/${next.id}/cancel`))).toEqual([422, 'order_state'])
  const { body: delivered } = await at('deliver')
  expect(delivered.status).toBe('delivered')
  const [one, two] = await Promise.all([1, 2].map(() => at('refund', { amount: next.total - 100, note: '破損' })))
  expect([one!.status, two!.status].sort()).toEqual([200, 422])
  // another administrator opened the order before the refund
  expect(code(await at('refund', { amount: 100, note: '破損', updated_at: delivered.updated_at }))).toEqual([409, 'conflict'])
  await settle()
  expect(await orderOf(hanako, next.id)).toMatchObject({ status: 'delivered', refunded_amount: next.total - 100 })
  await at('refund', { note: '残り' })
  await settle()
  const refunded = await orderOf(hanako, next.id)
  expect(refunded).toMatchObject({ status: 'refunded', refunded_amount: next.total })
  expect(refunded.events.slice(-2)).toMatchObject([
    { kind: 'refunded', amount: next.total - 100, note: '破損' },
    { kind: 'refunded', amount: 100, note: '残り' },
  ])
  expect(code(await at('refund', { note: 'もう一度' }))).toEqual([422, 'refund_too_large'])
  const notices = async (record_id: number) =>
    (await hanako.get('/api/notifications')).body.items
      .filter((item: { record_id: number }) => item.record_id === record_id)
      .map(({ kind }: { kind: string }) => kind)
  expect(await notices(next.id)).toEqual(['order_refunded', 'order_refunded', 'order_shipped', 'order_paid'])
  // the patient is not notified of their own cancellation
  expect(await notices(order.id)).toEqual(['order_refunded', 'order_paid'])
  expect((await admin.get(`/api/admin/orders?q=${next.number}`)).body).toMatchObject({ total_count: 1, items: [{ id: next.id, user: { id: hanako.id } }] })
})

test('a refund that fails after Stripe reported it as made is taken back, and the rest can be refunded again', async () => {
  const { admin } = testApp.staff
  await saveCard(hanako)
  const refund = (id: number, body: object = {}) => post(admin, `/api/admin/orders/${id}/refund`, { note: '破損', ...body })
  const bankReturnsAll = async (id: number) => {
    const { rows } = await run(sql`update sandbox_objects set body = body || '{"status": "failed"}' where id in (
      select r.refund from refunds r join payments p on p.id = r.payment_id where p.order_id = ${id} and r.status = 'succeeded') returning id`)
    for (const row of rows) await testApp.context.jobs.send(testApp.context.db, 'stripe_event', { type: 'refund.failed', id: row.id })
    await settle()
  }
  const orders: { id: number; total: number }[] = []
  for (let n = 0; n < 2; n++) {
    await add(hanako, 'eaa')
    orders.push((await buy(hanako)).body.order)
  }
  const [shipped, cancelled] = orders as [(typeof orders)[0], (typeof orders)[0]]
  await post(admin, `/api/admin/orders/${shipped.id}/ship`)
  await refund(shipped.id)
  await post(hanako, `/api/shop/orders/${cancelled.id}/cancel`)
  await settle()
  expect([await orderOf(hanako, shipped.id), await orderOf(hanako, cancelled.id)]).toMatchObject([
    { status: 'refunded', refunded_amount: shipped.total },
    { status: 'cancelled', refunded_amount: cancelled.total },
  ])
  for (const [{ id, total }, status, final] of [
    [shipped, 'shipped', 'refunded'],
    [cancelled, 'cancelled', 'cancelled'],
  ] as const) {
    await bankReturnsAll(id)
    // Stripe reports the same state again
    await bankReturnsAll(id)
    expect(await orderOf(hanako, id)).toMatchObject({ status, refunded_amount: 0, failed_refund_amount: total, payment: { refunded_amount: 0 } })
    expect((await orderOf(hanako, id)).events.map(({ kind }: { kind: string }) => kind)).not.toContain('refunded')
    const { items } = (await hanako.get('/api/notifications')).body
    expect(items.filter((item: { kind: string; record_id: number }) => item.kind === 'order_refunded' && item.record_id === id)).toEqual([])
    await run(sql`update sandbox_objects set body = body || '{"sandbox_refunded": 0}' where kind = 'payment_intent'`)
    expect((await refund(id)).status).toBe(200)
    await settle()
    expect(await orderOf(hanako, id)).toMatchObject({ status: final, refunded_amount: total, failed_refund_amount: 0 })
  }
  expect(code(await refund(cancelled.id))).toEqual([422, 'refund_too_large'])
})

test('an order shows what failed to be refunded until later refunds of that amount are started; administrators are notified until they succeed', async () => {
  const { admin, concierge } = testApp.staff
  await saveCard(hanako)
  await add(hanako, 'eaa', 1)
  const { order } = (await buy(hanako)).body
  const refund = (amount = 100) => post(admin, `/api/admin/orders/${order.id}/refund`, { amount, note: '破損' })
  await run(sql`update payments set intent = 'pi_unknown' where order_id = ${order.id}`)
  await refund()
  await settle()
  expect(await orderOf(hanako, order.id)).toMatchObject({ refunded_amount: 0, failed_refund_amount: 100, payment: { refunded_amount: 0 } })
  const listed = async () => (await admin.get('/api/admin/orders')).body.items.find(({ id }: { id: number }) => id === order.id)
  expect((await listed()).failed_refund_amount).toBe(100)
  const noticesOf = async (member: Member) =>
    (await member.get('/api/notifications')).body.items
      .filter(({ record_id }: { record_id: number }) => record_id === order.id)
      .map(({ kind, patient }: { kind: string; patient: { id: number } }) => [kind, patient.id])
  expect([await noticesOf(admin), await noticesOf(concierge), await noticesOf(hanako)]).toEqual([
    [['order_refund_failed', hanako.id]],
    [],
    [['order_paid', hanako.id]],
  ])
  expect((await refund()).body).toMatchObject({ failed_refund_amount: 0, payment: { refunded_amount: 100 } })
  expect((await listed()).failed_refund_amount).toBe(0)
  await settle()
  expect(await noticesOf(admin)).toEqual([['order_refund_failed', hanako.id]])
  await run(sql`update payments set intent = (select id from sandbox_objects where kind = 'payment_intent' and body->'metadata'->>'payment' = idempotency_key::text)
    where order_id = ${order.id}`)
  await refund(40)
  await settle()
  expect(await orderOf(hanako, order.id)).toMatchObject({ refunded_amount: 40, failed_refund_amount: 60 })
  expect([(await listed()).failed_refund_amount, await noticesOf(admin)]).toEqual([60, [['order_refund_failed', hanako.id]]])
  await refund(60)
  await settle()
  expect((await listed()).failed_refund_amount).toBe(0)
  expect([await noticesOf(admin), (await noticesOf(hanako))[0]]).toEqual([[], ['order_refunded', hanako.id]])
})

test('outside the demo, without Stripe’s keys, payments by card are refused with that reason; an order of 0 yen works', async () => {
  const { hanako: buyer, context, request } = await openTestApp({ env: { DEMO: 'off', DATABASE_URL: 'postgres://unused/unused' } })
  await post(buyer, '/api/shop/cart_items', { product_id: ids.eaa })
  expect((await buy(buyer, { method: 'new_card' })).body).toMatchObject({ code: 'payments_off', error: 'カードでのお支払いは現在ご利用いただけません。' })
  expect(code(await post(buyer, '/api/stripe_payments/card_secret'))).toEqual([422, 'payments_off'])
  expect(code(await confirm(buyer, 'pi_1_secret_2', testCards.good))).toEqual([404, 'not_found'])
  expect((await request('POST', '/webhooks/stripe', { body: {} })).status).toBe(404)
  await context.db.execute(sql`update products set price = 0`)
  await context.db.execute(sql`update delivery_rules set fee = 0`)
  expect((await buy(buyer, { method: 'none' })).body.order).toMatchObject({ status: 'paid', total: 0 })
})
