import type { Pool } from 'pg'
import type { Identity } from '../context/app-context.ts'
import { canReceiveEvent, type EventRow, eventBatchSize, eventsAfter, frameFor, newestEvents, oldestEventId } from './event-visibility.ts'

const maxRows = 4_000
const maxRowsPerRead = 1_000

type Position = { identity: Identity; last: number }

export type EventBuffer = {
  /** Reads new events. True if there may be more. */
  readNew: () => Promise<boolean>
  /** Id of the newest event, −1 before the first read. */
  newest: () => number
  /** Whether events after this id are no longer in the buffer. */
  isBehind: (id: number) => boolean
  /** Whether all events after this id are still available, in the buffer or the database. */
  hasAllAfter: (id: number) => Promise<boolean>
  hasEventFor: (position: Position) => boolean
  /** Frames of up to one batch of events. `last` is the new position, `hasMore` whether events after it are in the buffer. */
  framesFor: (position: Position) => { frames: Buffer[]; last: number; hasMore: boolean }
}

/** The newest events, read once for all streams of the process. */
export const openBuffer = (pool: Pool): EventBuffer => {
  /** Events after `firstId`, up to `newest`. */
  let rows: EventRow[] = []
  let firstId = -1
  let newest = -1

  const readFirst = async () => {
    const first = await newestEvents(pool, maxRows)
    rows = first.rows
    newest = first.newest
    firstId = (rows[0]?.id ?? newest + 1) - 1
    return false
  }
  const readNew = async () => {
    if (newest < 0) return readFirst()
    const newRows = await eventsAfter(pool, newest, maxRowsPerRead)
    if (!newRows.length) return false
    rows.push(...newRows)
    newest = newRows.at(-1)!.id
    if (rows.length > maxRows * 1.25) {
      rows = rows.slice(-maxRows)
      firstId = rows[0]!.id - 1
    }
    return newRows.length === maxRowsPerRead
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

  return {
    readNew,
    newest: () => newest,
    isBehind: (id) => id < firstId,
    hasAllAfter: async (id) => {
      if (id < 0 || id > newest) return false
      if (id >= firstId) return true
      const oldest = await oldestEventId(pool)
      return oldest !== null && id >= oldest - 1
    },
    hasEventFor: ({ identity, last }) => {
      for (let at = firstAfter(last); at < rows.length; at++) if (canReceiveEvent(identity, rows[at]!)) return true
      return false
    },
    framesFor: ({ identity, last }) => {
      const frames: Buffer[] = []
      let at = firstAfter(last)
      for (; at < rows.length && frames.length < eventBatchSize; at++) if (canReceiveEvent(identity, rows[at]!)) frames.push(frameFor(identity, rows[at]!))
      const hasMore = at < rows.length
      return { frames, last: hasMore ? rows[at - 1]!.id : Math.max(last, newest), hasMore }
    },
  }
}
