import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { settlePayments } from '../../../test/payment/card.ts'
import { lockRow, waitForLocks } from '../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { followRefund } from '../payment/actions/refund.ts'
import { registerPaymentOwner } from '../payment/owners.ts'
import { orderPayments } from './actions/order-payments.ts'

let testApp: TestApp
const run = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) => testApp.context.db.execute<Row>(query)
const idOf = async (product: string) => Number((await run(sql`select id from products where name = ${product}`)).rows[0]!.id)
beforeAll(async () => {
  testApp = await openTestApp()
})

const recipient = {
  recipient_name: '山田 花子',
  phone_number: '',
  address: { zip: '1070062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
}
const buy = (member: Member, body: object = {}) => member.request('POST', '/api/shop/purchases', { body: { ...recipient, method: 'saved_card', ...body } })

/** Gives patients a saved card, also in the sandbox of Stripe, and a product in the cart. */
const equip = async (members: readonly Member[], product_id: number) => {
  for (const { id } of members) {
    const [customer, method] = [`cus_${id}`, `pm_${id}`]
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }
    const objects = [
      { id: customer, object: 'customer' },
      { id: method, object: 'payment_method', type: 'card', card, customer, sandbox_effect: 'success', sandbox_is_set_up: true },
    ]
    for (const body of objects)
      await run(sql`insert into sandbox_objects (id, kind, body) values (${body.id}, ${body.object}, ${JSON.stringify(body)}) on conflict do nothing`)
    await run(sql`insert into stripe_customers (user_id, customer) values (${id}, ${customer}) on conflict do nothing`)
    await run(
      sql`insert into payment_sources (user_id, payment_method, brand, last4, exp_month, exp_year) values (${id}, ${method}, 'visa', '4242', 12, 2034) on conflict do nothing`,
    )
    await run(sql`with cart as (insert into carts (user_id) values (${id}) returning id)
      insert into cart_items (user_id, cart_id, product_id, quantity) select ${id}, id, ${product_id}, 1 from cart`)
  }
}
const patients = async (count: number) => {
  const members: Member[] = []
  for (let n = 0; n < count; n++) members.push(await testApp.add({ role: 'patient' }))
  return members
}
const codesOf = (responses: { status: number; body: { code?: string } }[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) counts[`${status} ${body.code ?? ''}`.trim()] = (counts[`${status} ${body.code ?? ''}`.trim()] ?? 0) + 1
  return counts
}
const settle = () => settlePayments(testApp)
/** Payments that succeeded at Stripe and were not refunded there. */
const charged = async (where = sql`true`) =>
  Number(
    (
      await run(sql`select count(*) from sandbox_objects o where kind = 'payment_intent' and body->>'status' = 'succeeded'
        and coalesce((body->>'sandbox_refunded')::int, 0) = 0 and ${where}`)
    ).rows[0]!.count,
  )

test('50 simultaneous purchases with a coupon limited to 10: exactly 10 use it', async () => {
  const members = await patients(50)
  await equip(members, await idOf('eaa'))
  await run(sql`update coupons set total_limit = 10, used_count = 0 where name = 'welcome_500'`)
  const responses = await Promise.all(members.map((member) => buy(member, { coupon_code: 'welcome_500' })))
  expect(codesOf(responses)).toEqual({ 201: 10, '422 coupon_used_up': 40 })
  const { rows } = await run(sql`select used_count, (select count(*)::int from coupon_uses where status = 'counted') as counted,
    (select count(*)::int from orders where status = 'paid' and discount = 500) as orders from coupons where name = 'welcome_500'`)
  expect(rows).toEqual([{ used_count: 10, counted: 10, orders: 10 }])
  expect(await charged()).toBe(10)
})

test('200 simultaneous purchases of a stock of 100: exactly 100 orders', async () => {
  const members = await patients(200)
  const product_id = await idOf('coq10')
  await equip(members, product_id)
  await run(sql`update products set stock = 100 where id = ${product_id}`)
  const before = await charged()
  const responses = await Promise.all(members.map((member) => buy(member)))
  expect(codesOf(responses)).toEqual({ 201: 100, '422 out_of_stock': 100 })
  const { rows } =
    await run(sql`select stock, (select count(*)::int from orders o join order_items i on i.order_id = o.id where i.product_id = products.id and o.status = 'paid') as orders
    from products where id = ${product_id}`)
  expect(rows).toEqual([{ stock: 0, orders: 100 }])
  expect((await charged()) - before).toBe(100)
})

