import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'

let now = new Date('2026-11-21T03:00:00Z')
const testAppReady = openTestApp({ overrides: { clock: () => now } })
let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member
let facility_id: number
const instantAt = (day: string, time = '09:30') => new Date(`${day}T${time}:00+09:00`).toISOString()

beforeAll(async () => {
  testApp = await testAppReady
  ;({ hanako, taro } = testApp)
  ;({ nurse } = testApp.staff)
  const { items } = (await nurse.get('/api/facilities')).body
  facility_id = items.find(({ name }: { name: string }) => name === 'sakae_imaging').id
})

const book = async (member: Member, tested_at: string) =>
  (await nurse.request('POST', '/api/test_packages', { body: { user_id: member.id, kind: 'general', facility_id, tested_at } })).body
const cancel = (id: number) => nurse.request('POST', `/api/test_packages/${id}/cancel`, { body: {} })
const joinWaitlist = (member: Member, test_package_id: number, earliest: string, latest: string, by = member) =>
  by.request('POST', '/api/checkup_waitlist', { body: { test_package_id, earliest, latest } })
const entry = async (member: Member, id: number) =>
  (await member.get(`/api/checkup_waitlist?user_id=${member.id}`)).body.items.find((item: { id: number }) => item.id === id)
const dateOf = async (member: Member, id: number) =>
  (await member.get(`/api/test_packages?user_id=${member.id}`)).body.items.find((item: { id: number }) => item.id === id)?.tested_at
const answer = (member: Member, offer: number, decision: 'accept' | 'decline') =>
  member.request('POST', `/api/checkup_offers/${offer}/${decision}`, { body: {} })
/** Repeats for the jobs that other jobs send; the end of an open offer comes back each time. */
const runJobs = async () => {
  for (let round = 0; round < 5 && (await testApp.runJobs()).length; round++);
}

test('offers a freed slot in the order of the waitlist, reserves it and passes it on when declined', async () => {
  const freed = await book(await testApp.add({ role: 'patient', email: 'saburo@example.com' }), instantAt('2026-12-09'))
  const [first, second] = [await book(taro, instantAt('2027-01-20')), await book(hanako, instantAt('2027-01-21'))]
  const taros = (await joinWaitlist(taro, first.id, '2026-12-01', '2026-12-31')).body
  await nurse.request('PUT', `/api/test_packages/${second.id}`, { body: { expected_data_reflection_date: '2027-02-04' } })
  const hanakos = (await joinWaitlist(hanako, second.id, '2026-12-05', '2026-12-25')).body
  expect([taros.state, taros.offer]).toEqual(['waiting', null])
  testApp.mails.length = 0
  await cancel(freed.id)
  await testApp.runJobs()
  await testApp.runJobs()
  const offered = await entry(taro, taros.id)
  expect(offered).toMatchObject({
    state: 'offered',
    offer: { starts_at: instantAt('2026-12-09'), expires_at: new Date(now.getTime() + 86_400_000).toISOString() },
  })
  expect((await entry(hanako, hanakos.id)).state).toBe('waiting')
  expect(testApp.mails.map(({ to }) => to)).toEqual([taro.email])
  expect(testApp.mails[0]!.text).toContain('2026.12.09（水）09:30')
  // reserved: nobody else can book it or answer the offer
  expect(
    (await nurse.request('POST', '/api/test_packages', { body: { user_id: hanako.id, kind: 'general', facility_id, tested_at: instantAt('2026-12-09') } })).body
      .code,
  ).toBe('slot_taken')
  expect((await answer(hanako, offered.offer.id, 'accept')).status).toBe(404)

  expect((await answer(taro, offered.offer.id, 'decline')).body.state).toBe('waiting')
  await runJobs()
  expect((await entry(taro, taros.id)).offer).toBeNull()
  const next = await entry(hanako, hanakos.id)
  expect(next.state).toBe('offered')
  const accepted = await answer(hanako, next.offer.id, 'accept')
  expect([accepted.status, accepted.body.tested_at]).toEqual([200, instantAt('2026-12-09')])
  // 14 days after the checkup, as before
  expect(accepted.body.expected_data_reflection_date).toBe('2026-12-23')
  expect((await entry(hanako, hanakos.id)).state).toBe('accepted')
  expect((await answer(hanako, next.offer.id, 'accept')).body.code).toBe('offer_over')
  // Hanako's old slot is free again
  expect((await book(taro, instantAt('2027-01-21'))).status).toBe(2)
})

