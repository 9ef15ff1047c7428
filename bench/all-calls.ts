// node_modules/.bin/node bench/all-calls.ts [--patients 2000] [--seconds 0.25] [--only messages] [--profile folder]:
// measures the cost of every call that can be repeated.
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { Skipped } from './calls/choose.ts'
import { differences, type IdealSide, idealRequest, startIdeals } from './calls/ideal-side.ts'
import { measure } from './calls/measure.ts'
import { openPeople, type People } from './calls/people.ts'
import { type Measured, processTableOf, skippedOf, summaryOf, tableOf } from './calls/report.ts'
import { type Request, readEndpoints, send, toText, writeEndpoints } from './calls/requests.ts'
import { settingsOf } from './calls/settings.ts'
import { type Counted, count } from './calls/statements.ts'
import { variantsOf } from './calls/variants.ts'
import { walk } from './calls/walk.ts'
import { type Derived, type DerivedWrite, deriveIdeal, deriveWrite } from './ideal/derived.ts'
import { residentMegabytes, startCpu } from './kit/cpu.ts'
import { root, startBuilt } from './processes.ts'
import { openBench, openPostgres, type Postgres } from './setup.ts'

const { values } = parseArgs({
  options: {
    patients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '0.25' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
const patients = Number(values.patients)
const ms = Number(values.seconds) * 1_000
if (!(Number.isInteger(patients) && patients > 0 && ms > 0)) {
  console.error('npm run bench -- --all [--patients 2000] [--seconds 0.25] [--only messages] [--profile folder]')
  process.exit(1)
}

const { folder, onEnd, close } = openBench()

const idleMs = 5_000
const print = (step: string) => console.log(`${step} (${Math.round(performance.now() / 1_000)} s)`)

/** The reason why a call cannot be measured, if it got an unexpected status. Throws every other error again. */
const notRepeated = (error: unknown) => {
  const { message } = error as Error
  if (!message.startsWith('status')) throw error
  return `cannot be repeated (${message.split(':')[0]})`
}

type Chosen = { request: Request; counted: Counted }
type Walk = { url: string; people: People; wanted: (key: string) => boolean }

/** Chooses who sends each call, and counts the statements of the call. Throws if a list that should have rows is empty, or if an ideal answers otherwise. */
const choose = async ({ url, people, wanted }: Walk) => {
  const file = join(folder, 'statements')
  const recorder = pathToFileURL(join(root, 'bench/record-statements.ts')).href
  const server = await startBuilt({ ...settingsOf(url, folder), NODE_OPTIONS: `--import=${recorder}`, BENCH_STATEMENTS: file })
  const chosen: Chosen[] = []
  const skipped: Skipped[] = []
  const wrong: string[] = []
  const constants = new Map<string, string>()
  const derived = new Map<string, Derived>()
  const writes = new Map<string, DerivedWrite>()
  const add = async (request: Request) => {
    try {
      const { counted, recorded, answer } = await count(server.url, file, request)
      chosen.push({ request, counted })
      // a PDF is drawn from few rows: a statement that only reads these rows is no fair ideal
      if (answer.text.startsWith('%PDF')) return
      const ideal = request.method === 'GET' && deriveIdeal(recorded)
      if (ideal) derived.set(request.key, ideal)
      if (request.method !== 'GET') writes.set(request.key, deriveWrite(recorded, answer))
    } catch (error) {
      skipped.push({ key: request.key, reason: notRepeated(error) })
    }
  }
  const addAll = async (endpoints: Endpoint[]) => {
    const walked = await walk(server.url, endpoints, people, wanted)
    skipped.push(...walked.skipped)
    wrong.push(...walked.wrong)
    for (const { endpoint, request, text } of walked.chosen) {
      if (endpoint.cache === 'reference') constants.set(request.key, text)
      await add(request)
    }
  }
  try {
    await addAll(readEndpoints)
    for (const variant of variantsOf(people)) if (wanted(variant.key)) await add(variant)
    const given = { people, constants, derived, writes }
    // compare before the writes, because writes change what the reads answer
    const compared = await startIdeals(url, folder, given)
    onEnd(compared.server.end)
    wrong.push(
      ...(await differences(
        server.url,
        compared,
        chosen.map(({ request }) => request),
      )),
    )
    await compared.server.end()
    await addAll(writeEndpoints)
    if (wrong.length) throw new Error(wrong.join('\n'))
    const ideals = await startIdeals(url, folder, given)
    onEnd(ideals.server.end)
    return { chosen, skipped, ideals }
  } finally {
    await server.end()
  }
}

/** Share of a core that the server uses while it gets no requests. */
const idleCores = async (pid: number) => {
  await sleep(1_000)
  const cpu = startCpu(pid)
  await sleep(idleMs)
  return cpu() / idleMs
}

const measureIdeal = async (postgres: Postgres, { server, withoutOf, isDerived }: IdealSide, request: Request) => {
  const without = withoutOf(request.key)
  if (!without && !isDerived(request.key)) return undefined
  const sent = idealRequest(request)
  const { status, text } = await send(server.url, sent)
  if (!without && status !== request.status) {
    console.log(`${request.key}: its statements cannot be used as an ideal: ${text.slice(0, 200)}`)
    return undefined
  }
  // under load, statements of concurrent writes may fail because each waits for locks of the other
  const cost = await measure(postgres, { server, requests: [() => toText(sent)], status: request.status, ms }).catch((error: Error) => {
    if (without) throw error
    console.log(`${request.key}: its statements cannot be used as an ideal: ${error.message.slice(0, 200)}`)
  })
  if (!cost) return undefined
  return { ...cost, bytes: Buffer.byteLength(text), without }
}

try {
  const postgres = await openPostgres(folder)
  onEnd(postgres.stop)
  print(`creating ${patients} patients …`)
  const { url, drop, people } = await openPeople(postgres, folder, patients)
  onEnd(drop)
  print('counting statements …')
  const { chosen, skipped, ideals } = await choose({ url, people, wanted: (key) => key.includes(values.only) })
  const profile = values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` }
  const startedAt = performance.now()
  const server = await startBuilt({ ...settingsOf(url, folder), ...profile })
  onEnd(server.end)
  const startMs = performance.now() - startedAt
  const idle = await idleCores(server.pid)
  const memoryBefore = residentMegabytes(server.pid)
  print(`measuring ${chosen.length} calls …`)
  const measured: Measured[] = []
  const loadOf = (request: Request) => ({ server, requests: [() => toText(request)], status: request.status, ms })
  for (const { request, counted } of chosen)
    try {
      const ours = await measure(postgres, loadOf(request))
      measured.push({ key: request.key, role: request.caller.role, ours, ideal: await measureIdeal(postgres, ideals, request), ...counted })
    } catch (error) {
      skipped.push({ key: request.key, reason: notRepeated(error) })
    }
  print('measured')
  console.log(`\n${processTableOf({ startMs, idle, memoryBefore, memoryAfter: residentMegabytes(server.pid) })}`)
  console.log(`\n${tableOf(measured)}\n\n${summaryOf(measured)}\n\nNot measured:\n\n${skippedOf(skipped)}`)
} finally {
  await close()
}