test('of two people who buy the last item one gets it, and the other reads that it is sold out; three tabs buy one cart once', async () => {
  const [one, two] = (await patients(2)) as [Member, Member]
  const product_id = await idOf('lutein')
  await equip([one, two], product_id)
  await run(sql`update products set stock = 1 where id = ${product_id}`)
  const release = await lockRow(testApp.context, sql`products where id = ${product_id}`)
  const both = [buy(one), buy(two)]
  await waitForLocks(testApp.context, 2)
  await release()
  const responses = await Promise.all(both)
  expect(codesOf(responses)).toEqual({ 201: 1, '422 out_of_stock': 1 })
  expect(responses.find(({ status }) => status === 422)!.body.error).toBe('この商品は在庫がありません。')

  const [three] = (await patients(1)) as [Member]
  await equip([three], await idOf('eaa'))
  expect(codesOf(await Promise.all([buy(three), buy(three), buy(three)]))).toEqual({ 201: 1, '422 cart_empty': 2 })
})

test('if Stripe’s event arrives before the POST has Stripe’s answer, the order is paid once', async () => {
  const [member] = (await patients(1)) as [Member]
  await equip([member], await idOf('eaa'))
  // the answer of Stripe is kept back until the event was handled
  const payments = testApp.context.payments!
  const stripe = await payments.stripe()
  const create = stripe.paymentIntents.create.bind(stripe.paymentIntents)
  stripe.paymentIntents.create = (async (...args: Parameters<typeof create>) => {
    const intent = await create(...args)
    await settle()
    return intent
  }) as typeof create
  const { body } = await buy(member)
  stripe.paymentIntents.create = create
  expect(body.order).toMatchObject({ status: 'paid', payment: { status: 'succeeded' } })
  await settle()
  const { events } = (await member.get(`/api/shop/orders/${body.order.id}`)).body
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'paid'])
})

test('if Stripe charges but its answer is lost, the retry with the same key finds the order and pays it once', async () => {
  const [member] = (await patients(1)) as [Member]
  await equip([member], await idOf('eaa'))
  const before = await charged()
  const stripe = await testApp.context.payments!.stripe()
  const create = stripe.paymentIntents.create.bind(stripe.paymentIntents)
  stripe.paymentIntents.create = (async (...args: Parameters<typeof create>) => {
    await create(...args)
    throw new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'lost' })
  }) as typeof create
  const press = () =>
    member.request('POST', '/api/shop/purchases', { body: { ...recipient, method: 'saved_card' }, headers: { 'idempotency-key': 'lost-answer' } })
  const lost = await press()
  stripe.paymentIntents.create = create
  expect([lost.status, lost.body.code, lost.headers['retry-after']]).toEqual([503, 'payments_unreachable', '10'])
  expect((await press()).body.order).toMatchObject({ status: 'paid', payment: { status: 'succeeded' } })
  await settle()
  expect([(await charged()) - before, (await member.get('/api/shop/orders')).body.total_count]).toEqual([1, 1])
})

test('a forged event and one of six minutes ago are refused; events of unknown types, repeated ones and late ones have no effect', async () => {
  const secret = testApp.context.payments!.webhook_secrets[0]!
  const send = (payload: string, signature: string) => testApp.request('POST', '/webhooks/stripe', { raw: payload, headers: { 'stripe-signature': signature } })
  const sign = (payload: string, { key = secret, ageSeconds = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: Math.floor(Date.now() / 1000) - ageSeconds })
  const event = (type: string, id: string, object = 'pi_unknown') => JSON.stringify({ id, object: 'event', type, data: { object: { id: object } } })
  const unknown = event('invoice.paid', 'evt_unknown')
  for (const signature of ['', 'v1=00', sign(unknown, { key: 'whsec_of_somebody_else' }), sign(unknown, { ageSeconds: 360 }), sign(`${unknown} `)])
    expect((await send(unknown, signature)).body).toMatchObject({ code: 'webhook_invalid' })
  expect((await send(unknown, '')).status).toBe(400)
  expect((await send(unknown, sign(unknown))).body).toEqual({ received: true })
  expect((await send(event('payment_intent.succeeded', 'evt_foreign'), sign(event('payment_intent.succeeded', 'evt_foreign')))).status).toBe(200)

  const [member] = (await patients(1)) as [Member]
  await equip([member], await idOf('eaa'))
  const { order } = (await buy(member, { method: 'new_card' })).body
  const { rows } = await run<{ intent: string }>(sql`select intent from payments where id = ${order.payment.id}`)
  // the event says that the payment succeeded, but Stripe, when asked, that it is not confirmed: nothing happens
  const early = event('payment_intent.succeeded', 'evt_early', rows[0]!.intent)
  expect((await send(early, sign(early))).status).toBe(200)
  await settle()
  expect((await member.get(`/api/shop/orders/${order.id}`)).body.status).toBe('pending')
  const { body: secretOf } = await member.request('POST', '/api/stripe_payments/payment_secret', { body: { order_id: order.id } })
  await member.request('POST', '/api/payment_sandbox/confirmations', {
    body: { client_secret: secretOf.client_secret, number: '4242424242424242', exp_month: 1, exp_year: 2040 },
  })
  await settle()
  const late = event('payment_intent.requires_action', 'evt_late', rows[0]!.intent)
  for (let n = 0; n < 3; n++) expect((await send(late, sign(late))).status).toBe(200)
  await settle()
  const paid = (await member.get(`/api/shop/orders/${order.id}`)).body
  expect([paid.status, paid.events.map(({ kind }: { kind: string }) => kind)]).toEqual(['paid', ['placed', 'paid']])
  expect((await run(sql`select count(*)::int as n from webhook_receipts where delivery_key = 'evt_late'`)).rows).toEqual([{ n: 1 }])
})

