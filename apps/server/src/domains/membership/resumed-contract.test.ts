import { expect, test } from 'vitest'
import { saveCard, settlePayments, testCards } from '../../../test/payment/card.ts'
import { chargesOf, contractPeriods, planIdOf } from '../../../test/payment/contract.ts'
import { openTestApp } from '../../../test/test-app.ts'
import { chargeContracts } from './jobs.ts'

let today = '2026-11-20'
const testApp = await openTestApp({ overrides: { clock: () => new Date(`${today}T01:00:00Z`) } })
const { hanako, taro, staff } = testApp

type Patient = typeof hanako
const runJobsOn = async (day: string) => {
  today = day
  await chargeContracts(testApp.context)
  await settlePayments(testApp)
}
const start = async (patient: Patient, plan: string) => {
  today = '2026-11-20'
  const body = { user_id: patient.id, plan_id: await planIdOf(testApp, plan), started_on: today, auto_update: true, is_by_card: true }
  return Number((await staff.concierge.request('POST', '/api/contracts', { body })).body.id)
}
const end = async (id: number, last_on: string) =>
  expect((await staff.concierge.request('POST', `/api/contracts/${id}/end`, { body: { last_on } })).status).toBe(200)
const periodOf = async (plan: string) => (await contractPeriods(testApp)).filter(([name]) => name === plan).map(([, ...days]) => days)
const resume = async (patient: Patient, id: number) =>
  (await patient.request('PATCH', `/api/contracts/${id}/renewal`, { body: { auto_update: true } })).body.next_payment_date

test('a contract that was ended while its payment was declined, and resumes, pays that period once', async () => {
  await saveCard(hanako, testCards.declinedLater)
  const id = await start(hanako, 'light_monthly')
  await runJobsOn('2026-11-20')
  await end(id, '2026-11-24')
  expect([await resume(hanako, id), await periodOf('light_monthly')]).toEqual(['2026-12-20', [['2026-11-20', '2026-12-20']]])
  await saveCard(hanako)
  for (const day of ['2026-11-21', '2026-11-24', '2026-11-25']) await runJobsOn(day)
  expect(await chargesOf(staff.concierge, hanako.id)).toEqual([['2026-11-20', 'paid']])
  await runJobsOn('2026-12-20')
  expect(await chargesOf(staff.concierge, hanako.id)).toEqual([
    ['2026-12-20', 'paid'],
    ['2026-11-20', 'paid'],
  ])
})

test('a contract that was to end within a period that is paid later, and resumes, lasts until the end of that period and goes on without a gap', async () => {
  await saveCard(taro)
  const id = await start(taro, 'standard_monthly')
  await runJobsOn('2026-11-20')
  await end(id, '2026-12-24')
  expect([await resume(taro, id), await periodOf('standard_monthly')]).toEqual(['2026-12-20', [['2026-11-20', '2027-01-20']]])
  for (const day of ['2026-12-20', '2026-12-25', '2027-01-19', '2027-01-20']) await runJobsOn(day)
  expect(await chargesOf(staff.concierge, taro.id)).toEqual([
    ['2027-01-20', 'paid'],
    ['2026-12-20', 'paid'],
    ['2026-11-20', 'paid'],
  ])
  expect((await taro.get(`/api/memberships/${taro.id}`)).body.contract).toMatchObject({ id, auto_update: true, next_payment_date: '2027-02-20' })
})
