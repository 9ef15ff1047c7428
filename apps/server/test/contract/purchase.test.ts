// Black-box test of purchases, in which each call needs the one before. Typed by hand from the specification, over HTTP, with test cards.
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type People, signInPeople } from './people.ts'

let requestAs: People['requestAs']
let id: People['id']
let server: People['server']
beforeAll(async () => {
  ;({ server, requestAs, id } = await signInPeople())
})

const recipient = {
  recipient_name: '佐伯 恵子',
  phone_number: '090-0000-1234',
  address: { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' },
}
const send = async (method: string, path: string, body?: object) => (await requestAs.patient(method, path, body && { body })).json

test('a patient saves a card, buys a product, reads order, payment and receipt, and cancels the order', async () => {
  const card = { exp_month: 12, exp_year: 2034, number: '4242424242424242' }
  const { setup_intent, ...secret } = await send('POST', '/api/stripe_payments/card_secret', {})
  expect(secret).toEqual({ provider: 'sandbox', publishable_key: expect.stringMatching(/^pk_test_/), client_secret: expect.stringMatching(/_secret_/) })
  expect(await send('POST', '/api/payment_sandbox/confirmations', { client_secret: secret.client_secret, ...card })).toEqual({
    status: 'succeeded',
    decline_reason: null,
  })
  const saved = await send('POST', '/stripe_payments', { setup_intent })
  expect(Object.keys(saved).sort().join(' ')).toBe('brand created_at exp_month exp_year id last4 type')
  expect((await send('GET', '/payment_sources')).items).toEqual([saved])
  expect((await send('GET', '/api/users/me')).payment_source).toEqual({ type: 'card', last4: '4242' })

  await send('POST', '/api/shop/cart_items', { product_id: 3, quantity: 2 })
  const { order, confirmation } = await send('POST', '/api/shop/purchases', { ...recipient, method: 'saved_card' })
  expect([order.status, order.user_id, confirmation]).toEqual(['paid', id.patient, null])
  const payment = await send('GET', `/api/stripe_payments/${order.payment.id}`)
  expect(Object.keys(payment).sort().join(' ')).toBe(
    'amount card contract_id created_at decline_reason decline_text id order_id paid_at purpose refunded_amount status updated_at user_id',
  )
  expect(await send('PATCH', `/api/stripe_payments/${payment.id}`, {})).toEqual(payment)
  for (const path of ['/api/stripe_payments', '/api/stripe_payments/list']) expect((await send('GET', path)).items[0]).toEqual(payment)
  expect((await requestAs.concierge('GET', `/api/stripe_payments?user_id=${id.patient}`)).json.items[0]).toEqual(payment)
  expect((await send('GET', `/api/shop/orders?user_id=${id.patient}`)).items[0]).toMatchObject({ id: order.id, number: order.number, total: order.total })
  expect((await send('POST', '/api/stripe_payments/payment_secret', { order_id: order.id })).code).toBe('order_not_payable')
  const receipt = await requestAs.patient('GET', `/api/shop/orders/${order.id}/receipt`)
  expect([receipt.status, receipt.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await send('POST', `/api/shop/orders/${order.id}/cancel`, {})).status).toBe('cancelled')
})

test('payment_secret returns the secret of a pending order again; the Stripe webhook rejects events without a valid signature', async () => {
  await send('POST', '/api/shop/cart_items', { product_id: 3 })
  const { order, confirmation } = await send('POST', '/api/shop/purchases', { ...recipient, method: 'new_card' })
  const again = await send('POST', '/api/stripe_payments/payment_secret', { order_id: order.id })
  expect(again).toEqual({ payment: order.payment, ...confirmation })
  await send('POST', `/api/shop/orders/${order.id}/cancel`, {})
  const forged = `t=${Math.floor(Date.now() / 1000)},v1=${createHash('sha256').update('forged').digest('hex')}`
  for (const headers of [undefined, { 'stripe-signature': forged }])
    expect(
      (await server.request('POST', '/webhooks/stripe', { body: { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: {} } }, headers })).status,
    ).toBe(400)
  // without SHOPIFY_SECRET
  expect((await server.request('POST', '/webhooks/shopify', { body: { id: 1 } })).status).toBe(404)
})
