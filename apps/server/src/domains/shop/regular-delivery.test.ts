import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments, testCards } from '../../../test/payment/card.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member
let product: number
/** The clock is fixed at noon of this day in Tokyo. */
let today = '2027-01-31'
const shopifySecret = 'a-secret-of-shopify-for-tests'

const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
beforeAll(async () => {
  testApp = await openTestApp({
    env: { SHOPIFY_SECRET: shopifySecret, INVOICE_REGISTRATION_NUMBER: 'T1234567890123', SELLER_NAME: '株式会社すこやか' },
    overrides: { clock: () => new Date(`${today}T12:00:00+09:00`) },
  })
  ;({ hanako } = testApp)
  product = Number((await run(sql`select id from products where name = 'eaa'`)).rows[0]!.id)
})
beforeEach(async () => {
  today = '2027-01-31'
  await run(sql`delete from payments`)
  await run(sql`delete from orders`)
  await run(sql`delete from regular_deliveries`)
  await run(sql`delete from carts`)
  await run(sql`update products set stock = null, is_active = true`)
})

const recipient = {
  recipient_name: '山田 花子 #strong[x] *太字*',
  phone_number: '',
  address: { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
}
const post = (member: Member, path: string, body: object = {}) => member.request('POST', path, { body })
const save = async (number?: string) => (await saveCard(hanako, number)).body
const order = async (body: object = {}) => {
  await post(hanako, '/api/shop/cart_items', { product_id: product, quantity: 2 })
  return (await post(hanako, '/api/shop/purchases', { ...recipient, method: 'saved_card', ...body })).body.order
}
const deliveries = async () => (await hanako.get('/api/shop/regular_deliveries')).body.items
const put = (id: number, body: object) => hanako.request('PUT', `/api/shop/regular_deliveries/${id}`, { body })
const orders = async () => (await hanako.get('/api/shop/orders')).body.items
const runJob = async (at: string) => {
  today = at
  await testApp.context.jobs.send(testApp.context.db, 'regular_deliveries', {})
  await settlePayments(testApp)
}
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('a regular delivery is ordered and charged once, early enough for its day; in a shorter month it comes on the last day', async () => {
  await save()
  await order({ every_months: 1 })
  expect(await deliveries()).toMatchObject([
    {
      status: 'active',
      next_on: '2027-02-28',
      change_until: '2027-02-22',
      may_change_next: true,
      after_next_on: '2027-03-31',
      items: [{ quantity: 2 }],
      problem: null,
    },
  ])
  await runJob('2027-02-22')
  expect(await orders()).toHaveLength(1)
  // the supplier takes five days
  await runJob('2027-02-23')
  await runJob('2027-02-23')
  const first = { source: 'regular', status: 'paid', delivery_on: '2027-02-28', items: [{ quantity: 2 }] }
  expect(await orders()).toMatchObject([first, { source: 'web' }])
  expect(await deliveries()).toMatchObject([{ next_on: '2027-03-31', change_until: '2027-03-25' }])
  // the server was off: no day is promised on which the products cannot arrive
  await runJob('2027-03-27')
  expect(await orders()).toMatchObject([{ source: 'regular', status: 'paid', delivery_on: null }, first, { source: 'web' }])
})

test('a chosen delivery day costs its fee and is within the days that stock and supplier allow; the time stays with the regular delivery', async () => {
  await save()
  await post(hanako, '/api/shop/cart_items', { product_id: product, quantity: 1 })
  const calculated = async () => (await hanako.get('/api/shop/cart_calculations?is_timed=true')).body
  expect(await calculated()).toMatchObject({ delivery_fee: 880, delivery: { earliest_on: '2027-02-05', latest_on: '2027-03-02', fee: 660, timed_fee: 880 } })
  await run(sql`update products set stock = 100`)
  const { delivery, total } = await calculated()
  expect(delivery).toMatchObject({ earliest_on: '2027-02-03' })
  const buy = (body: object) => post(hanako, '/api/shop/purchases', { ...recipient, method: 'saved_card', ...body })
  for (const delivery_on of ['2027-02-02', '2027-03-03']) expect(code(await buy({ delivery_on }))).toEqual([422, 'delivery_day_unavailable'])
  expect((await buy({ delivery_window: 'am' })).body).toMatchObject({ code: 'invalid', fields: { delivery_on: expect.any(Array) } })
  const timed = { delivery_on: '2027-02-03', delivery_window: '18_20', every_months: 1 }
  const first = (await buy({ ...timed, shown_total: total })).body.order
  expect(first).toMatchObject({ delivery_on: '2027-02-03', delivery_window: '18_20', delivery_fee: 880 })
  const [regular] = await deliveries()
  expect(regular).toMatchObject({ next_on: '2027-03-03', delivery_window: '18_20', estimated_total: total })
  await put(regular.id, { delivery_window: 'am' })
  await runJob('2027-02-28')
  expect((await orders())[0]).toMatchObject({ source: 'regular', delivery_on: '2027-03-03', delivery_window: 'am', total })
  const listed = (await testApp.staff.admin.get('/api/admin/orders')).body.items
  expect(listed[0]).toMatchObject({ delivery_on: '2027-03-03', delivery_window: 'am' })
  // the server was off on the day of the order: no day in the past is promised, and no fee for it is charged
  await runJob('2027-04-03')
  expect((await orders())[0]).toMatchObject({ source: 'regular', delivery_on: null, delivery_window: null, total: total - 220 })
})

test('a regular delivery can be skipped until the last day for changes, paused, resumed, changed and stopped', async () => {
  await order({ every_months: 2 })
  const [{ id }] = await deliveries()
  const skip = (next_on: string) => post(hanako, `/api/shop/regular_deliveries/${id}/skip`, { next_on })
  expect((await skip('2027-03-31')).body).toMatchObject({ next_on: '2027-05-31' })
  expect(code(await skip('2027-03-31'))).toEqual([409, 'conflict'])
  today = '2027-05-26'
  expect(code(await skip('2027-05-31'))).toEqual([422, 'skip_too_late'])
  today = '2027-05-25'
  expect((await put(id, { status: 'paused' })).body).toMatchObject({ status: 'paused', may_change_next: false })
  await runJob('2027-05-30')
  expect(await orders()).toHaveLength(1)
  today = '2027-08-01'
  expect((await put(id, { status: 'active', every_months: 1, items: [{ product_id: product, quantity: 1 }] })).body).toMatchObject({
    status: 'active',
    next_on: '2027-08-31',
    items: [{ quantity: 1 }],
  })
  expect(code(await testApp.taro.request('PUT', `/api/shop/regular_deliveries/${id}`, { body: { status: 'stopped' } }))).toEqual([404, 'not_found'])
  expect((await put(id, { status: 'stopped' })).body).toMatchObject({ status: 'stopped', next_on: null })
  expect(code(await put(id, { status: 'active' }))).toEqual([422, 'delivery_stopped'])
  await runJob('2027-12-31')
  expect(await orders()).toHaveLength(1)
})

test('a change that is too late for the next delivery applies to the one after it; the next delivery is ordered without the change', async () => {
  await save()
  await order({ every_months: 1 })
  const [{ id, updated_at }] = await deliveries()
  const items = [{ product_id: product, quantity: 1 }]
  today = '2027-02-23'
  expect(code(await put(id, { items: [{ product_id: 999_999, quantity: 1 }] }))).toEqual([422, 'product_not_sold'])
  expect(await orders()).toHaveLength(1)
  const address = { ...recipient.address, city: ' 港区 ' }
  expect((await put(id, { items, recipient_name: '佐藤 次郎', address, delivery_window: 'am', updated_at })).body).toMatchObject({
    next_on: '2027-03-31',
    items: [{ quantity: 1 }],
    recipient_name: '佐藤 次郎',
    address: recipient.address,
  })
  await settlePayments(testApp)
  const agreed = { source: 'regular', status: 'paid', delivery_on: '2027-02-28', delivery_window: null, items: [{ quantity: 2 }] }
  expect(await orders()).toMatchObject([agreed, { source: 'web' }])
  const recipients = async () => (await run(sql`select recipient_name as name from orders where source = 'regular' order by id`)).rows
  expect(await recipients()).toEqual([{ name: recipient.recipient_name }])
  await runJob('2027-02-26')
  expect(await orders()).toHaveLength(2)
  today = '2027-03-26'
  const [{ last }] = (await run(sql`select max(id) as last from events`)).rows as [{ last: number }]
  expect((await put(id, { status: 'stopped' })).body).toMatchObject({ status: 'stopped' })
  const [event] = (await run(sql`select changes from events where id > ${last} order by id limit 1`)).rows
  expect(event).toEqual({ changes: ['regular_deliveries', 'orders', 'payments'] })
  await settlePayments(testApp)
  expect(await orders()).toMatchObject([
    { status: 'paid', delivery_on: '2027-03-31', delivery_window: 'am', items: [{ quantity: 1 }] },
    agreed,
    { source: 'web' },
  ])
  expect(await recipients()).toEqual([{ name: recipient.recipient_name }, { name: '佐藤 次郎' }])
})

test('cancelling the order with which a regular delivery began stops the delivery, or pauses it if staff cancel', async () => {
  await save()
  for (const member of [hanako, testApp.staff.admin]) {
    const { id } = await order({ every_months: 1 })
    const path = member === hanako ? `/api/shop/orders/${id}/cancel` : `/api/admin/orders/${id}/cancel`
    expect((await post(member, path, member === hanako ? {} : { note: '破損' })).status).toBe(200)
  }
  expect(await deliveries()).toMatchObject([{ status: 'paused' }, { status: 'stopped', next_on: null }])
  await settlePayments(testApp)
})

test('a stop that is too late for the next delivery orders nothing if that delivery cannot be ordered', async () => {
  await save()
  await order({ every_months: 1 })
  const [{ id }] = await deliveries()
  await run(sql`update products set is_active = false where id = ${product}`)
  today = '2027-02-26'
  expect((await put(id, { status: 'stopped' })).body).toMatchObject({ status: 'stopped', problem: expect.any(String) })
  expect(await orders()).toMatchObject([{ source: 'web' }])
})

test('a delivery that cannot be ordered or charged is left out once, with the reason', async () => {
  await order({ every_months: 1 })
  await run(sql`update products set stock = 1 where id = ${product}`)
  await runJob('2027-02-26')
  expect(await deliveries()).toMatchObject([{ next_on: '2027-03-31', problem: '在庫が足りない商品がありました。', status: 'active' }])
  await run(sql`update products set stock = 5 where id = ${product}`)
  const { id } = await save(testCards.declinedLater)
  await runJob('2027-03-29')
  expect(await deliveries()).toMatchObject([{ next_on: '2027-04-30', problem: expect.stringContaining('カード会社'), status: 'active' }])
  expect(await orders()).toMatchObject([{ source: 'regular', status: 'failed' }, { source: 'web' }])
  expect((await run(sql`select stock from products where id = ${product}`)).rows).toEqual([{ stock: 5 }])
  expect((await hanako.get('/api/shop/cart_items')).body.items).toEqual([])
  expect((await hanako.request('DELETE', `/payment_sources/${id}`)).status).toBe(204)
  await runJob('2027-04-28')
  expect(await deliveries()).toMatchObject([{ status: 'paused', problem: expect.stringContaining('カード') }])
  expect(code(await put((await deliveries())[0].id, { status: 'active' }))).toEqual([422, 'card_required'])
  await save()
  expect((await put((await deliveries())[0].id, { status: 'active' })).body).toMatchObject({ status: 'active', problem: null })
})

const receiptOf = (order_id: number, addressee: string) =>
  testApp.app.inject({
    method: 'GET',
    url: `/api/shop/orders/${order_id}/receipt?addressee=${encodeURIComponent(addressee)}`,
    headers: { authorization: `Token token="${hanako.token}", email="${hanako.email}"` },
  })
const textOf = async (document: Awaited<ReturnType<typeof getDocumentProxy>>) => (await extractText(document, { mergePages: true })).text.replace(/\s/g, '')

test('the receipt is a qualified invoice; what people wrote is printed as they wrote it', async () => {
  const { id, number, total } = await order()
  const response = await receiptOf(id, '#include "/etc/passwd" 株式会社')
  expect([response.statusCode, response.headers['content-type'], response.rawPayload.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
  expect(response.headers['content-disposition']).toContain(`${number}.pdf`)
  // tagged for screen readers
  const document = await getDocumentProxy(new Uint8Array(response.rawPayload))
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const text = await textOf(document)
  for (const part of [
    '#include"/etc/passwd"株式会社様',
    number,
    `¥${total.toLocaleString('ja-JP')}`,
    '領収書（適格請求書）',
    '登録番号T1234567890123',
    '株式会社すこやか',
    'の代金として、上記の金額をクレジットカード（VISA末尾4242）により正に領収いたしました。',
  ])
    expect(text).toContain(part)
  expect(code(await testApp.taro.get(`/api/shop/orders/${id}/receipt`))).toEqual([404, 'not_found'])
})

test('the receipt of an order of 0 yen does not say that money was received', async () => {
  const { rows } = await run(sql`select price from products where id = ${product}`)
  await run(sql`update products set price = 0 where id = ${product}`)
  await run(sql`update delivery_rules set fee = 0`)
  const { id, total } = await order({ method: 'none' })
  await run(sql`update products set price = ${rows[0]!.price} where id = ${product}`)
  const text = await textOf(await getDocumentProxy(new Uint8Array((await receiptOf(id, '佐伯')).rawPayload)))
  expect([total, text]).toEqual([0, expect.stringContaining('の代金について、お支払いはありませんでした。')])
  expect(text).not.toContain('領収いたしました')
})

test('an order from Shopify is stored for the patient with its e-mail address; one with an unknown address can be assigned once', async () => {
  const { admin } = testApp.staff
  const line_items = [{ title: 'プロテイン', quantity: 120, price: '100.00', tax_lines: [{ rate: 0.08 }] }]
  const body = (id: number, email: string, more: object = {}) =>
    JSON.stringify({
      id,
      name: `#${id}`,
      email,
      currency: 'JPY',
      financial_status: 'paid',
      total_price: '12500',
      total_discounts: '0',
      line_items,
      shipping_lines: [{ price: '500' }],
      ...more,
    })
  const send = (raw: string, secret = shopifySecret) =>
    testApp.request('POST', '/webhooks/shopify', { raw, headers: { 'x-shopify-hmac-sha256': createHmac('sha256', secret).update(raw).digest('base64') } })
  expect(code(await send(body(1, hanako.email), 'another-secret-of-shopify'))).toEqual([401, 'signature_invalid'])
  await send(body(1, hanako.email.toUpperCase()))
  await send(body(1, hanako.email, { note: 'sent again' }))
  await send(body(2, 'nobody@example.com'))
  await send(body(3, hanako.email, { financial_status: 'pending' }))
  await testApp.runJobs()
  expect(await orders()).toMatchObject([
    { source: 'shopify', status: 'paid', total: 12_500, items: [{ quantity: 99, product_id: null, tax_rate: 8 }, { quantity: 21 }] },
  ])
  const { items } = (await admin.get('/api/admin/external_orders')).body
  expect(items).toMatchObject([{ number: '#2', email: 'nobody@example.com', total: 12_500 }])
  const assign = () => post(admin, `/api/admin/external_orders/${items[0].id}/assign`, { user_id: testApp.taro.id })
  const responses = await Promise.all([assign(), assign()])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 404])
  expect((await admin.get('/api/admin/external_orders')).body.items).toEqual([])
  expect((await testApp.taro.get('/api/shop/orders')).body.items).toMatchObject([{ source: 'shopify', total: 12_500 }])

  // sent again after the patient got an account
  await send(body(4, 'jiro@example.com'))
  await testApp.runJobs()
  expect((await admin.get('/api/admin/external_orders')).body.items).toMatchObject([{ number: '#4' }])
  const jiro = await testApp.add({ role: 'patient', email: 'jiro@example.com' })
  await send(body(4, jiro.email, { note: 'sent again' }))
  await testApp.runJobs()
  expect((await jiro.get('/api/shop/orders')).body.items).toMatchObject([{ source: 'shopify', total: 12_500 }])
  expect((await admin.get('/api/admin/external_orders')).body.items).toEqual([])
})
