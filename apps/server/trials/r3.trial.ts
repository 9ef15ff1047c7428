import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ceiling, msUntil } from '../test/patience.ts'
import { ownPostgres } from '../test/postgres.ts'
import { makeDataDir, startServer } from '../test/process.ts'
import { judge, openHistory } from './history.ts'
import { isFull, report, seed } from './kit/report.ts'
import { type Answer, ask, openLoop, openWriters } from './load.ts'
import { addPatients, callMe, listen, preparePatients, streetOf } from './patients.ts'
import { faults } from './planted.ts'
import { chanceFrom, isAlive, postmasterOf } from './server.ts'

const writers = 8
const rate = isFull ? 100 : 50
const rounds = Number(process.env.TRIAL_N ?? (isFull ? 9 : 3))
/** Longest time in ms to refuse after the database is back, judged only in the full run, on an idle machine. */
const slack = 3_000
/** Signals of `pg_ctl stop -m fast`, `-m immediate` and `kill -9` to the postmaster. */
const ways = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

type Failure = { round: number; what: string }
type Place = Awaited<ReturnType<typeof preparePatients>> & {
  env?: Record<string, string>
  /** Process id of the database, which changes with a restart. */
  pid: () => number | undefined
  databaseUrl: string
}

/** The bundled PostgreSQL, restarted by its supervisor in the server. */
const withOwn = async (): Promise<Place> => {
  const place = await preparePatients(writers)
  cleanups.push(place.remove)
  const socket = join(place.folder, 'postgres')
  return {
    ...place,
    databaseUrl: `postgresql://sukoyaka@localhost/postgres?host=${encodeURIComponent(socket)}`,
    pid: () => postmasterOf(place.folder),
  }
}

/** An external PostgreSQL in DATABASE_URL, restarted by its operator. */
const withOther = async (): Promise<Place> => {
  const { folder, remove } = makeDataDir()
  const postgres = await ownPostgres(join(folder, 'postgres'))
  cleanups.push(remove, postgres.stop)
  const patients = await addPatients(postgres.url, writers)
  const data = join(folder, 'server')
  return { folder: data, remove, patients, databaseUrl: postgres.url, env: { DATABASE_URL: postgres.url }, pid: () => postgres.pid }
}

const askDatabase = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ceiling, query_timeout: ceiling })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    client.end().catch(() => {})
  }
}

const isUp = (url: string) =>
  askDatabase(url, 'select 1').then(
    () => true,
    () => false,
  )

const badly = ({ status, retry_after, whole, error }: Answer): string | undefined => {
  if (error) return error
  if (!whole) return `${status} cut off`
  return status === 200 || (status === 503 && retry_after) ? undefined : `${status}${status === 503 ? ' without Retry-After' : ''}`
}

type More = { env?: Record<string, string>; patience?: number }

