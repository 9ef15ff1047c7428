import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { messageJobs } from './jobs.ts'

let testApp: TestApp
let hanako: Member, nurse: Member, doctor: Member

const remind = (member: Member, extra: object = {}) =>
  member.request('POST', '/api/message_reminders', { body: { patient_id: hanako.id, remind_at: hoursFromNow(1), ...extra } })
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const rowsOf = async <T extends Record<string, unknown>>(text: ReturnType<typeof sql>) => (await testApp.context.db.execute<T>(text)).rows
const room = async (member: Member) =>
  (await member.get('/api/message_rooms/list')).body.items.find((item: { patient: { id: number } }) => item.patient.id === hanako.id)
const notices = (member: Member) => rowsOf(sql`select kind, body, patient_id, checked_at from notifications where user_id = ${member.id} order by id`)
const lastEvent = async () => Number((await rowsOf<{ last: number }>(sql`select last from event_counter`))[0]!.last)
const eventsSince = (last: number) => rowsOf(sql`select user_id, patient_id, changes from events where id > ${last} order by id`)

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako } = testApp)
  ;({ nurse, doctor } = testApp.staff)
})
beforeEach(async () => {
  await rowsOf(sql`delete from message_reminders`)
  await rowsOf(sql`delete from notifications`)
  await rowsOf(sql`update message_unreads set unread_count = 0`)
  await rowsOf(sql`delete from pgboss.job`)
})

test('a due reminder marks the room as unread for the person who set it and notifies them with the reason; nobody else is affected', async () => {
  const before = await lastEvent()
  const { body } = await remind(nurse, { reason: ' 血圧の記録を確認 ' })
  expect(body).toMatchObject({ patient_id: hanako.id, message_id: null, reason: '血圧の記録を確認', done_at: null, patient: { last_name: '山田' } })
  expect(await room(nurse)).toMatchObject({ next_remind_at: body.remind_at, last_reminded_at: body.created_at, unread_count: 0 })
  expect(await room(doctor)).toMatchObject({ next_remind_at: null })
  expect((await doctor.get('/api/message_reminders')).body.items).toEqual([])
  expect((await nurse.get('/api/message_reminders')).body).toMatchObject({ total_count: 1, items: [{ id: body.id }] })
  expect(await testApp.runJobs()).toEqual(['message_reminder'])
  // a retry of the job changes nothing
  await messageJobs[0]!.work(testApp.context, { id: body.id, remind_at: body.remind_at }, new AbortController().signal)
  expect(await room(nurse)).toMatchObject({ next_remind_at: null, last_reminded_at: null, unread_count: 1 })
  expect(await room(doctor)).toMatchObject({ unread_count: 0 })
  expect(await notices(nurse)).toEqual([{ kind: 'reminder', body: '血圧の記録を確認', patient_id: hanako.id, checked_at: null }])
  expect(await notices(doctor)).toEqual([])
  expect(await eventsSince(before)).toEqual([
    { user_id: nurse.id, patient_id: null, changes: ['message_reminders', 'message_rooms'] },
    { user_id: nurse.id, patient_id: null, changes: ['message_reminders', 'message_rooms', 'notifications'] },
  ])
})

test('opening the room clears the reminder’s unread mark', async () => {
  const { body: message } = await doctor.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: '検査の結果です' } })
  await nurse.request('PATCH', `/api/message_open_histories/${message.id}`)
  await remind(nurse)
  await testApp.runJobs()
  expect((await room(nurse)).unread_count).toBe(1)
  expect((await nurse.request('PATCH', `/api/message_open_histories/${message.id}`)).body).toMatchObject({ unread_count: 0 })
  expect((await notices(nurse)).filter(({ checked_at }) => checked_at === null)).toEqual([])
})

