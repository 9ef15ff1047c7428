import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments, testCards } from '../../../test/payment/card.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { chargeContracts } from './jobs.ts'

let testApp: TestApp
let hanako: Member, taro: Member
let today = '2026-01-31'
const at = (day: string) => new Date(`${day}T01:00:00Z`)

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => at(today) } })
  ;({ hanako, taro } = testApp)
})
const run = (query: ReturnType<typeof sql>) => testApp.context.db.execute(query)
beforeEach(async () => {
  for (const table of ['contract_charges', 'payments', 'payment_sources', 'contracts', 'notifications', 'care_people'])
    await run(sql.raw(`delete from ${table}`))
  testApp.mails.length = 0
  today = '2026-01-31'
})

const post = (member: Member, path: string, body: object = {}) => member.request('POST', path, { body })
const save = async (number?: string) => expect((await saveCard(hanako, number)).status).toBe(201)
/** The instant at which a day starts in Tokyo. */
const startOf = (day: string) => new Date(`${day}T00:00:00+09:00`).toISOString()
const addContract = async (terms: { plan?: string; from: string; until: string | null; paid_on: string | null; auto_update?: boolean }) => {
  const { plan = 'standard_monthly', from, until, paid_on, auto_update = true } = terms
  const { rows } = await run(sql`
    insert into contracts (user_id, plan_id, auto_update, started_at, ended_at, next_payment_date)
    select ${hanako.id}, id, ${auto_update}, ${startOf(from)}, ${until && startOf(until)}, ${paid_on} from plans where name = ${plan} returning id`)
  return Number(rows[0]!.id)
}
const membership = async (member = hanako) => (await member.get(`/api/memberships/${hanako.id}`)).body
const charges = async () =>
  (await membership()).charges.map(({ due_on, status, next_try_on }: Record<string, string>) =>
    next_try_on ? [due_on, status, next_try_on] : [due_on, status],
  )
const paidAmounts = async () => (await run(sql`select amount::int from payments where status = 'succeeded' order by id`)).rows.map(({ amount }) => amount)
const contractOf = async (id: number) =>
  (await run(sql`select auto_update, ended_at at time zone 'Asia/Tokyo' as ended, next_payment_date::text as next from contracts where id = ${id}`)).rows[0]!
const runJobsOn = async (day: string) => {
  today = day
  await chargeContracts(testApp.context)
}
const settle = () => settlePayments(testApp)
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('a monthly contract that started on the 31st is charged each month and renewed at its end; each payment is confirmed by mail', async () => {
  await save()
  const id = await addContract({ from: '2026-01-31', until: '2026-03-31', paid_on: '2026-01-31' })
  await runJobsOn('2026-01-31')
  expect(await charges()).toEqual([['2026-01-31', 'paid']])
  expect((await membership()).next_charge).toEqual({ due_on: '2026-02-28', amount: 18_700, tax: 1_700, discount: 0, coupon_name: null })
  await runJobsOn('2026-02-27')
  // the charge is opened a day ahead and paid on its day
  expect(await charges()).toEqual([
    ['2026-02-28', 'due', '2026-02-28'],
    ['2026-01-31', 'paid'],
  ])
  expect((await membership()).next_charge.due_on).toBe('2026-02-28')
  await runJobsOn('2026-02-28')
  expect((await membership()).next_charge.due_on).toBe('2026-03-31')
  await runJobsOn('2026-03-31')
  expect(await charges()).toEqual([
    ['2026-03-31', 'paid'],
    ['2026-02-28', 'paid'],
    ['2026-01-31', 'paid'],
  ])
  expect(await contractOf(id)).toMatchObject({ ended: '2026-04-30 00:00:00', next: '2026-04-30' })
  await settle()
  expect(await paidAmounts()).toEqual([18_700, 18_700, 18_700])
  expect(testApp.mails.map(({ subject }) => subject)).toEqual(Array(3).fill('【すこやか】お支払いを承りました'))
  expect(testApp.mails[0]!.text).toContain('18,700円（うち消費税10% 1,700円）')
  expect(testApp.mails[0]!.text).not.toContain('スタンダード')
})

test('the job may run twice at once and stop between charge and commit: nobody pays twice', async () => {
  await save()
  await addContract({ from: '2026-01-31', until: '2027-01-31', paid_on: '2026-01-31' })
  await Promise.all([chargeContracts(testApp.context), chargeContracts(testApp.context)])
  await settle()
  expect(await paidAmounts()).toEqual([18_700])
  // as after a crash: Stripe has charged, and nothing was stored
  await run(sql`update payments set status = 'open', intent = null, paid_at = null`)
  await run(sql`update contract_charges set status = 'paying', paid_at = null`)
  await run(sql`update payments set created_at = now() - interval '5 minutes'`)
  await runJobsOn('2026-01-31')
  await testApp.context.jobs.send(testApp.context.db, 'payments_check', {})
  await settle()
  expect([await charges(), await paidAmounts()]).toEqual([[['2026-01-31', 'paid']], [18_700]])
})

