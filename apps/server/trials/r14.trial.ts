import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../src/database/db.ts'
import { addSession } from '../src/domains/account/session-store.ts'
import { addPerson } from '../test/add-person.ts'
import { freshDatabase } from '../test/database.ts'
import { ownPostgres } from '../test/postgres.ts'
import { makeDataDir, type RunningServer, startServer } from '../test/process.ts'
import { eventually, maxWaitMs, msUntil } from '../test/wait-until.ts'
import { isFor, judgeListeners, type Listener, openListener, type Person, type StoredEvent } from './kit/listeners.ts'
import { isFull, report, seed } from './kit/report.ts'
import { seededRandom } from './server.ts'

const windows = isFull ? 1_000 : 100
const rooms = 40
const patients = isFull ? 400 : rooms
const staff = isFull ? 40 : 8
const rate = isFull ? 50 : 25
const seconds = Number(process.env.TRIAL_N ?? (isFull ? 300 : 5))
/** Time in ms a window stays connected before it disconnects. */
const connectionMs = isFull ? { least: 5_000, max: 20_000 } : { least: 700, max: 3_000 }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
const random = seededRandom(seed)

/** The full run kills a PostgreSQL of its own; the daily run terminates the servers' connections to the shared one for a second. */
const openStore = async () => {
  if (!isFull) {
    const url = await freshDatabase()
    const endConnections = async () => {
      for (const until = performance.now() + 1_000; performance.now() < until; await sleep(50))
        await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'sukoyaka%'")
    }
    const owner = new pg.Pool({ connectionString: url, max: 8 })
    cleanups.push(() => owner.end())
    return { url, owner, restart: endConnections }
  }
  const { folder } = makeDataDir()
  const postgres = await ownPostgres(join(folder, 'postgres'), { max_connections: '150' })
  const owner = new pg.Pool({ connectionString: postgres.url, max: 8 })
  owner.on('error', () => {})
  cleanups.push(() => owner.end())
  return { url: postgres.url, owner, restart: async () => void process.kill(postgres.pid, 'SIGKILL') }
}

const startNode = async (url: string): Promise<RunningServer> => {
  const { folder } = makeDataDir()
  return startServer(folder, { DATABASE_URL: url, SECRET_KEY: 'the same key on every server of this trial' })
}

/** Patients with one window each and staff with several; each window has its own session. */
const addPeople = async (url: string) => {
  const { db, close } = openDatabase({ connectionString: url }, { max: 4, role: null })
  const add = async (role: 'patient' | 'nurse', i: number) => {
    const email = `${role}${i}@example.com`
    const name = { first_name: '一郎', last_name: '試験', first_name_kana: 'イチロウ', last_name_kana: 'シケン' }
    const id = await addPerson(db, { ...name, role, email, birthday: '1980-04-01', sex: 'male', password_hash: 'none' })
    return { id, role, email }
  }
  const signIn = async (person: Awaited<ReturnType<typeof add>>): Promise<Person> => ({
    id: person.id,
    isPatient: person.role === 'patient',
    authorization: `Token token="${await addSession(db, person, randomBytes)}", email="${person.email}"`,
  })
  const added: Awaited<ReturnType<typeof add>>[] = []
  for (let i = 0; i < patients + staff; i++) added.push(await (i < patients ? add('patient', i) : add('nurse', i - patients)))
  const people: Person[] = []
  for (let i = 0; i < windows; i++) people.push(await signIn(added[i < patients ? i : patients + (i % staff)]!))
  await close()
  return people
}

const memoryOf = ({ process: { pid } }: RunningServer) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)
const percentile = (values: number[], p: number) => Math.round(values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * p) - 1)] ?? Number.NaN)

