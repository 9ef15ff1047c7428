import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addContract } from '../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { jobs } from '../../app/domains.ts'

let testApp: TestApp
const now = new Date('2026-11-20T03:00:00Z')

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  const { staff, hanako, context } = testApp
  await context.db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${staff.nurse.id}, 'nurse', true)`)
  await addContract(testApp, hanako.id, { chat: true })
})
beforeEach(async () => {
  testApp.mails.length = 0
  await testApp.context.db.execute(
    sql`with n as (delete from notifications), s as (delete from notification_settings), p as (delete from push_subscriptions), v as (delete from visibilities), j as (delete from pgboss.job) delete from user_unread_records`,
  )
})

const write = async (sender: Member, extra: object = {}) => {
  const { status } = await sender.request('POST', '/api/messages', { body: { patient_id: testApp.hanako.id, body: '胃カメラの結果について', ...extra } })
  expect(status).toBe(201)
}
const listOf = async (member: Member, extra = '') => (await member.get(`/api/notifications${extra}`)).body
/** Makes notifications older by this many minutes for the job that mails them. */
const passMinutes = (minutes: number) =>
  testApp.context.db.execute(sql`update notifications set unmailed_since = unmailed_since - make_interval(mins => ${minutes})`)
/** Runs the job that is due every minute, then all queued jobs. */
const runMinuteJobs = async () => {
  await jobs.find(({ queue }) => queue === 'tell_notices')!.work(testApp.context, {}, new AbortController().signal)
  return testApp.runJobs()
}
const mailRecipients = () => testApp.mails.map(({ to }) => to).sort()

test('notifies the care team once per room and counts further messages until checked, then notifies anew', async () => {
  const { hanako, staff } = testApp
  await write(hanako)
  await write(hanako)
  const { items, unchecked_count } = await listOf(staff.nurse)
  expect(items.map(({ kind, count, patient }: { kind: string; count: number; patient: { id: number } }) => [kind, count, patient.id])).toEqual([
    ['message', 2, hanako.id],
  ])
  expect(unchecked_count).toBe(1)
  expect((await listOf(staff.doctor)).items).toEqual([])
  expect((await listOf(hanako)).items).toEqual([])
  // another person's notification is not found
  expect((await staff.doctor.request('PATCH', `/api/notifications/${items[0].id}/checked`)).status).toBe(404)
  const checked = await staff.nurse.request('PATCH', `/api/notifications/${items[0].id}/checked`, { body: {} })
  expect([checked.status, typeof checked.body.checked_at]).toEqual([200, 'string'])
  expect((await listOf(staff.nurse, '?unchecked_only=true')).items).toEqual([])
  await write(hanako)
  expect((await staff.nurse.request('POST', '/api/notifications/checked')).status).toBe(204)
  const after = await listOf(staff.nurse)
  expect([after.unchecked_count, after.items.length]).toEqual([0, 2])
})

test('with `except_messages`, listing, counting and checking leave out the notifications of new messages', async () => {
  const { hanako, staff } = testApp
  await write(hanako)
  const booked = await staff.doctor.request('POST', '/api/interviews', {
    body: { interviewee_id: hanako.id, kind: 'follow', conducted_at: '2026-12-02T05:00:00Z', meeting_type: 'other', participants: [staff.nurse.id] },
  })
  expect(booked.status).toBe(201)
  const kinds = ({ items }: { items: { kind: string }[] }) => items.map(({ kind }) => kind)
  expect(kinds(await listOf(staff.nurse))).toContain('message')
  const rest = await listOf(staff.nurse, '?except_messages=true')
  expect(kinds(rest)).not.toContain('message')
  expect(rest.unchecked_count).toBe((await listOf(staff.nurse)).unchecked_count - 1)
  expect((await staff.nurse.request('POST', '/api/notifications/checked?except_messages=true')).status).toBe(204)
  expect(kinds(await listOf(staff.nurse, '?unchecked_only=true'))).toEqual(['message'])
  await staff.doctor.request('DELETE', `/api/interviews/${booked.body.id}`)
  await testApp.runJobs()
})

test('with `until`, checking leaves the notifications that were updated later', async () => {
  const { hanako, staff } = testApp
  await write(hanako)
  const until = (await listOf(staff.nurse)).items[0].updated_at
  await testApp.context.db.execute(
    sql`insert into notifications (user_id, kind, patient_id, updated_at) values (${staff.nurse.id}, 'reminder', ${hanako.id}, ${until}::timestamptz + interval '1 ms')`,
  )
  expect((await staff.nurse.request('POST', `/api/notifications/checked?until=${encodeURIComponent(until)}`)).status).toBe(204)
  expect((await listOf(staff.nurse, '?unchecked_only=true')).items.map(({ kind }: { kind: string }) => kind)).toEqual(['reminder'])
  await staff.nurse.request('POST', '/api/notifications/checked')
  expect((await listOf(staff.nurse)).unchecked_count).toBe(0)
})

test('a window shows a room only if it exists and the person may see it', async () => {
  const { hanako, taro, staff } = testApp
  const unknown = { client_id: 'window-0001', is_visible: true, patient_id: 9_007_199_254_740_991 }
  expect((await staff.nurse.request('POST', '/api/visibilities', { body: unknown })).status).toBe(204)
  // a patient can report their own room only
  await taro.request('POST', '/api/visibilities', { body: { client_id: 'window-0002', is_visible: true, patient_id: hanako.id } })
  const { rows } = await testApp.context.db.execute(sql`select patient_id from visibilities`)
  expect(rows).toEqual([{ patient_id: null }, { patient_id: null }])
})

test('settings are personal, default to those of the role and reject invalid hours', async () => {
  const { hanako, staff } = testApp
  expect((await hanako.get('/api/notification_settings')).body).toEqual({
    mail_enabled: true,
    push_enabled: true,
    hours: { weekdays: [0, 1, 2, 3, 4, 5, 6], from: 480, until: 1260 },
    send_key: 'ctrl_enter',
  })
  const settings = { mail_enabled: false, push_enabled: true, hours: { weekdays: [1, 2], from: 1320, until: 360 }, send_key: 'enter' }
  expect((await staff.nurse.request('PUT', '/api/notification_settings', { body: settings })).body).toEqual(settings)
  expect((await staff.nurse.get('/api/notification_settings')).body).toEqual(settings)
  expect((await staff.doctor.get('/api/notification_settings')).body.hours).toBeNull()
  const rejectionOf = async (hours: object) => {
    const { status, body } = await staff.nurse.request('PUT', '/api/notification_settings', { body: { ...settings, hours } })
    return `${status} ${Object.keys(body.fields ?? {})}`
  }
  expect(await rejectionOf({ weekdays: [], from: 0, until: 0 })).toMatch(/^422 hours/)
  expect(await rejectionOf({ weekdays: [1, 1], from: 0, until: 0 })).toMatch(/^4\d\d/)
  expect(await rejectionOf({ weekdays: [7], from: 0, until: 0 })).toMatch(/^422 hours/)
  expect(await rejectionOf({ weekdays: [1], from: 1440, until: 0 })).toMatch(/^422 hours/)
})

test('notifies a patient of new records until they are read, and removes the notifications of withdrawn records', async () => {
  const { hanako, taro, staff, context } = testApp
  const { rows } = await context.db.execute<{ id: number }>(
    sql`insert into test_packages (user_id, kind, name, location, status, tested_at) values (${hanako.id}, 'detail', '', '', 0, '2026-11-01T00:00:00Z') returning id`,
  )
  const id = Number(rows[0]!.id)
  const release = () => staff.doctor.request('POST', `/api/test_packages/${id}/release`, { body: {} })
  expect((await release()).status).toBe(200)
  const entryRequest = await staff.nurse.request('POST', '/api/data_entry_requests', { body: { patient_id: hanako.id, kind: 'questionnaire' } })
  await staff.nurse.request('POST', '/api/data_entry_requests', { body: { patient_id: hanako.id, kind: 'questionnaire' } })
  const booked = await staff.nurse.request('POST', '/api/interviews', {
    body: { interviewee_id: hanako.id, kind: 'follow', conducted_at: '2026-12-01T05:00:00Z', meeting_type: 'other' },
  })
  expect(booked.status).toBe(201)
  const unread = async (member: Member) => (await member.get('/api/user_unread_records')).body.items as { id: number; record_type: string; record_id: number }[]
  const records = (await unread(hanako)).map(({ record_type, record_id }) => [record_type, record_id])
  expect(records).toEqual([
    ['interview', booked.body.id],
    ['data_entry_request', entryRequest.body.id],
    ['test_package', id],
  ])
  const kinds = async () => (await listOf(hanako, '?unchecked_only=true')).items.map(({ kind }: { kind: string }) => kind)
  expect(await kinds()).toEqual(['interview', 'data_entry_request', 'results_released'])
  // these kinds send their own mail
  await testApp.runJobs()
  testApp.mails.length = 0
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([])

  const [interview, request] = await unread(hanako)
  expect((await taro.request('PATCH', `/api/user_unread_records/${interview!.id}/read`)).status).toBe(404)
  expect((await hanako.request('PATCH', `/api/user_unread_records/${interview!.id}/read`)).body.read_at).toEqual(expect.any(String))
  expect(await kinds()).toEqual(['data_entry_request', 'results_released'])
  await staff.doctor.request('DELETE', `/api/test_packages/${id}/release`)
  await staff.nurse.request('PATCH', `/api/data_entry_requests/${request!.record_id}`, { body: { state: 'cancelled' } })
  expect([await kinds(), await unread(hanako)]).toEqual([[], []])
  // a rescheduled interview is new again
  const reason = 'ご本人の都合'
  await staff.nurse.request('PUT', `/api/interviews/${booked.body.id}`, { body: { conducted_at: '2026-12-02T05:00:00Z', reason } })
  expect(await kinds()).toEqual(['interview'])
  await staff.nurse.request('PUT', `/api/interviews/${booked.body.id}`, { body: { status: 'cancelled', reason } })
  expect(await kinds()).toEqual([])
})
