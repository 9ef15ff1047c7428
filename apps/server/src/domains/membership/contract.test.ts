import { sql } from 'drizzle-orm'
import { extractText } from 'unpdf'
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
beforeEach(async () => {
  for (const table of ['coupon_uses', 'contract_charges', 'payments', 'payment_sources', 'plan_uses', 'contracts'])
    await testApp.context.db.execute(sql.raw(`delete from ${table}`))
  await testApp.context.db.execute(sql`update coupons set used_count = 0`)
  today = '2026-11-20'
})

const send = (method: 'POST', path: string, body: object = {}, member = concierge) => member.request(method, path, { body })
const saveCard = async (number?: string) => expect((await save(hanako, number)).status).toBe(201)
const planId = (name: string) => planIdOf(testApp, name)
const terms = async (plan: string, started_on: string, more: object = {}) => ({
  plan_id: await planId(plan),
  started_on,
  auto_update: true,
  is_by_card: true,
  ...more,
})
const start = async (plan: string, started_on: string, more?: object) =>
  send('POST', '/api/contracts', { user_id: hanako.id, ...(await terms(plan, started_on, more)) })
const change = async (id: number, plan: string, started_on: string, more?: object) =>
  send('POST', `/api/contracts/${id}/changes`, await terms(plan, started_on, more))
const end = (id: number, last_on: string, more: object = {}) => send('POST', `/api/contracts/${id}/end`, { last_on, ...more })
const withdraw = (id: number) => concierge.request('DELETE', `/api/contracts/${id}`)
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const invalid = ({ status, body }: { status: number; body: { fields?: object } }) => [status, Object.keys(body.fields ?? {})]
const membership = async () => (await concierge.get(`/api/memberships/${hanako.id}`)).body
const periods = () => contractPeriods(testApp)
const charges = () => chargesOf(concierge, hanako.id)
const runJobsOn = async (day: string) => {
  today = day
  await chargeContracts(testApp.context)
  await settlePayments(testApp)
}

