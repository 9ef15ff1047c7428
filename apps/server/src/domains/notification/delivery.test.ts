import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webpush from 'web-push'
import { addContract } from '../../../test/payment/contract.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { jobs } from '../../app/domains.ts'
import { openPush } from '../../mail/web-push.ts'
import { defaultSettings } from './settings-store.ts'

/** A local push service: the requests it received and the status it responds with. */
const pushRequests: { path: string; body: Buffer; headers: Record<string, unknown> }[] = []
let pushStatus = 201
const service = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    pushRequests.push({ path: request.url!, body: Buffer.concat(parts), headers: request.headers })
    reply.writeHead(pushStatus, { location: '/elsewhere' }).end()
  })
})
const vapid = { ...webpush.generateVAPIDKeys(), subject: 'mailto:ops@example.com' }
const keys = { p256dh: webpush.generateVAPIDKeys().publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' }

let testApp: TestApp
let service_url = ''
let now = new Date('2026-11-20T03:00:00Z')
const morning = new Date('2026-11-20T23:00:00Z')
const night = new Date('2026-11-20T17:00:00Z')

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  service_url = `http://127.0.0.1:${(service.address() as { port: number }).port}`
  const push = openPush({ vapid }, { accepts: (endpoint) => endpoint.startsWith(service_url) })
  testApp = await openTestApp({ overrides: { clock: () => now, push } })
  const { staff, hanako, context } = testApp
  await context.db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${staff.nurse.id}, 'nurse', true)`)
  await addContract(testApp, hanako.id, { chat: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  now = new Date('2026-11-20T03:00:00Z')
  pushStatus = 201
  pushRequests.length = 0
  testApp.mails.length = 0
  await testApp.context.db.execute(
    sql`with n as (delete from notifications), s as (delete from notification_settings), p as (delete from push_subscriptions), v as (delete from visibilities), j as (delete from pgboss.job) delete from user_unread_records`,
  )
})

const write = async (sender: Member, extra: object = {}) => {
  const { status } = await sender.request('POST', '/api/messages', { body: { patient_id: testApp.hanako.id, body: '胃カメラの結果について', ...extra } })
  expect(status).toBe(201)
}
/** Makes notifications older by this many minutes for the job that mails them. */
const passMinutes = (minutes: number) =>
  testApp.context.db.execute(sql`update notifications set unmailed_since = unmailed_since - make_interval(mins => ${minutes})`)
const runNotices = (): Promise<unknown> => jobs.find(({ queue }) => queue === 'tell_notices')!.work(testApp.context, {}, new AbortController().signal)
/** Runs the job that is due every minute, then all queued jobs. */
const runMinuteJobs = async () => {
  await runNotices()
  return testApp.runJobs()
}
const mailRecipients = () => testApp.mails.map(({ to }) => to).sort()

test('sends one mail, without content or names, when notifications stay unseen for 15 minutes, and a second mail only for a later message', async () => {
  const { hanako, staff } = testApp
  await write(hanako)
  await write(hanako, { mention_ids: [staff.nurse.id] })
  await passMinutes(14)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([])
  // further messages do not postpone the mail
  await write(hanako)
  await passMinutes(1)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([staff.nurse.email])
  const { subject, text } = testApp.mails[0]!
  expect(subject).toContain('メッセージが届いています')
  expect(text).toContain(`${testApp.context.config.public_url}/messages`)
  expect(`${subject}${text}`).not.toMatch(/山田|花子|胃カメラ|結果/)
  await passMinutes(60)
  await runMinuteJobs()
  expect(mailRecipients()).toHaveLength(1)
  // a later message sends another mail
  await write(hanako)
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toHaveLength(2)
})

test('sends no mail to people who checked their notifications, switched mail off or were deactivated', async () => {
  const { hanako, staff } = testApp
  const deactivated = await testApp.add({ role: 'doctor' })
  await write(staff.concierge, { mention_ids: [deactivated.id, staff.doctor.id, staff.trainer.id] })
  await staff.doctor.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('doctor'), mail_enabled: false } })
  await staff.trainer.request('POST', '/api/notifications/checked')
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.id}`)
  await passMinutes(15)
  await runNotices()
  // the nurse checks after the mail was queued and before it is sent
  await staff.nurse.request('POST', '/api/notifications/checked')
  await testApp.runJobs()
  expect(mailRecipients()).toEqual([hanako.email])
})

