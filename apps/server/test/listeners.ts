import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { Role } from '@sukoyaka/wire/access'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect } from 'vitest'
import type { EventHub } from '../src/context/app-context.ts'
import { type Database, openDatabase } from '../src/database/db.ts'
import { eventStream } from '../src/realtime/event-stream.ts'
import { openEvents } from '../src/realtime/events.ts'
import { freshDatabase } from './database.ts'
import { eventually } from './wait-until.ts'

type StreamEvent = { id: number; event?: string; data?: { changes: string[]; patient_id: number | null; kind?: string; record_id?: number } }

type ListenerContext = {
  database: Database
  /** Pool of the database owner, without the server's restrictions. */
  owner: pg.Pool
  hub: EventHub
  /** Whether sessions are valid. */
  areSessionsAlive: boolean
  /** Number of sessions checked per batch. */
  checkedCounts: number[]
}
export const context = {} as ListenerContext
let app: FastifyInstance
const requests: ClientRequest[] = []
export const silentLog = pino({ level: 'silent' })

/** Closes the newest connection at the client's end. */
export const dropNewest = () => requests.at(-1)!.destroy()

/** Starts a server with only the event stream, per test. */
export const setupListeners = () => {
  beforeEach(async () => {
    const connectionString = await freshDatabase()
    context.database = openDatabase({ connectionString }, { max: 20 })
    context.owner = new pg.Pool({ connectionString, max: 2 })
    context.hub = openEvents({ connectionString }, silentLog)
    await context.hub.start()
    context.areSessionsAlive = true
    app = Fastify()
    context.checkedCounts = []
    const activeSessionsOf = async (sessions: readonly { session_id: number }[]) => {
      context.checkedCounts.push(sessions.length)
      return new Set(context.areSessionsAlive ? sessions.map(({ session_id }) => session_id) : [])
    }
    app.get<{ Querystring: { id: string; role: Role; session: string; heartbeatMs?: string } }>('/api/events', async (request, reply) => {
      const { id, role, session, heartbeatMs } = request.query
      await eventStream(
        { pool: context.database.pool, db: context.database.db, events: context.hub, log: silentLog, activeSessionsOf },
        { id: Number(id), role, session_id: Number(session) },
        request,
        reply,
        heartbeatMs ? { heartbeat_ms: Number(heartbeatMs) } : {},
      )
      return reply
    })
    await app.listen({ port: 0 })
  })
  afterEach(async () => {
    for (const request of requests.splice(0)) request.destroy()
    await context.hub.close()
    await app.close()
    await context.owner.end()
    await context.database.close()
  })
}

const parseEvent = (block: string): StreamEvent => {
  const fields = Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
  return { id: Number(fields.id), ...(fields.event && { event: fields.event }), ...(fields.data && { data: JSON.parse(fields.data) }) }
}

/** Subscribes to the event stream. `events` grows with each event. */
export const listen = async (
  identity: { id: number; role: Role; session?: number },
  { last_id, heartbeatMs }: { last_id?: number | string; heartbeatMs?: number } = {},
) => {
  const { port } = app.server.address() as { port: number }
  const query = new URLSearchParams({
    id: String(identity.id),
    role: identity.role,
    session: String(identity.session ?? 5),
    ...(heartbeatMs && { heartbeatMs: String(heartbeatMs) }),
  })
  const request = get(`http://127.0.0.1:${port}/api/events?${query}`, { headers: last_id === undefined ? {} : { 'last-event-id': String(last_id) } })
  requests.push(request)
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: StreamEvent[] = []
  let incomplete = ''
  const heartbeatIds: number[] = []
  let beats = 0
  let isOver = false
  let first: StreamEvent | undefined
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const blocks = (incomplete + text).split('\n\n')
    incomplete = blocks.pop()!
    for (const block of blocks) {
      if (block === ':') beats++
      else if (block.startsWith(':\n')) heartbeatIds.push(parseEvent(block.slice(2)).id)
      else if (!first) {
        first = parseEvent(block.replace('retry: 3000\n', ''))
        if (first.event) events.push(first)
      } else events.push(parseEvent(block))
    }
  })
  response.on('error', () => {})
  response.on('close', () => {
    isOver = true
  })
  const closed = new Promise<void>((resolve) => response.on('close', resolve))
  await eventually(() => expect(response.statusCode !== 200 || first).toBeTruthy())
  return {
    answer: response,
    events,
    heartbeatIds,
    ended: closed,
    beats: () => beats,
    isOver: () => isOver,
    start: first,
    ids: () => events.map((event) => event.id),
  }
}

export const publish = (user_id: number | null, patient_id: number | null, tags = ['users']) =>
  context.database.pool.query('select publish_event($1, $2, $3)', [user_id, patient_id, tags])

export const hanako = { id: 1, role: 'patient' } as const
export const doctor = { id: 9, role: 'doctor' } as const