test('a declined charge notifies patient and concierge and is retried after 1, 3 and 7 days; the contract ends on the day after', async () => {
  const { concierge } = testApp.staff
  await run(sql`insert into care_people (user_id, staff_id, role) values (${hanako.id}, ${concierge.id}, 'concierge')`)
  await save(testCards.declinedLater)
  const id = await addContract({ plan: 'standard_yearly', from: '2025-02-01', until: '2026-02-01', paid_on: '2026-02-01' })
  const seen: unknown[] = []
  for (const day of ['2026-02-01', '2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04', '2026-02-08', '2026-02-09']) {
    await runJobsOn(day)
    seen.push((await charges())[0])
  }
  const waits = (until: string) => ['2026-02-01', 'due', until]
  const tries = ['2026-02-02', '2026-02-02', '2026-02-04', '2026-02-04', '2026-02-08'].map(waits)
  expect(seen).toEqual([...tries, ['2026-02-01', 'due'], ['2026-02-01', 'unpaid']])
  expect((await run(sql`select count(*)::int as n from payments where status = 'failed'`)).rows[0]!.n).toBe(4)
  expect(await contractOf(id)).toEqual({ auto_update: false, ended: '2026-02-09 00:00:00', next: null })
  for (const member of [hanako, concierge]) {
    const { items } = (await member.get('/api/notifications')).body
    expect(items.map(({ kind, patient }: { kind: string; patient: { id: number } }) => [kind, patient.id])).toEqual([['contract_payment', hanako.id]])
  }
  await runJobsOn('2026-03-01')
  expect(await charges()).toEqual([['2026-02-01', 'unpaid']])
  await settle()
})

test('when a patient pays an open charge with another card, the contract is renewed', async () => {
  await save(testCards.declinedLater)
  const id = await addContract({ plan: 'standard_yearly', from: '2025-02-01', until: '2026-02-01', paid_on: '2026-02-01' })
  await runJobsOn('2026-02-01')
  const [open] = (await membership()).charges
  expect(open).toMatchObject({ status: 'due', decline_reason: 'declined', next_try_on: '2026-02-02', ends_on: '2026-02-09' })
  expect((await membership()).contract.id).toBe(id)
  expect(code(await post(taro, `/api/contract_charges/${open.id}/payments`))).toEqual([404, 'not_found'])
  expect(code(await post(testApp.staff.concierge, `/api/contract_charges/${open.id}/payments`))).toEqual([403, 'forbidden'])
  await save(testCards.good)
  const [one, two] = await Promise.all([post(hanako, `/api/contract_charges/${open.id}/payments`), post(hanako, `/api/contract_charges/${open.id}/payments`)])
  expect([one.status, two.status].sort()).toEqual([201, expect.toBeOneOf([409, 422])])
  await settle()
  expect([await charges(), await paidAmounts()]).toEqual([[['2026-02-01', 'paid']], [198_000]])
  expect(await contractOf(id)).toEqual({ auto_update: true, ended: '2027-02-01 00:00:00', next: '2027-02-01' })
  expect((await hanako.get('/api/notifications')).body.items).toEqual([])
  expect(code(await post(hanako, `/api/contract_charges/${open.id}/payments`))).toEqual([422, 'charge_not_payable'])
})

test('the board shows an overdue checkup until the new end of a contract that is renewed or stays valid while its payment is retried', async () => {
  await save(testCards.declinedLater)
  const ends = async () => {
    const { rows } = await run(
      sql`select distinct shown_until at time zone 'Asia/Tokyo' as until from today_items where user_id = ${hanako.id} and section = 'checkup_overdue'`,
    )
    return rows.map(({ until }) => String(until))
  }
  for (const [paid_on, until] of [
    [null, '2027-02-01 00:00:00'],
    ['2026-02-01', '2026-02-09 00:00:00'],
  ] as const) {
    for (const table of ['contract_charges', 'contracts']) await run(sql.raw(`delete from ${table}`))
    await addContract({ plan: 'standard_yearly', from: '2025-02-01', until: '2026-02-01', paid_on })
    today = '2026-01-31'
    await testApp.context.onChanges(testApp.context.db, ['contracts'], new Set([hanako.id]))
    expect(await ends()).toEqual(['2026-02-01 00:00:00'])
    await runJobsOn('2026-01-31')
    await runJobsOn('2026-02-01')
    expect(await ends()).toEqual([until])
  }
})