test(`R-14: ${windows} windows receive each event once, in order and of their own conversations, despite disconnects and kills`, async () => {
  const { url, owner, restart } = await openStore()
  const first = await startNode(url)
  const [people, second, third, fourth] = await Promise.all([addPeople(url), startNode(url), startNode(url), isFull ? startNode(url) : undefined])
  let nodes = [first, second]
  const urls = () => nodes.map((node) => node.url)
  const before = nodes.reduce((sum, node) => sum + memoryOf(node), 0)
  const listeners = people.map((person) => openListener(urls, person, random))
  cleanups.push(() => listeners.forEach((listener) => void listener.close()))
  expect(await msUntil(() => listeners.every((listener) => listener.from() >= 0))).toBeDefined()
  const perWindow = Math.round((nodes.reduce((sum, node) => sum + memoryOf(node), 0) - before) / windows)

  const ids = people.slice(0, rooms).map(({ id }) => id)
  const author = people.find(({ isPatient }) => !isPatient)!
  const sentAt = new Map<number, number>()
  const unsentMessages: string[] = []
  /** The last unexpected error in the log of each server. */
  const reasons = () =>
    nodes
      .flatMap(({ output }) => output.filter((line) => line.includes('unexpected')).slice(-1))
      .join(' | ')
      .slice(0, 600)
  let rejected = 0
  /** Sends a message; retries with the same key until it is accepted, as the outbox does, so a lost response creates no second message. */
  const send = async (i: number) => {
    const client_id = randomUUID()
    const body = JSON.stringify({ patient_id: ids[i % rooms], body: `連絡 ${i}`, client_id })
    const headers = { authorization: author.authorization, 'content-type': 'application/json', 'idempotency-key': client_id }
    for (let tries = 0, triedAt = performance.now(), end = triedAt + maxWaitMs; triedAt < end; tries++, triedAt = performance.now()) {
      const target = urls()[Math.floor(random() * nodes.length)]
      const response = await fetch(`${target}/api/messages`, { method: 'POST', headers, body, signal: AbortSignal.timeout(maxWaitMs) }).catch(() => undefined)
      if (response?.status === 201) {
        const { id } = (await response.json()) as { id: number }
        if (!tries) sentAt.set(id, triedAt)
        return
      }
      if (response && ![429, 503].includes(response.status)) unsentMessages.push(`${response.status}: ${await response.text()} ${reasons()}`)
      rejected++
      await sleep(100)
    }
    unsentMessages.push(client_id)
  }

  let isOver = false
  const connecting = listeners.map(async (listener, i) => {
    while (!isOver) {
      await sleep(connectionMs.least + random() * (connectionMs.max - connectionMs.least))
      if (isOver) return
      // every 25th window pauses reading instead of disconnecting
      if (i % 25 === 7) listener.pauseReading(connectionMs.least)
      else listener.reconnect()
    }
  })
  const sending: Promise<void>[] = []
  const restarts = (async () => {
    await sleep(seconds * 250)
    second.process.kill('SIGKILL')
    nodes = [first, third]
    await sleep(seconds * 300)
    await restart()
    if (!fourth) return
    await sleep(seconds * 250)
    first.process.kill('SIGKILL')
    nodes = [third, fourth]
  })()
  const startedAt = performance.now()
  for (let i = 0; performance.now() - startedAt < seconds * 1_000; i++) {
    sending.push(send(i))
    await sleep(Math.max(0, startedAt + (i + 1) * (1_000 / rate) - performance.now()))
  }
  await restarts
  await Promise.all(sending)
  isOver = true
  const storedEvents = await owner.query<StoredEvent>('select id, user_id, patient_id, changes, kind, record_id from events order by id')
  const rowsOf = await owner.query<{ id: number; patient_id: number }>('select id, patient_id from messages')
  const roomOf = new Map(rowsOf.rows.map(({ id, patient_id }) => [id, patient_id]))
  const judged = () => judgeListeners(listeners, storedEvents.rows, roomOf)
  await msUntil(() => !judged().length)
  await Promise.all(connecting)
  const failures = [...judged(), ...unsentMessages.map((problem) => `not sent: ${problem}`)]
  if (roomOf.size !== sending.length) failures.push(`${sending.length} sent, ${roomOf.size} stored`)
  const delays = listeners.flatMap(({ received }) =>
    received.flatMap(({ kind, record_id, at, isLive }) => (isLive && kind === 'message.new' && sentAt.has(record_id!) ? [at - sentAt.get(record_id!)!] : [])),
  )
  report('R-14', {
    n: windows,
    failures: failures.length,
    figures: {
      messages: sending.length,
      events: storedEvents.rows.length,
      received: listeners.reduce((sum, { received }) => sum + received.length, 0),
      connections: listeners.reduce((sum, listener) => sum + listener.connectionCount(), 0),
      rejected,
      delay_ms_p50: percentile(delays, 0.5),
      delay_ms_p95: percentile(delays, 0.95),
      delay_ms_p99: percentile(delays, 0.99),
      kb_per_window: perWindow,
    },
  })
  expect(failures.slice(0, 10)).toEqual([])

  const undetected = await controls(owner, listeners, people)
  report('R-14 control', { n: 2, failures: undetected.length, figures: { missed: undetected } })
  expect(undetected).toEqual([])
})

