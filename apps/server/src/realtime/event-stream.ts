import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Identity } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { feedOf, type Reader } from './event-feed.ts'
import { endWith } from './events.ts'

const heartbeatEvery = 20_000
const maxBufferSize = 1_048_576
const perSession = 10

const tokenForm = /^Token token="[^"]*", email="([^"]*)"$/

/** Answers that last as long as somebody listens: no measure of how fast the server is. */
export const lasting = new WeakSet<object>()

const openBy = new Map<number, number>()

/** The id that a reader has; undefined for one who has none, −1 for what never was an id of ours. */
const idOf = (header: string | string[] | undefined) => {
  if (header === undefined || header === '') return undefined
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1
}

/**
 * Answers with server-sent events until the session ends, the reader is gone or too slow, or the hub closes. Ids are
 * `events.id`, ascending, without doubles; `event: resync` means that the reader must read everything again. Resolves once
 * it streams; what goes wrong before is thrown.
 */
export const eventStream = async (
  context: Pick<AppContext, 'pool' | 'events' | 'log' | 'areAlive'>,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  { heartbeat_ms = heartbeatEvery } = {},
) => {
  const [, email = ''] = tokenForm.exec(request.headers.authorization ?? '') ?? []
  const { session_id } = identity
  const open = openBy.get(session_id) ?? 0
  if (open >= perSession) throw apiError('too_many', { retry_after: 30 })
  openBy.set(session_id, open + 1)

  const { raw } = reply
  const feed = feedOf(context, heartbeat_ms)
  let isOver = false
  let waitsSince: number | undefined
  let said = -1

  const end = () => {
    if (isOver) return
    isOver = true
    feed.leave(reader)
    release()
    const left = (openBy.get(session_id) ?? 1) - 1
    if (left) openBy.set(session_id, left)
    else openBy.delete(session_id)
    if (reader.last < 0) return
    raw.end()
    // a reader that does not read would never let it end
    setTimeout(() => raw.destroy(), 500).unref()
  }
  const write = (what: Buffer | string) => {
    if (isOver) return
    if (!raw.write(what)) waitsSince ??= Date.now()
    if (raw.writableLength > maxBufferSize) raw.destroy()
  }
  const reader: Reader = {
    identity,
    email,
    last: -1,
    trustedAt: 0,
    canTake: () => reader.last >= 0 && waitsSince === undefined && !isOver,
    write,
    beat: () => {
      if (reader.last < 0) return
      if (waitsSince !== undefined && Date.now() - waitsSince >= heartbeat_ms) return raw.destroy()
      // who is seldom told something comes back with an id that is remembered all the same
      write(reader.last > said ? `:\nid: ${reader.last}\n\n` : ':\n\n')
      said = reader.last
    },
    end,
  }
  const release = endWith(context.events, end)
  raw.on('close', end)
  raw.on('error', end)
  raw.on('drain', () => {
    waitsSince = undefined
    feed.wake()
  })

  try {
    // the session may have ended after it was let in and before we listened
    await feed.join(reader)
    const asked = idOf(request.headers['last-event-id'])
    const isKept = asked === undefined || (await feed.keeps(asked))
    // no 401 here: the hub may be closing, and only a dead session may say that
    if (isOver) throw apiError('unavailable', { retry_after: 3 })
    reader.last = isKept && asked !== undefined ? asked : feed.newest()
    said = reader.last
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
    write(isKept ? `retry: 3000\nid: ${reader.last}\n\n` : `retry: 3000\nid: ${reader.last}\nevent: resync\ndata: {}\n\n`)
  } catch (error) {
    end()
    throw error
  }
  if (reader.last < feed.newest()) feed.wake()
}
