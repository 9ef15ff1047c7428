// node bench/streams.ts [--streams 1000] [--nodes 1] [--rate 10] [--seconds 20]: latency from posting a message to its event on all streams.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { cpuOf } from './cpu.ts'
import { type Server, startServer } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './scene.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '1' },
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
  },
})
const [many, nodes, rate, seconds] = [values.streams, values.nodes, values.rate, values.seconds].map(Number) as [number, number, number, number]
const limit = 200
const patients = Math.ceil(many / 2)

/** One event stream on a raw socket. `heard`: per message the number of events and the time of the last. */
type Window = { patient_id: number | undefined; socket: Socket; isOpen: boolean; heard: Map<number, { times: number; at: number }> }

const openWindow = (url: string, authorization: string, patient_id: number | undefined): Window => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const window: Window = { patient_id, socket, isOpen: false, heard: new Map() }
  socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\nx-background: 1\r\n\r\n`)
  let rest = ''
  socket.on('error', () => {})
  socket.on('data', (part) => {
    const text = rest + part.toString('latin1')
    const end = text.lastIndexOf('\n\n') + 2
    rest = text.slice(end)
    const said = text.slice(0, end)
    window.isOpen ||= said.includes('retry: 3000')
    for (const [, id] of said.matchAll(/"kind":"message\.new","record_id":(\d+)/g)) {
      const known = window.heard.get(Number(id)) ?? { times: 0, at: 0 }
      window.heard.set(Number(id), { times: known.times + 1, at: performance.now() })
    }
  })
  return window
}

const memoryOf = (server: Server) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? Number.NaN)
const percentile = (sorted: number[], p: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN

const { folder, remove } = openFolder()
const closers: (() => unknown)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop } = await addDatabase(postgres, folder, patients, 0)
  closers.push(drop)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 4, as: null })
  const { rows: everybody } = await pool.query(`select id, email, role from users where deactivated_at is null order by id`)
  const staff = everybody.filter(({ role }) => role === 'nurse' || role === 'doctor')
  const people = [...everybody.filter(({ role }) => role === 'patient').slice(0, patients)]
  for (let i = 0; people.length < many; i++) people.push(staff[i % staff.length])
  const signedIn: { id: number; role: string; authorization: string }[] = []
  for (const person of people) {
    const token = await addSession(db, person, randomBytes)
    signedIn.push({ ...person, authorization: `Token token="${token}", email="${person.email}"` })
  }
  await close()
  const servers: Server[] = []
  for (let i = 0; i < nodes; i++) {
    const server = await startServer('apps/server/src/main.ts', { DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn' })
    closers.push(server.end)
    servers.push(server)
  }
  const author = signedIn.at(-1)!
  const post = async (n: number) => {
    const client_id = randomUUID()
    const headers = { authorization: author.authorization, 'content-type': 'application/json', 'idempotency-key': client_id, 'x-background': '1' }
    const body = JSON.stringify({ patient_id: signedIn[n % 40]!.id, body: '今朝の血圧を教えてください。', client_id })
    const began = performance.now()
    const answer = await fetch(`${servers[n % nodes]!.url}/api/messages`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`status ${answer.status}: ${await answer.text()}`)
    const { id, patient_id } = (await answer.json()) as { id: number; patient_id: number }
    return { id, patient_id, began, answered: performance.now() }
  }
  for (let i = 0; i < 40; i++) await post(i)
  const memory = servers.reduce((sum, server) => sum + memoryOf(server), 0)
  const windows: Window[] = []
  const opened = performance.now()
  for (const [i, { id, role, authorization }] of signedIn.entries()) {
    windows.push(openWindow(servers[i % nodes]!.url, authorization, role === 'patient' ? id : undefined))
    if (i % 50 === 49) await sleep(10)
  }
  closers.push(() => windows.forEach(({ socket }) => void socket.destroy()))
  while (!windows.every(({ isOpen }) => isOpen)) await sleep(20)
  const msToOpen = Math.round(performance.now() - opened)
  await sleep(1_000)
  const perStream = (servers.reduce((sum, server) => sum + memoryOf(server), 0) - memory) / many
  const cpu = servers.map(({ pid }) => cpuOf(pid) ?? Number.NaN)
  const began = performance.now()
  const sending: ReturnType<typeof post>[] = []
  for (let i = 0; i < rate * seconds; i++) {
    sending.push(post(i))
    await sleep(Math.max(0, began + ((i + 1) * 1_000) / rate - performance.now()))
  }
  const sent = await Promise.all(sending)
  await sleep(2_000)
  const spent = servers.reduce((sum, { pid }, n) => sum + (cpuOf(pid) ?? Number.NaN) - cpu[n]!, 0)
  const should = (window: Window, patient_id: number) => window.patient_id === undefined || window.patient_id === patient_id
  const each: number[] = []
  const last: number[] = []
  let [lost, twice, foreign] = [0, 0, 0]
  for (const { id, patient_id, began } of sent) {
    let max = 0
    for (const window of windows) {
      const heard = window.heard.get(id)
      if (!should(window, patient_id)) foreign += heard ? 1 : 0
      else if (!heard) lost++
      else {
        if (heard.times > 1) twice++
        each.push(heard.at - began)
        max = Math.max(max, heard.at - began)
      }
    }
    last.push(max)
  }
  for (const list of [each, last]) list.sort((a, b) => a - b)
  const answers = sent.map(({ began, answered }) => answered - began).sort((a, b) => a - b)
  const [p50, p95, p99, all99, post50, post99] = [
    percentile(each, 0.5),
    percentile(each, 0.95),
    percentile(each, 0.99),
    percentile(last, 0.99),
    percentile(answers, 0.5),
    percentile(answers, 0.99),
  ].map((figure) => figure.toFixed(1))
  console.log(
    '| streams | servers | messages/s | events | p50 ms | p95 ms | p99 ms | p99 to last stream | POST p50, p99 | lost | duplicate | foreign | KB/stream | CPU ms/message | ms to open all |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  console.log(
    `| ${many} | ${nodes} | ${rate} | ${each.length} | ${p50} | ${p95} | ${p99} | ${all99} | ${post50}, ${post99} | ${lost} | ${twice} | ${foreign} | ${perStream.toFixed(1)} | ${(spent / sent.length).toFixed(1)} | ${msToOpen} |`,
  )
  if (lost || twice || foreign) console.log('events were lost, duplicated or sent to the wrong client')
  if (Number(p99) > limit) console.log(`slower than ${limit} ms`)
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
