import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ownPostgres } from '../test/postgres.ts'
import { copyDataDir, startServer } from '../test/process.ts'
import { maxWaitMs, msUntil } from '../test/wait-until.ts'
import { judge, openHistory } from './history.ts'
import { isFull, report, seed } from './kit/report.ts'
import { type LoadResponse, openLoop, openWriters, sendRequest } from './load.ts'
import { addPatients, listen, preparePatients, readStreet, requestOwnAccount } from './patients.ts'
import { faults } from './process-faults.ts'
import { isAlive, postmasterOf, seededRandom } from './server.ts'

const writers = 8
const rate = isFull ? 100 : 50
const rounds = Number(process.env.TRIAL_N ?? (isFull ? 9 : 3))
/** For how many ms after the database is back requests may still be refused. Judged only in the full run, which needs an idle machine. */
const slackMs = 3_000
/** Signals of `pg_ctl stop -m fast`, `-m immediate` and `kill -9` to the postmaster. */
const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Failure = { round: number; problem: string }
type TestSetup = Awaited<ReturnType<typeof preparePatients>> & {
  env?: Record<string, string>
  /** Process id of the database, which changes with a restart. */
  pid: () => number | undefined
  databaseUrl: string
}

/** The bundled PostgreSQL, restarted by its supervisor in the server. */
const setupBundledPostgres = async (): Promise<TestSetup> => {
  const setup = await preparePatients(writers)
  cleanups.push(setup.remove)
  const socket = join(setup.folder, 'postgres')
  return {
    ...setup,
    databaseUrl: `postgresql://sukoyaka@localhost/postgres?host=${encodeURIComponent(socket)}`,
    pid: () => postmasterOf(setup.folder),
  }
}

/** An external PostgreSQL in DATABASE_URL, restarted by its operator. */
const setupExternalPostgres = async (): Promise<TestSetup> => {
  const { folder, remove } = await copyDataDir('reference')
  const postgres = await ownPostgres(join(folder, 'postgres'))
  cleanups.push(remove, postgres.stop)
  const patients = await addPatients(postgres.url, writers)
  const data = join(folder, 'server')
  mkdirSync(data)
  copyFileSync(join(folder, 'secret'), join(data, 'secret'))
  return { folder: data, remove, patients, databaseUrl: postgres.url, env: { DATABASE_URL: postgres.url }, pid: () => postgres.pid }
}

const queryDatabase = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: maxWaitMs, query_timeout: maxWaitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    client.end().catch(() => {})
  }
}

const isUp = (url: string) =>
  queryDatabase(url, 'select 1').then(
    () => true,
    () => false,
  )

const describeFailure = ({ status, retry_after, isComplete, error }: LoadResponse): string | undefined => {
  if (error) return error
  if (!isComplete) return `${status} cut off`
  return status === 200 || (status === 503 && retry_after) ? undefined : `${status}${status === 503 ? ' without Retry-After' : ''}`
}

type RestartOptions = { env?: Record<string, string>; timeoutMs?: number }