/** Stops the database in each way while patients read and write, and checks responses and stored values after each stop. */
const restartUnderLoad = async (place: Place, plan: (typeof ways)[number][], { env = {}, patience = ceiling }: More = {}) => {
  const { folder, patients, databaseUrl } = place
  const chance = chanceFrom(seed)
  const server = await startServer(folder, { ...place.env, ...env })
  cleanups.push(() => server.end())
  const history = openHistory(join(folder, 'history.jsonl'))
  cleanups.push(() => history.close())
  const work = openWriters(patients, history)
  const failures: Failure[] = []
  const windows: number[] = []
  const downtimes: number[] = []
  let calls = 0
  let refused = 0
  const heard = listen(() => server.url, patients[0]!)
  cleanups.push(() => heard.leave())
  await msUntil(() => heard.opened.length > 0)

  for (const [round, way] of plan.entries()) {
    // the supervisor gives up after more than five stops a minute
    if (plan.length > 5 && round) await sleep(11_000)
    const say = (what: string) => void failures.push({ round, what: `${way}: ${what}` })
    const answers: Answer[] = []
    let firstDown: number | undefined
    const load = openLoop(rate, (n) => {
      // no writes while the database is down: a later write would hide a lost one
      const writer = n % 2 && firstDown === undefined ? work.free() : undefined
      const call = writer === undefined ? ask(server.url, patients[n % writers]!, 'GET') : work.write(writer, server.url)
      return call.then((answer) => answers.push(answer))
    })
    await msUntil(() => answers.filter(({ method, status }) => method === 'PATCH' && status === 200).length > 15)
    await sleep(chance() * 500)
    const stoppedAt = performance.now()
    const before = place.pid()!
    process.kill(before, way)
    const isBack = await msUntil(async () => {
      if (await isUp(databaseUrl)) return place.pid() !== before
      firstDown ??= performance.now()
      return false
    })
    firstDown ??= performance.now()
    const upAt = performance.now()
    const downtime = upAt - stoppedAt
    const isServing = await msUntil(() => {
      const last = answers.filter(({ at }) => at > upAt).slice(-rate)
      return last.length === rate && last.every(({ status }) => status === 200)
    }, patience)
    if (isFull) await sleep(slack + 300)
    await load.stop()
    calls += answers.length
    const others = answers.filter((answer) => answer.status !== 200)
    refused += others.filter(({ status }) => status === 503).length
    const window = Math.max(0, ...others.map(({ at, ms }) => at + ms - stoppedAt))
    windows.push(Math.round(window))
    downtimes.push(Math.round(downtime))
    if (isBack === undefined) say('the database did not restart')
    if (isServing === undefined) say('does not serve again')
    if (isFull && window > downtime + slack) say(`still refused ${Math.round(window)} ms after the stop; the database was away ${Math.round(downtime)} ms`)
    const bad = Map.groupBy(answers, badly)
    for (const [what, those] of bad) if (what) say(`${those.length} × ${what}`)
    if (bad.has('500'))
      say(
        server.said
          .filter((line) => line.includes('"unexpected"'))
          .slice(-1)[0]
          ?.slice(0, 600) ?? 'nothing in the log',
      )
    if (server.process.exitCode !== null || !isAlive(server.process.pid!)) {
      say(`the server ended: ${server.said.slice(-2).join(' | ').slice(0, 400)}`)
      break
    }
    const found = new Map<number, number>()
    for (const [writer, patient] of patients.entries()) {
      const street = await streetOf(server.url, patient).catch((error: Error) => void say(error.message))
      if (street !== undefined) found.set(writer, street)
    }
    if (found.size < writers) break
    const { lost, never_sent } = judge(history.read(), found)
    for (const item of lost) say(`writer ${item.writer}: ${item.kept} acknowledged, ${item.found} stored`)
    if (never_sent) say(`${never_sent} never sent`)
    const poolNow = async () => {
      const burst = await Promise.all(Array.from({ length: 64 }, (_, i) => callMe(server.url, patients[i % writers]!, 'GET').then(({ status }) => status)))
      if (burst.some((status) => status !== 200)) say('a burst had other responses than 200')
      const [pool] = await askDatabase(
        databaseUrl,
        "select count(*) filter (where application_name = 'sukoyaka')::int as size, count(*) filter (where state like 'idle in transaction%')::int as stuck, count(*) filter (where application_name = 'sukoyaka-events')::int as events from pg_stat_activity",
      )
      return pool
    }
    // a fast burst may finish before it needs all connections
    let pool: Awaited<ReturnType<typeof poolNow>>
    const isWhole = await msUntil(async () => {
      pool = await poolNow()
      return pool.size === 16 && !pool.stuck && pool.events === 1
    }, patience)
    if (isWhole === undefined) say(`connections are ${JSON.stringify(pool)}`)
    // each write publishes one event, in order, to its patient
    const events = await askDatabase(
      databaseUrl,
      `select id::int from events where patient_id = ${patients[0]!.id} or user_id = ${patients[0]!.id} order by id`,
    )
    const expected = events.map(({ id }) => id)
    await msUntil(() => heard.ids.length >= expected.length, patience)
    if (JSON.stringify(heard.ids) !== JSON.stringify(expected)) say(`received ${heard.ids.length} of ${expected.length} events`)
  }
  const noise = server.said.filter((line) => /unhandled|uncaught|"level":"fatal"/i.test(line))
  for (const line of noise) failures.push({ round: -1, what: line.slice(0, 300) })
  const { acknowledged } = judge(history.read(), new Map())
  await server.end()
  const max = (numbers: number[]) => Math.max(0, ...numbers)
  return {
    failures,
    figures: {
      calls,
      acknowledged,
      answered_503: refused,
      window_ms_most: max(windows),
      downtime_ms_most: max(downtimes),
      streams_opened: heard.opened.length,
    },
  }
}

const plan = Array.from({ length: rounds }, (_, round) => ways[round % ways.length]!)
/** The daily run stops the external database only once, with SIGKILL. */
const planOf = (name: string) => (isFull || name === 'the bundled PostgreSQL' ? plan : plan.slice(-1))

test.each([
  ['the bundled PostgreSQL', withOwn],
  ['an external PostgreSQL', withOther],
])('R-3: loses no acknowledged write and answers 503 while %s restarts', async (name, open) => {
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
] as const)('R-3 control: detects %s', async (_, fault, sign) => {
  const { failures, figures } = await restartUnderLoad(await withOwn(), ['SIGKILL'], { env: { NODE_OPTIONS: faults[fault] }, patience: 5_000 })
  report(`R-3 control ${fault}`, { n: 1, failures: failures.length, figures: { ...figures, what: failures.slice(0, 3) } })
  expect(failures.some(({ what }) => sign.test(what))).toBe(true)
})