test('a concierge starts a contract for its first term; overlaps and days in the past are refused', async () => {
  const started = await start('standard_monthly', '2026-12-01')
  expect(started).toMatchObject({
    status: 201,
    body: { user_id: hanako.id, auto_update: true, next_payment_date: '2026-12-01', plan: { contract_period: 12 } },
  })
  expect(await periods()).toEqual([['standard_monthly', '2026-12-01', '2027-12-01']])
  const overlapping = await start('light_monthly', '2027-11-30')
  expect(code(overlapping)).toEqual([422, 'contract_overlaps'])
  expect(overlapping.body.error).toContain('（2026.12.01–2027.11.30）')
  expect(code(await start('light_monthly', '2027-12-01', { is_by_card: false }))).toEqual([201, undefined])
  expect(invalid(await start('light_monthly', '2026-11-19'))).toEqual([422, ['started_on']])
  const both = await Promise.all([start('light_monthly', '2028-01-01'), start('premium_yearly', '2028-01-01')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(code(await send('POST', '/api/contracts', { user_id: hanako.id, ...(await terms('light_monthly', '2030-01-01')) }, hanako))).toEqual([
    403,
    'forbidden',
  ])
  expect(code(await send('POST', '/api/contracts', { user_id: concierge.id, ...(await terms('light_monthly', '2030-01-01')) }))).toEqual([404, 'not_found'])
})

test('a change of plan ends the old contract on the day before the new one starts; the new one is first charged on its first day', async () => {
  await saveCard()
  const { body: old } = await start('standard_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  expect(
    code(await send('POST', `/api/contracts/${old.id}/changes`, { ...(await terms('premium_yearly', '2026-12-10')), updated_at: '2020-01-01T00:00:00.000Z' })),
  ).toEqual([409, 'conflict'])
  const { body: next } = await change(old.id, 'premium_yearly', '2026-12-10')
  expect(await periods()).toEqual([
    ['standard_monthly', '2026-11-20', '2026-12-10'],
    ['premium_yearly', '2026-12-10', '2027-12-10'],
  ])
  // the month that starts on 12-20 is no longer charged
  const ended = { id: old.id, auto_update: false, next_payment_date: null }
  expect(await membership()).toMatchObject({ contract: ended, next_charge: { due_on: '2026-12-10' } })
  // a contract that has not started is replaced
  const { body: other } = await change(next.id, 'light_monthly', '2026-12-10')
  expect(await periods()).toEqual([
    ['standard_monthly', '2026-11-20', '2026-12-10'],
    ['light_monthly', '2026-12-10', '2027-01-10'],
  ])
  await runJobsOn('2026-12-10')
  expect(await charges()).toEqual([
    ['2026-12-10', 'paid'],
    ['2026-11-20', 'paid'],
  ])
  expect(code(await change(old.id, 'light_monthly', '2027-03-01'))).toEqual([422, 'contract_ended'])
  expect(code(await withdraw(other.id))).toEqual([422, 'contract_started'])
})

test('a contract whose first payment was declined can be neither deleted nor replaced from its first day on: the payment may still succeed', async () => {
  await saveCard('4000000000000341')
  const { body } = await start('standard_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  expect(await charges()).toEqual([['2026-11-20', 'due']])
  expect(code(await change(body.id, 'premium_yearly', '2026-11-20'))).toEqual([422, 'contract_charged'])
  expect(code(await testApp.staff.admin.request('DELETE', `/api/admin/contracts/${body.id}`))).toEqual([422, 'contract_charged'])
  expect((await change(body.id, 'premium_yearly', '2026-11-21')).status).toBe(201)
})

test('a contract can be ended today or on a later day: later charges and the renewal are dropped, earlier charges stay due', async () => {
  const { body: contract } = await start('light_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  // the charge stays due because no card is saved
  expect(await charges()).toEqual([['2026-11-20', 'due']])
  today = '2026-11-25'
  expect(invalid(await end(contract.id, '2026-11-24'))).toEqual([422, ['last_on']])
  expect(invalid(await end(contract.id, '2027-01-20'))).toEqual([422, ['last_on']])
  expect(await end(contract.id, '2026-11-30')).toMatchObject({ status: 200, body: { auto_update: false, next_payment_date: null } })
  expect(await periods()).toEqual([['light_monthly', '2026-11-20', '2026-12-01']])
  expect(await charges()).toEqual([['2026-11-20', 'due']])
  today = '2026-12-01'
  expect(code(await end(contract.id, '2026-12-02'))).toEqual([422, 'contract_ended'])
})

test('ending a contract while its unpaid renewal is retried drops the charge of the renewal; a card saved later does not pay it', async () => {
  await saveCard()
  const { body: contract } = await start('light_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  await testApp.context.db.execute(sql`delete from payment_sources`)
  await runJobsOn('2026-12-20')
  expect(await charges()).toEqual([
    ['2026-12-20', 'due'],
    ['2026-11-20', 'paid'],
  ])
  await end(contract.id, '2026-12-21')
  await saveCard()
  await runJobsOn('2026-12-21')
  expect([await charges(), await periods()]).toEqual([
    [
      ['2026-12-20', 'skipped'],
      ['2026-11-20', 'paid'],
    ],
    [['light_monthly', '2026-11-20', '2026-12-22']],
  ])
})

test('a contract that has not started can be withdrawn, unless something was booked under it', async () => {
  const { body: contract } = await start('standard_yearly', '2027-01-01')
  await testApp.context.db.execute(sql`
    with interview as (insert into interviews (interviewee_id, kind, conducted_at, meeting_type, included_in_plan) values (${hanako.id}, 'other', '2027-02-01T00:00:00Z', 'online', true) returning id)
    insert into plan_uses (contract_id, user_id, part, year_from, place, allowed, interview_id) select ${contract.id}, ${hanako.id}, 'interview', '2027-01-01', 1, 4, id from interview`)
  expect(code(await withdraw(contract.id))).toEqual([422, 'contract_used'])
  await testApp.context.db.execute(sql`delete from plan_uses`)
  expect([(await withdraw(contract.id)).status, await periods()]).toEqual([204, []])
})

const welcome = { coupon_code: 'WELCOME_500' }
const used = async () =>
  (
    await testApp.context.db.execute<{ n: number; status: string | null }>(sql`
    select used_count as n, (select status from coupon_uses u where u.coupon_id = c.id order by u.id desc limit 1) as status from coupons c where name = 'welcome_500'`)
  ).rows[0]!
const valid = async (coupon_code: string, plan = 'light_monthly') =>
  concierge.get(`/api/contract_coupons/valid?user_id=${hanako.id}&plan_id=${await planId(plan)}&coupon_code=${coupon_code}`)

test('a coupon reduces the first payment only; it is reserved when the contract starts and counted when paid', async () => {
  await saveCard()
  const { price } = (await start('light_monthly', '2026-12-01', welcome)).body.plan
  expect(await used()).toEqual({ n: 1, status: 'reserved' })
  const amount = price - 500
  expect((await membership()).next_charge).toEqual({
    due_on: '2026-12-01',
    amount,
    tax: Math.floor((amount * 10) / 110),
    discount: 500,
    coupon_name: 'はじめての方 500円引き',
  })
  await runJobsOn('2026-12-01')
  expect(await used()).toEqual({ n: 1, status: 'counted' })
  await runJobsOn('2027-01-01')
  expect((await membership()).charges).toMatchObject([
    { due_on: '2027-01-01', status: 'paid', amount: price, discount: 0 },
    { due_on: '2026-12-01', status: 'paid', amount, discount: 500 },
  ])
  const { rows } = await testApp.context.db.execute<{ amount: number }>(sql`select amount from payments where status = 'succeeded' order by id`)
  expect(rows.map((row) => row.amount)).toEqual([amount, price])
})

test('a coupon that cannot be used is refused with the reason, as in the shop, and no contract is started', async () => {
  const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
  expect((await valid('welcome_500')).body).toMatchObject({ coupon: { name: 'welcome_500' }, discount: 500 })
  const refusals = async (...codes: string[]) => Promise.all(codes.map(async (coupon_code) => code(await valid(coupon_code))[1]))
  expect(await refusals('nothing', 'spring_10', 'kit_1000')).toEqual(['coupon_unknown', 'coupon_expired', 'coupon_not_for_contracts'])
  await run(sql`update coupons set min_sum = 1000000 where name = 'welcome_500'`)
  expect((await valid('welcome_500')).body).toMatchObject({ code: 'coupon_plan_too_cheap', error: expect.stringContaining('1,000,000円') })
  await run(sql`update coupons set min_sum = 2000 where name = 'welcome_500'`)
  expect(code(await start('light_monthly', '2026-12-01', { coupon_code: 'spring_10' }))).toEqual([422, 'coupon_expired'])
  expect(invalid(await start('light_monthly', '2026-12-01', { ...welcome, is_by_card: false }))).toEqual([422, ['coupon_code']])
  expect(await periods()).toEqual([])
  await start('light_monthly', '2026-12-01', welcome)
  expect(await refusals('welcome_500')).toEqual(['coupon_used_by_person'])
  expect((await hanako.get(`/api/contract_coupons/valid?user_id=${hanako.id}&plan_id=1&coupon_code=welcome_500`)).status).toBe(403)
})

test('a contract that replaces another keeps its coupon; the coupon is given back when the contract is withdrawn or its charge stays unpaid', async () => {
  const { body: first } = await start('light_monthly', '2026-12-01', welcome)
  const checked = await concierge.get(
    `/api/contract_coupons/valid?user_id=${hanako.id}&plan_id=${await planId('standard_monthly')}&coupon_code=welcome_500&contract_id=${first.id}`,
  )
  expect(checked.body).toMatchObject({ discount: 500 })
  // the contract that replaces the first keeps its coupon
  const { body: second } = await change(first.id, 'standard_monthly', '2026-12-01', welcome)
  expect(await used()).toEqual({ n: 1, status: 'reserved' })
  await withdraw(second.id)
  expect(await used()).toEqual({ n: 0, status: null })
  const { body: third } = await start('light_monthly', '2026-11-21', welcome)
  today = '2026-11-21'
  // the first day is still to be paid, with the coupon
  await end(third.id, '2026-11-21')
  expect(await used()).toEqual({ n: 1, status: 'reserved' })
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-24', '2026-11-28', '2026-11-29']) await runJobsOn(day)
  expect([await charges(), await used()]).toEqual([[['2026-11-21', 'unpaid']], { n: 0, status: 'given_back' }])
})

test('a coupon that was given back counts again when the payment of its charge arrives after all', async () => {
  await saveCard(testCards.alwaysSecure)
  await start('standard_monthly', '2026-11-20', welcome)
  await runJobsOn('2026-11-20')
  const [{ id }] = (await membership()).charges
  const { confirmation } = (await send('POST', `/api/contract_charges/${id}/payments`, {}, hanako)).body
  // the state after the last try failed
  await testApp.context.db.execute(sql`update contract_charges set status = 'unpaid'`)
  await testApp.context.db.execute(sql`update coupon_uses set status = 'given_back'`)
  await testApp.context.db.execute(sql`update coupons set used_count = 0`)
  await send('POST', '/api/payment_sandbox/authentications', { client_secret: confirmation.client_secret, is_approved: true }, hanako)
  await runJobsOn('2026-11-21')
  expect([await charges(), await used()]).toEqual([[['2026-11-20', 'paid']], { n: 1, status: 'counted' }])
})

test('a coupon of 100 per cent makes the first payment free', async () => {
  await testApp.context.db.execute(sql`update coupons set discount_kind = 'percentage', discount_value = 100 where name = 'welcome_500'`)
  await start('light_monthly', '2026-11-20', welcome)
  await runJobsOn('2026-11-20')
  expect([await charges(), await used()]).toEqual([[['2026-11-20', 'paid']], { n: 1, status: 'counted' }])
  await testApp.context.db.execute(sql`update coupons set discount_kind = 'fixed', discount_value = 500 where name = 'welcome_500'`)
})

const receipt = (member: Member, id: number) =>
  testApp.app.inject({
    url: `/api/contract_charges/${id}/receipt?addressee=${encodeURIComponent('#株式会社')}`,
    headers: { authorization: `Token token="${member.token}", email="${member.email}"` },
  })
const textOf = async (payload: Buffer) => (await extractText(new Uint8Array(payload), { mergePages: true })).text.replace(/\s/g, '')

test('a paid charge has a receipt for its patient and for staff who see payments', async () => {
  await saveCard()
  await start('light_monthly', '2026-11-20', welcome)
  await runJobsOn('2026-11-20')
  await runJobsOn('2026-12-19')
  const [next, paid] = (await membership()).charges
  for (const member of [hanako, concierge]) {
    const { statusCode, headers, rawPayload } = await receipt(member, paid.id)
    expect([statusCode, headers['content-disposition']]).toEqual([200, expect.stringContaining(`SK-C20261120-${paid.id}.pdf`)])
    const text = await textOf(rawPayload)
    const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
    for (const part of ['#株式会社様', yen(paid.amount), yen(paid.amount + 500), '−¥500', '2026.11.20–2026.12.19']) expect(text).toContain(part)
    expect(text).not.toContain('送料')
  }
  expect((await receipt(testApp.taro, paid.id)).statusCode).toBe(404)
  expect((await receipt(testApp.staff.doctor, paid.id)).statusCode).toBe(403)
  expect((await receipt(hanako, next.id)).json().code).toBe('charge_not_paid')
})

test('the receipt names the payment that paid the charge, not an earlier one that succeeded late and was refunded', async () => {
  await saveCard(testCards.declinedLater)
  await start('light_monthly', '2026-11-20')
  await runJobsOn('2026-11-20')
  await saveCard()
  await runJobsOn('2026-11-21')
  expect(await charges()).toEqual([['2026-11-20', 'paid']])
  // Stripe took the money although it was asked to cancel
  const { rows } = await testApp.context.db.execute<{ id: string }>(
    sql`update sandbox_objects set body = body || '{"status": "succeeded"}' where id in (select intent from payments where status = 'failed') returning id`,
  )
  await testApp.context.jobs.send(testApp.context.db, 'stripe_event', { type: 'payment_intent.succeeded', id: rows[0]!.id })
  await settlePayments(testApp)
  const { rows: paid } = await testApp.context.db.execute(sql`select status, refunded_amount = amount as is_refunded from payments order by id`)
  expect(paid).toEqual([
    { status: 'succeeded', is_refunded: true },
    { status: 'succeeded', is_refunded: false },
  ])
  const [charge] = (await membership()).charges
  expect([charge.refunded_amount, charge.duplicate_refunded_amount]).toEqual([0, charge.amount])
  const text = await textOf((await receipt(hanako, charge.id)).rawPayload)
  expect(text).toContain('末尾4242')
  expect(text).not.toContain('返金')
})