test('an offer expires after a day, and a late answer changes nothing', async () => {
  const freed = await book(hanako, instantAt('2027-01-07', '10:45'))
  const ownBooking = await book(taro, instantAt('2027-02-15', '10:45'))
  const { body } = await joinWaitlist(taro, ownBooking.id, '2027-01-05', '2027-01-08')
  await cancel(freed.id)
  await testApp.runJobs()
  const { offer } = await entry(taro, body.id)
  // the job runs by the clock of a server that is behind: it comes back when the offer is over
  await runJobs()
  expect((await entry(taro, body.id)).offer).toEqual(offer)
  now = new Date(now.getTime() + 86_400_000 + 2_000)
  const late = await answer(taro, offer.id, 'accept')
  expect([late.status, late.body.code]).toEqual([422, 'offer_over'])
  await runJobs()
  expect(await entry(taro, body.id)).toMatchObject({ state: 'waiting', offer: null })
  expect(await dateOf(taro, ownBooking.id)).toBe(instantAt('2027-02-15', '10:45'))
  expect((await book(hanako, instantAt('2027-01-07', '10:45'))).status).toBe(2)
  now = new Date('2026-11-21T03:00:00Z')
})

test('a waitlist entry is for days from today to the fixed checkup, exists once per checkup and is closed when the checkup moves', async () => {
  const ownBooking = await book(hanako, instantAt('2027-02-16'))
  const fields = async (...days: [string, string]) => Object.keys((await joinWaitlist(hanako, ownBooking.id, ...days)).body.fields)
  expect(await fields('2026-12-20', '2026-12-10')).toEqual(['latest'])
  expect(await fields('2026-11-20', '2026-12-10')).toEqual(['earliest'])
  expect(await fields('2026-12-20', '2027-03-10')).toEqual(['latest'])
  expect((await joinWaitlist(hanako, ownBooking.id, '2026-12-01', '2026-12-10', taro)).status).toBe(404)
  const { body } = await joinWaitlist(hanako, ownBooking.id, '2026-12-01', '2026-12-10')
  expect((await joinWaitlist(hanako, ownBooking.id, '2026-12-01', '2026-12-10')).status).toBe(422)
  await nurse.request('PUT', `/api/test_packages/${ownBooking.id}`, { body: { tested_at: instantAt('2027-02-17') } })
  expect((await entry(hanako, body.id)).state).toBe('closed')
})

test('skips deactivated patients; the expiry job ignores an offer whose checkup was deleted', async () => {
  const deactivated = await testApp.add({ role: 'patient', email: 'shiro@example.com' })
  const freed = await book(hanako, instantAt('2027-01-13'))
  const [first, second] = [await book(deactivated, instantAt('2027-03-17')), await book(taro, instantAt('2027-03-18'))]
  await joinWaitlist(deactivated, first.id, '2027-01-10', '2027-01-18')
  const waiting = (await joinWaitlist(taro, second.id, '2027-01-10', '2027-01-18')).body
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.id}`)
  testApp.mails.length = 0
  await cancel(freed.id)
  await testApp.runJobs()
  await testApp.runJobs()
  expect(testApp.mails.map(({ to }) => to)).toEqual([taro.email])
  expect((await entry(taro, waiting.id)).offer.starts_at).toBe(instantAt('2027-01-13'))
  expect((await nurse.request('PUT', `/api/test_packages/${second.id}`, { body: { status: 1 } })).status).toBe(200)
  expect((await nurse.request('DELETE', `/api/test_packages/${second.id}`)).status).toBe(204)
  now = new Date(now.getTime() + 2 * 86_400_000)
  await runJobs()
  now = new Date('2026-11-21T03:00:00Z')
})
