import { createServer } from 'node:net'
import * as interview from '@sukoyaka/wire/care/interview'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpush from 'web-push'
import { routes } from '../src/app/domains.ts'
import { interviewRoutes } from '../src/domains/interview/routes.ts'
import { serve } from '../src/http/serve.ts'
import { openPush } from '../src/mail/web-push.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { report } from './kit/report.ts'

let connections = 0
const listener = createServer((socket) => {
  connections++
  socket.destroy()
})
let secureApp: TestApp
let insecureApp: TestApp
let port = 0

/** Injected fault: a route that fetches a given URL, as servers do to show its title. */
const fetchingRoute = serve(interview.previewInterviewNotice, async ({ input }) => {
  await fetch(input.location ?? '').catch(() => undefined)
  return { subject: '', text: '' }
})

const vapid = { ...webpush.generateVAPIDKeys(), subject: 'mailto:ops@example.com' }
/** Injected fault: the host of a push service may be anywhere in the endpoint URL. */
const insecurePush = openPush({ vapid }, { accepts: (endpoint) => endpoint.includes('fcm.googleapis.com') })

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  secureApp = await openTestApp()
  const preview = interviewRoutes.find(({ endpoint }) => endpoint === interview.previewInterviewNotice)
  insecureApp = await openTestApp({ overrides: { push: insecurePush }, servedRoutes: [fetchingRoute, ...routes.filter((route) => route !== preview)] })
})
afterAll(() => listener.close())

const urls = () =>
  ['127.0.0.1', '[::1]', '0x7f000001', '2130706433', '127.1', '127.0.0.1.nip.io'].flatMap((host) => [`https://${host}:${port}/a`, `http://${host}:${port}/a`])

/** Puts the URL into the text fields of an interview and its facility, and reads, moves and cancels the interview. */
const useUrl = async (testApp: TestApp, url: string): Promise<number> => {
  const { nurse } = testApp.staff
  const { context } = testApp
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => (await nurse.request(method, path, { body })).body
  let steps = 0
  const conducted_at = new Date(Date.now() + 86_400_000 * (2 + (requestCount++ % 300))).toISOString()
  await context.db.execute(sql`update facilities set map_url = ${url}, access_url = ${url} where id = (select min(id) from facilities)`)
  const { items } = (await nurse.get('/api/facilities')).body
  const notice = {
    name: url.slice(0, 100),
    location: url.slice(0, 200),
    meeting_type: 'online',
    facility_id: items[0].id,
    notify: true,
  }
  const interviewFields = { interviewee_id: testApp.hanako.id, kind: 'follow', conducted_at, ...notice }
  await send('POST', '/api/interviews/preview_notice', {
    interviewee_id: interviewFields.interviewee_id,
    change: 'made',
    conducted_at,
    meeting_type: 'other',
    location: url,
  })
  const firstAttempt = await send('POST', '/api/interviews', { ...interviewFields, meeting_url: url })
  const created = firstAttempt.id ? firstAttempt : await send('POST', '/api/interviews', interviewFields)
  steps += 3
  await send('PUT', `/api/interviews/${created.id}`, { patient_summary: url })
  await send('PUT', `/api/interviews/${created.id}`, {
    conducted_at: new Date(Date.parse(conducted_at) + 3_600_000).toISOString(),
    reason: url.slice(0, 200),
    notify: true,
  })
  await send('PUT', `/api/interviews/${created.id}`, { status: 'cancelled', reason: url.slice(0, 200), notify: true })
  await send('POST', '/api/client_errors', { kind: 'FETCH_ERROR' })
  await nurse.get(`/api/interviews/${created.id}`)
  await testApp.hanako.get(`/api/interviews?interviewee_id=${testApp.hanako.id}`)
  await nurse.get(`/api/facilities/${items[0].id}`)
  await testApp.runJobs()
  return steps + 8
}
let requestCount = 0

test('S-22: stores and shows a URL without fetching it', async () => {
  connections = 0
  let steps = 0
  for (const url of urls()) steps += await useUrl(secureApp, url)
  // leave time for delayed fetches
  await new Promise((resolve) => setTimeout(resolve, 300))
  report('S-22', { n: steps, failures: connections, figures: { addresses: urls().length } })
  expect(connections).toBe(0)
})

test('S-22 control: detects a server that fetches a URL', async () => {
  connections = 0
  await useUrl(insecureApp, `http://127.0.0.1:${port}/a`)
  expect(connections).toBeGreaterThan(0)
})

/** Addresses that a client could register as its push endpoint. */
const insecureEndpoints = () => [
  ...urls(),
  'http://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com:8443/a',
  `https://fcm.googleapis.com@127.0.0.1:${port}/a`,
  `https://127.0.0.1:${port}/fcm.googleapis.com`,
  'https://fcm.googleapis.com.example.com/a',
  'https://fcm.googleapis.com./a',
  'https://evilpush.services.mozilla.com/a',
  'https://notify.windows.com.example.com/a',
  'file:///etc/passwd',
  'https://[::ffff:127.0.0.1]/fcm.googleapis.com',
]
const keys = { p256dh: webpush.generateVAPIDKeys().publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' }
const subscribeAll = async ({ staff, context }: TestApp) => {
  const acceptedEndpoints: string[] = []
  for (const endpoint of insecureEndpoints()) {
    const { status, body } = await staff.nurse.request('POST', '/api/push_subscriptions', { body: { endpoint, keys } })
    if (status !== 422 || !body.fields?.endpoint) acceptedEndpoints.push(`${status} ${endpoint}`)
  }
  const { rowCount } = await context.db.execute(sql`select from push_subscriptions`)
  return { acceptedEndpoints, rowCount }
}

test('S-22: accepts push endpoints of known services only', async () => {
  const { acceptedEndpoints, rowCount } = await subscribeAll(secureApp)
  report('S-22 push', { n: insecureEndpoints().length, failures: acceptedEndpoints.length, figures: { acceptedEndpoints } })
  expect({ acceptedEndpoints, rowCount }).toEqual({ acceptedEndpoints: [], rowCount: 0 })
  for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'db5p.notify.windows.com', 'web.push.apple.com'])
    expect((await secureApp.staff.nurse.request('POST', '/api/push_subscriptions', { body: { endpoint: `https://${host}/a`, keys } })).status).toBe(201)
})

test('S-22 control: detects a server that matches the service name anywhere in the URL', async () => {
  expect((await subscribeAll(insecureApp)).acceptedEndpoints.length).toBeGreaterThan(0)
})
