import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext, EventHub, Identity } from '../context/app-context.ts'
import { apiError } from '../errors/api-error.ts'
import { batch, type EventRow, eventsAfter, frameFor, heardAfter, mayHear, newestEvents, oldestKept } from './event-visibility.ts'

/** One open event stream. */
export type Reader = {
  identity: Identity
  email: string
  /** Id of the last event sent or skipped. Negative until the stream is open. */
  last: number
  /** When the session was last checked. */
  trustedAt: number
  /** Open and without back-pressure. */
  canTake: () => boolean
  write: (frames: Buffer) => void
  beat: () => void
  end: () => void
}

export type Feed = {
  /** Resolves once the feed has caught up with the database and the session was checked after subscribing to its end. */
  join: (reader: Reader) => Promise<void>
  leave: (reader: Reader) => void
  newest: () => number
  /** Whether all events after this id are still available. */
  keeps: (id: number) => Promise<boolean>
  wake: () => void
}

type FeedHouse = Pick<AppContext, 'pool' | 'events' | 'log' | 'areAlive'>

/** Milliseconds for which a session check is valid while events are sent. */
const trustFor = 900
const remembered = 4_000
const readAtOnce = 1_000
const catchUpsAtOnce = 4
/** Streams served before yielding to the event loop. */
const toldAtOnce = 200

const feeds = new WeakMap<EventHub, Feed>()

/** The single feed of this hub: reads new events once for all streams of the process. Ends with its last reader. */
export const feedOf = (context: FeedHouse, heartbeat_ms: number): Feed => {
  const feed = feeds.get(context.events) ?? openFeed(context, heartbeat_ms)
  feeds.set(context.events, feed)
  return feed
}

const openFeed = ({ pool, events, log, areAlive }: FeedHouse, heartbeat_ms: number): Feed => {
  const readers = new Set<Reader>()
  let joining: { reader: Reader; resolve: () => void; reject: (error: unknown) => void }[] = []
  /** Events after `from`, up to `newest`. */
  let rows: EventRow[] = []
  let from = -1
  let newest = -1
  let isRunning = false
  let isWoken = false
  let mustCheckAll = false
  let retry: NodeJS.Timeout | undefined

  const readNew = async () => {
    if (newest < 0) {
      const first = await newestEvents(pool, remembered)
      rows = first.rows
      newest = first.newest
      from = (rows[0]?.id ?? newest + 1) - 1
      return
    }
    const more = await eventsAfter(pool, newest, readAtOnce)
    if (!more.length) return
    rows.push(...more)
    newest = more.at(-1)!.id
    if (rows.length > remembered * 1.25) {
      rows = rows.slice(-remembered)
      from = rows[0]!.id - 1
    }
    isWoken ||= more.length === readAtOnce
  }

  const isTrusted = ({ trustedAt }: Reader) => Date.now() - trustedAt <= trustFor
  /** Checks sessions in one query, ends the streams of the others and returns the active readers. */
  const check = async (those: Reader[]): Promise<Set<Reader>> => {
    const alive = those.length ? await areAlive(those.map(({ identity, email }) => ({ session_id: identity.session_id, email }))) : new Set()
    const found = those.filter(({ identity }) => alive.has(identity.session_id))
    for (const reader of found) reader.trustedAt = Date.now()
    for (const reader of those) if (!alive.has(reader.identity.session_id)) reader.end()
    return new Set(found)
  }

  const firstAfter = (id: number) => {
    let low = 0
    for (let high = rows.length; low < high; ) {
      const middle = (low + high) >> 1
      if (rows[middle]!.id > id) high = middle
      else low = middle + 1
    }
    return low
  }
  /** Readers behind the buffer, to be served from the database, and those being served. */
  const waiting = new Set<Reader>()
  const caught = new Set<Reader>()
  const isBehind = (reader: Reader) => reader.last < from
  const hears = (reader: Reader) => {
    for (let at = firstAfter(reader.last); at < rows.length; at++) if (mayHear(reader.identity, rows[at]!)) return true
    reader.last = Math.max(reader.last, newest)
    return false
  }
  const tell = (reader: Reader) => {
    const frames: Buffer[] = []
    let at = firstAfter(reader.last)
    for (; at < rows.length && frames.length < batch; at++) if (mayHear(reader.identity, rows[at]!)) frames.push(frameFor(reader.identity, rows[at]!))
    reader.last = at < rows.length ? rows[at - 1]!.id : Math.max(reader.last, newest)
    if (frames.length) reader.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames))
    // write the rest in the next cycle, once back-pressure is known
    isWoken ||= at < rows.length
  }

  let catchingUp = 0
  const catchUp = async () => {
    catchingUp++
    for (const reader of waiting) {
      waiting.delete(reader)
      caught.add(reader)
      try {
        while (readers.has(reader) && reader.canTake() && isBehind(reader) && isTrusted(reader)) {
          const known = newest
          const found = await heardAfter(pool, reader.identity, reader.last)
          if (!readers.has(reader)) break
          reader.last = found.length === batch ? found.at(-1)!.id : Math.max(known, found.at(-1)?.id ?? 0)
          if (found.length) reader.write(Buffer.concat(found.map((row) => frameFor(reader.identity, row))))
        }
        wake()
      } catch (error) {
        later(error)
      } finally {
        caught.delete(reader)
      }
    }
    catchingUp--
  }
  const canBeTold = (reader: Reader) => readers.has(reader) && reader.canTake() && !waiting.has(reader) && !caught.has(reader)
  const cycle = async () => {
    const opening = joining
    const isForAll = mustCheckAll
    joining = []
    mustCheckAll = false
    try {
      await readNew()
      const wanting = [...readers].filter((reader) => canBeTold(reader) && (isBehind(reader) || hears(reader)))
      const unsure = new Set((isForAll ? [...readers] : wanting).filter((reader) => !isTrusted(reader)))
      for (const { reader } of opening) unsure.add(reader)
      const alive = await check([...unsure])
      for (const { reader, resolve, reject } of opening) {
        if (alive.has(reader)) resolve()
        else reject(apiError('unauthenticated'))
      }
      for (const [n, reader] of wanting.entries()) {
        if (n % toldAtOnce === toldAtOnce - 1) await nextTurn()
        if (!canBeTold(reader)) continue
        if (isBehind(reader)) waiting.add(reader)
        else tell(reader)
      }
      while (waiting.size && catchingUp < catchUpsAtOnce) void catchUp()
    } catch (error) {
      mustCheckAll ||= isForAll
      for (const { reject } of opening) reject(error)
      throw error
    }
  }
  const later = (error: unknown) => {
    log.debug({ err: error }, 'events: read failed')
    retry ??= setTimeout(wake, 1_000).unref()
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
      later(error)
    } finally {
      isRunning = false
    }
  }
  const wake = () => {
    isWoken = true
    if (!isRunning) void run()
  }

  const heartbeat = setInterval(() => {
    for (const reader of readers) reader.beat()
    // sessions may expire without a notification
    mustCheckAll = true
    wake()
  }, heartbeat_ms).unref()
  const unlisten = events.listen({
    event: (mayHaveMissed) => {
      mustCheckAll ||= mayHaveMissed
      wake()
    },
    ended: (session_id) => {
      for (const reader of readers) if (reader.identity.session_id === session_id) reader.end()
    },
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
    newest: () => newest,
    keeps: async (id) => {
      if (id < 0 || id > newest) return false
      if (id >= from) return true
      const oldest = await oldestKept(pool)
      return oldest !== null && id >= oldest - 1
    },
    wake,
  }
}