test('mails staff the notifications that have no mail of their own; a patient is not mailed about an interview, which has its own mail', async () => {
  const { context, hanako, staff } = testApp
  const recipients = {
    recommendation: staff.doctor,
    red_flag_symptoms: staff.observer,
    patients_merged: staff.nurse,
    stress_interview: staff.trainer,
    interview: staff.nutritionist,
    order_refund_failed: staff.admin,
    contract_disputed: staff.concierge,
  }
  const notify = (kind: string, user_id: number) =>
    context.db.execute(sql`insert into notifications (user_id, kind, patient_id) values (${user_id}, ${kind}, ${hanako.id})`)
  for (const [kind, { id }] of Object.entries(recipients)) await notify(kind, id)
  await notify('interview', hanako.id)
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual(
    Object.values(recipients)
      .map(({ email }) => email)
      .sort(),
  )
})

test('holds mails to patients back from night until morning, except urgent ones', async () => {
  const { hanako, staff } = testApp
  now = night
  await write(staff.nurse)
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([])
  now = morning
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([hanako.email])
  now = night
  await write(staff.nurse, { is_urgent: true })
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toHaveLength(2)
})

test('mails a patient that a payment failed or was refunded even if mail is off or outside the hours, and nothing else then', async () => {
  const { context, hanako, taro, staff } = testApp
  const notify = (kind: string, user_id: number, patient_id = user_id) =>
    context.db.execute(sql`insert into notifications (user_id, kind, patient_id) values (${user_id}, ${kind}, ${patient_id})`)
  const unsent = async () =>
    (await context.db.execute<{ kind: string }>(sql`select kind from notifications where mailed_at is null order by kind`)).rows.map(({ kind }) => kind)
  await hanako.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('patient'), mail_enabled: false } })
  for (const kind of ['order_shipped', 'contract_payment', 'order_refunded', 'contract_refunded']) await notify(kind, hanako.id)
  now = night
  for (const kind of ['order_shipped', 'regular_delivery_payment', 'regular_delivery_skipped']) await notify(kind, taro.id)
  // staff get such a notification in their hours only
  await notify('contract_payment', staff.concierge.id, hanako.id)
  const hours = { weekdays: [1], from: 540, until: 600 }
  await staff.concierge.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('concierge'), hours } })
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([hanako.email, taro.email].sort())
  expect(await unsent()).toEqual(['contract_payment', 'order_shipped', 'regular_delivery_skipped'])
  await runMinuteJobs()
  expect(mailRecipients()).toHaveLength(2)
  now = morning
  await runMinuteJobs()
  expect([mailRecipients().length, await unsent()]).toEqual([3, ['contract_payment']])
})

test('mails staff that a patient reported symptoms to check soon even if mail is off or outside the hours', async () => {
  const { context, hanako, staff } = testApp
  const notify = (kind: string, { id }: Member) =>
    context.db.execute(sql`insert into notifications (user_id, kind, patient_id) values (${id}, ${kind}, ${hanako.id})`)
  await staff.nurse.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('nurse'), mail_enabled: false } })
  const hours = { weekdays: [1], from: 540, until: 600 }
  await staff.trainer.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('trainer'), hours } })
  now = night
  for (const kind of ['red_flag_symptoms', 'interview']) for (const member of [staff.nurse, staff.trainer]) await notify(kind, member)
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([staff.nurse.email, staff.trainer.email].sort())
  const { rows } = await context.db.execute(sql`select kind, user_id from notifications where mailed_at is null`)
  expect(rows).toEqual([{ kind: 'interview', user_id: staff.trainer.id }])
})

test('mails a failed payment that is younger than the notifications that are not mailed', async () => {
  const { context, hanako } = testApp
  const notify = (kind: string) => context.db.execute(sql`insert into notifications (user_id, kind, patient_id) values (${hanako.id}, ${kind}, ${hanako.id})`)
  await hanako.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('patient'), mail_enabled: false } })
  await notify('order_shipped')
  await passMinutes(15)
  await notify('contract_payment')
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([])
  await passMinutes(15)
  await runMinuteJobs()
  expect(mailRecipients()).toEqual([hanako.email])
})