type KnownMessage = { id: number; patient_id: number }
type Fault = {
  name: string
  finds: RegExp
  inject: string
  /** Publishes events of these messages so that the fault has an effect. */
  publish: (owner: pg.Pool, messages: readonly KnownMessage[], hasArrived: (event: StoredEvent) => Promise<unknown>) => Promise<unknown>
}
const publishEvent = async (client: pg.Pool | pg.PoolClient, { id, patient_id }: KnownMessage): Promise<StoredEvent> => {
  const { rows } = await client.query<{ id: string }>(`select publish_event(null, $1, '{messages}', 'message.changed', $2) as id`, [patient_id, id])
  return { id: Number(rows[0]!.id), user_id: null, patient_id, changes: ['messages'], kind: 'message.changed', record_id: id }
}
const publishAll: Fault['publish'] = async (owner, messages) => {
  for (const message of messages) await publishEvent(owner, message)
}
/** Commits the first event about a message after the second one has arrived. On a slow machine a conversation may have only one message. */
const publishOutOfOrder: Fault['publish'] = async (owner, [message], hasArrived) => {
  const [early, late] = [await owner.connect(), await owner.connect()]
  try {
    await early.query('begin')
    await publishEvent(early, message!)
    await hasArrived(await publishEvent(late, message!))
    await early.query('commit')
    await publishEvent(late, message!)
  } finally {
    early.release()
    late.release()
  }
}
const eventFunction = (next: string, patientExpression: string) => `
  create or replace function publish_event(for_user bigint, about_patient bigint, what text[], of_kind text default null, of_record bigint default null) returns bigint language plpgsql as $$
  declare next_id bigint;
  begin
    ${next}
    insert into events (id, user_id, patient_id, changes, kind, record_id) values (next_id, for_user, ${patientExpression}, what, of_kind, of_record);
    perform pg_notify('events', next_id::text);
    return next_id;
  end $$`
const faults = (patient_ids: number[]): Fault[] => [
  {
    name: 'an event of another conversation',
    finds: /of a foreign conversation/,
    inject: eventFunction(
      'update event_counter set last = last + 1 returning last into next_id;',
      `case when of_record % 3 = 0 then ${patient_ids[0]} else about_patient end`,
    ),
    publish: publishAll,
  },
  {
    name: 'ids assigned before the commit',
    finds: /missed/,
    inject: eventFunction(`next_id := nextval('injected_numbers');`, 'about_patient'),
    publish: publishOutOfOrder,
  },
]

/** Repeats the checks on ten of the windows with a faulty publish_event. Returns the faults that were not detected. */
const controls = async (owner: pg.Pool, listeners: Listener[], people: Person[]): Promise<string[]> => {
  const undetected: string[] = []
  const patient_ids = people.slice(0, 5).map(({ id }) => id)
  const { rows: knownMessages } = await owner.query<KnownMessage>('select id, patient_id from messages where patient_id = any($1) order by id limit 36', [
    patient_ids,
  ])
  const hasReceived = ({ received }: Listener, event: StoredEvent | undefined) => !event || received.some(({ id }) => id === event.id)
  const hasArrived = (event: StoredEvent) =>
    eventually(() => expect(sampleListeners.filter(({ person }) => isFor(person, event)).every((listener) => hasReceived(listener, event))).toBe(true))
  const sampleListeners = listeners.filter((_, i) => i < 5 || i >= windows - 5)
  for (const { name, finds, inject, publish } of faults(patient_ids)) {
    const { rows } = await owner.query<{ last: number }>('select coalesce(max(id), 0) as last from events')
    await owner.query('create sequence if not exists injected_numbers')
    await owner.query(`select setval('injected_numbers', ${rows[0]!.last})`)
    await owner.query(inject)
    const receivedBefore = sampleListeners.map(({ received }) => received.length)
    await publish(owner, knownMessages, hasArrived)
    const { rows: storedEvents } = await owner.query<StoredEvent>(
      'select id, user_id, patient_id, changes, kind, record_id from events where id > $1 order by id',
      [rows[0]!.last],
    )
    // events arrive in order, so nothing comes after the last one
    const lastFor = ({ person }: Listener) => storedEvents.findLast((event) => isFor(person, event))
    await eventually(() => expect(sampleListeners.every((listener) => hasReceived(listener, lastFor(listener)))).toBe(true))
    const newReceived = sampleListeners.map(
      (listener, i): Listener => ({ ...listener, from: () => rows[0]!.last, resyncs: () => 0, received: listener.received.slice(receivedBefore[i]) }),
    )
    const failures = judgeListeners(newReceived, storedEvents, new Map(knownMessages.map(({ id, patient_id }) => [id, patient_id])))
    if (!failures.some((failure) => finds.test(failure))) undetected.push(name)
  }
  return undetected
}
