import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addContract } from '../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { jobs } from '../../app/domains.ts'

const pushes: object[] = []
const push = {
  public_key: 'key',
  accepts: () => true,
  send: async (_: object, payload: object) => {
    pushes.push(payload)
    return 'sent' as const
  },
}
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'tBHItJI5svbpez7KI4CCXg' }

let testApp: TestApp
let nurse: Member
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T03:00:00Z'), push } })
  const { staff, hanako, context } = testApp
  await context.db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${staff.nurse.id}, 'nurse', true)`)
  await addContract(testApp, hanako.id, { chat: true })
  nurse = await testApp.signIn(staff.nurse)
  expect((await nurse.request('POST', '/api/push_subscriptions', { body: { endpoint: 'https://push.example.com/nurse', keys } })).status).toBe(201)
})
beforeEach(async () => {
  pushes.length = 0
  testApp.mails.length = 0
  await testApp.context.db.execute(sql`with n as (delete from notifications), v as (delete from visibilities) delete from pgboss.job`)
})

const reportVisibility = async (is_visible: boolean, patient_id: number) =>
  expect((await nurse.request('POST', '/api/visibilities', { body: { client_id: 'window-0001', is_visible, patient_id } })).status).toBe(204)
const write = async (extra: object = {}): Promise<number> => {
  const { hanako, staff } = testApp
  const { status, body } = await staff.doctor.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: '結果について', ...extra } })
  expect(status).toBe(201)
  return body.id
}
const passMinutes = (minutes: number) =>
  testApp.context.db.execute(
    sql`with v as (update visibilities set seen_at = seen_at - make_interval(mins => ${minutes})) update notifications set unmailed_since = unmailed_since - make_interval(mins => ${minutes})`,
  )
/** Runs the job that is due every minute, then all queued jobs. */
const runMinuteJobs = async () => {
  await jobs.find(({ queue }) => queue === 'tell_notices')!.work(testApp.context, {}, new AbortController().signal)
  await testApp.runJobs()
  await testApp.runJobs()
}
const nurseMails = () => testApp.mails.filter(({ to }) => to === nurse.email)
const isUnchecked = async () => (await nurse.get('/api/notifications')).body.unchecked_count === 1

test('a message in a room on screen is not pushed; if it is still unread when the room is left, it is pushed, and mailed after 15 minutes', async () => {
  const { hanako } = testApp
  await reportVisibility(true, hanako.id)
  await write()
  await runMinuteJobs()
  expect([await isUnchecked(), pushes]).toEqual([true, []])
  await reportVisibility(false, hanako.id)
  await runMinuteJobs()
  expect([pushes.length, nurseMails().length]).toEqual([1, 0])
  await passMinutes(15)
  await runMinuteJobs()
  expect([pushes.length, nurseMails().length]).toEqual([1, 1])
})

test('if the window stops reporting, the message is pushed after a minute', async () => {
  await reportVisibility(true, testApp.hanako.id)
  await write()
  await passMinutes(1)
  await runMinuteJobs()
  expect(pushes).toHaveLength(1)
})

test('a push and a mail about a message lead to the conversations, others to the notifications', async () => {
  const { context } = testApp
  await write()
  await runMinuteJobs()
  await context.db.execute(sql`delete from notifications`)
  await context.db.execute(sql`insert into notifications (user_id, kind, patient_id) values (${nurse.id}, 'reminder', ${testApp.hanako.id})`)
  await runMinuteJobs()
  expect(pushes).toMatchObject([{ path: '/messages' }, { path: '/notifications' }])
  await passMinutes(15)
  await runMinuteJobs()
  expect(nurseMails().map(({ text }) => text)).toEqual([expect.stringContaining(`${context.config.public_url}/notifications`)])
})

test('a message that is read on screen is neither pushed nor mailed', async () => {
  const { hanako } = testApp
  await reportVisibility(true, hanako.id)
  expect((await nurse.request('PATCH', `/api/message_open_histories/${await write()}`)).status).toBe(200)
  await reportVisibility(false, hanako.id)
  await passMinutes(15)
  await runMinuteJobs()
  expect([await isUnchecked(), pushes, nurseMails()]).toEqual([false, [], []])
})

test('the badge leaves out mentions in the room on screen, but not those in other rooms', async () => {
  const { hanako, taro, staff } = testApp
  const badge = async () => (await nurse.get('/api/badges')).body.notifications
  await reportVisibility(true, hanako.id)
  await write({ mention_ids: [nurse.id] })
  const note = { patient_id: hanako.id, body: '@nurse 折り返しは夕方に', mention_ids: [nurse.id] }
  expect((await staff.doctor.request('POST', '/api/message_notes', { body: note })).status).toBe(201)
  expect([await badge(), await isUnchecked()]).toEqual([0, true])
  await reportVisibility(true, taro.id)
  await write({ mention_ids: [nurse.id] })
  expect(await badge()).toBe(1)
})
