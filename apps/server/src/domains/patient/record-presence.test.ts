import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { eventually } from '../../../test/wait-until.ts'
import { addNode, openStream } from '../../../trials/kit/nodes.ts'
import { makeRecordPresences } from '../../realtime/record-presence.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member, doctor: Member
beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ nurse, doctor } = testApp.staff)
})

const report = (member: Member, patient: Member, is_here = true, client_id = 'window-0001') =>
  member.request('POST', '/api/record_presences', { body: { user_id: patient.id, client_id, is_here } })
const present = async (member: Member, patient: Member) =>
  (await member.get(`/api/record_presences?user_id=${patient.id}`)).body.items.map((item: { user: { last_name: string } }) => item.user.last_name)
const authorizationOf = ({ token, email }: Member) => `Token token="${token}", email="${email}"`
const eventCount = async () => (await testApp.context.db.execute<{ last: number }>(sql`select last from event_counter`)).rows[0]!.last

test('staff see who else has a record open, in every server process, until they leave it; no event is stored', async () => {
  const node = await addNode(testApp)
  const before = await eventCount()
  expect((await report(nurse, hanako)).body).toEqual({ items: [] })
  await eventually(async () => expect(await present(doctor, hanako)).toEqual(['nurse']))
  expect((await report(doctor, hanako, false)).body.items).toMatchObject([{ user: { last_name: 'nurse' } }])
  const onNode = await node.inject({ url: `/api/record_presences?user_id=${hanako.id}`, headers: { authorization: authorizationOf(doctor) } })
  expect(onNode.json().items).toHaveLength(1)
  expect([await present(nurse, hanako), await present(doctor, taro)]).toEqual([[], []])
  // another window of the same person changes nothing; a window has one record open
  await report(nurse, hanako, true, 'window-0002')
  await report(nurse, taro)
  await eventually(async () => expect([await present(doctor, hanako), await present(doctor, taro)]).toEqual([['nurse'], ['nurse']]))
  // a late report that the window left its earlier record does not end its presence on the present one
  await report(nurse, hanako, false)
  await report(nurse, hanako, false, 'window-0002')
  await eventually(async () => expect([await present(doctor, hanako), await present(doctor, taro)]).toEqual([[], ['nurse']]))
  await report(nurse, taro, false)
  await eventually(async () => expect(await present(doctor, taro)).toEqual([]))
  expect(await eventCount()).toBe(before)
})

test('a change is sent to the streams of staff, not to that of the patient; a window leaves the record when its stream ends', async () => {
  const [patient, staff] = [await openStream(testApp.app, authorizationOf(hanako)), await openStream(testApp.app, authorizationOf(doctor))]
  const window = await openStream(testApp.app, authorizationOf(nurse), { 'x-window-id': 'window-0003' })
  await report(nurse, hanako, true, 'window-0003')
  await eventually(() => expect(staff.received()).toContain(`data: {"changes":["record_presences"],"patient_id":${hanako.id}}`))
  window.close()
  await eventually(async () => expect(await present(doctor, hanako)).toEqual([]))
  await eventually(() => expect(staff.received().match(/record_presences/g)).toHaveLength(2))
  expect(patient.received()).not.toContain('data:')
  patient.close()
  staff.close()
})

test('patients may neither read nor report presences, and a presence on a member of staff, who has no record, is not found', async () => {
  for (const patient of [hanako, taro]) {
    expect((await patient.get(`/api/record_presences?user_id=${hanako.id}`)).status).toBe(403)
    expect((await report(patient, hanako)).status).toBe(403)
  }
  expect((await report(nurse, doctor)).status).toBe(404)
})

test('a window that stops reporting is gone after a minute, and a user’s windows beyond 20 replace those that reported longest ago', () => {
  let now = 0
  const presences = makeRecordPresences(() => now)
  const here = (window_id: string, user_id = 7) => presences.apply({ user_id, window_id, patient_id: 1, is_here: true })
  expect([here('a'), here('a'), here('b', 8)]).toEqual([[1], [], [1]])
  now = 30_000
  here('a')
  now = 60_000
  expect([presences.expire(), presences.usersIn(1).map(({ user_id }) => user_id)]).toEqual([[1], [7]])
  for (let i = 0; i < 100; i++) here(`w${i}`)
  expect([presences.has({ user_id: 7, window_id: 'w0' }), presences.has({ user_id: 7, window_id: 'w99' })]).toEqual([false, true])
  // replacing a window also changes the presences on the record that it had open
  now = 120_000
  presences.expire()
  presences.apply({ user_id: 7, window_id: 'first', patient_id: 2, is_here: true })
  now = 121_000
  for (let i = 0; i < 19; i++) here(`v${i}`)
  expect(here('v19').toSorted()).toEqual([2])
  expect(presences.usersIn(2)).toEqual([])
})