test('opening a room without naming a message clears the reminder’s unread mark, and later messages stay unread', async () => {
  const { taro } = testApp
  const openMessages = (member: Member, body: object) => member.request('PATCH', '/api/message_open_histories/bulk_update', { body })
  await remind(nurse, { patient_id: taro.id })
  await testApp.runJobs()
  const unread = async () => (await nurse.get(`/api/message_rooms/list?patient_id=${taro.id}`)).body.items[0].unread_count
  expect(await unread()).toBe(1)
  const opened = await openMessages(nurse, { ids: [], patient_ids: [taro.id] })
  expect(opened).toMatchObject({ status: 200, body: { items: [{ patient_id: taro.id, last_read_message_id: 0, unread_count: 0 }] } })
  expect(await unread()).toBe(0)
  expect((await notices(nurse)).filter(({ checked_at }) => checked_at === null)).toEqual([])
  await doctor.request('POST', '/api/messages', { body: { patient_id: taro.id, body: '佐藤様' } })
  await openMessages(nurse, { ids: [], patient_ids: [taro.id] })
  expect(await unread()).toBe(1)
  // a patient opens another patient's room; staff send an empty request
  expect((await openMessages(hanako, { ids: [], patient_ids: [taro.id] })).status).toBe(404)
  expect(await openMessages(nurse, { ids: [] })).toMatchObject({ status: 422, body: { fields: { ids: [expect.any(String)] } } })
})

test('setting a reminder again moves it, and the job for the earlier time does nothing', async () => {
  const { body: first } = await remind(nurse, { reason: '一' })
  const { body: movedReminder } = await remind(nurse, { remind_at: hoursFromNow(48), reason: '二' })
  expect(movedReminder).toMatchObject({ id: first.id, reason: '二' })
  expect((await nurse.get(`/api/message_reminders?patient_id=${hanako.id}`)).body.items).toHaveLength(1)
  await rowsOf(sql`delete from pgboss.job where data ->> 'remind_at' = ${movedReminder.remind_at}`)
  expect(await testApp.runJobs()).toEqual(['message_reminder'])
  expect(await notices(nurse)).toEqual([])
  expect((await room(nurse)).next_remind_at).toBe(movedReminder.remind_at)
})

test('concurrent requests create one reminder', async () => {
  const responses = await Promise.all([remind(nurse), remind(nurse), remind(nurse)])
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
})

test('people can delete only their own reminders, and a deleted reminder does not fire', async () => {
  const { body } = await remind(nurse)
  expect((await doctor.request('DELETE', `/api/message_reminders/${body.id}`)).status).toBe(404)
  expect((await nurse.request('DELETE', `/api/message_reminders/${body.id}`)).status).toBe(204)
  await testApp.runJobs()
  expect(await notices(nurse)).toEqual([])
  expect((await room(nurse)).unread_count).toBe(0)
})

test('rejects a time in the past or more than a year ahead, a message of another room, and a call by a patient', async () => {
  const { body: otherMessage } = await doctor.request('POST', '/api/messages', { body: { patient_id: testApp.taro.id, body: '佐藤様' } })
  for (const [invalid, fields] of [
    [{ remind_at: hoursFromNow(-1) }, { remind_at: ['過去の日時は選べません。'] }],
    [{ remind_at: hoursFromNow(24 * 367) }, { remind_at: ['1年以内の日時にしてください。'] }],
    [{ message_id: otherMessage.id }, { message_id: ['この値は選べません。'] }],
  ] as const) {
    const { status, body } = await remind(nurse, invalid)
    expect([status, body.fields]).toEqual([422, fields])
  }
  expect(await rowsOf(sql`select from message_reminders`)).toEqual([])
  expect((await remind(hanako)).status).toBe(403)
})

test('an overdue reminder whose own job is missing fires once, even when two servers look for overdue reminders at the same time', async () => {
  const { context } = testApp
  await remind(nurse, { reason: '昨日の分' })
  await rowsOf(sql`delete from pgboss.job`)
  const dueJob = messageJobs.find(({ isDue }) => isDue)!
  expect(await dueJob.isDue!(context)).toBe(false)
  await rowsOf(sql`update message_reminders set remind_at = now() - interval '1 hour'`)
  expect(await dueJob.isDue!(context)).toBe(true)
  await Promise.all([dueJob.work(context, {}, new AbortController().signal), dueJob.work(context, {}, new AbortController().signal)])
  expect(await notices(nurse)).toMatchObject([{ body: '昨日の分' }])
  expect(await dueJob.isDue!(context)).toBe(false)
})
