import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ownPostgres } from '../test/postgres.ts'
import { startServer } from '../test/process.ts'
import { maxWaitMs, msUntil } from '../test/wait-until.ts'
import { judge, openHistory } from './history.ts'
import { isFull, report } from './kit/report.ts'
import { type LoadResponse, openLoop, openWriters, sendRequest } from './load.ts'
import { listen, preparePatients, readStreet } from './patients.ts'
import { faults } from './process-faults.ts'
import { freePort } from './server.ts'

const writers = 8
const rate = isFull ? 200 : 100
const stops = Number(process.env.TRIAL_N ?? (isFull ? 10 : 1))
const maxRepeatedStops = 3
/** Requests in flight at most: on a slow machine a longer queue only delays the polls of the load balancer. */
const maxPending = 20
/** Time in ms the server still accepts connections after it reports not ready. */
const graceMs = 5_000
/** Time in ms after which a statement that waits for a lock fails with 503. */
const lockTimeout = 5_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The health check of a load balancer: polls /readyz, to send no traffic to a server that is not ready. */
const watchReadiness = (url: string) => {
  const readiness = {
    isReady: false,
    /** End of the last poll. */
    polledAt: 0,
    /** Start of the last poll that got a response: the listener accepted every connection made before it. */
    answeredFrom: 0,
    maxPollMs: 0,
    notReadyAt: undefined as number | undefined,
    refusedAt: undefined as number | undefined,
    isOver: false,
  }
  const poll = async () => {
    while (!readiness.isOver) {
      const startedAt = performance.now()
      const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch((error) => error as Error & { cause?: { code?: string } })
      readiness.isReady = response instanceof Response && response.ok
      readiness.polledAt = performance.now()
      readiness.maxPollMs = Math.max(readiness.maxPollMs, readiness.polledAt - startedAt)
      if (response instanceof Response) readiness.answeredFrom = startedAt
      if (!readiness.isReady && response instanceof Response) readiness.notReadyAt ??= performance.now()
      if (!(response instanceof Response) && response.cause?.code === 'ECONNREFUSED') readiness.refusedAt ??= performance.now()
      await sleep(100)
    }
  }
  void poll()
  return readiness
}

const withLock = async <T>(folder: string, text: string, run: () => Promise<T>): Promise<T> => {
  const owner = new pg.Client({ host: join(folder, 'postgres'), user: 'sukoyaka', database: 'postgres' })
  owner.on('error', () => {})
  await owner.connect()
  await owner.query('begin')
  await owner.query(text)
  try {
    return await run()
  } finally {
    await owner.query('rollback').catch(() => {})
    await owner.end().catch(() => {})
  }
}

/**
 * Sends SIGTERM under load, restarts the server and checks every response. Repeats a failed stop, at most `maxRepeatedStops` times, if the machine was too slow
 * to judge it: a poll of the load balancer took more than half of `graceMs`, or the query that waits for a lock was sent after the last poll that got a
 * response from the stopping server.
 */
