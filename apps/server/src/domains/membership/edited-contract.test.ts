import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveCard, settlePayments } from '../../../test/payment/card.ts'
import { planIdOf } from '../../../test/payment/contract.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { chargeContracts } from './jobs.ts'

let today = '2026-11-20'
const testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T01:00:00Z`) } })
const { hanako, taro, staff, context } = testApp
const { admin } = staff

const changeContract = async (id: number, changes: object) => {
  const { plan_id, started_on, ended_on, auto_update, next_payment_date, updated_at } = (await admin.get(`/api/admin/contracts/${id}`)).body
  return admin.request('PUT', `/api/admin/contracts/${id}`, {
    body: { plan_id, started_on, ended_on, auto_update, next_payment_date, updated_at, ...changes },
  })
}

test('after the start of a contract changed, bookings count in the years from the new start; a start after a booking is refused', async () => {
  const plan_id = await planIdOf(testApp, 'standard_yearly')
  const terms = { user_id: taro.id, plan_id, started_on: '2020-04-01', ended_on: '2023-03-31', auto_update: false, next_payment_date: null }
  const { id } = (await admin.request('POST', '/api/admin/contracts', { body: terms })).body
  for (const [day, year_from] of [
    ['2020-04-20', '2020-04-01'],
    ['2021-06-01', '2021-04-01'],
  ])
    await context.db.execute(sql`
      with interview as (
        insert into interviews (interviewee_id, kind, conducted_at, meeting_type, included_in_plan)
        values (${taro.id}, 'other', ${`${day}T01:00:00Z`}, 'other', true) returning id)
      insert into plan_uses (contract_id, user_id, part, year_from, place, allowed, interview_id) select ${id}, ${taro.id}, 'interview', ${year_from}, 1, 4, id from interview`)
  const years = async () =>
    (await context.db.execute(sql`select year_from::text as year from plan_uses where contract_id = ${id} order by 1`)).rows.map(({ year }) => year)
  expect((await changeContract(id, { started_on: '2020-03-15' })).status).toBe(200)
  expect(await years()).toEqual(['2020-03-15', '2021-03-15'])
  const refused = await changeContract(id, { started_on: '2020-05-01' })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['started_on']])
  expect(await years()).toEqual(['2020-03-15', '2021-03-15'])
})

test('a start can be corrected although something is booked after the end, which keeps its contract and counts in its years from the new start', async () => {
  const plan_id = await planIdOf(testApp, 'standard_yearly')
  const terms = { user_id: taro.id, plan_id, auto_update: false, next_payment_date: null }
  const add = async (started_on: string, ended_on: string) =>
    (await admin.request('POST', '/api/admin/contracts', { body: { ...terms, started_on, ended_on } })).body.id
  const id = await add('2024-04-01', '2025-03-31')
  const uses = async () =>
    (
      await context.db.execute(sql`
        select u.contract_id, u.year_from::text as year, (i.conducted_at at time zone 'Asia/Tokyo')::date::text as day
        from plan_uses u join interviews i on i.id = u.interview_id where u.user_id = ${taro.id} and i.conducted_at > '2024-01-01' order by 3`)
    ).rows
  for (const day of ['2024-04-10', '2024-06-01'])
    await context.db.execute(sql`
      with interview as (
        insert into interviews (interviewee_id, kind, conducted_at, meeting_type, included_in_plan)
        values (${taro.id}, 'other', ${`${day}T01:00:00Z`}, 'other', true) returning id)
      insert into plan_uses (contract_id, user_id, part, year_from, place, allowed, interview_id)
      select ${id}, ${taro.id}, 'interview', '2024-04-01', (select count(*) + 1 from plan_uses where contract_id = ${id}), 4, id from interview`)
  expect((await changeContract(id, { ended_on: '2024-04-30' })).status).toBe(200)
  const usesFrom = (year: string) => ['2024-04-10', '2024-06-01'].map((day) => ({ contract_id: id, year, day }))
  expect((await changeContract(id, { started_on: '2024-04-02' })).status).toBe(200)
  expect(await uses()).toEqual(usesFrom('2024-04-02'))
  // the next contract covers the later day
  await add('2024-05-01', '2025-04-30')
  expect((await changeContract(id, { started_on: '2024-04-03' })).status).toBe(200)
  expect(await uses()).toEqual(usesFrom('2024-04-03'))
})

test('on the day before a renewal, staff see and save the end of the term; it stays open for the retries while the contract renews', async () => {
  const runJobsOn = async (day: string) => {
    today = day
    await chargeContracts(context)
    await settlePayments(testApp)
  }
  expect((await saveCard(hanako)).status).toBe(201)
  await context.db.execute(sql`delete from contracts where user_id = ${hanako.id}`)
  const start = { user_id: hanako.id, plan_id: await planIdOf(testApp, 'light_monthly'), started_on: today, auto_update: true, is_by_card: true }
  const { id } = (await admin.request('POST', '/api/contracts', { body: start })).body
  await runJobsOn('2026-11-20')
  await runJobsOn('2026-12-19')
  const stored = async () =>
    (await context.db.execute(sql`select (ended_at at time zone 'Asia/Tokyo')::date::text as day from contracts where id = ${id}`)).rows[0]!.day
  const ended_at = '2026-12-19T15:00:00.000Z'
  expect((await admin.get(`/api/contracts?user_ids[]=${hanako.id}`)).body.items).toMatchObject([{ ended_at }])
  expect((await admin.get(`/api/admin/contracts?user_id=${hanako.id}`)).body.items).toMatchObject([{ ended_on: '2026-12-19' }])
  expect([(await changeContract(id, {})).body.ended_on, await stored()]).toEqual(['2026-12-19', '2026-12-28'])
  const ended = await changeContract(id, { auto_update: false, next_payment_date: null })
  expect([ended.body.ended_on, await stored()]).toEqual(['2026-12-19', '2026-12-20'])
})
