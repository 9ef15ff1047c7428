import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@sukoyaka/wire/access'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './db.ts'
import { eventStream } from './event-stream.ts'
import { openEvents, openStreams } from './events.ts'
import type { EventHub } from './house.ts'

type Told = { id: number; event?: string; data?: { changes: string[]; patient_id: number | null } }

let database: Database
let owner: pg.Pool
let connectionString: string
let hub: EventHub
let app: FastifyInstance
let alive: boolean
const opened: ClientRequest[] = []
const log = pino({ level: 'silent' })

beforeEach(async () => {
  connectionString = await freshDatabase()
  database = openDatabase({ connectionString }, { max: 20 })
  owner = new pg.Pool({ connectionString, max: 2 })
  hub = openEvents({ connectionString }, log)
  await hub.start()
  alive = true
  app = Fastify()
  const identify = async () => (alive ? { id: 1, role: 'patient' as Role, session_id: 5 } : undefined)
  app.get<{ Querystring: { id: string; role: Role; beat?: string } }>('/api/events', async (request, reply) => {
    const { id, role, beat } = request.query
    await eventStream(
      { pool: database.pool, events: hub, log, identify },
      { id: Number(id), role, session_id: 5 },
      request,
      reply,
      beat ? { heartbeat_ms: Number(beat) } : {},
    )
    return reply
  })
  await app.listen({ port: 0 })
})
afterEach(async () => {
  for (const request of opened.splice(0)) request.destroy()
  await hub.close()
  await app.close()
  await owner.end()
  await database.close()
})

const read = (block: string): Told => {
  const fields = Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
  return { id: Number(fields.id), ...(fields.event && { event: fields.event }), ...(fields.data && { data: JSON.parse(fields.data) }) }
}

/** Somebody who listens. `told` grows as events come. */
const listen = async (who: { id: number; role: Role }, { last_id, beat }: { last_id?: number | string; beat?: number } = {}) => {
  const { port } = app.server.address() as { port: number }
  const query = new URLSearchParams({ id: String(who.id), role: who.role, ...(beat && { beat: String(beat) }) })
  const request = get(`http://127.0.0.1:${port}/api/events?${query}`, { headers: last_id === undefined ? {} : { 'last-event-id': String(last_id) } })
  opened.push(request)
  request.on('error', () => {})
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const told: Told[] = []
  let rest = ''
  let beats = 0
  let isOver = false
  let first: Told | undefined
  answer.setEncoding('utf8')
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      if (block === ':') beats++
      else if (!first) {
        first = read(block.replace('retry: 3000\n', ''))
        if (first.event) told.push(first)
      } else told.push(read(block))
    }
  })
  answer.on('error', () => {})
  answer.on('close', () => {
    isOver = true
  })
  const ended = new Promise<void>((resolve) => answer.on('close', resolve))
  await vi.waitFor(() => expect(answer.statusCode !== 200 || first).toBeTruthy(), { interval: 5 })
  return { answer, told, ended, beats: () => beats, isOver: () => isOver, start: first, ids: () => told.map((t) => t.id) }
}

const publish = (user_id: number | null, patient_id: number | null, what = ['users']) =>
  database.pool.query('select publish_event($1, $2, $3)', [user_id, patient_id, what])

const hanako = { id: 1, role: 'patient' } as const
const doctor = { id: 9, role: 'doctor' } as const

test('Hanako hears at once what changed about her, and nothing about Taro', async () => {
  const stream = await listen(hanako)
  expect(stream.answer.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  await publish(null, 2)
  await publish(2, null)
  await publish(1, null, ['session'])
  await publish(null, 1, ['test_results', 'users'])
  await vi.waitFor(() => expect(stream.told).toHaveLength(2), { timeout: 500, interval: 10 })
  expect(stream.told).toEqual([
    { id: 3, data: { changes: ['session'], patient_id: null } },
    { id: 4, data: { changes: ['test_results', 'users'], patient_id: 1 } },
  ])
})

test('a doctor hears about every patient, and nothing that is another colleague’s own', async () => {
  const stream = await listen(doctor)
  await publish(8, null)
  await publish(null, 1)
  await publish(null, 2)
  await vi.waitFor(() => expect(stream.ids()).toEqual([2, 3]))
})

test('who comes back is told exactly what was missed', async () => {
  for (let n = 0; n < 450; n++) await publish(null, 1)
  const stream = await listen(hanako, { last_id: 20 })
  await vi.waitFor(() => expect(stream.told).toHaveLength(430))
  expect(stream.ids()).toEqual(Array.from({ length: 430 }, (_, i) => i + 21))
})

test('who opens without an id learns where the sequence stands and gets nothing old', async () => {
  await publish(null, 1)
  const stream = await listen(hanako)
  expect(stream.start).toEqual({ id: 1 })
  await publish(null, 1)
  await vi.waitFor(() => expect(stream.ids()).toEqual([2]))
})

test.each([
  ['is no longer kept', 3],
  ['is newer than known', 99],
  ['is none of ours', 'abc'],
])('an id that %s is answered with resync, and the stream goes on from there', async (_, last_id) => {
  for (let n = 0; n < 10; n++) await publish(null, 1)
  await owner.query('delete from events where id < 8')
  const stream = await listen(hanako, { last_id })
  expect(stream.told).toEqual([{ id: 10, event: 'resync', data: {} }])
  await publish(null, 1)
  await vi.waitFor(() => expect(stream.ids()).toEqual([10, 11]))
})

test('the oldest id that still misses nothing is replayed, not resynced', async () => {
  for (let n = 0; n < 10; n++) await publish(null, 1)
  await owner.query('delete from events where id < 8')
  const stream = await listen(hanako, { last_id: 7 })
  await vi.waitFor(() => expect(stream.ids()).toEqual([8, 9, 10]))
})

test('twelve who write at once and commit late leave no gap, no double and no wrong order', { timeout: 30_000 }, async () => {
  const streams = [await listen(hanako), await listen(doctor)]
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    for (let n = 0; n < 12; n++) {
      const client = await database.pool.connect()
      try {
        await client.query('begin')
        await sleep((writer * 7 + n * 3) % 11)
        await client.query('select publish_event(null, 1, $1)', [[`w${writer}`]])
        await sleep((writer * 5 + n) % 7)
        await client.query((writer + n) % 5 === 0 ? 'rollback' : 'commit')
      } finally {
        client.release()
      }
    }
  })
  const comeAndGo = (async () => {
    let last_id = 0
    const all: number[] = []
    while (all.length < 40) {
      const stream = await listen(hanako, { last_id })
      await sleep(40)
      opened.at(-1)!.destroy()
      all.push(...stream.ids())
      last_id = all.at(-1) ?? 0
    }
    return all
  })()
  await Promise.all(writers)
  const { rows } = await owner.query<{ id: number }>('select id from events order by id')
  const ids = rows.map((r) => Number(r.id))
  expect(ids.length).toBeGreaterThan(100)
  expect(ids).toEqual(ids.map((_, i) => i + 1))
  for (const stream of streams) await vi.waitFor(() => expect(stream.ids()).toEqual(ids), { timeout: 5_000 })
  const seen = await comeAndGo
  expect(seen).toEqual(ids.slice(0, seen.length))
})