test('an order that is not paid within 30 minutes fails; if it is paid after all, it is delivered, or refunded if nothing is left in stock', async () => {
  const members = (await patients(2)) as [Member, Member]
  const product_id = await idOf('iron_10')
  await equip(members, product_id)
  await run(sql`update products set stock = 2 where id = ${product_id}`)
  const stock = async () => (await run(sql`select stock from products where id = ${product_id}`)).rows[0]!.stock
  const orders: { id: number }[] = []
  for (const member of members) orders.push((await buy(member, { method: 'new_card' })).body.order)
  expect(await stock()).toBe(0)
  const check = async () => {
    await testApp.context.jobs.send(testApp.context.db, 'payments_check', {})
    await settle()
  }
  await check()
  expect((await members[0].get(`/api/shop/orders/${orders[0]!.id}`)).body.status).toBe('pending')
  await run(sql`update payments set created_at = created_at - interval '31 minutes' where status = 'open'`)
  await check()
  const given = (await members[0].get(`/api/shop/orders/${orders[0]!.id}`)).body
  expect([given.status, given.payment.decline_reason, await stock()]).toEqual(['failed', 'timed_out', 2])
  // Stripe took the money although it was asked to cancel
  const { rows } = await run<{ id: string }>(
    sql`update sandbox_objects set body = body || '{"status": "succeeded"}' where id in (select intent from payments where order_id in (${orders[0]!.id}, ${orders[1]!.id})) returning id`,
  )
  await run(sql`update products set stock = 1 where id = ${product_id}`)
  for (const { id } of rows) {
    await testApp.context.jobs.send(testApp.context.db, 'stripe_event', { type: 'payment_intent.succeeded', id })
    await settle()
  }
  const states = await Promise.all(members.map(async (member, at) => (await member.get(`/api/shop/orders/${orders[at]!.id}`)).body))
  expect(states.map(({ status, refunded_amount, total }) => [status, refunded_amount === total]).sort()).toEqual([
    ['failed', true],
    ['paid', false],
  ])
  expect(await stock()).toBe(0)
})

test('a refund made in Stripe’s dashboard is stored once, even after a crash in the middle or when two servers handle its event', async () => {
  const [member] = (await patients(1)) as [Member]
  await equip([member], await idOf('eaa'))
  const { order } = (await buy(member)).body
  const { rows } = await run<{ intent: string }>(sql`select intent from payments where id = ${order.payment.id}`)
  const stripe = await testApp.context.payments!.stripe()
  const refundAtStripe = (amount: number) => stripe.refunds.create({ payment_intent: rows[0]!.intent, amount })
  const follow = ({ id }: { id: string }) => followRefund(testApp.context, systemScope(testApp.context.db), id)
  const stored = async () =>
    (await run(sql`select amount, status, refund from refunds where payment_id = ${order.payment.id} order by id`)).rows as { refund: string | null }[]

  const first = await refundAtStripe(100)
  registerPaymentOwner('order', { ...orderPayments, refunded: () => Promise.reject(new Error('the server stopped')) })
  await expect(follow(first)).rejects.toThrow('the server stopped')
  registerPaymentOwner('order', orderPayments)
  expect((await stored()).filter(({ refund }) => refund === null)).toEqual([])
  await follow(first)
  expect(await stored()).toEqual([{ amount: 100, status: 'succeeded', refund: first.id }])

  const second = await refundAtStripe(order.total - 100)
  const release = await lockRow(testApp.context, sql`payments where id = ${order.payment.id}`)
  const both = [follow(second), follow(second)]
  await waitForLocks(testApp.context, 2)
  await release()
  await Promise.all(both)
  await settle()
  expect((await stored()).map(({ refund }) => refund)).toEqual([first.id, second.id])
  expect((await member.get(`/api/shop/orders/${order.id}`)).body).toMatchObject({
    refunded_amount: order.total,
    payment: { refunded_amount: order.total },
  })
})
