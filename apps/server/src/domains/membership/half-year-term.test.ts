import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { saveCard, settlePayments } from '../../../test/payment/card.ts'
import { chargesOf, contractPeriods, planIdOf } from '../../../test/payment/contract.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { chargeContracts } from './jobs.ts'

let today = '2026-11-20'
const testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T01:00:00Z`) } })
const { hanako, taro, staff, context } = testApp

beforeAll(() => context.db.execute(sql`update plans set contract_period = 6, duration = 6 where name in ('standard_yearly', 'premium_yearly')`))

const runJobsOn = async (day: string) => {
  today = day
  await chargeContracts(context)
  await settlePayments(testApp)
}
const startAndPay = async (patient: typeof hanako, plan: string) => {
  today = '2026-11-20'
  await saveCard(patient)
  const body = { user_id: patient.id, plan_id: await planIdOf(testApp, plan), started_on: today, auto_update: true, is_by_card: true }
  expect((await staff.concierge.request('POST', '/api/contracts', { body })).status).toBe(201)
  await runJobsOn('2026-11-20')
}
const periodOf = async (plan: string) => (await contractPeriods(testApp)).find(([name]) => name === plan)!.slice(1)

test('a yearly contract whose term is half a year is renewed within the paid year, and once a year by a payment', async () => {
  await startAndPay(hanako, 'standard_yearly')
  expect(await periodOf('standard_yearly')).toEqual(['2026-11-20', '2027-05-20'])
  await runJobsOn('2027-05-19')
  expect(await periodOf('standard_yearly')).toEqual(['2026-11-20', '2027-11-20'])
  await runJobsOn('2027-11-20')
  expect(await chargesOf(staff.concierge, hanako.id)).toEqual([
    ['2027-11-20', 'paid'],
    ['2026-11-20', 'paid'],
  ])
  expect(await periodOf('standard_yearly')).toEqual(['2026-11-20', '2028-11-20'])
})

test('a contract that ended before its next payment is not charged again', async () => {
  await startAndPay(taro, 'premium_yearly')
  // no job ran around the end of the contract
  await runJobsOn('2027-11-20')
  expect(await chargesOf(staff.concierge, taro.id)).toEqual([['2026-11-20', 'paid']])
  expect(await periodOf('premium_yearly')).toEqual(['2026-11-20', '2027-05-20'])
})
