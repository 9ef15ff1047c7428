import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard as save, settlePayments, testCards } from '../../../test/payment/card.ts'
import { chargesOf, contractPeriods, planIdOf } from '../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { chargeContracts } from './jobs.ts'

let testApp: TestApp
let hanako: Member, concierge: Member
let today = '2026-11-20'

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T01:00:00Z`) } })
  hanako = testApp.hanako
  concierge = testApp.staff.concierge
})
const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
const reset = async () => {
  for (const table of ['contract_charges', 'payments', 'payment_sources', 'contracts', 'notifications']) await run(sql.raw(`delete from ${table}`))
  today = '2026-11-20'
}
beforeEach(reset)

const post = (path: string, body: object = {}, member = hanako) => member.request('POST', path, { body })
const saveCard = async (number?: string) => expect((await save(hanako, number)).status).toBe(201)
const planId = (name: string) => planIdOf(testApp, name)
const start = async (plan: string, started_on: string, is_by_card = true) =>
  post('/api/contracts', { user_id: hanako.id, plan_id: await planId(plan), started_on, auto_update: true, is_by_card }, concierge)
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const membership = async () => (await concierge.get(`/api/memberships/${hanako.id}`)).body
const periods = () => contractPeriods(testApp)
const charges = () => chargesOf(concierge, hanako.id)
const runJobsOn = async (day: string) => {
  today = day
  await chargeContracts(testApp.context)
  await settlePayments(testApp)
}

/** A contract from 11-20 whose renewal on 12-20 could not be paid: there was no card. */
const startUnpaidRenewal = async () => {
  await saveCard()
  const { body } = await start('light_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  await run(sql`delete from payment_sources`)
  await runJobsOn('2026-12-20')
  expect(await charges()).toEqual([
    ['2026-12-20', 'due'],
    ['2026-11-20', 'paid'],
  ])
  return Number(body.id)
}
/** Adds a contract as a merge of patients does. */
const addOther = async (from: string, until: string) =>
  run(sql`
    insert into contracts (user_id, plan_id, auto_update, started_at, ended_at)
    select ${hanako.id}, id, false, ${`${from}T00:00:00+09:00`}, ${`${until}T00:00:00+09:00`} from plans where name = 'premium_yearly'`)
const paymentsOf = async () =>
  (await testApp.context.db.execute<{ status: string; kept: number }>(sql`select status, amount - refunded_amount as kept from payments order by id`)).rows.map(
    ({ status, kept }) => [status, kept > 0],
  )

test('while the payment of a renewal is retried, no other contract can be added in the renewed period', async () => {
  await startUnpaidRenewal()
  expect(await periods()).toEqual([['light_monthly', '2026-11-20', '2026-12-28']])
  const admin = async (started_on: string) =>
    post(
      '/api/admin/contracts',
      { user_id: hanako.id, plan_id: await planId('premium_yearly'), started_on, ended_on: null, auto_update: true, next_payment_date: null },
      testApp.staff.admin,
    )
  for (const refused of [await start('premium_yearly', '2026-12-28'), await admin('2027-01-19')]) {
    expect(code(refused)).toEqual([422, 'contract_overlaps'])
    expect(refused.body.error).toContain('（2026.11.20–2027.01.19）')
  }
  expect((await start('premium_yearly', '2027-01-20', false)).status).toBe(201)
  await saveCard()
  await runJobsOn('2026-12-21')
  expect([await periods(), await charges()]).toEqual([
    [
      ['light_monthly', '2026-11-20', '2027-01-20'],
      ['premium_yearly', '2027-01-20', '2028-01-20'],
    ],
    [
      ['2026-12-20', 'paid'],
      ['2026-11-20', 'paid'],
    ],
  ])
})

test('a renewal is not charged if the patient has another contract in the renewed period after all', async () => {
  await startUnpaidRenewal()
  await addOther('2026-12-28', '2027-12-28')
  await saveCard()
  await runJobsOn('2026-12-21')
  expect([await charges(), await paymentsOf()]).toEqual([
    [
      ['2026-12-20', 'skipped'],
      ['2026-11-20', 'paid'],
    ],
    [
      ['succeeded', true],
      ['failed', true],
    ],
  ])
  expect((await periods())[0]).toEqual(['light_monthly', '2026-11-20', '2026-12-28'])
})

test('the payment of a renewal is refunded if it succeeds after another contract took the period or after the charge was dropped', async () => {
  for (const block of [
    () => addOther('2026-12-28', '2027-12-28'),
    async () => run(sql`update contract_charges set status = 'skipped' where due_on = '2026-12-20'`),
  ]) {
    await reset()
    await startUnpaidRenewal()
    const [{ id }] = (await membership()).charges
    await saveCard(testCards.alwaysSecure)
    const { payment, confirmation } = (await post(`/api/contract_charges/${id}/payments`)).body
    expect(payment.status).toBe('requires_action')
    await block()
    await post('/api/payment_sandbox/authentications', { client_secret: confirmation.client_secret, is_approved: true })
    await runJobsOn('2026-12-21')
    expect([(await charges())[0], await paymentsOf()]).toEqual([
      ['2026-12-20', 'skipped'],
      [
        ['succeeded', true],
        ['failed', true],
        ['succeeded', false],
      ],
    ])
    expect((await periods())[0]).toEqual(['light_monthly', '2026-11-20', '2026-12-28'])
  }
})

test('a contract that an administrator ends or no longer renews is not charged again; both are refused while its renewal is being paid', async () => {
  const { admin } = testApp.staff
  const change = async (id: number, terms: object) => {
    const { plan_id, started_on, updated_at } = (await admin.get(`/api/admin/contracts/${id}`)).body
    return admin.request('PUT', `/api/admin/contracts/${id}`, {
      body: { plan_id, started_on, auto_update: false, next_payment_date: null, updated_at, ...terms },
    })
  }
  for (const ended_on of ['2026-12-19', '2026-12-27']) {
    await reset()
    const id = await startUnpaidRenewal()
    const [{ id: charge_id }] = (await membership()).charges
    await saveCard(testCards.alwaysSecure)
    const { confirmation } = (await post(`/api/contract_charges/${charge_id}/payments`)).body
    expect(code(await change(id, { ended_on }))).toEqual([409, 'charge_in_progress'])
    await post('/api/payment_sandbox/authentications', { client_secret: confirmation.client_secret, is_approved: false })
    await runJobsOn('2026-12-20')
    // the contract still renews: the charge stays, and the next payment day may follow the renewal
    const renewing = { ended_on: '2026-12-27', auto_update: true, next_payment_date: '2027-01-20' }
    expect(await change(id, renewing)).toMatchObject({ status: 200, body: renewing })
    expect((await charges())[0]).toEqual(['2026-12-20', 'due'])
    expect(await change(id, { ended_on })).toMatchObject({ status: 200, body: { ended_on } })
    expect((await charges())[0]).toEqual(['2026-12-20', 'skipped'])
    await saveCard()
    await runJobsOn('2026-12-21')
    expect(code(await post(`/api/contract_charges/${charge_id}/payments`))).toEqual([422, 'charge_not_payable'])
    expect([(await charges())[0], (await admin.get(`/api/admin/contracts/${id}`)).body]).toMatchObject([['2026-12-20', 'skipped'], { ended_on }])
  }
})

test('an open charge is dropped if the contract was ended before the day of the charge', async () => {
  await startUnpaidRenewal()
  await run(sql`update contracts set auto_update = false, next_payment_date = null, ended_at = '2026-12-15T00:00:00+09:00'`)
  await saveCard()
  await runJobsOn('2026-12-21')
  expect([(await charges())[0], await periods()]).toEqual([['2026-12-20', 'skipped'], [['light_monthly', '2026-11-20', '2026-12-15']]])
})

test('if a contract was ended and its renewal is switched on again, the dropped charge is paid on its day', async () => {
  const { admin } = testApp.staff
  await saveCard()
  const { id } = (await start('light_monthly', '2026-11-20')).body
  await runJobsOn('2026-11-20')
  await runJobsOn('2026-12-19')
  expect((await charges())[0]).toEqual(['2026-12-20', 'due'])
  const { plan_id, started_on, updated_at } = (await admin.get(`/api/admin/contracts/${id}`)).body
  const body = { plan_id, started_on, ended_on: '2026-12-19', auto_update: false, next_payment_date: null, updated_at }
  const ended = await admin.request('PUT', `/api/admin/contracts/${id}`, { body })
  expect((await charges())[0]).toEqual(['2026-12-20', 'skipped'])
  const renewal = { auto_update: true, updated_at: ended.body.updated_at }
  expect((await hanako.request('PATCH', `/api/contracts/${id}/renewal`, { body: renewal })).status).toBe(200)
  await runJobsOn('2026-12-20')
  expect([(await charges())[0], await periods()]).toEqual([['2026-12-20', 'paid'], [['light_monthly', '2026-11-20', '2027-01-20']]])
})

test('a late payment of a contract that ended as unpaid extends it, or is refunded if another contract has the period or the contract ended earlier', async () => {
  for (const [block, charge, period, kept] of [
    [async () => undefined, 'paid', '2027-01-20', true],
    [() => addOther('2026-12-28', '2027-12-28'), 'skipped', '2026-12-28', false],
    [async () => run(sql`update contracts set ended_at = '2026-12-20T00:00:00+09:00'`), 'skipped', '2026-12-20', false],
  ] as const) {
    await reset()
    await saveCard()
    await start('standard_monthly', '2026-11-20')
    await runJobsOn('2026-11-20')
    await run(sql`delete from payment_sources`)
    await runJobsOn('2026-12-20')
    const [{ id, status }] = (await membership()).charges
    expect(status).toBe('due')
    await saveCard(testCards.alwaysSecure)
    const { confirmation } = (await post(`/api/contract_charges/${id}/payments`)).body
    // as if the bank had declined the last try, and approves it after all
    await run(sql`update contract_charges set status = 'unpaid' where id = ${id}`)
    await run(sql`update contracts set auto_update = false, next_payment_date = null, ended_at = '2026-12-28T00:00:00+09:00'`)
    await block()
    await post('/api/payment_sandbox/authentications', { client_secret: confirmation.client_secret, is_approved: true })
    await runJobsOn('2026-12-29')
    expect((await charges())[0]).toEqual(['2026-12-20', charge])
    expect((await periods())[0]).toEqual(['standard_monthly', '2026-11-20', period])
    expect((await paymentsOf()).at(-1)).toEqual(['succeeded', kept])
    const refunds = async () => (await run(sql`select record_id::int from notifications where kind = 'contract_refunded'`)).rows
    const [{ amount, refunded_amount }] = (await membership()).charges
    expect([await refunds(), refunded_amount]).toEqual(kept ? [[], 0] : [[{ record_id: id }], amount])
    const { rows } = await run(sql`update sandbox_objects set body = body || '{"status": "failed"}' where id in (select refund from refunds) returning id`)
    for (const row of rows) await testApp.context.jobs.send(testApp.context.db, 'stripe_event', { type: 'refund.failed', id: row.id })
    await settlePayments(testApp)
    expect([await refunds(), (await membership()).charges[0].refunded_amount]).toEqual([[], 0])
  }
})

test('on the day before the renewal, the contract shows the end of its term, and the patient can stop the renewal and resume it', async () => {
  await saveCard()
  const { body } = await start('light_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  await runJobsOn('2026-12-19')
  const change = async (auto_update: boolean) => {
    const { updated_at } = (await membership()).contract
    return hanako.request('PATCH', `/api/contracts/${body.id}/renewal`, { body: { auto_update, updated_at } })
  }
  const ended_at = '2026-12-19T15:00:00.000Z'
  expect([(await membership()).contract, (await charges())[0]]).toMatchObject([{ ended_at, auto_update: true }, ['2026-12-20', 'due']])
  expect(code(await change(true))).toEqual([422, 'contract_not_renewable'])
  expect((await change(false)).body).toMatchObject({ auto_update: false, ended_at, next_payment_date: null })
  expect([await periods(), (await charges())[0]]).toEqual([[['light_monthly', '2026-11-20', '2026-12-20']], ['2026-12-20', 'skipped']])
  await runJobsOn('2026-12-19')
  expect((await charges())[0]).toEqual(['2026-12-20', 'skipped'])
  expect((await change(true)).body).toMatchObject({ auto_update: true, ended_at, next_payment_date: '2026-12-20' })
  await runJobsOn('2026-12-19')
  expect((await change(false)).status).toBe(200)
  expect((await change(true)).status).toBe(200)
  await runJobsOn('2026-12-20')
  expect([await periods(), (await charges())[0]]).toEqual([[['light_monthly', '2026-11-20', '2027-01-20']], ['2026-12-20', 'paid']])
})

test('once the card was tried for the renewal, it can no longer be stopped by switching the renewal off', async () => {
  const id = await startUnpaidRenewal()
  expect(code(await hanako.request('PATCH', `/api/contracts/${id}/renewal`, { body: { auto_update: false } }))).toEqual([422, 'contract_not_renewable'])
})

test('a contract that was ended within a paid period and resumes is next charged after that period, unless another contract or a refund has it', async () => {
  for (const [block, until] of [
    [async () => undefined, '2026-12-20'],
    [() => addOther('2026-12-15', '2027-12-15'), '2026-12-10'],
    [async () => run(sql`update payments set refunded_amount = amount`), '2026-12-10'],
  ] as const) {
    await reset()
    await saveCard()
    const { id } = (await start('light_monthly', '2026-11-20')).body
    await runJobsOn('2026-11-20')
    expect((await post(`/api/contracts/${id}/end`, { last_on: '2026-12-09' }, concierge)).status).toBe(200)
    await block()
    const { body } = await hanako.request('PATCH', `/api/contracts/${id}/renewal`, { body: { auto_update: true } })
    expect([body.next_payment_date, (await periods())[0]]).toEqual([until, ['light_monthly', '2026-11-20', until]])
  }
})

test('while a patient is deactivated, nothing is renewed or charged, and activating the account again charges no past month', async () => {
  const deactivate = (method: 'POST' | 'DELETE') => testApp.staff.admin.request(method, `/api/users/${hanako.id}/deactivation`)
  const until = async (day: string) => {
    expect((await deactivate('POST')).status).toBe(204)
    await runJobsOn(day)
    expect((await deactivate('DELETE')).status).toBe(204)
    hanako = await testApp.signIn(hanako)
    await runJobsOn('2027-03-10')
    return [await periods(), await charges()]
  }
  const skipped = Object.entries({ '2026-12-20': 'skipped', '2026-11-20': 'paid' })
  // deactivated before the charge of the renewal is opened
  await saveCard()
  await start('light_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  expect(await until('2026-12-20')).toEqual([[['light_monthly', '2026-11-20', '2026-12-20']], skipped])
  // deactivated while a declined payment is retried
  await reset()
  await startUnpaidRenewal()
  await saveCard()
  expect(await until('2026-12-21')).toEqual([[['light_monthly', '2026-11-20', '2026-12-28']], skipped])
  expect(await paymentsOf()).toHaveLength(2)
  await reset()
  await saveCard()
  await start('light_monthly', '2026-11-20')
  expect((await until('2026-11-20'))[1]).toEqual([['2026-11-20', 'skipped']])
  // not paid by card
  await reset()
  await start('light_monthly', '2026-11-20', false)
  expect(await until('2026-12-20')).toEqual([[['light_monthly', '2026-11-20', '2026-12-20']], []])
})