/** Stops the database in each way while patients read and write, and checks responses and stored values after each stop. */
const restartUnderLoad = async (setup: TestSetup, plan: (typeof signals)[number][], { env = {}, timeoutMs = maxWaitMs }: RestartOptions = {}) => {
  const { folder, patients, databaseUrl } = setup
  const random = seededRandom(seed)
  const server = await startServer(folder, { ...setup.env, ...env })
  cleanups.push(() => server.end())
  const history = openHistory(join(folder, 'history.jsonl'))
  cleanups.push(() => history.close())
  const writerPool = openWriters(patients, history)
  const failures: Failure[] = []
  const refusalTimes: number[] = []
  const downtimes: number[] = []
  let calls = 0
  let rejectedCount = 0
  const subscription = listen(() => server.url, patients[0]!)
  cleanups.push(() => subscription.close())
  await msUntil(() => subscription.openedAt.length > 0)

  for (const [round, signal] of plan.entries()) {
    // the supervisor gives up after more than five stops a minute
    if (plan.length > 5 && round) await sleep(11_000)
    const addFailure = (problem: string) => void failures.push({ round, problem: `${signal}: ${problem}` })
    const responses: LoadResponse[] = []
    let firstDown: number | undefined
    const load = openLoop(rate, (n) => {
      // no more writes in this round once the database is down: a later write would hide a lost one
      const writer = n % 2 && firstDown === undefined ? writerPool.free() : undefined
      const call = writer === undefined ? sendRequest(server.url, patients[n % writers]!, 'GET') : writerPool.write(writer, server.url)
      return call.then((response) => responses.push(response))
    })
    await msUntil(() => responses.filter(({ method, status }) => method === 'PATCH' && status === 200).length > 15)
    await sleep(random() * 500)
    const stoppedAt = performance.now()
    const before = setup.pid()!
    process.kill(before, signal)
    const backAfterMs = await msUntil(async () => {
      if (await isUp(databaseUrl)) return setup.pid() !== before
      firstDown ??= performance.now()
      return false
    })
    firstDown ??= performance.now()
    const upAt = performance.now()
    const downtime = upAt - stoppedAt
    const servesAfterMs = await msUntil(() => {
      const last = responses.filter(({ at }) => at > upAt).slice(-rate)
      return last.length === rate && last.every(({ status }) => status === 200)
    }, timeoutMs)
    if (isFull) await sleep(slackMs + 300)
    await load.stop()
    calls += responses.length
    const otherResponses = responses.filter((response) => response.status !== 200)
    rejectedCount += otherResponses.filter(({ status }) => status === 503).length
    const refusalMs = Math.max(0, ...otherResponses.map(({ at, ms }) => at + ms - stoppedAt))
    refusalTimes.push(Math.round(refusalMs))
    downtimes.push(Math.round(downtime))
    if (backAfterMs === undefined) addFailure('the database did not restart')
    if (servesAfterMs === undefined) addFailure('does not serve again')
    if (isFull && refusalMs > downtime + slackMs)
      addFailure(`still refused ${Math.round(refusalMs)} ms after the stop; the database was away ${Math.round(downtime)} ms`)
    const failureGroups = Map.groupBy(responses, describeFailure)
    for (const [problem, failedResponses] of failureGroups) if (problem) addFailure(`${failedResponses.length} × ${problem}`)
    if (failureGroups.has('500'))
      addFailure(
        server.output
          .filter((line) => line.includes('"unexpected"'))
          .slice(-1)[0]
          ?.slice(0, 600) ?? 'nothing in the log',
      )
    if (server.process.exitCode !== null || !isAlive(server.process.pid!)) {
      addFailure(`the server ended: ${server.output.slice(-2).join(' | ').slice(0, 400)}`)
      break
    }
    const found = new Map<number, number>()
    for (const [writer, patient] of patients.entries()) {
      const street = await readStreet(server.url, patient).catch((error: Error) => void addFailure(error.message))
      if (street !== undefined) found.set(writer, street)
    }
    if (found.size < writers) break
    const { lost, never_sent } = judge(history.read(), found)
    for (const item of lost) addFailure(`writer ${item.writer}: ${item.acknowledgedValue} acknowledged, ${item.found} stored`)
    if (never_sent) addFailure(`${never_sent} never sent`)
    const probePool = async () => {
      const statuses = await Promise.all(
        Array.from({ length: 64 }, (_, i) => requestOwnAccount(server.url, patients[i % writers]!, 'GET').then(({ status }) => status)),
      )
      if (statuses.some((status) => status !== 200)) addFailure('a burst had other responses than 200')
      const [pool] = await queryDatabase(
        databaseUrl,
        "select count(*) filter (where application_name = 'sukoyaka')::int as size, count(*) filter (where state like 'idle in transaction%')::int as stuck, count(*) filter (where application_name = 'sukoyaka-events')::int as events from pg_stat_activity",
      )
      return pool
    }
    // a fast burst may finish before it needs all connections
    let pool: Awaited<ReturnType<typeof probePool>>
    const isRecovered = await msUntil(async () => {
      pool = await probePool()
      return pool.size === 16 && !pool.stuck && pool.events === 1
    }, timeoutMs)
    if (isRecovered === undefined) addFailure(`connections are ${JSON.stringify(pool)}`)
    // each write publishes one event, in order, to its patient
    const events = await queryDatabase(
      databaseUrl,
      `select id::int from events where patient_id = ${patients[0]!.id} or user_id = ${patients[0]!.id} order by id`,
    )
    const expected = events.map(({ id }) => id)
    await msUntil(() => subscription.ids.length >= expected.length, timeoutMs)
    if (JSON.stringify(subscription.ids) !== JSON.stringify(expected)) addFailure(`received ${subscription.ids.length} of ${expected.length} events`)
  }
  const unexpectedLines = server.output.filter((line) => /unhandled|uncaught|"level":"fatal"/i.test(line))
  for (const line of unexpectedLines) failures.push({ round: -1, problem: line.slice(0, 300) })
  const { acknowledged } = judge(history.read(), new Map())
  await server.end()
  const max = (numbers: number[]) => Math.max(0, ...numbers)
  return {
    failures,
    figures: {
      calls,
      acknowledged,
      returned_503: rejectedCount,
      max_window_ms: max(refusalTimes),
      max_downtime_ms: max(downtimes),
      streams_opened: subscription.openedAt.length,
    },
  }
}

const plan = Array.from({ length: rounds }, (_, round) => signals[round % signals.length]!)
/** The daily run stops the external database only once, with SIGKILL. */
const planOf = (name: string) => (isFull || name === 'the bundled PostgreSQL' ? plan : plan.slice(-1))

test.each([
  ['the bundled PostgreSQL', setupBundledPostgres],
  ['an external PostgreSQL', setupExternalPostgres],
])('R-3: loses no acknowledged write and returns 503 while %s restarts', async (name, open) => {
  const { failures, figures } = await restartUnderLoad(await open(), planOf(name))
  report(`R-3 ${name === 'the bundled PostgreSQL' ? 'built-in' : 'DATABASE_URL'}`, {
    n: planOf(name).length,
    failures: failures.length,
    figures: { ...figures, what: failures },
  })
  expect(failures).toEqual([])
  expect(figures.acknowledged).toBeGreaterThan(planOf(name).length * 10)
})

test.each([
  ['an early acknowledgement', 'acknowledgesEarly', / acknowledged, \d+ stored/],
  ['a pool that does not reconnect', 'neverReconnects', /× 500|does not serve again/],
] as const)('R-3 control: detects %s', async (_, fault, pattern) => {
  // on a busy machine few writes are acknowledged before the kill, and the fault may lose none of them
  for (let round = 1; ; round++) {
    const { failures, figures } = await restartUnderLoad(await setupBundledPostgres(), ['SIGKILL'], { env: { NODE_OPTIONS: faults[fault] }, timeoutMs: 5_000 })
    report(`R-3 control ${fault}`, { n: 1, failures: failures.length, figures: { ...figures, what: failures.slice(0, 3) } })
    const isDetected = failures.some(({ problem }) => pattern.test(problem))
    if (!isDetected && round < 5) continue
    expect(isDetected).toBe(true)
    return
  }
})