test('pushes to subscribed browsers without content and within the person’s hours, until unsubscribed or signed out', async () => {
  const { hanako, staff, context } = testApp
  const nurse = await testApp.signIn(staff.nurse)
  const subscribe = (member: Member, endpoint: string, extra: object = {}) =>
    member.request('POST', '/api/push_subscriptions', { body: { endpoint, keys, ...extra } })
  expect((await nurse.get('/api/push_key')).body).toEqual({ key: vapid.publicKey })
  await write(hanako)
  const endpoint = `${service_url}/nurse`
  const first = await subscribe(nurse, endpoint)
  expect([first.status, (await subscribe(nurse, endpoint)).body]).toEqual([201, first.body])
  expect((await subscribe(nurse, 'https://example.com/x')).body.fields).toEqual({ endpoint: expect.any(Array) })
  expect((await subscribe(nurse, endpoint, { keys: { ...keys, p256dh: 'A'.repeat(87) } })).body.fields).toEqual({ keys: expect.any(Array) })
  // notifications from before the subscription are not pushed
  await runMinuteJobs()
  expect(pushRequests).toEqual([])
  await write(hanako)
  // a page that subscribes again, or a second browser, does not cancel pending pushes
  expect((await subscribe(nurse, endpoint)).body).toEqual(first.body)
  const second = await subscribe(nurse, `${service_url}/second`)
  await testApp.runJobs()
  await testApp.runJobs()
  expect(pushRequests.map(({ path }) => path).sort()).toEqual(['/nurse', '/second'])
  await nurse.request('DELETE', `/api/push_subscriptions/${second.body.id}`)
  pushRequests.splice(0, 2, ...pushRequests.filter(({ path }) => path === '/nurse'))
  expect(pushRequests[0]!.headers['content-encoding']).toBe('aes128gcm')
  expect(String(pushRequests[0]!.headers.authorization)).toMatch(/^vapid t=/)
  expect(pushRequests[0]!.body.toString('latin1')).not.toContain('すこやか')
  await runMinuteJobs()
  expect(pushRequests).toHaveLength(1)

  // pushes are held back outside the person's hours
  await nurse.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('nurse'), hours: { weekdays: [6], from: 480, until: 600 } } })
  await write(hanako)
  await runMinuteJobs()
  expect(pushRequests).toHaveLength(1)
  now = morning
  await runMinuteJobs()
  await testApp.runJobs()
  expect(pushRequests).toHaveLength(2)

  // a redirect is not followed, and the push is retried
  pushStatus = 302
  await write(hanako)
  await testApp.runJobs()
  await expect(testApp.runJobs()).rejects.toThrow('302')
  expect(pushRequests.map(({ path }) => path)).not.toContain('/elsewhere')
  const countOf = async () => (await context.db.execute(sql`select from push_subscriptions`)).rowCount
  expect(await countOf()).toBe(1)

  // a refusal of the server's key or clock is no fault of the subscription: it is kept and the push is retried
  for (const [status, public_key] of [
    [401, vapid.publicKey],
    [403, null],
  ] as const) {
    pushStatus = status
    await context.db.execute(sql`update push_subscriptions set public_key = ${public_key}, created_at = ${now.toISOString()}`)
    await context.db.execute(sql`delete from pgboss.job`)
    await write(hanako)
    await testApp.runJobs()
    await expect(testApp.runJobs()).rejects.toThrow('check the VAPID keys')
    expect(await countOf()).toBe(1)
  }

  // gone, or refused and made with another key or, a month ago, with an unknown one
  for (const [status, public_key, days] of [
    [410, vapid.publicKey, 0],
    [403, 'earlier', 0],
    [401, null, 31],
  ] as const) {
    pushStatus = 201
    await context.db.execute(sql`delete from pgboss.job`)
    await subscribe(nurse, endpoint)
    await context.db.execute(
      sql`update push_subscriptions set public_key = ${public_key}, created_at = ${now.toISOString()}::timestamptz - make_interval(days => ${days})`,
    )
    pushStatus = status
    await write(hanako)
    await testApp.runJobs()
    await testApp.runJobs()
    expect(await countOf()).toBe(0)
  }

  pushStatus = 201
  pushRequests.length = 0
  await subscribe(nurse, endpoint)
  await nurse.request('DELETE', '/api/sign_out')
  await write(hanako)
  await runMinuteJobs()
  await testApp.runJobs()
  expect(pushRequests).toEqual([])
  // the next person to sign in on this browser takes the subscription over; the previous one cannot delete it
  const { id } = (await subscribe(staff.doctor, endpoint)).body
  expect((await staff.nurse.request('DELETE', `/api/push_subscriptions/${id}`)).status).toBe(404)
  expect(await countOf()).toBe(1)
  expect((await staff.doctor.request('DELETE', `/api/push_subscriptions/${id}`)).status).toBe(204)
  expect(await countOf()).toBe(0)
})
