import { createServer } from 'node:net'
import * as interview from '@sukoyaka/wire/interview'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { interviewRoutes } from '../src/interview/routes.ts'
import { serve } from '../src/kit/serve.ts'
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

/** A server that looks at what it is told of, to show its title perhaps. */
const fetching = serve(interview.previewInterviewNotice, async ({ input }) => {
  await fetch(input.location ?? '').catch(() => undefined)
  return { subject: '', text: '' }
})

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  honest = await openWorld()
  const preview = interviewRoutes.find(({ endpoint }) => endpoint === interview.previewInterviewNotice)
  careless = await openWorld({ served: [fetching, ...routes.filter((route) => route !== preview)] })
}, 60_000)
afterAll(() => listener.close())

const addresses = () =>
  ['127.0.0.1', '[::1]', '0x7f000001', '2130706433', '127.1', '127.0.0.1.nip.io'].flatMap((host) => [`https://${host}:${port}/a`, `http://${host}:${port}/a`])

/** The address in every text of an interview, read, moved, told and cancelled; in the facility that it names; in a message about a fault. */
const walk = async (world: World, url: string): Promise<number> => {
  const { nurse } = world.staff
  const { house } = world
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => (await nurse.ask(method, path, { body })).body
  let steps = 0
  const conducted_at = new Date(Date.now() + 86_400_000 * (2 + (walked++ % 300))).toISOString()
  await house.db.execute(sql`update facilities set map_url = ${url}, access_url = ${url} where id = (select min(id) from facilities)`)
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

test('S-22 an address that people are sent to is kept and shown, and never fetched', async () => {
  connections = 0
  let steps = 0
  for (const url of addresses()) steps += await walk(honest, url)
  // whatever might be done a moment later
  await new Promise((resolve) => setTimeout(resolve, 300))
  report('S-22', { n: steps, failures: connections, figures: { addresses: addresses().length } })
  expect(connections).toBe(0)
}, 120_000)

test('a server that fetches one is found', async () => {
  connections = 0
  await walk(careless, `http://127.0.0.1:${port}/a`)
  expect(connections).toBeGreaterThan(0)
}, 60_000)