test('when her session ends elsewhere, Hanako’s streams end within 2 s; another session’s do not', async () => {
  const stream = await listen(hanako)
  await owner.query("select pg_notify('session_ended', '6')")
  await sleep(100)
  expect(stream.isOver()).toBe(false)
  const at = Date.now()
  await owner.query("select pg_notify('session_ended', '5')")
  await stream.ended
  expect(Date.now() - at).toBeLessThan(2_000)
  expect(openStreams(hub)).toBe(0)
})

test('a session that is over is told nothing more, even if nobody said that it ended', async () => {
  const stream = await listen(hanako)
  await sleep(950)
  alive = false
  await publish(null, 1)
  await stream.ended
  expect(stream.told).toEqual([])
})

test('a heartbeat keeps the line open and notices a session that ran out', async () => {
  const stream = await listen(hanako, { beat: 50 })
  await vi.waitFor(() => expect(stream.beats()).toBeGreaterThan(2))
  alive = false
  await stream.ended
})

test('while the hub’s connection is down people still hear within seconds, and at once when it is back', { timeout: 15_000 }, async () => {
  const stream = await listen(hanako)
  const cut = async () =>
    (await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sukoyaka-events' and datname = current_database()"))
      .rowCount
  expect(await cut()).toBe(1)
  for (let n = 0; n < 5; n++) {
    await publish(null, 1)
    await sleep(30)
  }
  await vi.waitFor(() => expect(stream.ids()).toEqual([1, 2, 3, 4, 5]), { timeout: 3_000 })
  await vi.waitFor(async () => expect(await cut()).toBe(1), { timeout: 3_000 })
  await vi.waitFor(
    async () =>
      expect((await owner.query("select 1 from pg_stat_activity where application_name = 'sukoyaka-events' and datname = current_database()")).rowCount).toBe(
        1,
      ),
    {
      timeout: 5_000,
    },
  )
  await publish(null, 1)
  await vi.waitFor(() => expect(stream.ids()).toEqual([1, 2, 3, 4, 5, 6]), { timeout: 1_000 })
})

test('where the hub has no connection at all, people hear within about a second', async () => {
  await hub.close()
  hub = openEvents({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, log)
  await hub.start()
  const stream = await listen(hanako)
  await publish(null, 1)
  await publish(null, 1)
  await vi.waitFor(() => expect(stream.ids()).toEqual([1, 2]), { timeout: 2_500 })
  alive = false
  await publish(null, 1)
  await stream.ended
})

test('a reader who stops reading is cut off and holds no memory', { timeout: 30_000 }, async () => {
  const stream = await listen(hanako, { beat: 300 })
  stream.answer.pause()
  const wide = Array.from({ length: 200 }, (_, i) => `a_long_name_of_a_list_${i}`)
  for (let n = 0; n < 1_500 && openStreams(hub); n++) await publish(null, 1, wide)
  await vi.waitFor(() => expect(openStreams(hub)).toBe(0), { timeout: 5_000 })
})

test('at shutdown every stream ends, so that readers go to another server', async () => {
  const streams = [await listen(hanako), await listen(doctor)]
  expect(openStreams(hub)).toBe(2)
  await hub.close()
  await Promise.all(streams.map((s) => s.ended))
})

test('one session opens at most ten streams', async () => {
  for (let n = 0; n < 10; n++) await listen(hanako)
  const eleventh = await listen(hanako)
  expect(eleventh.answer.statusCode).not.toBe(200)
})