const stopUnderLoad = async (stopCount: number, extraEnv: Record<string, string> = {}, timeoutMs = maxWaitMs) => {
  const { folder, remove, patients } = await preparePatients(writers + 3)
  cleanups.push(remove)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), NODE_ENV: 'production', ...extraEnv }
  const history = openHistory(join(folder, 'history.jsonl'))
  cleanups.push(() => history.close())
  const writerPool = openWriters(patients.slice(0, writers), history)
  const agent = new Agent({ keepAlive: true })
  cleanups.push(() => agent.destroy())
  const failures: { stop: number; problem: string }[] = []
  const figures = {
    completed: 0,
    connection_refused_in_gap: 0,
    status_503_in_gap: 0,
    max_exit_ms: 0,
    max_stream_reconnect_ms: 0,
    max_gap_ms: 0,
    repeated_stops: 0,
  }
  let server = await startServer(folder, env)
  cleanups.push(() => server.end())
  const subscription = listen(() => url, patients[0]!)
  cleanups.push(() => subscription.close())
  // a stream without a last event gets only what is published after it was opened
  await msUntil(() => subscription.openedAt.length > 0)
  const [, , , , , , , , slowQuery, slowBody, outsider] = patients

  for (let stop = 0; stop < stopCount + figures.repeated_stops; stop++) {
    const problems: string[] = []
    const addFailure = (problem: string) => void problems.push(problem)
    const balancer = watchReadiness(url)
    await msUntil(() => balancer.isReady)
    const responses: LoadResponse[] = []
    let pending = 0
    const recordResponse = async (call: Promise<LoadResponse>) => {
      pending++
      responses.push(await call)
      pending--
    }
    const load = openLoop(rate, (n) => {
      // after a stall of the test process, the last poll is too old to say whether the server is ready
      if (pending >= maxPending || !balancer.isReady || performance.now() - balancer.polledAt > graceMs / 5) return undefined
      const writer = n % 4 === 0 ? writerPool.free() : undefined
      const options = n % 3 ? { agent } : {}
      return recordResponse(writer === undefined ? sendRequest(url, patients[n % writers]!, 'GET', options) : writerPool.write(writer, url, options))
    })
    // a client without a load balancer: refused and reset connections and 503 with Retry-After are counted, any other failure is judged
    const outsideResponses: LoadResponse[] = []
    const outsideLoad = openLoop(20, () => sendRequest(url, outsider!, 'GET').then((response) => void outsideResponses.push(response)))
    await msUntil(() => responses.length > rate)
    const exited = once(server.process, 'exit')
    let terminatedAt = 0
    const untilClosed = () => msUntil(() => balancer.refusedAt !== undefined)
    let slowResponse: LoadResponse | undefined
    // in flight when the listener closes: a slow request body, and a query that waits for a lock
    const slowCalls = withLock(folder, `select 1 from users where id = ${slowQuery!.id} for update`, async () => {
      terminatedAt = performance.now()
      server.process.kill('SIGTERM')
      await msUntil(() => balancer.notReadyAt !== undefined || balancer.refusedAt !== undefined)
      const slowUpload = recordResponse(sendRequest(url, slowBody!, 'PATCH', { body: { first_name: `遅い${stop}` }, halfway: untilClosed }))
      await sleep(graceMs - lockTimeout / 2)
      const lockedRequest = sendRequest(url, slowQuery!, 'PATCH', { body: { first_name: `待つ${stop}` } })
      await untilClosed()
      return { slowUpload, lockedRequest }
    }).then(async ({ slowUpload, lockedRequest }) => {
      await slowUpload
      slowResponse = await lockedRequest
    })
    const [code, signal] = (await Promise.race([exited, sleep(maxWaitMs).then(() => ['never', null])])) as [unknown, unknown]
    figures.max_exit_ms = Math.max(figures.max_exit_ms, Math.round(performance.now() - terminatedAt))
    if (code !== 0) addFailure(`ended with ${code ?? signal}`)
    await slowCalls.catch((error: Error) => addFailure(error.message))
    const endedAt = performance.now()
    // read before the restarted server responds to polls
    const { answeredFrom, maxPollMs } = balancer
    if (balancer.notReadyAt === undefined || (balancer.refusedAt !== undefined && balancer.refusedAt < balancer.notReadyAt))
      addFailure('the listener closed before /readyz reported it')
    server = await startServer(folder, env)
    const readyAt = performance.now()
    figures.max_gap_ms = Math.max(figures.max_gap_ms, Math.round(readyAt - (balancer.refusedAt ?? endedAt)))
    const backAfter = await msUntil(() => (subscription.openedAt.at(-1) ?? 0) > endedAt, timeoutMs)
    if (backAfter === undefined || (isFull && subscription.openedAt.at(-1)! - readyAt > 3_000)) addFailure('the stream is not open again in time')
    else figures.max_stream_reconnect_ms = Math.max(figures.max_stream_reconnect_ms, Math.round(subscription.openedAt.at(-1)! - readyAt))
    await msUntil(() => responses.some(({ at, status }) => at > readyAt && status === 200))
    await load.stop()
    await outsideLoad.stop()
    balancer.isOver = true
    const isCompleted =
      slowResponse?.isComplete && (slowResponse.status === 200 || (slowResponse.status === 503 && slowResponse.retry_after && slowResponse.ms >= lockTimeout))
    if (!isCompleted) addFailure(`the query that waited for a lock: ${JSON.stringify(slowResponse)}`)
    for (const [problem, group] of Map.groupBy(responses, ({ status, isComplete, error }) => error ?? (isComplete ? String(status) : `${status} cut off`)))
      if (problem !== '200') addFailure(`${group.length} × ${problem}`)
    // clients that connect during shutdown get ECONNREFUSED, ECONNRESET or 503, never a truncated response
    for (const { isConnectionRefused, error, status, isComplete, retry_after } of outsideResponses) {
      if (isConnectionRefused || error === 'ECONNRESET') figures.connection_refused_in_gap++
      else if (status === 503 && retry_after) figures.status_503_in_gap++
      else if (status !== 200 || !isComplete) addFailure(`outside: ${error ?? status}`)
    }
    figures.completed += responses.length
    const isSentTooLate = balancer.notReadyAt !== undefined && slowResponse !== undefined && slowResponse.at >= answeredFrom
    const isTooSlow = isSentTooLate || maxPollMs > graceMs / 2
    if (problems.length && isTooSlow && figures.repeated_stops < maxRepeatedStops) figures.repeated_stops++
    else failures.push(...problems.map((problem) => ({ stop, problem })))
    const found = new Map<number, number>()
    for (const [writer, patient] of patients.slice(0, writers).entries()) found.set(writer, await readStreet(url, patient))
    const { lost, extra, never_sent } = judge(history.read(), found)
    if (lost.length || extra || never_sent) failures.push({ stop, problem: `${lost.length} lost, ${extra} extra, ${never_sent} never sent` })
  }
  const owner = new pg.Client({ host: join(folder, 'postgres'), user: 'sukoyaka', database: 'postgres' })
  await owner.connect()
  const { id } = patients[0]!
  const { rows } = await owner.query<{ id: string }>(`select id from events where patient_id = ${id} or user_id = ${id} order by id`)
  await owner.end()
  const expected = rows.map((row) => Number(row.id))
  await msUntil(() => subscription.ids.length >= expected.length, timeoutMs)
  if (JSON.stringify(subscription.ids) !== JSON.stringify(expected))
    failures.push({ stop: -1, problem: `received ${subscription.ids.length} of ${expected.length} events` })
  await server.end()
  return { failures, figures: { ...figures, events: expected.length } }
}

