// node bench/all-calls.ts [--patients 2000] [--seconds 0.3] [--only messages] [--profile folder]: the cost of every call that can be repeated.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import { chooseRead, chooseWrite, isEmpty, type Skipped } from './calls/choose.ts'
import { leftOut, mayBeEmpty } from './calls/exceptions.ts'
import { measure, run } from './calls/measure.ts'
import { openPeople, type People } from './calls/people.ts'
import { type Measured, skippedOf, tableOf } from './calls/report.ts'
import { type Request, readEndpoints, toText, writeEndpoints } from './calls/requests.ts'
import { type Counted, count } from './calls/statements.ts'
import { root, startBuilt } from './processes.ts'
import { openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({
  options: {
    patients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '0.3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
const patients = Number(values.patients)
const ms = Number(values.seconds) * 1_000
if (!(Number.isInteger(patients) && patients > 0 && ms > 0)) {
  console.error('npm run bench -- --all [--patients 2000] [--seconds 0.3] [--only messages] [--profile folder]')
  process.exit(1)
}

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
const close = async () => {
  for (const end of closers.splice(0).reverse()) await end()
  remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(130)))

/** With the sandboxes of the demo and without the limits that a load reaches. */
const settings = (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '0',
  DEMO: 'on',
  LOG_LEVEL: 'error',
  LOAD_LIMIT_MS: '0',
  WRITES_PER_MINUTE: '999999',
})

const print = (step: string) => console.log(`${step} (${Math.round(performance.now() / 1_000)} s)`)

type Chosen = { request: Request; counted: Counted }

/** Finds who sends each call, and counts its statements. Throws if a list that should have rows has none. */
const choose = async (url: string, people: People, endpoints: Endpoint[]) => {
  const file = join(folder, 'statements')
  const recorder = pathToFileURL(join(root, 'bench/record-statements.ts')).href
  const server = await startBuilt({ ...settings(url), NODE_OPTIONS: `--import=${recorder}`, BENCH_STATEMENTS: file })
  const chosen: Chosen[] = []
  const skipped: Skipped[] = []
  const empty: string[] = []
  try {
    for (const endpoint of endpoints) {
      const key = `${endpoint.method} ${endpoint.path}`
      const reason = leftOut(endpoint)
      const found = reason ? { key, reason } : await (endpoint.method === 'GET' ? chooseRead : chooseWrite)(server.url, endpoint, people)
      if (!('request' in found)) skipped.push(found)
      else if (endpoint.method === 'GET' && isEmpty(found.text)) {
        if (mayBeEmpty[key]) skipped.push({ key, reason: mayBeEmpty[key] })
        else empty.push(key)
      } else
        try {
          chosen.push({ request: found.request, counted: await count(server.url, file, found.request) })
        } catch (error) {
          skipped.push({ key, reason: `cannot be repeated (${(error as Error).message})` })
        }
    }
  } finally {
    await server.end()
  }
  if (empty.length) throw new Error(`lists without rows: ${empty.join(', ')}`)
  return { chosen, skipped }
}

try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  print(`creating ${patients} patients …`)
  const { url, drop, people } = await openPeople(postgres, folder, patients)
  closers.push(drop)
  print('counting statements …')
  const { chosen, skipped } = await choose(
    url,
    people,
    [...readEndpoints, ...writeEndpoints].filter(({ path }) => path.includes(values.only)),
  )
  const profile = values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` }
  const server = await startBuilt({ ...settings(url), ...profile })
  closers.push(server.end)
  print(`measuring ${chosen.length} calls …`)
  const measured: Measured[] = []
  const loadOf = (request: Request) => ({ server, requests: [() => toText(request)], status: request.status, ms })
  // the code that the calls share is compiled by then
  for (const { request } of chosen.filter(({ request: { method } }) => method === 'GET')) await run({ ...loadOf(request), ms: ms / 4 }).catch(() => {})
  print('warm')
  for (const { request, counted } of chosen)
    try {
      measured.push({ key: request.key, role: request.caller.role, ours: await measure(postgres, loadOf(request)), ...counted })
    } catch (error) {
      skipped.push({ key: request.key, reason: `cannot be repeated (${(error as Error).message.slice(0, 40)})` })
    }
  print('measured')
  console.log(`\n${tableOf(measured)}\n\nNot measured:\n\n${skippedOf(skipped)}`)
} finally {
  await close()
}
