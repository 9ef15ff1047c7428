import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext, EventHub } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { type EventBuffer, openBuffer } from './event-buffer.ts'
import { checkSessions, isTrusted, type Reader } from './event-reader.ts'
import { eventBatchSize, frameFor, presenceFrame, receivableEventsAfter } from './event-visibility.ts'

export type Feed = {
  /**
   * Resolves once the feed has read new events and checked the session, after the reader subscribed to the session's end. Rejects with 401 if the session has
   * ended, and with the error of a failed read.
   */
  join: (reader: Reader) => Promise<void>
  leave: (reader: Reader) => void
  newest: () => number
  /** Whether all events after this id are still available. */
  hasAllAfter: (id: number) => Promise<boolean>
  wake: () => void
}

type FeedContext = Pick<AppContext, 'pool' | 'events' | 'log' | 'activeSessionsOf'>

const maxCatchUps = 4
/** Streams served before yielding to the event loop. */
const readersPerTurn = 200
const retryDelayMs = 1_000

const feeds = new WeakMap<EventHub, Feed>()

/** The single feed of this hub: reads new events once for all streams of the process. Ends with its last reader. */
export const feedOf = (context: FeedContext, heartbeat_ms: number): Feed => {
  const feed = feeds.get(context.events) ?? openFeed(context, heartbeat_ms)
  feeds.set(context.events, feed)
  return feed
}

/** `wake` runs `cycle`. Runs never overlap: if `wake` is called during a run, another run follows. A failed run is repeated after a second. */
const wakeLoop = (cycle: () => Promise<void>, log: FeedContext['log']) => {
  let isRunning = false
  let isWoken = false
  let retry: NodeJS.Timeout | undefined

  const retryLater = (error: unknown) => {
    log.debug({ err: error }, 'events: read failed')
    retry ??= setTimeout(wake, retryDelayMs).unref()
  }
  const run = async () => {
    isRunning = true
    clearTimeout(retry)
    retry = undefined
    try {
      while (isWoken) {
        isWoken = false
        await cycle()
      }
    } catch (error) {
      retryLater(error)
    } finally {
      isRunning = false
    }
  }
  const wake = () => {
    isWoken = true
    if (!isRunning) void run()
  }
  return { wake, retryLater }
}

type CatchUpOptions = Pick<FeedContext, 'pool'> & {
  buffer: EventBuffer
  isOpen: (reader: Reader) => boolean
  onDone: () => void
  onError: (error: unknown) => void
}

/** Serves readers that are behind the buffer from the database, a few at a time. */
const openCatchUp = ({ pool, buffer, isOpen, onDone, onError }: CatchUpOptions) => {
  const waiting = new Set<Reader>()
  const serving = new Set<Reader>()
  let running = 0

  const serve = async (reader: Reader) => {
    while (isOpen(reader) && reader.canWrite() && buffer.isBehind(reader.last) && isTrusted(reader)) {
      const newest = buffer.newest()
      const rows = await receivableEventsAfter(pool, reader.identity, reader.last)
      if (!isOpen(reader)) break
      reader.last = rows.length === eventBatchSize ? rows.at(-1)!.id : Math.max(newest, rows.at(-1)?.id ?? 0)
      if (rows.length) reader.write(Buffer.concat(rows.map((row) => frameFor(reader.identity, row))))
    }
  }
  const serveWaiting = async () => {
    running++
    for (const reader of waiting) {
      waiting.delete(reader)
      serving.add(reader)
      try {
        await serve(reader)
        onDone()
      } catch (error) {
        onError(error)
      } finally {
        serving.delete(reader)
      }
    }
    running--
  }
  return {
    has: (reader: Reader) => waiting.has(reader) || serving.has(reader),
    add: (reader: Reader) => waiting.add(reader),
    start: () => {
      while (waiting.size && running < maxCatchUps) void serveWaiting()
    },
  }
}

