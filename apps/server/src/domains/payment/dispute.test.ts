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

const disputeIds = async () => (await run(sql`select id from sandbox_objects where kind = 'dispute' order by created_at, id`)).rows.map(({ id }) => String(id))
/** Stripe reports the dispute, changed by `changes`. */
const report = async (id: string, changes: object = {}) => {
  await run(sql`update sandbox_objects set body = body || ${JSON.stringify(changes)}::jsonb where id = ${id}`)
  await testApp.context.jobs.send(testApp.context.db, 'stripe_event', { type: 'charge.dispute.updated', id })
  await settlePayments(testApp)
}
/** Decides the dispute as an administrator does in Stripe's dashboard. */
const submit = async (id: string, evidence: 'winning_evidence' | 'losing_evidence') => {
  const stripe = await testApp.context.payments!.stripe()
  await stripe.disputes.update(id, { evidence: { uncategorized_text: evidence } })
  await settlePayments(testApp)
}
const noticesOf = async (member: Member, record_id: number) =>
  (await member.get('/api/notifications')).body.items
    .filter((item: { record_id: number }) => item.record_id === record_id)
    .map(({ kind, body }: { kind: string; body: string }) => [kind, body])
const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
const [due_at, dueTime] = ['2026-11-29T01:00:00.000Z', '2026.11.29 10:00']

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

const disputesOf = async (id: number) => (await orderOf(id)).disputes.map(({ id: _, ...dispute }: { id: number }) => dispute)

test('a dispute changes nothing of its order, and the patient receives nothing about it', async () => {
  const { id, total } = await buy()
  const [dispute] = await disputeIds()
  expect(await disputesOf(id)).toEqual([{ status: 'needs_response', amount: total, due_at }])
  await submit(dispute!, 'losing_evidence')
  expect(await orderOf(id)).toMatchObject({
    ...{ status: 'paid', refunded_amount: 0, failed_refund_amount: 0, payment: { refunded_amount: 0 } },
    disputes: [{ status: 'lost', amount: total, due_at: null }],
  })
  expect(await noticesOf(admin, id)).toEqual([['order_disputed', `${yen(total)} – ${dispute}`]])
  expect([await noticesOf(testApp.staff.concierge, id), await noticesOf(hanako, id)]).toEqual([[], [['order_paid', '']]])
  const own = await Promise.all([`/api/shop/orders/${id}`, '/api/shop/orders', '/api/stripe_payments'].map((path) => hanako.get(path)))
  expect(own.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(JSON.stringify(own.map(({ body }) => body))).not.toContain('dispute')
  expect((await run(sql`select from refunds`)).rows).toEqual([])
})

test.each([
  ['warning_needs_response', 'inquiry', due_at],
  ['warning_under_review', 'inquiry', null],
  ['needs_response', 'needs_response', due_at],
  ['under_review', 'under_review', null],
  ['won', 'won', null],
  ['warning_closed', 'won', null],
  ['prevented', 'won', null],
  ['lost', 'lost', null],
  ['appeal_needs_response', 'needs_response', due_at],
  ['appeal_under_review', 'under_review', null],
])('Stripe’s status %s is stored as %s', async (reported, status, due) => {
  const { id, total } = await buy()
  await report((await disputeIds())[0]!, { status: reported })
  expect(await disputesOf(id)).toEqual([{ status, amount: total, due_at: due }])
})

test.each([
  ['resolution', 'lost'],
  ['block', 'won'],
])('a prevented dispute of the type %s is stored as %s', async (case_type, status) => {
  const { id, total } = await buy()
  await report((await disputeIds())[0]!, { status: 'prevented', payment_method_details: { type: 'card', card: { case_type } } })
  expect(await disputesOf(id)).toEqual([{ status, amount: total, due_at: null }])
})

test.each(['in order', 'in reverse order'])('two disputes of one payment are kept apart if they are reported %s, also if repeated', async (order) => {
  const { id, total } = await buy()
  const [first] = await disputeIds()
  await run(
    sql`insert into sandbox_objects (id, kind, parent, body) select 'du_second', kind, parent, body || '{"id": "du_second", "amount": 100}' from sandbox_objects where id = ${first}`,
  )
  await report('du_second')
  const lose = [first!, 'du_second']
  for (const each of order === 'in order' ? lose : lose.reverse()) await report(each, { status: 'lost' })
  const both = [
    { status: 'lost', amount: 100, due_at: null },
    { status: 'lost', amount: total, due_at: null },
  ]
  expect(await disputesOf(id)).toEqual(both)
  const notices = [
    ['order_disputed', `¥100 – du_second`],
    ['order_disputed', `${yen(total)} – ${first}`],
  ]
  const stored = async () => (await run(sql`select * from payment_disputes order by id`)).rows
  const before = await stored()
  for (const each of lose) await report(each)
  expect(await stored()).toEqual(before)
  expect((await noticesOf(admin, id)).sort()).toEqual(notices.sort())
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refunded_amount: 0 })
})

