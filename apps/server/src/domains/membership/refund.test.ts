import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments } from '../../../test/payment/card.ts'
import { planIdOf } from '../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { startRefund } from '../payment/actions/refund.ts'
import { chargeContracts } from './jobs.ts'

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
  for (const table of ['contract_charges', 'payments', 'contracts', 'notifications']) await run(sql.raw(`delete from ${table}`))
})

const chargeOf = async (member: Member) => (await member.get(`/api/memberships/${hanako.id}`)).body.charges[0]
const noticesOf = async (member: Member) =>
  (await member.get('/api/notifications')).body.items.map(({ kind, record_id }: { kind: string; record_id: number }) => [kind, record_id])

const refund = async (payment_id: number, amount: number) => {
  const { db } = testApp.context
  await db.transaction((tx) => startRefund(testApp.context, systemScope(tx), tx, { payment_id, amount, note: '', created_by: null }))
  await settlePayments(testApp)
}

const knowPayments = () =>
  run(sql`update payments set intent = (select id from sandbox_objects where kind = 'payment_intent' and body->'metadata'->>'payment' = idempotency_key::text)`)

/** A paid charge of which Stripe rejected a refund of 500 yen. Returns its id. */
const failRefund = async () => {
  await saveCard(hanako)
  const body = { user_id: hanako.id, plan_id: await planIdOf(testApp, 'light_monthly'), started_on: today, auto_update: true, is_by_card: true }
  expect((await admin.request('POST', '/api/contracts', { body })).status).toBe(201)
  await chargeContracts(testApp.context)
  await settlePayments(testApp)
  const { rows } = await run(sql`update payments set intent = 'pi_unknown' returning id`)
  await refund(Number(rows[0]!.id), 500)
  const { id, status, failed_refund_amount } = await chargeOf(admin)
  expect([status, failed_refund_amount]).toEqual(['paid', 500])
  return Number(id)
}

test('administrators, but neither concierges nor the patient, are notified that the refund of a charge failed', async () => {
  const id = await failRefund()
  expect([await noticesOf(admin), await noticesOf(testApp.staff.concierge), await noticesOf(hanako)]).toEqual([[['contract_refund_failed', id]], [], []])
})

test('an administrator repeats a refund that failed, once; when it succeeds, its notification is removed', async () => {
  const id = await failRefund()
  const retry = (member = admin, charge_id = id) => member.request('POST', `/api/contract_charges/${charge_id}/refund_retries`)
  expect([(await retry(testApp.staff.concierge)).status, (await retry(hanako)).status, (await retry(admin, 999_999)).status]).toEqual([403, 403, 404])
  await knowPayments()
  const responses = await Promise.all([retry(), retry()])
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await chargeOf(admin)).toMatchObject({ refunding_amount: 500, failed_refund_amount: 0 })
  await settlePayments(testApp)
  expect(await chargeOf(admin)).toMatchObject({ refunded_amount: 500, refunding_amount: 0, failed_refund_amount: 0 })
  expect([await noticesOf(admin), await noticesOf(hanako)]).toEqual([[], [['contract_refunded', id]]])
  expect((await retry()).body.code).toBe('conflict')
})

test('a failed refund stays visible until its amount was refunded: a refund of a smaller amount leaves the rest, which is repeated', async () => {
  const id = await failRefund()
  await knowPayments()
  const { rows } = await run(sql`select id from payments`)
  await refund(Number(rows[0]!.id), 200)
  expect(await chargeOf(admin)).toMatchObject({ refunded_amount: 200, failed_refund_amount: 300 })
  expect(await noticesOf(admin)).toEqual([['contract_refund_failed', id]])
  expect((await admin.request('POST', `/api/contract_charges/${id}/refund_retries`)).status).toBe(204)
  await settlePayments(testApp)
  expect(await chargeOf(admin)).toMatchObject({ refunded_amount: 500, failed_refund_amount: 0 })
  expect(await noticesOf(admin)).toEqual([])
})