/** Whether there may be events for the reader. If there are none, sets the reader's position to the newest event. */
const hasNews = (buffer: EventBuffer, reader: Reader) => {
  if (buffer.isBehind(reader.last) || buffer.hasEventFor(reader)) return true
  reader.last = Math.max(reader.last, buffer.newest())
  return false
}

/** Sends a batch of events from the buffer. Returns whether the buffer has more after it. */
const sendBuffered = (buffer: EventBuffer, reader: Reader) => {
  const { frames, last, hasMore } = buffer.framesFor(reader)
  reader.last = last
  if (frames.length) reader.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames))
  return hasMore
}

const endSession = (readers: Iterable<Reader>, session_id: number) => {
  for (const reader of readers) if (reader.identity.session_id === session_id) reader.end()
}

// the frame is not stored and has no id: a client that was disconnected refetches the presences when it reconnects
const sendPresence = (readers: Iterable<Reader>, patient_id: number) => {
  const frame = presenceFrame(patient_id)
  for (const reader of readers) if (reader.identity.role !== 'patient' && reader.canWrite()) reader.write(frame)
}

const openFeed = ({ pool, events, log, activeSessionsOf }: FeedContext, heartbeat_ms: number): Feed => {
  const readers = new Set<Reader>()
  let joining: { reader: Reader; resolve: () => void; reject: (error: unknown) => void }[] = []
  let mustCheckAll = false

  const buffer = openBuffer(pool)
  const { wake, retryLater } = wakeLoop(() => cycle(), log)
  const catchUp = openCatchUp({ pool, buffer, isOpen: (reader) => readers.has(reader), onDone: wake, onError: retryLater })

  const canReceive = (reader: Reader) => readers.has(reader) && reader.canWrite() && !catchUp.has(reader)

  const serve = async (joiningReaders: typeof joining, checksAll: boolean) => {
    if (await buffer.readNew()) wake()
    const readersWithNews = [...readers].filter((reader) => canReceive(reader) && hasNews(buffer, reader))
    const uncheckedReaders = new Set((checksAll ? [...readers] : readersWithNews).filter((reader) => !isTrusted(reader)))
    for (const { reader } of joiningReaders) uncheckedReaders.add(reader)
    const alive = await checkSessions(activeSessionsOf, [...uncheckedReaders])
    for (const { reader, resolve, reject } of joiningReaders) {
      if (alive.has(reader)) resolve()
      else reject(apiError('unauthenticated'))
    }
    for (const [index, reader] of readersWithNews.entries()) {
      if (index % readersPerTurn === readersPerTurn - 1) await nextTurn()
      if (!canReceive(reader)) continue
      if (buffer.isBehind(reader.last)) catchUp.add(reader)
      // write the rest in the next cycle, once back-pressure is known
      else if (sendBuffered(buffer, reader)) wake()
    }
    catchUp.start()
  }
  const cycle = async () => {
    const joiningReaders = joining
    const checksAll = mustCheckAll
    joining = []
    mustCheckAll = false
    try {
      await serve(joiningReaders, checksAll)
    } catch (error) {
      mustCheckAll ||= checksAll
      for (const { reject } of joiningReaders) reject(error)
      throw error
    }
  }

  const heartbeat = setInterval(() => {
    for (const reader of readers) reader.sendHeartbeat()
    // sessions may expire without a notification
    mustCheckAll = true
    wake()
  }, heartbeat_ms).unref()
  const unlisten = events.listen({
    onEvents: (mayHaveMissed) => {
      mustCheckAll ||= mayHaveMissed
      wake()
    },
    onSessionEnded: (session_id) => endSession(readers, session_id),
    onPresenceChanged: (patient_id) => sendPresence(readers, patient_id),
  })

  return {
    join: (reader) => {
      readers.add(reader)
      return new Promise((resolve, reject) => {
        joining.push({ reader, resolve, reject })
        wake()
      })
    },
    leave: (reader) => {
      readers.delete(reader)
      if (readers.size) return
      clearInterval(heartbeat)
      unlisten()
      feeds.delete(events)
    },
    newest: buffer.newest,
    hasAllAfter: buffer.hasAllAfter,
    wake,
  }
}
