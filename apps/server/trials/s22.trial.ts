import { createServer } from 'node:net'
import * as interview from '@sukoyaka/wire/care/interview'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpush from 'web-push'
import { routes } from '../src/app/domains.ts'
import { interviewRoutes } from '../src/domains/interview/routes.ts'
import { serve } from '../src/http/serve.ts'
import { openPush } from '../src/mail/web-push.ts'
import { openWorld, type World } from '../test/world.ts'
import { report } from './kit/report.ts'

let connections = 0
const listener = createServer((socket) => {
  connections++
  socket.destroy()
})
let honest: World
let careless: World
let port = 0

/** A server that fetches a given URL, for example to show its title. */
const fetching = serve(interview.previewInterviewNotice, async ({ input }) => {
  await fetch(input.location ?? '').catch(() => undefined)
  return { subject: '', text: '' }
})

/** It checks whether the address contains the name of a push service, at any position. */
const vapid = { ...webpush.generateVAPIDKeys(), subject: 'mailto:ops@example.com' }
const carelessPush = openPush({ vapid }, { accepts: (endpoint) => endpoint.includes('fcm.googleapis.com') })

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  honest = await openWorld()
  const preview = interviewRoutes.find(({ endpoint }) => endpoint === interview.previewInterviewNotice)
  careless = await openWorld({ replaced: { push: carelessPush }, served: [fetching, ...routes.filter((route) => route !== preview)] })
})
afterAll(() => listener.close())

const addresses = () =>
  ['127.0.0.1', '[::1]', '0x7f000001', '2130706433', '127.1', '127.0.0.1.nip.io'].flatMap((host) => [`https://${host}:${port}/a`, `http://${host}:${port}/a`])

/** Puts the URL into every text field of an interview, its facility and a client error, and reads, moves and cancels the interview. */
const walk = async (world: World, url: string): Promise<number> => {
  const { nurse } = world.staff
  const { context } = world
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => (await nurse.ask(method, path, { body })).body
  let steps = 0
  const conducted_at = new Date(Date.now() + 86_400_000 * (2 + (walked++ % 300))).toISOString()
  await context.db.execute(sql`update facilities set map_url = ${url}, access_url = ${url} where id = (select min(id) from facilities)`)
  const { items } = (await nurse.get('/api/facilities')).body
  const whole = { name: url.slice(0, 100), location: url.slice(0, 200), meeting_type: 'online', facility_id: items[0].id, notify: true, accept_conflicts: true }
  const about = { interviewee_id: world.hanako.id, kind: 'follow', conducted_at, ...whole }
  await send('POST', '/api/interviews/preview_notice', {
    interviewee_id: about.interviewee_id,
    change: 'made',
    conducted_at,
    meeting_type: 'other',
    location: url,
  })
  const refusedOrMade = await send('POST', '/api/interviews', { ...about, meeting_url: url })
  const made = refusedOrMade.id ? refusedOrMade : await send('POST', '/api/interviews', about)
  steps += 3
  await send('PUT', `/api/interviews/${made.id}`, { patient_summary: url })
  await send('PUT', `/api/interviews/${made.id}`, {
    conducted_at: new Date(Date.parse(conducted_at) + 3_600_000).toISOString(),
    reason: url.slice(0, 200),
    notify: true,
  })
  await send('PUT', `/api/interviews/${made.id}`, { status: 'cancelled', reason: url.slice(0, 200), notify: true })
  await send('POST', '/api/client_errors', { kind: 'FETCH_ERROR' })
  await nurse.get(`/api/interviews/${made.id}`)
  await world.hanako.get(`/api/interviews?interviewee_id=${world.hanako.id}`)
  await nurse.get(`/api/facilities/${items[0].id}`)
  await world.work()
  return steps + 8
}
let walked = 0

test('S-22: stores and shows a URL without fetching it', async () => {
  connections = 0
  let steps = 0
  for (const url of addresses()) steps += await walk(honest, url)
  // leave time for delayed fetches
  await new Promise((resolve) => setTimeout(resolve, 300))
  report('S-22', { n: steps, failures: connections, figures: { addresses: addresses().length } })
  expect(connections).toBe(0)
})

test('S-22 control: detects a server that fetches a URL', async () => {
  connections = 0
  await walk(careless, `http://127.0.0.1:${port}/a`)
  expect(connections).toBeGreaterThan(0)
})

/** Addresses that a client could register as its push endpoint. */
const claimed = () => [
  ...addresses(),
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
const subscribed = async ({ staff, context }: World) => {
  const taken: string[] = []
  for (const endpoint of claimed()) {
    const { status, body } = await staff.nurse.ask('POST', '/api/push_subscriptions', { body: { endpoint, keys } })
    if (status !== 422 || !body.fields?.endpoint) taken.push(`${status} ${endpoint}`)
  }
  const { rowCount } = await context.db.execute(sql`select from push_subscriptions`)
  return { taken, rowCount }
}

test('S-22: accepts push endpoints of known services only', async () => {
  const { taken, rowCount } = await subscribed(honest)
  report('S-22 push', { n: claimed().length, failures: taken.length, figures: { taken } })
  expect({ taken, rowCount }).toEqual({ taken: [], rowCount: 0 })
  for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'db5p.notify.windows.com', 'web.push.apple.com'])
    expect((await honest.staff.nurse.ask('POST', '/api/push_subscriptions', { body: { endpoint: `https://${host}/a`, keys } })).status).toBe(201)
})

test('S-22 control: detects a server that matches the service name anywhere in the address', async () => {
  expect((await subscribed(careless)).taken.length).toBeGreaterThan(0)
})
