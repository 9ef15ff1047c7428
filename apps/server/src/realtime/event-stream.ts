import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Identity } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { feedOf } from './event-feed.ts'
import type { Reader } from './event-reader.ts'
import { endWith } from './events.ts'

const heartbeatEvery = 20_000
const maxBufferSize = 1_048_576
const perSession = 10

const tokenForm = /^Token token="[^"]*", email="([^"]*)"$/

/** Responses that stay open, excluded from the duration metrics. */
export const lasting = new WeakSet<object>()

const openBy = new Map<number, number>()

/** The Last-Event-ID; undefined without one, −1 if it is not a valid id. */
const idOf = (header: string | string[] | undefined) => {
  if (header === undefined || header === '') return undefined
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1
}

/**
 * Sends server-sent events until the session ends, the client disconnects or is too slow, or the hub closes. Ids are
 * `events.id`, ascending, without duplicates; `event: resync` means that the client must reload everything. Resolves once
 * it streams; earlier errors are thrown.
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
    // end() never finishes if the client does not read
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
      // send the position, so that a client with few events reconnects with an id that is still available
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
    // subscribe first: the session may have ended since it was authenticated
    await feed.join(reader)
    const asked = idOf(request.headers['last-event-id'])
    const isKept = asked === undefined || (await feed.keeps(asked))
    // not 401: the hub may be closing, and 401 would sign the user out
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
    // send the position first, so that a client disconnected before the first event misses none
    write(isKept ? `retry: 3000\nid: ${reader.last}\n\n` : `retry: 3000\nid: ${reader.last}\nevent: resync\ndata: {}\n\n`)
  } catch (error) {
    end()
    throw error
  }
  if (reader.last < feed.newest()) feed.wake()
}
