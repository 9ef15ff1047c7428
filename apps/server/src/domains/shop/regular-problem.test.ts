import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments, testCards } from '../../../test/payment/card.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member
let product: number
/** The clock is fixed at noon of this day in Tokyo. */
let today = '2027-01-31'

const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T12:00:00+09:00`) } })
  ;({ hanako } = testApp)
  product = Number((await run(sql`select id from products where name = 'eaa'`)).rows[0]!.id)
})
beforeEach(async () => {
  today = '2027-01-31'
  for (const table of ['payments', 'orders', 'regular_deliveries', 'notifications']) await run(sql.raw(`delete from ${table}`))
  await run(sql`update products set stock = null, is_active = true`)
})

const address = { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' }
const runJob = async (at: string) => {
  today = at
  await testApp.context.jobs.send(testApp.context.db, 'regular_deliveries', {})
  await settlePayments(testApp)
}
/** Starts a regular delivery that is due on 2027-02-28. Returns its id. */
const start = async (buyer: Member) => {
  await saveCard(buyer)
  await buyer.request('POST', '/api/shop/cart_items', { body: { product_id: product, quantity: 2 } })
  const body = { recipient_name: '山田 花子', phone_number: '', address, method: 'saved_card', every_months: 1 }
  expect((await buyer.request('POST', '/api/shop/purchases', { body })).status).toBe(201)
  await run(sql`delete from notifications`)
  return Number((await buyer.get('/api/shop/regular_deliveries')).body.items[0].id)
}
const notices = async () =>
  (await run(sql`select kind, user_id::int, patient_id::int, record_id::int from notifications where kind like 'regular%' order by id`)).rows

test('the patient is notified that a regular delivery was not ordered, because a product is out of stock or withdrawn', async () => {
  for (const change of [sql`update products set stock = 1 where id = ${product}`, sql`update products set is_active = false where id = ${product}`]) {
    const record_id = await start(hanako)
    await run(change)
    await runJob('2027-02-26')
    await runJob('2027-02-26')
    expect(await notices()).toEqual([{ kind: 'regular_delivery_skipped', user_id: hanako.id, patient_id: hanako.id, record_id }])
    await run(sql`delete from regular_deliveries`)
    await run(sql`update products set stock = null, is_active = true`)
    today = '2027-01-31'
  }
})

test('the patient is notified that a regular delivery was not paid, once per delivery, until a payment of it succeeds after all', async () => {
  const record_id = await start(hanako)
  const notice = { kind: 'regular_delivery_payment', user_id: hanako.id, patient_id: hanako.id, record_id }
  await saveCard(hanako, testCards.declinedLater)
  await runJob('2027-02-26')
  expect(await notices()).toEqual([notice])
  await saveCard(hanako)
  await runJob('2027-03-29')
  expect(await notices()).toEqual([])
  await run(sql`delete from payment_sources`)
  await runJob('2027-04-28')
  expect(await notices()).toEqual([notice])
})

test('the regular delivery of a deactivated patient is paused when it is due, without an order, and the patient is told later', async () => {
  const jiro = await testApp.add({ role: 'patient' })
  const record_id = await start(jiro)
  await run(sql`update users set deactivated_at = now() where id = ${jiro.id}`)
  await runJob('2027-02-26')
  expect(await notices()).toEqual([{ kind: 'regular_delivery_skipped', user_id: jiro.id, patient_id: jiro.id, record_id }])
  const { rows } = await run(sql`select status, next_on, (select count(*)::int from orders) as orders from regular_deliveries`)
  expect(rows).toEqual([{ status: 'paused', next_on: '2027-02-28', orders: 1 }])
})

test('the patient is notified once that a product is no longer sold and left out, when the order without it is paid, and the delivery names it before', async () => {
  const id = await start(hanako)
  const other = Number((await run(sql`select id from products where id <> ${product} order by id limit 1`)).rows[0]!.id)
  const items = [product, other].map((product_id) => ({ product_id, quantity: 1 }))
  expect((await hanako.request('PUT', `/api/shop/regular_deliveries/${id}`, { body: { items } })).status).toBe(200)
  await runJob('2027-02-26')
  expect(await notices()).toEqual([])
  await run(sql`update products set is_active = false where id = ${product}`)
  const [shown] = (await hanako.get('/api/shop/regular_deliveries')).body.items
  const ids = (list: { product_id: number }[]) => list.map(({ product_id }) => product_id)
  expect([ids(shown.items), ids(shown.unsold_items)]).toEqual([[other], [product]])
  const reduced = { kind: 'regular_delivery_reduced', user_id: hanako.id, patient_id: hanako.id, record_id: id }
  await saveCard(hanako, testCards.declinedLater)
  await runJob('2027-03-29')
  expect(await notices()).toEqual([{ ...reduced, kind: 'regular_delivery_payment' }])
  await saveCard(hanako)
  await runJob('2027-04-28')
  expect(await notices()).toEqual([reduced])
  const [ordered] = (await hanako.get('/api/shop/orders')).body.items
  expect(ids(ordered.items)).toEqual([other])
  const body = { status: 'stopped' }
  expect((await hanako.request('PUT', `/api/shop/regular_deliveries/${id}`, { body })).status).toBe(200)
  expect(await notices()).toEqual([])
})

test('the patient is not notified again of a product that the order before came without', async () => {
  const id = await start(hanako)
  const other = Number((await run(sql`select id from products where id <> ${product} order by id limit 1`)).rows[0]!.id)
  const items = [product, other].map((product_id) => ({ product_id, quantity: 1 }))
  expect((await hanako.request('PUT', `/api/shop/regular_deliveries/${id}`, { body: { items } })).status).toBe(200)
  await run(sql`update products set is_active = false where id = ${product}`)
  await runJob('2027-02-26')
  expect(await notices()).toMatchObject([{ kind: 'regular_delivery_reduced' }])
  // the next paid order leaves the unread notification
  await runJob('2027-03-29')
  expect(await notices()).toMatchObject([{ kind: 'regular_delivery_reduced' }])
  await run(sql`delete from notifications`)
  await runJob('2027-04-28')
  expect(await notices()).toEqual([])
  expect((await hanako.get('/api/shop/orders')).body.items).toHaveLength(4)
})

test('items with a longer lead time are ordered earlier from then on: the next delivery moves to a day that can still be changed', async () => {
  await run(sql`update products set stock = 100`)
  const id = await start(hanako)
  const other = Number((await run(sql`select id from products where id <> ${product} order by id limit 1`)).rows[0]!.id)
  const change = async (items: object[]) => (await hanako.request('PUT', `/api/shop/regular_deliveries/${id}`, { body: { items } })).body
  expect(await change([{ product_id: product, quantity: 1 }])).toMatchObject({ next_on: '2027-02-28', change_until: '2027-02-24' })
  // the supplier takes five days
  await run(sql`update products set stock = null where id = ${other}`)
  const items = [product, other].map((product_id) => ({ product_id, quantity: 1 }))
  expect(await change(items)).toMatchObject({ next_on: '2027-02-28', change_until: '2027-02-22' })
  expect(await change([{ product_id: product, quantity: 1 }])).toMatchObject({ next_on: '2027-02-28', change_until: '2027-02-24' })
  today = '2027-02-24'
  expect(await change(items)).toMatchObject({ next_on: '2027-03-31', change_until: '2027-03-25' })
})
