import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Identity } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { feedOf } from './event-feed.ts'
import type { Reader } from './event-reader.ts'
import { publishPresence } from './event-rows.ts'
import { onHubClose } from './events.ts'

const defaultHeartbeatMs = 20_000
const maxBufferSize = 1_048_576
const maxStreamsPerSession = 10

const tokenPattern = /^Token token="[^"]*", email="([^"]*)"$/

/** Responses that stay open, excluded from the duration metrics. */
export const streamingResponses = new WeakSet<object>()

const openStreamsBySession = new Map<number, number>()

/** The Last-Event-ID; undefined without one, −1 if it is not a valid id. */
const idOf = (header: string | string[] | undefined) => {
  if (header === undefined || header === '') return undefined
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1
}

const openStreamsByWindow = new Map<string, number>()

/** Ends the presence of a window with its last stream, so that others see within a moment that it was closed. Returns a function to call when a stream ends. */
const followWindow = ({ db, events, log }: Pick<AppContext, 'db' | 'events' | 'log'>, user_id: number, header: string | string[] | undefined) => {
  if (typeof header !== 'string' || !/^[\w-]{8,100}$/.test(header)) return () => {}
  const window = { user_id, window_id: header }
  const key = `${user_id} ${header}`
  openStreamsByWindow.set(key, (openStreamsByWindow.get(key) ?? 0) + 1)
  return () => {
    const remaining = openStreamsByWindow.get(key)! - 1
    if (remaining) return void openStreamsByWindow.set(key, remaining)
    openStreamsByWindow.delete(key)
    if (!events.recordPresences.has(window)) return
    publishPresence(db, { ...window, patient_id: null, is_here: false }).catch((error) => log.debug({ err: error }, 'events: presence not ended'))
  }
}

/** Counts the open streams of a session. Returns a function to call when the stream ends. Throws 429 above the limit. */
const countStream = (session_id: number) => {
  const open = openStreamsBySession.get(session_id) ?? 0
  if (open >= maxStreamsPerSession) throw apiError('too_many', { retry_after: 30 })
  openStreamsBySession.set(session_id, open + 1)
  return () => {
    const remaining = (openStreamsBySession.get(session_id) ?? 1) - 1
    if (remaining) openStreamsBySession.set(session_id, remaining)
    else openStreamsBySession.delete(session_id)
  }
}

const writeHead = (reply: FastifyReply) => {
  const { raw } = reply.hijack()
  streamingResponses.add(raw)
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.socket?.setNoDelay(true)
}

/**
 * Sends server-sent events until the session ends, the client disconnects or is too slow, or the hub closes. Ids are
 * `events.id`, ascending, without duplicates; `event: resync` means that the client must reload everything. Resolves once
 * it streams; earlier errors are thrown.
 */
export const eventStream = async (
  context: Pick<AppContext, 'pool' | 'db' | 'events' | 'log' | 'activeSessionsOf'>,
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  { heartbeat_ms = defaultHeartbeatMs } = {},
) => {
  const [, email = ''] = tokenPattern.exec(request.headers.authorization ?? '') ?? []
  const uncountStream = countStream(identity.session_id)
  const { raw } = reply
  const leaveRecord = followWindow(context, identity.id, request.headers['x-window-id'])
  const feed = feedOf(context, heartbeat_ms)
  let isOver = false
  let blockedSince: number | undefined
  let lastSentId = -1

  const end = () => {
    if (isOver) return
    isOver = true
    feed.leave(reader)
    unregister()
    leaveRecord()
    uncountStream()
    if (reader.last < 0) return
    raw.end()
    // end() never finishes if the client does not read
    setTimeout(() => raw.destroy(), 500).unref()
  }
  const write = (chunk: Buffer | string) => {
    if (isOver) return
    if (!raw.write(chunk)) blockedSince ??= Date.now()
    if (raw.writableLength > maxBufferSize) raw.destroy()
  }
  const reader: Reader = {
    identity,
    email,
    last: -1,
    trustedAt: 0,
    canWrite: () => reader.last >= 0 && blockedSince === undefined && !isOver,
    write,
    sendHeartbeat: () => {
      if (reader.last < 0) return
      if (blockedSince !== undefined && Date.now() - blockedSince >= heartbeat_ms) return raw.destroy()
      // send the position, so that a client with few events reconnects with an id that is still available
      write(reader.last > lastSentId ? `:\nid: ${reader.last}\n\n` : ':\n\n')
      lastSentId = reader.last
    },
    end,
  }
  const unregister = onHubClose(context.events, end)
  raw.on('close', end)
  raw.on('error', end)
  raw.on('drain', () => {
    blockedSince = undefined
    feed.wake()
  })

  try {
    // join the feed before anything else: the session may have ended since it was authenticated
    await feed.join(reader)
    const requestedId = idOf(request.headers['last-event-id'])
    const isAvailable = requestedId === undefined || (await feed.hasAllAfter(requestedId))
    // not 401: the hub may be closing, and 401 would sign the user out
    if (isOver) throw apiError('unavailable', { retry_after: 3 })
    reader.last = isAvailable && requestedId !== undefined ? requestedId : feed.newest()
    lastSentId = reader.last
    writeHead(reply)
    // send the position first, so that a client disconnected before the first event misses none
    write(isAvailable ? `retry: 3000\nid: ${reader.last}\n\n` : `retry: 3000\nid: ${reader.last}\nevent: resync\ndata: {}\n\n`)
  } catch (error) {
    end()
    throw error
  }
  if (reader.last < feed.newest()) feed.wake()
}