test('when a patient pays an open charge of 0 yen, the charge is paid without a payment', async () => {
  const id = await addContract({ from: '2026-01-01', until: null, paid_on: null })
  const { rows } = await run(sql`
    insert into contract_charges (user_id, contract_id, due_on, period_until, amount, next_try_on)
    values (${hanako.id}, ${id}, '2026-01-31', '2026-02-28', 0, '2026-02-01') returning id`)
  const { status, body } = await post(hanako, `/api/contract_charges/${rows[0]!.id}/payments`)
  expect([status, body]).toEqual([201, { payment: null, confirmation: null }])
  expect([await charges(), await paidAmounts()]).toEqual([[['2026-01-31', 'paid']], []])
})

test('a patient can authenticate a payment at the bank later; if the patient refuses, the charge stays open', async () => {
  await save(testCards.declinedLater)
  await addContract({ plan: 'standard_yearly', from: '2025-02-01', until: '2026-02-01', paid_on: '2026-02-01' })
  await runJobsOn('2026-02-01')
  await save(testCards.alwaysSecure)
  const [{ id }] = (await membership()).charges
  const pay = async () => (await post(hanako, `/api/contract_charges/${id}/payments`)).body
  const answer = async ({ payment, confirmation }: Awaited<ReturnType<typeof pay>>, is_approved: boolean) => {
    await post(hanako, '/api/payment_sandbox/authentications', { client_secret: confirmation.client_secret, is_approved })
    return (await hanako.request('PATCH', `/api/stripe_payments/${payment.id}`, { body: {} })).body.status
  }
  const asked = await pay()
  expect(asked).toMatchObject({ payment: { status: 'requires_action' }, confirmation: { provider: 'sandbox' } })
  expect((await membership()).charges[0]).toMatchObject({ status: 'paying', ends_on: '2026-02-09' })
  expect(await pay()).toEqual(asked)
  expect(code(await post(taro, `/api/contract_charges/${id}/payments`))).toEqual([404, 'not_found'])
  expect([await answer(asked, false), (await membership()).charges[0]]).toMatchObject(['failed', { status: 'due', decline_reason: 'authentication_failed' }])
  expect(await answer(await pay(), true)).toBe('succeeded')
  await settle()
  expect([await charges(), await paidAmounts()]).toEqual([[['2026-02-01', 'paid']], [198_000]])
})

test('without renewal, a contract is paid until the end of its term and then ends; switching the renewal on again resumes the payments', async () => {
  await save()
  const id = await addContract({ from: '2025-03-31', until: '2026-03-31', paid_on: '2026-01-31' })
  const { updated_at } = (await membership()).contract
  const renewal = (auto_update: boolean, version: string, member = hanako) =>
    member.request('PATCH', `/api/contracts/${id}/renewal`, { body: { auto_update, updated_at: version } })
  expect(code(await renewal(false, updated_at, taro))).toEqual([404, 'not_found'])
  const off = await renewal(false, updated_at)
  expect(off.body).toMatchObject({ auto_update: false, next_payment_date: '2026-01-31' })
  expect(code(await renewal(true, updated_at))).toEqual([409, 'conflict'])
  for (const day of ['2026-01-31', '2026-02-28']) await runJobsOn(day)
  expect(await contractOf(id)).toEqual({ auto_update: false, ended: '2026-03-31 00:00:00', next: null })
  const on_again = await renewal(true, (await membership()).contract.updated_at, testApp.staff.concierge)
  expect(on_again.body).toMatchObject({ auto_update: true, next_payment_date: '2026-03-31' })
  await runJobsOn('2026-03-31')
  expect(await contractOf(id)).toMatchObject({ ended: '2026-04-30 00:00:00' })
})

test('a contract without payments by card is renewed a day ahead; a contract that another one follows in the renewed period is neither renewed nor charged', async () => {
  const id = await addContract({ plan: 'standard_yearly', from: '2025-02-28', until: '2026-02-28', paid_on: null })
  await runJobsOn('2026-02-26')
  expect(await contractOf(id)).toMatchObject({ ended: '2026-02-28 00:00:00' })
  await runJobsOn('2026-02-27')
  await runJobsOn('2026-02-27')
  expect(await contractOf(id)).toMatchObject({ ended: '2027-02-28 00:00:00' })
  await run(sql`delete from contracts`)
  const followed = await addContract({ plan: 'standard_yearly', from: '2025-02-28', until: '2026-02-28', paid_on: null })
  const next = await addContract({ plan: 'standard_yearly', from: '2027-02-27', until: '2028-02-27', paid_on: null })
  await runJobsOn('2026-02-27')
  expect(await contractOf(followed)).toMatchObject({ ended: '2026-02-28 00:00:00' })
  await run(sql`update contracts set started_at = ${startOf('2027-02-28')} where id = ${next}`)
  await runJobsOn('2026-02-27')
  expect(await contractOf(followed)).toMatchObject({ ended: '2027-02-28 00:00:00' })
  await run(sql`delete from contracts`)
  const old = await addContract({ from: '2025-02-28', until: '2026-02-28', paid_on: '2026-02-28' })
  await addContract({ plan: 'premium_yearly', from: '2026-02-28', until: '2027-02-28', paid_on: null })
  await save()
  await runJobsOn('2026-02-28')
  expect([await contractOf(old), await charges()]).toEqual([{ auto_update: false, ended: '2026-02-28 00:00:00', next: null }, []])
})

