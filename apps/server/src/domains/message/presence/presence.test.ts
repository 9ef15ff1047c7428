import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addContract } from '../../../../test/payment/contract.ts'
import { stopDate } from '../../../../test/stop-date.ts'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { eventually } from '../../../../test/wait-until.ts'
import { openStream } from '../../../../trials/kit/nodes.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member, doctor: Member

const reportPresence = (member: Member, extra: object = {}, client_id = 'window-0001') =>
  member.request('POST', '/api/room_presences', { body: { patient_id: hanako.id, client_id, is_here: true, ...extra } })
const otherPresences = async (member: Member) =>
  (await member.get(`/api/room_presences?patient_id=${hanako.id}`)).body.items.map((item: { user: { last_name: string }; is_typing: boolean }) => [
    item.user.last_name,
    item.is_typing,
  ])
const runQuery = async (text: ReturnType<typeof sql>) => (await testApp.context.db.execute(text)).rows
const eventsDuring = async (action: () => Promise<unknown>) => {
  const [before] = await runQuery(sql`select last from event_counter`)
  await action()
  return runQuery(sql`select user_id, patient_id, changes from events where id > ${before!.last} order by id`)
}
const expectedEvents = () => [{ user_id: null, patient_id: hanako.id, changes: ['room_presences'] }]

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ nurse, doctor } = testApp.staff)
})

test('shows staff who else is in a room and who is typing, and publishes changes only', async () => {
  stopDate()
  expect(await eventsDuring(() => reportPresence(nurse))).toEqual(expectedEvents())
  expect(await eventsDuring(() => reportPresence(nurse))).toEqual([])
  expect(await eventsDuring(() => reportPresence(nurse, {}, 'window-0002'))).toEqual([])
  expect(await otherPresences(doctor)).toEqual([['nurse', false]])
  expect(await otherPresences(nurse)).toEqual([])
  expect(await eventsDuring(() => reportPresence(nurse, { is_typing: true }))).toEqual(expectedEvents())
  expect(await eventsDuring(() => reportPresence(nurse, { is_typing: true }))).toEqual([])
  expect(await otherPresences(doctor)).toEqual([['nurse', true]])
  expect((await reportPresence(doctor, { is_here: false })).body).toMatchObject({ items: [{ user: { last_name: 'nurse' }, is_typing: true }] })
  expect(await eventsDuring(() => reportPresence(nurse, { is_here: false }))).toEqual(expectedEvents())
  expect(await otherPresences(doctor)).toEqual([['nurse', false]])
  expect(await eventsDuring(() => reportPresence(nurse, { is_here: false }, 'window-0002'))).toEqual(expectedEvents())
  expect(await otherPresences(doctor)).toEqual([])
  // windows repeat their report every 20 seconds; it is logged once
  expect(await runQuery(sql`select count(*)::int as n from audit_logs where user_id = ${nurse.id} and action = 'POST /api/room_presences'`)).toEqual([{ n: 1 }])
})

test('the event stream of staff reports other people in the room, not themselves', async () => {
  const streamOf = ({ token, email }: Member) => openStream(testApp.app, `Token token="${token}", email="${email}"`)
  const [ofNurse, ofDoctor] = [await streamOf(nurse), await streamOf(doctor)]
  await reportPresence(nurse)
  await eventually(() => expect(ofDoctor.received()).toContain(`"kind":"presence.changed","record_id":${nurse.id}`))
  await reportPresence(doctor)
  // events arrive in order: one about the nurse would have come before
  await eventually(() => expect(ofNurse.received()).toContain(`"kind":"presence.changed","record_id":${doctor.id}`))
  expect(ofNurse.received().match(/room_presences/g)).toHaveLength(1)
  for (const stream of [ofNurse, ofDoctor]) stream.close()
})

test('presence and typing end when they are not reported again', async () => {
  await reportPresence(nurse, { is_typing: true })
  await runQuery(sql`update room_presences set typed_at = now() - interval '11 seconds'`)
  expect(await otherPresences(doctor)).toEqual([['nurse', false]])
  await runQuery(sql`update room_presences set seen_at = now() - interval '46 seconds'`)
  expect(await otherPresences(doctor)).toEqual([])
  // the next report of anybody in the room removes the expired presence and publishes this
  await reportPresence(doctor)
  await reportPresence(nurse)
  await runQuery(sql`update room_presences set seen_at = now() - interval '46 seconds' where user_id = ${nurse.id}`)
  expect(await eventsDuring(() => reportPresence(doctor))).toEqual(expectedEvents())
  expect(await runQuery(sql`select user_id from room_presences`)).toEqual([{ user_id: doctor.id }])
})

test('the report of presence is also the report of the conversation on screen, which the badge leaves out', async () => {
  await addContract(testApp, hanako.id, { chat: true })
  await runQuery(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${nurse.id}, 'nurse', true)`)
  expect((await doctor.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: '採血の結果です' } })).status).toBe(201)
  const badge = async () => (await nurse.get('/api/badges')).body.messages
  await reportPresence(nurse)
  expect(await badge()).toBe(0)
  await reportPresence(nurse, { patient_id: taro.id })
  await reportPresence(nurse, { is_here: false })
  expect(await runQuery(sql`select patient_id, is_visible from visibilities where user_id = ${nurse.id} and client_id = 'window-0001'`)).toEqual([
    { patient_id: taro.id, is_visible: true },
  ])
  expect(await badge()).toBe(1)
  await reportPresence(nurse)
  expect(await badge()).toBe(0)
  await reportPresence(nurse, { is_here: false })
  expect(await badge()).toBe(1)
})

test('rejects patients and returns 404 for an unknown room', async () => {
  expect((await hanako.get(`/api/room_presences?patient_id=${hanako.id}`)).status).toBe(403)
  expect((await reportPresence(hanako)).status).toBe(403)
  expect((await nurse.get(`/api/room_presences?patient_id=${doctor.id}`)).status).toBe(404)
})