test(`R-7: completes every request from behind a load balancer during ${stops} graceful stops under load`, async () => {
  const { failures, figures } = await stopUnderLoad(stops)
  report('R-7', { n: stops, failures: failures.length, figures: { ...figures, what: failures.slice(0, 10) } })
  expect(failures).toEqual([])
  expect(figures.completed).toBeGreaterThan(stops * rate)
})

test('R-7 control: detects a server that exits immediately', async () => {
  const { failures, figures } = await stopUnderLoad(1, { NODE_OPTIONS: faults.exitsAtOnce }, 5_000)
  report('R-7 control exitsAtOnce', { n: 1, failures: failures.length, figures: { ...figures, what: failures.slice(0, 5) } })
  expect(failures.some(({ problem }) => /ECONNRESET|socket hang up/.test(problem))).toBe(true)
  expect(failures.some(({ problem }) => problem.includes('before /readyz reported it'))).toBe(true)
})

test('R-7: a stopped server finishes its running job, without a repetition, before it exits', async () => {
  const { folder, remove } = await preparePatients(1)
  cleanups.push(remove)
  const betweenServers = await ownPostgres(join(folder, 'postgres'))
  const owner = new pg.Client({ connectionString: betweenServers.url })
  await owner.connect()
  await owner.query("insert into limited_attempts (kind, key, at) values ('k', 'old', now() - interval '3 days')")
  await owner.query("insert into pgboss.job (name) values ('housekeeping')")
  // the job may start before the server is ready, so it waits in a trigger until the row `go` exists
  await owner.query(`create function wait_to_go() returns trigger language plpgsql as $$ begin
    for i in 1..1000 loop
      exit when exists (select 1 from limited_attempts where key = 'go');
      perform pg_sleep(0.05);
    end loop;
    return old;
  end $$`)
  await owner.query('create trigger wait_to_go before delete on limited_attempts for each row execute function wait_to_go()')
  await owner.end()
  await betweenServers.stop()
  const server = await startServer(folder)
  const exited = once(server.process, 'exit')
  const observer = new pg.Client({ host: join(folder, 'postgres'), user: 'sukoyaka', database: 'postgres' })
  observer.on('error', () => {})
  await observer.connect()
  const isAtWork = async () =>
    (await observer.query("select 1 from pg_stat_activity where state = 'active' and query like 'delete from limited_attempts%'")).rowCount === 1
  while (!(await isAtWork())) await sleep(50)
  server.process.kill('SIGTERM')
  await sleep(1_500)
  expect(server.process.exitCode).toBe(null)
  await observer.query("insert into limited_attempts (kind, key) values ('k', 'go')")
  await observer.end()
  expect((await exited)[0]).toBe(0)
  const after = await ownPostgres(join(folder, 'postgres'))
  cleanups.push(() => after.stop())
  const reader = new pg.Client({ connectionString: after.url })
  await reader.connect()
  const { rows } = await reader.query("select state::text, retry_count from pgboss.job where name = 'housekeeping'")
  const leftoverRows = await reader.query("select 1 from limited_attempts where key = 'old'")
  await reader.end()
  expect(rows).toEqual([{ state: 'completed', retry_count: 0 }])
  expect(leftoverRows.rows).toEqual([])
})