test('one open notification tells of the newest state that administrators have to know', async () => {
  const { id, total } = await buy()
  const [dispute] = (await disputeIds()) as [string]
  const notices = () => noticesOf(admin, id)
  const readAll = () => run(sql`update notifications set checked_at = now()`)
  const state = (day?: string) => ['order_disputed', [yen(total), day, dispute].filter(Boolean).join(' – ')]
  await run(sql`delete from payment_disputes`)
  await run(sql`delete from notifications`)
  await report(dispute, { status: 'warning_needs_response' })
  expect(await notices()).toEqual([state(dueTime)])
  await report(dispute, { status: 'needs_response', evidence_details: { due_by: Date.parse('2026-12-10T01:00:00Z') / 1000 } })
  expect(await notices()).toEqual([state('2026.12.10 10:00')])
  await readAll()
  await report(dispute, { evidence_details: { due_by: Date.parse('2026-12-12T01:00:00Z') / 1000 } })
  expect(await notices()).toEqual([state('2026.12.12 10:00'), state('2026.12.10 10:00')])
  await report(dispute, { status: 'under_review' })
  expect(await notices()).toEqual([state('2026.12.10 10:00')])
  await report(dispute, { status: 'won' })
  expect(await notices()).toEqual([state(), state('2026.12.10 10:00')])
})

const refund = (id: number, amount?: number) =>
  admin.request('POST', `/api/admin/orders/${id}/refund`, { body: { note: '返品のため', ...(amount && { amount }) } })

test('nothing is refunded while a dispute is undecided, and later only what a lost dispute did not take back', async () => {
  const { id, total } = await buy()
  const [dispute] = (await disputeIds()) as [string]
  for (const status of ['needs_response', 'under_review']) {
    await report(dispute, { status })
    expect(await refund(id, 1)).toMatchObject({ status: 422, body: { code: 'refund_too_large' } })
  }
  await report(dispute, { status: 'lost', amount: 100 })
  expect(await refund(id, total - 99)).toMatchObject({ status: 422, body: { code: 'refund_too_large' } })
  expect((await refund(id)).status).toBe(200)
  await settlePayments(testApp)
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refunded_amount: total - 100, failed_refund_amount: 0 })
})

test('an order with an undecided dispute is cancelled without a refund, which can be made once the dispute was won', async () => {
  const { id, total } = await buy()
  const [dispute] = (await disputeIds()) as [string]
  const cancelled = await admin.request('POST', `/api/admin/orders/${id}/cancel`, { body: { note: '在庫が破損していたため' } })
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  await settlePayments(testApp)
  expect((await run(sql`select from refunds`)).rows).toEqual([])
  await submit(dispute, 'winning_evidence')
  expect((await refund(id)).status).toBe(200)
  await settlePayments(testApp)
  expect(await orderOf(id)).toMatchObject({ status: 'cancelled', refunded_amount: total })
})

