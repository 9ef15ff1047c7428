import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

// a Saturday, noon in Tokyo
let now = new Date('2026-11-21T03:00:00Z')
const testAppReady = openTestApp({ overrides: { clock: () => now } })
let testApp: TestApp
beforeAll(async () => {
  testApp = await testAppReady
})

/** Records a checkup elsewhere, notifying the patient at a later time. Returns the mails and the kinds of the notifications. */
const record = async (tested_at: string, mailed_at = now) => {
  const start = now
  const { hanako, staff, mails, context } = testApp
  mails.length = 0
  const body = { user_id: hanako.id, kind: 'general', location: '職場の健診', tested_at, notify: true }
  const { id } = (await staff.concierge.request('POST', '/api/test_packages', { body })).body
  now = mailed_at
  await testApp.runJobs()
  now = start
  const { rows } = await context.db.execute(sql`select kind from notifications where user_id = ${hanako.id} and record_id = ${id}`)
  return { mails: mails.filter(({ to }) => to === hanako.email), kinds: rows.map(({ kind }) => kind) }
}

test('a checkup elsewhere that already took place is recorded without a mail and a notification', async () => {
  expect(await record('2026-01-15T00:00:00Z')).toEqual({ mails: [], kinds: [] })
  expect((await record('2026-12-10T00:00:00Z')).kinds).toEqual(['test_package'])
})

test('a mail that is retried until the checkup is over is not sent', async () => {
  const countAfter = async (tested_at: string, mailed_at: string) => (await record(tested_at, new Date(mailed_at))).mails.length
  expect(await countAfter('2026-12-16T04:30:00Z', '2026-12-16T04:29:00Z')).toBe(1)
  expect(await countAfter('2026-12-17T04:30:00Z', '2026-12-17T04:30:00Z')).toBe(0)
  // only the day is known
  expect(await countAfter('2026-12-18T00:00:00Z', '2026-12-18T14:59:00Z')).toBe(1)
  expect(await countAfter('2026-12-21T00:00:00Z', '2026-12-21T15:00:00Z')).toBe(0)
})

test('the mail about a checkup elsewhere gives the day without a time, as its preview', async () => {
  const { hanako, staff } = testApp
  const { mails } = await record('2026-12-10T00:00:00Z')
  expect(mails[0]!.text).toContain('ご予約の日が決まりました。\n\n日にち：2026.12.10（木）\n\n')
  const preview = await staff.nurse.get(`/api/test_packages/notice?user_id=${hanako.id}&change=fixed&tested_at=2026-12-10T00:00:00Z&is_day=true`)
  expect(preview.body).toEqual({ subject: mails[0]!.subject, text: mails[0]!.text })
})

test('the mail about a checkup elsewhere gives a time that somebody chose', async () => {
  const { mails } = await record('2026-12-10T04:30:00Z')
  expect(mails[0]!.text).toContain('日時：2026.12.10（木）13:30')
})

test('a mail that waits is sent with the current state after a change without a mail, but not after a cancellation without one', async () => {
  const { hanako, staff } = testApp
  const mailsOf = async (changes: object[]) => {
    const body = { user_id: hanako.id, kind: 'general', location: '職場の健診', tested_at: '2026-12-10T04:30:00Z', notify: true }
    const { id } = (await staff.concierge.request('POST', '/api/test_packages', { body })).body
    for (const change of changes) expect((await staff.concierge.request('PUT', `/api/test_packages/${id}`, { body: change })).status).toBe(200)
    testApp.mails.length = 0
    await testApp.runJobs()
    await staff.concierge.request('DELETE', `/api/test_packages/${id}`)
    return testApp.mails.map(({ subject, text }) => `${subject} ${/日時：(.+)/.exec(text)?.[1]}`)
  }
  const corrected = await mailsOf([{ location: '駅前クリニック' }, { tested_at: '2026-12-11T05:00:00Z' }])
  expect(corrected).toEqual([expect.stringContaining('2026.12.11（金）14:00')])
  const moved = await mailsOf([{ tested_at: '2026-12-11T05:00:00Z', notify: true }, { tested_at: '2026-12-14T06:00:00Z' }])
  expect(moved).toEqual([expect.stringContaining('2026.12.14（月）15:00')])
  expect(await mailsOf([{ status: 1 }])).toEqual([])
})
