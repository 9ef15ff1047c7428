// node_modules/.bin/node bench/streams.ts [--streams 1000] [--nodes 1] [--rate 10] [--seconds 20]:
// measures the latency from posting a message to its event on all streams.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { cpuOf } from './kit/cpu.ts'
import { percentile } from './kit/percentile.ts'
import { type Server, startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '1' },
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
  },
})
const [streamCount, nodes, rate, seconds] = [values.streams, values.nodes, values.rate, values.seconds].map(Number) as [number, number, number, number]
const limit = 200
const patients = Math.ceil(streamCount / 2)

/** One event stream on a raw socket. `received`: per message the number of events and the time of the last. */
type EventStream = { patient_id: number | undefined; socket: Socket; isOpen: boolean; received: Map<number, { times: number; at: number }> }

const openEventStream = (url: string, authorization: string, patient_id: number | undefined): EventStream => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const stream: EventStream = { patient_id, socket, isOpen: false, received: new Map() }
  socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\nx-background: 1\r\n\r\n`)
  let rest = ''
  socket.on('error', () => {})
  socket.on('data', (part) => {
    const text = rest + part.toString('latin1')
    const end = text.lastIndexOf('\n\n') + 2
    rest = text.slice(end)
    const frames = text.slice(0, end)
    stream.isOpen ||= frames.includes('retry: 3000')
    for (const [, id] of frames.matchAll(/"kind":"message\.new","record_id":(\d+)/g)) {
      const previous = stream.received.get(Number(id)) ?? { times: 0, at: 0 }
      stream.received.set(Number(id), { times: previous.times + 1, at: performance.now() })
    }
  })
  return stream
}

const memoryOf = (server: Server) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? Number.NaN)

const { folder, remove } = openFolder()
const closers: (() => unknown)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop: dropDatabase } = await addDatabase(postgres, folder, patients, 0)
  closers.push(dropDatabase)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 4, role: null })
  const { rows: everybody } = await pool.query(`select id, email, role from users where deactivated_at is null order by id`)
  const staff = everybody.filter(({ role }) => role === 'nurse' || role === 'doctor')
  const people = [...everybody.filter(({ role }) => role === 'patient').slice(0, patients)]
  for (let i = 0; people.length < streamCount; i++) people.push(staff[i % staff.length])
  const signedInPeople: { id: number; role: string; authorization: string }[] = []
  for (const person of people) {
    const token = await addSession(db, person, randomBytes)
    signedInPeople.push({ ...person, authorization: `Token token="${token}", email="${person.email}"` })
  }
  await close()
  const servers: Server[] = []
  for (let i = 0; i < nodes; i++) {
    const server = await startBuilt({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn' })
    closers.push(server.end)
    servers.push(server)
  }
  const author = signedInPeople.at(-1)!
  const postMessage = async (i: number) => {
    const client_id = randomUUID()
    const headers = { authorization: author.authorization, 'content-type': 'application/json', 'idempotency-key': client_id, 'x-background': '1' }
    const body = JSON.stringify({ patient_id: signedInPeople[i % 40]!.id, body: '今朝の血圧を教えてください。', client_id })
    const sentAt = performance.now()
    const response = await fetch(`${servers[i % nodes]!.url}/api/messages`, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`status ${response.status}: ${await response.text()}`)
    const { id, patient_id } = (await response.json()) as { id: number; patient_id: number }
    return { id, patient_id, sentAt, answeredAt: performance.now() }
  }
  for (let i = 0; i < 40; i++) await postMessage(i)
  const memory = servers.reduce((sum, server) => sum + memoryOf(server), 0)
  const eventStreams: EventStream[] = []
  const openingStartedAt = performance.now()
  for (const [i, { id, role, authorization }] of signedInPeople.entries()) {
    eventStreams.push(openEventStream(servers[i % nodes]!.url, authorization, role === 'patient' ? id : undefined))
    if (i % 50 === 49) await sleep(10)
  }
  closers.push(() => eventStreams.forEach(({ socket }) => void socket.destroy()))
  while (!eventStreams.every(({ isOpen }) => isOpen)) await sleep(20)
  const msToOpen = Math.round(performance.now() - openingStartedAt)
  await sleep(1_000)
  const perStream = (servers.reduce((sum, server) => sum + memoryOf(server), 0) - memory) / streamCount
  const cpu = servers.map(({ pid }) => cpuOf(pid) ?? Number.NaN)
  const startedAt = performance.now()
  const pendingPosts: ReturnType<typeof postMessage>[] = []
  for (let i = 0; i < rate * seconds; i++) {
    pendingPosts.push(postMessage(i))
    await sleep(Math.max(0, startedAt + ((i + 1) * 1_000) / rate - performance.now()))
  }
  const posted = await Promise.all(pendingPosts)
  await sleep(2_000)
  const cpuSpent = servers.reduce((sum, { pid }, i) => sum + (cpuOf(pid) ?? Number.NaN) - cpu[i]!, 0)
  const shouldReceive = (stream: EventStream, patient_id: number) => stream.patient_id === undefined || stream.patient_id === patient_id
  const allDelays: number[] = []
  const lastDelays: number[] = []
  let [lost, duplicates, misdelivered] = [0, 0, 0]
  for (const { id, patient_id, sentAt } of posted) {
    let max = 0
    for (const stream of eventStreams) {
      const receipt = stream.received.get(id)
      if (!shouldReceive(stream, patient_id)) misdelivered += receipt ? 1 : 0
      else if (!receipt) lost++
      else {
        if (receipt.times > 1) duplicates++
        allDelays.push(receipt.at - sentAt)
        max = Math.max(max, receipt.at - sentAt)
      }
    }
    lastDelays.push(max)
  }
  for (const list of [allDelays, lastDelays]) list.sort((a, b) => a - b)
  const responses = posted.map(({ sentAt, answeredAt }) => answeredAt - sentAt).sort((a, b) => a - b)
  const [p50, p95, p99, all99, post50, post99] = [
    percentile(allDelays, 0.5),
    percentile(allDelays, 0.95),
    percentile(allDelays, 0.99),
    percentile(lastDelays, 0.99),
    percentile(responses, 0.5),
    percentile(responses, 0.99),
  ].map((figure) => figure.toFixed(1))
  console.log(
    '| streams | servers | messages/s | events | p50 ms | p95 ms | p99 ms | p99 to last stream | POST p50, p99 | lost | duplicate | foreign | KB/stream | CPU ms/message | ms to open all |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  console.log(
    `| ${streamCount} | ${nodes} | ${rate} | ${allDelays.length} | ${p50} | ${p95} | ${p99} | ${all99} | ${post50}, ${post99} | ${lost} | ${duplicates} | ${misdelivered} | ${perStream.toFixed(1)} | ${(cpuSpent / posted.length).toFixed(1)} | ${msToOpen} |`,
  )
  if (lost || duplicates || misdelivered) console.log('events were lost, duplicated or sent to the wrong client')
  if (Number(p99) > limit) console.log(`slower than ${limit} ms`)
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