test('a contract paid by card is charged for its renewal, even if a following contract was deleted or the renewal was off for a while', async () => {
  await save()
  const id = await addContract({ plan: 'standard_yearly', from: '2025-02-28', until: '2026-02-28', paid_on: '2026-02-28' })
  const next = await addContract({ plan: 'premium_yearly', from: '2026-02-28', until: '2027-02-28', paid_on: null })
  await runJobsOn('2026-02-27')
  await run(sql`delete from contracts where id = ${next}`)
  for (const auto_update of [false, true])
    expect((await hanako.request('PATCH', `/api/contracts/${id}/renewal`, { body: { auto_update } })).body).toMatchObject({ auto_update })
  await runJobsOn('2026-02-27')
  expect(await charges()).toEqual([['2026-02-28', 'due', '2026-02-28']])
  await runJobsOn('2026-02-28')
  expect([await charges(), await paidAmounts()]).toEqual([[['2026-02-28', 'paid']], [198_000]])
  expect(await contractOf(id)).toEqual({ auto_update: true, ended: '2027-02-28 00:00:00', next: '2027-02-28' })
})

test('a contract that was replaced by another one is not renewed when the other one is deleted later', async () => {
  await save()
  const id = await addContract({ plan: 'standard_yearly', from: '2025-02-28', until: '2026-02-28', paid_on: '2026-02-28' })
  const next = await addContract({ plan: 'premium_yearly', from: '2026-02-28', until: '2027-02-28', paid_on: null })
  await runJobsOn('2026-02-28')
  expect((await testApp.staff.admin.request('DELETE', `/api/admin/contracts/${next}`)).status).toBe(204)
  await runJobsOn('2026-03-01')
  expect([await contractOf(id), await charges()]).toEqual([{ auto_update: false, ended: '2026-02-28 00:00:00', next: null }, []])
})

test('months that passed while the server was off are not charged afterwards', async () => {
  await save()
  await addContract({ from: '2025-10-01', until: '2026-10-01', paid_on: '2025-11-01' })
  await runJobsOn('2026-01-31')
  expect((await charges()).slice(0, 4)).toEqual([
    ['2026-02-01', 'due', '2026-02-01'],
    ['2026-01-01', 'paid'],
    ['2025-12-01', 'skipped'],
    ['2025-11-01', 'skipped'],
  ])
  expect(await paidAmounts()).toEqual([18_700])
})

test('quotas count the interviews that took place and those that are booked; staff without access to payments see no charges', async () => {
  const id = await addContract({ plan: 'standard_yearly', from: '2025-04-01', until: '2026-04-01', paid_on: null })
  for (const [place, day] of [
    [1, '2025-12-01'],
    [2, '2026-03-01'],
  ] as const)
    await run(sql`
      with interview as (insert into interviews (interviewee_id, kind, conducted_at, meeting_type, included_in_plan) values (${hanako.id}, 'other', ${startOf(day)}, 'online', true) returning id)
      insert into plan_uses (contract_id, user_id, part, year_from, place, allowed, interview_id) select ${id}, ${hanako.id}, 'interview', '2025-04-01', ${place}, 4, id from interview`)
  expect(await membership()).toMatchObject({
    year: { from: '2025-04-01', until: '2026-03-31' },
    quotas: [
      { part: 'full_checkup', allowed: 1, used: 0, booked: 0 },
      { part: 'followup_checkup', allowed: 1, used: 0, booked: 0 },
      { part: 'interview', allowed: 4, used: 1, booked: 1 },
    ],
    charges: [],
    next_charge: null,
  })
  expect((await testApp.staff.concierge.get(`/api/memberships/${hanako.id}`)).status).toBe(200)
  await run(
    sql`insert into contract_charges (user_id, contract_id, due_on, period_until, amount) values (${hanako.id}, ${id}, '2026-01-01', '2026-02-01', 100)`,
  )
  expect((await testApp.staff.concierge.get(`/api/memberships/${hanako.id}`)).body.charges).toHaveLength(1)
  expect((await testApp.staff.trainer.get(`/api/memberships/${hanako.id}`)).body).toMatchObject({ charges: [], quotas: [{}, {}, { used: 1 }] })
  expect(code(await taro.get(`/api/memberships/${hanako.id}`))).toEqual([404, 'not_found'])
})
