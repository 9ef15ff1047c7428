import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments, testCards } from '../../../test/payment/card.ts'
import { planIdOf } from '../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { chargeContracts } from '../membership/jobs.ts'

let testApp: TestApp
let hanako: Member, admin: Member
const today = '2026-11-20'

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T01:00:00Z`) } })
  hanako = testApp.hanako
  admin = testApp.staff.admin
})
const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
beforeEach(async () => {
  for (const table of ['contract_charges', 'payments', 'orders', 'contracts', 'notifications', 'sandbox_objects', 'payment_sources', 'stripe_customers'])
    await run(sql.raw(`delete from ${table}`))
  await saveCard(hanako, testCards.disputed)
})

const disputeId = async () => String((await run(sql`select id from sandbox_objects where kind = 'dispute'`)).rows[0]!.id)
/** Decides the dispute as an administrator does in Stripe's dashboard. */
const submit = async (evidence: 'winning_evidence' | 'losing_evidence') => {
  const stripe = await testApp.context.payments!.stripe()
  await stripe.disputes.update(await disputeId(), { evidence: { uncategorized_text: evidence } })
  await settlePayments(testApp)
}
const noticesOf = async (member: Member, record_id: number) =>
  (await member.get('/api/notifications')).body.items
    .filter((item: { record_id: number }) => item.record_id === record_id)
    .map(({ kind, body }: { kind: string; body: string }) => [kind, body])
const amountOf = (yen: number) => `¥${yen.toLocaleString('ja-JP')}`

const buy = async () => {
  const product_id = Number((await run(sql`select id from products where name = 'eaa'`)).rows[0]!.id)
  await hanako.request('POST', '/api/shop/cart_items', { body: { product_id, quantity: 1 } })
  const address = { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' }
  const body = { recipient_name: '山田 花子', phone_number: '', address, method: 'saved_card' }
  const { order } = (await hanako.request('POST', '/api/shop/purchases', { body })).body
  await settlePayments(testApp)
  return order
}
const orderOf = async (id: number) => (await admin.get(`/api/shop/orders/${id}`)).body

test('administrators are notified of the dispute of an order; a lost one counts as refunded, until it is won after all', async () => {
  const { id, total } = await buy()
  expect(await orderOf(id)).toMatchObject({
    status: 'paid',
    refunded_amount: 0,
    payment: { refunded_amount: 0, dispute: { status: 'open', amount: total, due_at: '2026-11-29T01:00:00.000Z' } },
  })
  expect(await noticesOf(admin, id)).toEqual([['order_disputed', `${amountOf(total)} – 2026.11.29`]])
  expect([await noticesOf(testApp.staff.concierge, id), await noticesOf(hanako, id)]).toEqual([[], [['order_paid', '']]])
  await submit('losing_evidence')
  const lost = {
    status: 'refunded',
    refunded_amount: total,
    failed_refund_amount: 0,
    payment: { refunded_amount: total, dispute: { status: 'lost', due_at: null } },
  }
  expect(await orderOf(id)).toMatchObject(lost)
  expect(await noticesOf(admin, id)).toEqual([['order_disputed', amountOf(total)]])
  const follow = async () => {
    await testApp.context.jobs.send(testApp.context.db, 'stripe_event', { type: 'charge.dispute.updated', id: await disputeId() })
    await settlePayments(testApp)
  }
  // the same again, and an answer that Stripe gave earlier
  await follow()
  await run(sql`update sandbox_objects set body = body || '{"status": "under_review"}' where kind = 'dispute'`)
  await follow()
  expect(await orderOf(id)).toMatchObject(lost)
  // an appeal is won
  await run(sql`update sandbox_objects set body = body || '{"status": "won"}' where kind = 'dispute'`)
  await follow()
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refunded_amount: 0, failed_refund_amount: 0, payment: { refunded_amount: 0, dispute: null } })
  expect([await noticesOf(admin, id), (await noticesOf(hanako, id))[0]]).toEqual([[], ['order_paid', '']])
})

test('a dispute that is won leaves neither mark nor notification, and one that is lost after a refund counts what was left', async () => {
  const won = await buy()
  await submit('winning_evidence')
  expect(await orderOf(won.id)).toMatchObject({ status: 'paid', refunded_amount: 0, payment: { dispute: null } })
  expect(await noticesOf(admin, won.id)).toEqual([])
  await run(sql`delete from sandbox_objects where kind = 'dispute'`)
  const { id, total } = await buy()
  await admin.request('POST', `/api/admin/orders/${id}/refund`, { body: { amount: 100, note: '破損' } })
  await settlePayments(testApp)
  await submit('losing_evidence')
  expect(await orderOf(id)).toMatchObject({ status: 'refunded', refunded_amount: total, payment: { refunded_amount: total, dispute: { amount: total } } })
})

test('the payment of a contract is marked as disputed; a lost dispute counts as refunded', async () => {
  const body = { user_id: hanako.id, plan_id: await planIdOf(testApp, 'light_monthly'), started_on: today, auto_update: true, is_by_card: true }
  expect((await admin.request('POST', '/api/contracts', { body })).status).toBe(201)
  await chargeContracts(testApp.context)
  await settlePayments(testApp)
  const charge = async () => (await admin.get(`/api/memberships/${hanako.id}`)).body.charges[0]
  const { id, amount, ...open } = await charge()
  expect(open).toMatchObject({ status: 'paid', refunded_amount: 0, dispute: { status: 'open', amount } })
  expect(await noticesOf(admin, id)).toEqual([['contract_disputed', `${amountOf(amount)} – 2026.11.29`]])
  await submit('losing_evidence')
  expect(await charge()).toMatchObject({ refunded_amount: amount, failed_refund_amount: 0, dispute: { status: 'lost' } })
})
