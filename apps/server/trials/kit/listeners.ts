import { type ClientRequest, get, type IncomingMessage } from 'node:http'

/** A session that subscribes to events. */
export type Person = { id: number; isPatient: boolean; authorization: string }
export type HeardEvent = { id: number; patient_id: number | null; kind?: string; record_id?: number; at: number; isSteady: boolean }

/** A browser window: disconnects, reconnects to any server with Last-Event-ID, and records all events. */
export type Listener = {
  person: Person
  /** Last event id when it first connected. */
  from: () => number
  heard: HeardEvent[]
  /** Number of resync events. */
  resyncs: () => number
  opened: () => number
  drop: () => void
  /** Stops reading for `ms` while the connection stays open. */
  doze: (ms: number) => void
  leave: () => void
}

/** Interns the kind strings: a long run records millions of events. */
const kinds = new Map<string, string>()
const kindOf = (kind: string) => kinds.get(kind) ?? kinds.set(kind, kind).get(kind)!

export const openListener = (urls: () => string[], person: Person, chance: () => number): Listener => {
  let from = -1
  let last: number | undefined
  let resyncs = 0
  let opened = 0
  let isLeft = false
  let again: NodeJS.Timeout | undefined
  let request: ClientRequest | undefined
  let line: IncomingMessage | undefined
  const heard: HeardEvent[] = []

  const take = (block: string, openedAt: number) => {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    if (id !== undefined) last = Number(id)
    if (from < 0 && last !== undefined) from = last
    if (/^event: resync$/m.test(block)) resyncs++
    const data = /^data: (\{.*"changes".*)$/m.exec(block)?.[1]
    if (!data || last === undefined) return
    const { patient_id, kind, record_id } = JSON.parse(data) as HeardEvent
    const at = performance.now()
    heard.push({ id: last, patient_id, kind: kind && kindOf(kind), record_id, at, isSteady: at - openedAt > 500 })
  }
  const open = () => {
    if (isLeft) return
    const those = urls()
    const headers = { authorization: person.authorization, ...(last !== undefined && { 'last-event-id': String(last) }) }
    const mine = get(`${those[Math.floor(chance() * those.length)]}/api/events`, { headers, agent: false })
    request = mine
    let isOver = false
    const over = () => {
      if (isOver || request !== mine) return
      isOver = true
      clearTimeout(again)
      again = setTimeout(open, 50 + chance() * 100)
    }
    mine.on('error', over)
    mine.on('response', (answer) => {
      line = answer
      const openedAt = performance.now()
      let rest = ''
      if (answer.statusCode === 200) opened++
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        if (answer.statusCode !== 200 || request !== mine) return
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) take(block, openedAt)
      })
      answer.on('error', () => {})
      answer.on('close', over)
    })
  }
  open()
  return {
    person,
    from: () => from,
    heard,
    resyncs: () => resyncs,
    opened: () => opened,
    drop: () => {
      const was = request
      request = undefined
      was?.destroy()
      clearTimeout(again)
      again = setTimeout(open, chance() * 200)
    },
    doze: (ms) => {
      const mine = line
      mine?.pause()
      setTimeout(() => mine?.resume(), ms)
    },
    leave: () => {
      isLeft = true
      clearTimeout(again)
      request?.destroy()
    },
  }
}

export type Told = { id: number; user_id: number | null; patient_id: number | null; changes: string[]; kind: string | null; record_id: number | null }

/** Changes that only staff may see, repeated here independently of the server. */
const forStaffAlone = new Set([
  'kartes',
  'auto_minutes',
  'karte_templates',
  'tasks',
  'today',
  'imports',
  'message_pins',
  'room_presences',
  'canned_replies',
  'bulk_messages',
])
const isFor = ({ id, isPatient }: Person, told: Told) =>
  told.user_id === id || (isPatient ? told.patient_id === id && !told.changes.every((tag) => forStaffAlone.has(tag)) : told.patient_id !== null)

/**
 * Checks that each window received every event for its person since it connected, once and in order, and that patients received no message event of
 * another conversation, by the messages table and not by the event itself.
 */
export const judgeListeners = (listeners: Listener[], told: Told[], roomOf: ReadonlyMap<number, number>): string[] => {
  const failures: string[] = []
  for (const [i, { person, from, heard, resyncs }] of listeners.entries()) {
    const who = `${person.isPatient ? 'patient' : 'staff'} ${i}`
    if (from() < 0) failures.push(`${who} received no initial event id`)
    if (resyncs()) failures.push(`${who} received a resync event`)
    const expected = told.filter((event) => event.id > from() && isFor(person, event)).map(({ id }) => id)
    const ids = heard.map(({ id }) => id)
    const seen = new Set(ids)
    const gaps = expected.filter((id) => !seen.has(id)).length
    const known = new Set(expected)
    if (gaps) failures.push(`${who}: ${gaps} of ${expected.length} missed`)
    if (seen.size < ids.length) failures.push(`${who}: ${ids.length - seen.size} received twice`)
    if (ids.some((id) => !known.has(id))) failures.push(`${who}: received events for others`)
    if (ids.some((id, at) => at && id < ids[at - 1]!)) failures.push(`${who}: out of order`)
    const foreign = heard.filter(
      ({ patient_id, kind, record_id }) =>
        person.isPatient && ((patient_id !== null && patient_id !== person.id) || (kind?.startsWith('message.') && roomOf.get(record_id!) !== person.id)),
    )
    if (foreign.length) failures.push(`${who}: ${foreign.length} of a foreign conversation`)
  }
  return failures
}
