import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { staffOnlyTags } from '@sukoyaka/wire/all'

/** A session that subscribes to events. */
export type Person = { id: number; isPatient: boolean; authorization: string }
/** `isLive`: received more than 500 ms after connecting, so not replayed by Last-Event-ID. Only these count for the delay. */
export type ReceivedEvent = { id: number; patient_id: number | null; kind?: string; record_id?: number; at: number; isLive: boolean }

/** A browser window: disconnects, reconnects to any server with Last-Event-ID, and records all events. */
export type Listener = {
  person: Person
  /** Id of the newest event when the window first connected. */
  from: () => number
  received: ReceivedEvent[]
  /** Number of resync events. */
  resyncs: () => number
  connectionCount: () => number
  reconnect: () => void
  /** Stops reading for `ms` while the connection stays open. */
  pauseReading: (ms: number) => void
  close: () => void
}

/** Keeps each kind as one string object: a long run records millions of events. */
const kinds = new Map<string, string>()
const kindOf = (kind: string) => kinds.get(kind) ?? kinds.set(kind, kind).get(kind)!

export const openListener = (urls: () => string[], person: Person, random: () => number): Listener => {
  let from = -1
  let last: number | undefined
  let resyncs = 0
  let connectionCount = 0
  let isClosed = false
  let reconnectTimer: NodeJS.Timeout | undefined
  let request: ClientRequest | undefined
  let response: IncomingMessage | undefined
  const received: ReceivedEvent[] = []

  const onBlock = (block: string, openedAt: number) => {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    if (id !== undefined) last = Number(id)
    if (from < 0 && last !== undefined) from = last
    if (/^event: resync$/m.test(block)) resyncs++
    const data = /^data: (\{.*"changes".*)$/m.exec(block)?.[1]
    if (!data || last === undefined) return
    const { patient_id, kind, record_id } = JSON.parse(data) as ReceivedEvent
    const at = performance.now()
    received.push({ id: last, patient_id, kind: kind && kindOf(kind), record_id, at, isLive: at - openedAt > 500 })
  }
  const open = () => {
    if (isClosed) return
    const nodeUrls = urls()
    const headers = { authorization: person.authorization, ...(last !== undefined && { 'last-event-id': String(last) }) }
    const ownRequest = get(`${nodeUrls[Math.floor(random() * nodeUrls.length)]}/api/events`, { headers, agent: false })
    request = ownRequest
    let hasClosed = false
    const onClose = () => {
      if (hasClosed || request !== ownRequest) return
      hasClosed = true
      clearTimeout(reconnectTimer)
      reconnectTimer = setTimeout(open, 50 + random() * 100)
    }
    ownRequest.on('error', onClose)
    ownRequest.on('response', (incoming) => {
      response = incoming
      const openedAt = performance.now()
      let rest = ''
      if (incoming.statusCode === 200) connectionCount++
      incoming.setEncoding('utf8')
      incoming.on('data', (text: string) => {
        if (incoming.statusCode !== 200 || request !== ownRequest) return
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) onBlock(block, openedAt)
      })
      incoming.on('error', () => {})
      incoming.on('close', onClose)
    })
  }
  open()
  return {
    person,
    from: () => from,
    received,
    resyncs: () => resyncs,
    connectionCount: () => connectionCount,
    reconnect: () => {
      const oldRequest = request
      request = undefined
      oldRequest?.destroy()
      clearTimeout(reconnectTimer)
      reconnectTimer = setTimeout(open, random() * 200)
    },
    pauseReading: (ms) => {
      const ownResponse = response
      ownResponse?.pause()
      setTimeout(() => ownResponse?.resume(), ms)
    },
    close: () => {
      isClosed = true
      clearTimeout(reconnectTimer)
      request?.destroy()
    },
  }
}

export type StoredEvent = { id: number; user_id: number | null; patient_id: number | null; changes: string[]; kind: string | null; record_id: number | null }

/** Uses the product's own list of staff-only tags, which `packages/wire/src/all.test.ts` tests. */
export const isFor = ({ id, isPatient }: Person, event: StoredEvent) =>
  event.user_id === id || (isPatient ? event.patient_id === id && !event.changes.every((tag) => staffOnlyTags.has(tag)) : event.patient_id !== null)

/**
 * Checks that each window received every event for its person since it connected, once and in order, and that patients received no message event of
 * another conversation, by the messages table and not by the event itself.
 */
export const judgeListeners = (listeners: Listener[], events: StoredEvent[], roomOf: ReadonlyMap<number, number>): string[] => {
  const failures: string[] = []
  for (const [i, { person, from, received, resyncs }] of listeners.entries()) {
    const label = `${person.isPatient ? 'patient' : 'staff'} ${i}`
    if (from() < 0) failures.push(`${label} received no initial event id`)
    if (resyncs()) failures.push(`${label} received a resync event`)
    const expected = events.filter((event) => event.id > from() && isFor(person, event)).map(({ id }) => id)
    const ids = received.map(({ id }) => id)
    const receivedIds = new Set(ids)
    const gaps = expected.filter((id) => !receivedIds.has(id)).length
    const expectedIds = new Set(expected)
    if (gaps) failures.push(`${label}: ${gaps} of ${expected.length} missed`)
    if (receivedIds.size < ids.length) failures.push(`${label}: ${ids.length - receivedIds.size} received twice`)
    if (ids.some((id) => !expectedIds.has(id))) failures.push(`${label}: received events for others`)
    if (ids.some((id, at) => at && id < ids[at - 1]!)) failures.push(`${label}: out of order`)
    const foreign = received.filter(
      ({ patient_id, kind, record_id }) =>
        person.isPatient && ((patient_id !== null && patient_id !== person.id) || (kind?.startsWith('message.') && roomOf.get(record_id!) !== person.id)),
    )
    if (foreign.length) failures.push(`${label}: ${foreign.length} of a foreign conversation`)
  }
  return failures
}
