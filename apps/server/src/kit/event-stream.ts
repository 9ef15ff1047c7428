import { careTags } from '@sukoyaka/wire/kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { endWith } from './events.ts'
import type { House, Identity } from './house.ts'
import { refuse } from './refusal.ts'

type Row = { id: number; patient_id: number | null; changes: string[]; kind: string | null; record_id: number | null }

const heartbeatEvery = 20_000
/** Between two looks at the session while there is something to send. */
const trustFor = 900
const batch = 200
const longestBuffer = 1_048_576
const perSession = 10

const tokenForm = /^Token token="([^"]*)", email="([^"]*)"$/

/** Answers that last as long as somebody listens: no measure of how fast the server is. */
export const lasting = new WeakSet<object>()

const openBy = new Map<number, number>()

/** The newest id there is, and the oldest that is kept. */
const bounds = async (pool: Pool) => {
  const { rows } = await pool.query<{ newest: number; oldest: number | null }>({
    name: 'event_bounds',
    text: 'select last as newest, (select min(id) from events) as oldest from event_counter',
  })
  return rows[0]!
}

const cares = new Set<string>(careTags)
const kept = careTags.map((tag) => `'${tag}'`).join()

/** Told: what is about the person, and for patients what is about them as a patient and not the care side’s own, for staff what is about any patient. */
const after = async (pool: Pool, { id, role }: Identity, last: number) => {
  const { rows } = await pool.query<Row>({
    name: `events_after_${role === 'patient'}`,
    text: `select id, patient_id, changes, kind, record_id from events where id > $1 and (user_id = $2 or ${role === 'patient' ? `(patient_id = $2 and not changes <@ array[${kept}])` : 'patient_id is not null'}) order by id limit ${batch}`,
    values: [last, id],
  })
  // of what is both, patients hear their part
  return role === 'patient' ? rows.map((row) => ({ ...row, changes: row.changes.filter((tag) => !cares.has(tag)) })) : rows
}

const frame = ({ id, patient_id, changes, kind, record_id }: Row) =>
  `id: ${id}\ndata: ${JSON.stringify({ changes, patient_id, ...(kind !== null && { kind, record_id }) })}\n\n`

/** The id that a reader has; −1 for what never was an id of ours. */
const idOf = (header: string | string[] | undefined, newest: number) => {
  if (header === undefined || header === '') return newest
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1
}

/**
 * Answers with server-sent events until the session ends, the reader is gone or too slow, or the hub closes. Ids are
 * `events.id`, ascending, without doubles; `event: resync` means that the reader must read everything again. Resolves once
 * it streams; what goes wrong before is thrown.
 */
export const eventStream = async (
  house: Pick<House, 'pool' | 'events' | 'log' | 'identify'>,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  { heartbeat_ms = heartbeatEvery } = {},
) => {
  const [, token = '', email = ''] = tokenForm.exec(request.headers.authorization ?? '') ?? []
  const { session_id } = identity
  const open = openBy.get(session_id) ?? 0
  if (open >= perSession) throw refuse('too_many', { retry_after: 30 })
  openBy.set(session_id, open + 1)

  let last = -1
  let isReading = false
  let isWoken = false
  let isOver = false
  let waitsSince: number | undefined
  let trustedAt = Date.now()
  let retry: NodeJS.Timeout | undefined
  const { raw } = reply

  const end = () => {
    if (isOver) return
    isOver = true
    clearInterval(heartbeat)
    clearTimeout(retry)
    unlisten()
    release()
    const left = (openBy.get(session_id) ?? 1) - 1
    if (left) openBy.set(session_id, left)
    else openBy.delete(session_id)
    if (last < 0) return
    raw.end()
    // a reader that does not read would never let it end
    setTimeout(() => raw.destroy(), 500).unref()
  }
  const write = (text: string) => {
    if (isOver) return
    if (!raw.write(text)) waitsSince ??= Date.now()
    if (raw.writableLength > longestBuffer) raw.destroy()
  }

  const isAlive = async () => {
    // an open stream is not somebody who is there: it prolongs nothing
    const is = (await house.identify(token, email, false))?.session_id === session_id
    trustedAt = Date.now()
    if (!is) end()
    return is
  }
  const pump = async () => {
    if (isReading || last < 0 || isOver) {
      isWoken = true
      return
    }
    isReading = true
    clearTimeout(retry)
    try {
      do {
        isWoken = false
        if (Date.now() - trustedAt > trustFor && !(await isAlive())) return
        const rows = waitsSince === undefined && !isOver ? await after(house.pool, identity, last) : []
        // one that ended while we read is told nothing more
        if (isOver || !rows.length) continue
        last = rows.at(-1)!.id
        isWoken ||= rows.length === batch
        write(rows.map(frame).join(''))
      } while (isWoken && !isOver)
    } catch (error) {
      house.log.debug({ err: error }, 'events: not read')
      retry = setTimeout(pump, 1_000).unref()
    } finally {
      isReading = false
    }
  }

  const beat = async () => {
    if (waitsSince !== undefined && Date.now() - waitsSince >= heartbeat_ms) return raw.destroy()
    write(':\n\n')
    // while the database is away nobody's session can end either
    if (await isAlive().catch(() => true)) await pump()
  }
  const heartbeat = setInterval(() => void beat(), heartbeat_ms).unref()
  // before the first look, so that nothing is committed between the two
  const unlisten = house.events.listen({ event: () => void pump(), ended: (id) => id === session_id && end() })
  const release = endWith(house.events, end)
  raw.on('close', end)
  raw.on('error', end)
  raw.on('drain', () => {
    waitsSince = undefined
    void pump()
  })

  try {
    const { newest, oldest } = await bounds(house.pool)
    // it may have ended after it was let in and before we listened
    if (!(await isAlive())) throw refuse('unauthenticated')
    // no 401 here: the hub may be closing, and only a dead session may say that
    if (isOver) throw refuse('unavailable', { retry_after: 3 })
    const asked = idOf(request.headers['last-event-id'], newest)
    const isKept = asked >= 0 && asked <= newest && (asked === newest || (oldest !== null && asked >= oldest - 1))
    last = isKept ? asked : newest
    reply.hijack()
    lasting.add(raw)
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.socket?.setNoDelay(true)
    // the bare id is remembered by the reader, so that one who is cut off before the first event misses none
    write(isKept ? `retry: 3000\nid: ${last}\n\n` : `retry: 3000\nid: ${last}\nevent: resync\ndata: {}\n\n`)
  } catch (error) {
    end()
    throw error
  }
  await pump()
}
