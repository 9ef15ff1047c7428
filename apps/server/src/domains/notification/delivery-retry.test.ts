import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addContract } from '../../../test/payment/contract.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { jobs, retention } from '../../app/domains.ts'
import { deleteExpired } from '../../app/housekeeping.ts'
import { defaultSettings } from './settings-store.ts'

const day = new Date('2026-11-20T03:00:00Z')
const night = new Date('2026-11-20T17:00:00Z')
const morning = new Date('2026-11-20T23:00:00Z')
let now = day
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => now } })
  const { staff, hanako, context } = testApp
  await context.db.execute(sql`insert into care_people (user_id, staff_id, role, main) values (${hanako.id}, ${staff.nurse.id}, 'nurse', true)`)
  await addContract(testApp, hanako.id, { chat: true })
})
beforeEach(async () => {
  now = day
  testApp.mails.length = 0
  await testApp.context.db.execute(sql`with n as (delete from notifications), s as (delete from notification_settings) delete from pgboss.job`)
})

const write = async (sender = testApp.hanako) =>
  expect((await sender.request('POST', '/api/messages', { body: { patient_id: testApp.hanako.id, body: '相談があります' } })).status).toBe(201)
const passMinutes = (minutes: number) =>
  testApp.context.db.execute(sql`update notifications set unmailed_since = unmailed_since - make_interval(mins => ${minutes})`)
const runNotices = (): Promise<unknown> => jobs.find(({ queue }) => queue === 'tell_notices')!.work(testApp.context, {}, new AbortController().signal)
const mailRecipients = () => testApp.mails.map(({ to }) => to)

/** Runs a job that looks for due mails, and the mail that it queued while the mail server is down. Returns a function that runs the mail again. */
const failMail = async (lookForMails = runNotices) => {
  const { context } = testApp
  await lookForMails()
  const { rows } = await context.db.execute<{ data: object }>(sql`delete from pgboss.job where name = 'notice_letter' returning data`)
  expect(rows).toHaveLength(1)
  const run = (mail = context.mail) =>
    jobs.find(({ queue }) => queue === 'notice_letter')!.work({ ...context, mail }, rows[0]!.data, new AbortController().signal)
  await expect(run({ ...context.mail, send: () => Promise.reject(new Error('mail server unavailable')) })).rejects.toThrow('mail server unavailable')
  return () => run()
}

test('does not retry the mail about a failed payment once that was read, although a notification that is not mailed is unread', async () => {
  const { context, hanako } = testApp
  await hanako.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('patient'), mail_enabled: false } })
  for (const kind of ['order_shipped', 'contract_payment'])
    await context.db.execute(sql`insert into notifications (user_id, kind, patient_id) values (${hanako.id}, ${kind}, ${hanako.id})`)
  await passMinutes(15)
  const retry = await failMail()
  await context.db.execute(sql`update notifications set checked_at = now() where kind = 'contract_payment'`)
  await retry()
  expect(mailRecipients()).toEqual([])
})

test('sends one mail after an outage of the mail server, although messages came in between', async () => {
  const { staff } = testApp
  const retries = []
  for (let round = 0; round < 3; round++) {
    await write()
    await passMinutes(15)
    retries.push(await failMail())
  }
  for (const retry of retries) await retry()
  expect(mailRecipients()).toEqual([staff.nurse.email])
})

test('retries a mail that the mail server refused, and sends only one mail when several servers look for due mails at the same time', async () => {
  const { staff } = testApp
  await write()
  await passMinutes(15)
  const retry = await failMail(() => Promise.all([runNotices(), runNotices(), runNotices()]))
  await Promise.all([retry(), retry()])
  expect(mailRecipients()).toEqual([staff.nurse.email])
})

test('a retry outside the hours waits for the morning, and after mail was switched off nothing is sent', async () => {
  const { hanako, staff } = testApp
  await write(staff.nurse)
  await passMinutes(15)
  const retry = await failMail()
  now = night
  await retry()
  await runNotices()
  await testApp.runJobs()
  expect(mailRecipients()).toEqual([])
  now = morning
  const retryInMorning = await failMail()
  await hanako.request('PUT', '/api/notification_settings', { body: { ...defaultSettings('patient'), mail_enabled: false } })
  await retryInMorning()
  await runNotices()
  await testApp.runJobs()
  expect(mailRecipients()).toEqual([])
})

test('a failed mail that an administrator repeats weeks later is sent', async () => {
  const { context, staff } = testApp
  await write()
  await passMinutes(15)
  const repeat = await failMail()
  const earlier = sql`- interval '29 days'`
  await context.db.execute(sql`update notifications set mailed_at = mailed_at ${earlier}`)
  await context.db.execute(sql`update notice_letters set created_at = created_at ${earlier}`)
  await deleteExpired(context.db, retention)
  await repeat()
  expect(mailRecipients()).toEqual([staff.nurse.email])
})
