import { isDeepStrictEqual } from 'node:util'
import { endpoints } from '@sukoyaka/wire/all'
import { isReading } from '@sukoyaka/wire/endpoint'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { isSessionCheck, statementsDuring } from '../../../test/statements.ts'
import { stopDate } from '../../../test/stop-date.ts'
import { type Member, openTestApp } from '../../../test/test-app.ts'
import { callOf, keyOf } from '../../../trials/kit/calls/calls.ts'
import { openRecords } from '../../../trials/kit/rows/records.ts'

const path = '/api/message_rooms/list'
let urls = 0
/** A URL of the same list that nobody has requested yet: a name that consists of blanks is no filter. */
const freshUrl = () => `${path}?q[full_name_cont]=${[...(++urls).toString(2)].map((bit) => (bit === '1' ? '%20' : '%E3%80%80')).join('')}`

/** An app whose time stands still: a cached response is valid until the end of the minute. */
const openStopped = () => {
  const now = stopDate()
  return openTestApp({ overrides: { clock: () => now } })
}

const statementsOf = async (member: Member, url: string, headers: Record<string, string> = {}) => {
  const { statements } = await statementsDuring(() => member.get(url, { headers }))
  return statements.flatMap((statement) => (isSessionCheck(statement) ? [] : statement.text))
}

test('a list whose data did not change needs one statement; a request with its ETag gets 304', async () => {
  const { context, staff, hanako } = await openStopped()
  const first = await staff.doctor.get(path)
  expect(first.body.items.length).toBeGreaterThan(0)
  expect(await statementsOf(staff.doctor, path)).toEqual([expect.stringContaining('from event_counter')])
  const unchanged = await staff.doctor.get(path, { headers: { 'if-none-match': String(first.headers.etag) } })
  expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', first.headers.etag])
  expect((await staff.doctor.get(path)).body).toEqual(first.body)
  await context.db.execute(sql`select publish_event(null, ${hanako.id}, '{steps}')`)
  expect(await statementsOf(staff.doctor, path)).toHaveLength(1)
  await context.db.execute(sql`select publish_event(null, ${hanako.id}, '{message_rooms}')`)
  expect((await statementsOf(staff.doctor, path)).length).toBeGreaterThan(1)
  // nobody gets the list of another person, or in another language
  expect((await statementsOf(staff.nurse, path)).length).toBeGreaterThan(1)
  expect((await statementsOf(staff.doctor, path, { 'accept-language': 'en' })).length).toBeGreaterThan(1)
})

test('a cached response is logged as an access like any other', async () => {
  const { staff } = await openStopped()
  await staff.doctor.get(path)
  expect(await statementsOf(staff.doctor, path)).toHaveLength(1)
  // reads are logged once in ten minutes
  vi.setSystemTime(Date.now() + 660_000)
  expect(await statementsOf(staff.doctor, path)).toEqual([expect.stringContaining('from event_counter'), expect.stringContaining('insert into audit_logs')])
})

test('if events were deleted since a response was cached, all its data counts as changed', async () => {
  const { context, staff, hanako } = await openStopped()
  await staff.doctor.get(path)
  await context.db.execute(sql`select publish_event(null, ${hanako.id}, '{steps}')`)
  const owner = await context.pool.connect()
  await owner.query('set role none; delete from events')
  owner.release(true)
  expect((await statementsOf(staff.doctor, path)).length).toBeGreaterThan(1)
  expect(await statementsOf(staff.doctor, path)).toHaveLength(1)
})

test('after every write of the contract, the cached list equals the list read from the database', async () => {
  // URLs of files change with time
  const now = new Date()
  const records = await openRecords({ overrides: { clock: () => now } })
  const { hanako, staff } = records.testApp
  const viewers = [staff.doctor, hanako]
  const cached = async () => Promise.all(viewers.map(async (viewer) => (await viewer.get(path)).body))
  const fresh = async () => {
    const url = freshUrl()
    return Promise.all(viewers.map(async (viewer) => (await viewer.get(url)).body))
  }
  const stale: string[] = []
  let writes = 0
  for (const { endpoint } of endpoints) {
    const call = callOf(endpoint)
    if (isReading(endpoint) || call.endsSession) continue
    for (const caller of [hanako, staff.nurse, staff.doctor, staff.admin]) {
      const data = call.send('own', records, caller.id)
      if (!data) continue
      await cached()
      const { status } = await caller.request(endpoint.method, data.url, { body: data.body, headers: { 'idempotency-key': `cache-${caller.id}` } })
      if (status >= 300) continue
      writes++
      const [kept, read] = [await cached(), await fresh()]
      if (!isDeepStrictEqual(kept, read)) stale.push(keyOf(endpoint))
      break
    }
  }
  expect(writes).toBeGreaterThan(100)
  expect(stale).toEqual([])
})
