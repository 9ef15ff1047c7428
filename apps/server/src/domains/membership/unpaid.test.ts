import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { saveCard, settlePayments } from '../../../test/payment/card.ts'
import { chargesOf, contractPeriods, planIdOf } from '../../../test/payment/contract.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { chargeContracts } from './jobs.ts'

let today = '2026-11-20'
const testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T01:00:00Z`) } })
const { hanako, staff, context } = testApp
const { concierge } = staff

const reset = async () => {
  for (const table of ['contract_charges', 'payments', 'payment_sources', 'contracts', 'notifications'])
    await context.db.execute(sql.raw(`delete from ${table}`))
}
beforeEach(reset)

const runJobsOn = async (day: string) => {
  today = day
  await chargeContracts(context)
  await settlePayments(testApp)
}
const start = async (plan: string) => {
  today = '2026-11-20'
  const body = { user_id: hanako.id, plan_id: await planIdOf(testApp, plan), started_on: today, auto_update: true, is_by_card: true }
  return Number((await concierge.request('POST', '/api/contracts', { body })).body.id)
}
/** A contract from 11-20 whose second payment, on 12-20, fails: there is no card any more. */
const startUnpaid = async (plan: string) => {
  await saveCard(hanako)
  const id = await start(plan)
  await runJobsOn('2026-11-20')
  await context.db.execute(sql`delete from payment_sources`)
  await runJobsOn('2026-12-20')
  return id
}
const newestCharge = async () => (await chargesOf(concierge, hanako.id))[0]
const notices = async () => (await hanako.get('/api/notifications')).body.items.map(({ kind }: { kind: string }) => kind)

const tryUntilLastDay = async () => {
  for (const day of ['2026-12-21', '2026-12-23', '2026-12-27']) await runJobsOn(day)
}
const membership = async () => (await hanako.get(`/api/memberships/${hanako.id}`)).body

test('after the last try, the patient can still pay until the day on which the contract would end, and the contract goes on', async () => {
  const id = await startUnpaid('standard_monthly')
  await tryUntilLastDay()
  const [charge] = (await membership()).charges
  expect(charge).toMatchObject({ due_on: '2026-12-20', status: 'due', next_try_on: null, ends_on: '2026-12-28' })
  await saveCard(hanako)
  await runJobsOn('2026-12-27')
  expect(await newestCharge()).toEqual(['2026-12-20', 'due'])
  expect((await hanako.request('POST', `/api/contract_charges/${charge.id}/payments`, { body: {} })).status).toBe(201)
  await runJobsOn('2026-12-28')
  expect(await newestCharge()).toEqual(['2026-12-20', 'paid'])
  expect((await membership()).contract).toMatchObject({ id, auto_update: true, next_payment_date: '2027-01-20', ended_at: '2027-11-19T15:00:00.000Z' })
})

test('a contract that is not paid by then ends on that day', async () => {
  await startUnpaid('standard_monthly')
  await tryUntilLastDay()
  await runJobsOn('2026-12-28')
  expect([await newestCharge(), await contractPeriods(testApp)]).toEqual([['2026-12-20', 'unpaid'], [['standard_monthly', '2026-11-20', '2026-12-28']]])
})

test('a contract that still runs does not resume while its newest charge is unpaid', async () => {
  const id = await startUnpaid('standard_monthly')
  await tryUntilLastDay()
  // no job ran on the day of the end
  await runJobsOn('2026-12-30')
  expect([await newestCharge(), await contractPeriods(testApp)]).toEqual([['2026-12-20', 'unpaid'], [['standard_monthly', '2026-11-20', '2026-12-31']]])
  const { status, body } = await hanako.request('PATCH', `/api/contracts/${id}/renewal`, { body: { auto_update: true } })
  expect([status, body.code]).toEqual([422, 'contract_not_renewable'])
})

test('the notification of an unpaid charge goes once the charge is paid or no longer owed', async () => {
  const pay = async () => {
    await saveCard(hanako)
    await runJobsOn('2026-12-21')
  }
  const end = (id: number) => concierge.request('POST', `/api/contracts/${id}/end`, { body: { last_on: '2026-12-20' } })
  const replace = async () => {
    await context.db.execute(sql`
      insert into contracts (user_id, plan_id, auto_update, started_at, ended_at)
      select ${hanako.id}, id, false, '2026-12-28T00:00:00+09:00', '2027-12-28T00:00:00+09:00' from plans where name = 'premium_yearly'`)
    await runJobsOn('2026-12-21')
  }
  for (const [finish, status] of [
    [pay, 'paid'],
    [end, 'skipped'],
    [replace, 'skipped'],
  ] as const) {
    await reset()
    const id = await startUnpaid('light_monthly')
    expect(await notices()).toEqual(['contract_payment'])
    await finish(id)
    expect([await newestCharge(), await notices()]).toEqual([['2026-12-20', status], []])
  }
})