test('before cancelling, the patient learns how much goes back to the card: what the bank does not have and does not decide about', async () => {
  const { id, total } = await buy()
  const refundable = async () => (await hanako.get(`/api/shop/orders/${id}`)).body.refundable_amount
  const [dispute] = (await disputeIds()) as [string]
  expect(await refundable()).toBe(0)
  await report(dispute, { status: 'lost', amount: 100 })
  expect(await refundable()).toBe(total - 100)
  expect((await hanako.request('POST', `/api/shop/orders/${id}/cancel`, { body: {} })).body).toMatchObject({ status: 'cancelled', refundable_amount: 0 })
  await settlePayments(testApp)
  expect(await orderOf(id)).toMatchObject({ refunded_amount: total - 100 })
})

test('a refund that Stripe refuses, because a dispute was not known yet, fails', async () => {
  const { id, total } = await buy()
  await run(sql`delete from payment_disputes`)
  expect((await refund(id)).status).toBe(200)
  await settlePayments(testApp)
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refunded_amount: 0, failed_refund_amount: total })
})

test('a refund that was made in Stripe’s dashboard is stored, whatever the dispute', async () => {
  const { id } = await buy()
  const { rows } = await run(sql`select parent from sandbox_objects where kind = 'dispute'`)
  await run(sql`update sandbox_objects set body = body || '{"status": "warning_needs_response"}' where kind = 'dispute'`)
  const stripe = await testApp.context.payments!.stripe()
  await stripe.refunds.create({ payment_intent: String(rows[0]!.parent), amount: 50 })
  await settlePayments(testApp)
  expect(await orderOf(id)).toMatchObject({ refunded_amount: 50, disputes: [{ status: 'needs_response' }] })
})

test('staff who see the payments of a contract see their disputes; the patient does not', async () => {
  const body = { user_id: hanako.id, plan_id: await planIdOf(testApp, 'light_monthly'), started_on: today, auto_update: true, is_by_card: true }
  const contract = (await admin.request('POST', '/api/contracts', { body })).body
  await chargeContracts(testApp.context)
  await settlePayments(testApp)
  const chargeFor = async (member: Member) => (await member.get(`/api/memberships/${hanako.id}`)).body.charges[0]
  const { amount } = await chargeFor(admin)
  const [dispute] = (await disputeIds()) as [string]
  expect(await noticesOf(admin, contract.id)).toEqual([['contract_disputed', `${yen(amount)} – ${dueTime} – ${dispute}`]])
  await submit(dispute, 'winning_evidence')
  for (const member of [admin, testApp.staff.concierge])
    expect(await chargeFor(member)).toMatchObject({ status: 'paid', refunded_amount: 0, disputes: [{ status: 'won', amount, due_at: null }] })
  const own = await chargeFor(hanako)
  expect(own).toMatchObject({ status: 'paid', refunded_amount: 0 })
  expect(own).not.toHaveProperty('disputes')
})

test('disputes_check catches up on disputes whose events were lost', async () => {
  const { id, total } = await buy()
  await run(sql`delete from payment_disputes`)
  await run(sql`delete from notifications`)
  const check = async () => {
    await testApp.context.jobs.send(testApp.context.db, 'disputes_check', {})
    await settlePayments(testApp)
  }
  const daysAgo = (days: number) => Date.parse(`${today}T01:00:00Z`) / 1000 - days * 86_400
  const created = (at: number) => run(sql`update sandbox_objects set body = body || ${JSON.stringify({ created: at })}::jsonb where kind = 'dispute'`)
  await created(daysAgo(121))
  await check()
  expect(await disputesOf(id)).toEqual([])
  await created(daysAgo(119))
  await check()
  await check()
  expect(await disputesOf(id)).toEqual([{ status: 'needs_response', amount: total, due_at }])
  expect(await noticesOf(admin, id)).toHaveLength(1)
  await run(sql`update sandbox_objects set body = body || '{"status": "lost"}' where kind = 'dispute'`)
  await check()
  expect(await disputesOf(id)).toEqual([{ status: 'lost', amount: total, due_at: null }])
})
