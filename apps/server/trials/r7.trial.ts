import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ceiling, msUntil } from '../test/patience.ts'
import { ownPostgres } from '../test/postgres.ts'
import { startServer } from '../test/process.ts'
import { judge, openHistory } from './history.ts'
import { isFull, report } from './kit/report.ts'
import { type Answer, ask, openLoop, openWriters } from './load.ts'
import { listen, preparePatients, streetOf } from './patients.ts'
import { faults } from './planted.ts'
import { freePort } from './server.ts'

const writers = 8
const rate = isFull ? 200 : 100
const stops = Number(process.env.TRIAL_N ?? (isFull ? 10 : 1))
/** Time in ms the server still accepts connections after it reports not ready. */
const grace = 5_000
/** Time in ms after which a statement that waits for a lock is answered with 503. */
const lockTimeout = 5_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** A load balancer: polls /readyz and sends no traffic to a server that is not ready. */
const watchReadiness = (url: string) => {
  const seen = { isReady: false, at: 0, notReadyAt: undefined as number | undefined, refusedAt: undefined as number | undefined, isOver: false }
  const look = async () => {
    while (!seen.isOver) {
      const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch((error) => error as Error & { cause?: { code?: string } })
      seen.isReady = answer instanceof Response && answer.ok
      seen.at = performance.now()
      if (!seen.isReady && answer instanceof Response) seen.notReadyAt ??= performance.now()
      if (!(answer instanceof Response) && answer.cause?.code === 'ECONNREFUSED') seen.refusedAt ??= performance.now()
      await sleep(100)
    }
  }
  void look()
  return seen
}

const hold = async (folder: string, text: string, run: () => Promise<unknown>) => {
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

/** Sends SIGTERM under load, restarts the server and checks every response. */
const stopUnderLoad = async (times: number, more: Record<string, string> = {}, patience = ceiling) => {
  const { folder, remove, patients } = await preparePatients(writers + 3)
  cleanups.push(remove)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), NODE_ENV: 'production', ...more }
  const history = openHistory(join(folder, 'history.jsonl'))
  cleanups.push(() => history.close())
  const work = openWriters(patients.slice(0, writers), history)
  const agent = new Agent({ keepAlive: true })
  cleanups.push(() => agent.destroy())
  const failures: { stop: number; what: string }[] = []
  const figures = { answered: 0, refused_in_gap: 0, told_503_in_gap: 0, exit_ms_most: 0, stream_back_ms_most: 0, gap_ms_most: 0 }
  let server = await startServer(folder, env)
  cleanups.push(() => server.end())
  const heard = listen(() => url, patients[0]!)
  cleanups.push(() => heard.leave())
  const [, , , , , , , , slowQuery, slowBody, outsider] = patients

  for (let stop = 0; stop < times; stop++) {
    const say = (what: string) => void failures.push({ stop, what })
    const balancer = watchReadiness(url)
    await msUntil(() => balancer.isReady)
    const answers: Answer[] = []
    const kept = (call: Promise<Answer>) => call.then((answer) => void answers.push(answer))
    const load = openLoop(rate, (n) => {
      // a stalled test process knows nothing about the server
      if (!balancer.isReady || performance.now() - balancer.at > grace / 5) return undefined
      const writer = n % 4 === 0 ? work.free() : undefined
      const sending = n % 3 ? { agent } : {}
      return kept(writer === undefined ? ask(url, patients[n % writers]!, 'GET', sending) : work.write(writer, url, sending))
    })
    // a client without a load balancer: its failures during the restart are counted, not judged
    const outside: Answer[] = []
    const knocking = openLoop(20, () => ask(url, outsider!, 'GET').then((answer) => void outside.push(answer)))
    await msUntil(() => answers.length > rate)
    const gone = once(server.process, 'exit')
    const askedAt = performance.now()
    server.process.kill('SIGTERM')
    const untilClosed = () => msUntil(() => balancer.refusedAt !== undefined)
    let queried: Answer | undefined
    // in flight when the listener closes: a slow request body, and a query that waits for a lock
    const slow = (async () => {
      await msUntil(() => balancer.notReadyAt !== undefined || balancer.refusedAt !== undefined)
      const trickling = kept(ask(url, slowBody!, 'PATCH', { body: { first_name: `遅い${stop}` }, halfway: untilClosed }))
      await sleep(grace - lockTimeout / 2)
      let held: Promise<Answer> | undefined
      const waiting = hold(folder, `select 1 from users where id = ${slowQuery!.id} for update`, async () => {
        held = ask(url, slowQuery!, 'PATCH', { body: { first_name: `待つ${stop}` } })
        await untilClosed()
      }).catch((error: Error) => say(`the slow call: ${error.message}`))
      await Promise.all([trickling, waiting])
      queried = await held
    })()
    const [code, signal] = (await Promise.race([gone, sleep(ceiling).then(() => ['never', null])])) as [unknown, unknown]
    figures.exit_ms_most = Math.max(figures.exit_ms_most, Math.round(performance.now() - askedAt))
    if (code !== 0) say(`ended with ${code ?? signal}`)
    await slow.catch((error: Error) => say(error.message))
    const endedAt = performance.now()
    if (balancer.notReadyAt === undefined || (balancer.refusedAt !== undefined && balancer.refusedAt < balancer.notReadyAt))
      say('the listener closed before /readyz reported it')
    server = await startServer(folder, env)
    const readyAt = performance.now()
    figures.gap_ms_most = Math.max(figures.gap_ms_most, Math.round(readyAt - (balancer.refusedAt ?? endedAt)))
    const backAfter = await msUntil(() => (heard.opened.at(-1) ?? 0) > endedAt, patience)
    if (backAfter === undefined || (isFull && heard.opened.at(-1)! - readyAt > 3_000)) say('the stream is not open again within 3 s')
    else figures.stream_back_ms_most = Math.max(figures.stream_back_ms_most, Math.round(heard.opened.at(-1)! - readyAt))
    await msUntil(() => answers.some(({ at, status }) => at > readyAt && status === 200))
    await load.stop()
    await knocking.stop()
    balancer.isOver = true
    const isCompleted = queried?.whole && (queried.status === 200 || (queried.status === 503 && queried.retry_after && queried.ms >= lockTimeout))
    if (!isCompleted) say(`the query that waited for a lock: ${JSON.stringify(queried)}`)
    for (const [what, those] of Map.groupBy(answers, ({ status, whole, error }) => error ?? (whole ? String(status) : `${status} cut off`)))
      if (what !== '200') say(`${those.length} × ${what}`)
    // clients that connect during shutdown get ECONNREFUSED or 503, never a truncated response
    for (const { refused, error, status, whole, retry_after } of outside) {
      if (refused || error === 'ECONNRESET') figures.refused_in_gap++
      else if (status === 503 && retry_after) figures.told_503_in_gap++
      else if (status !== 200 || !whole) say(`outside: ${error ?? status}`)
    }
    figures.answered += answers.length
    const found = new Map<number, number>()
    for (const [writer, patient] of patients.slice(0, writers).entries()) found.set(writer, await streetOf(url, patient))
    const { lost, extra, never_sent } = judge(history.read(), found)
    if (lost.length || extra || never_sent) say(`${lost.length} lost, ${extra} extra, ${never_sent} never sent`)
  }
  const owner = new pg.Client({ host: join(folder, 'postgres'), user: 'sukoyaka', database: 'postgres' })
  await owner.connect()
  const { id } = patients[0]!
  const { rows } = await owner.query<{ id: string }>(`select id from events where patient_id = ${id} or user_id = ${id} order by id`)
  await owner.end()
  const expected = rows.map((row) => Number(row.id))
  await msUntil(() => heard.ids.length >= expected.length, patience)
  if (JSON.stringify(heard.ids) !== JSON.stringify(expected)) failures.push({ stop: -1, what: `received ${heard.ids.length} of ${expected.length} events` })
  await server.end()
  return { failures, figures: { ...figures, events: expected.length } }
}

test(`R-7: completes every request during ${stops} graceful stops under load`, async () => {
  const { failures, figures } = await stopUnderLoad(stops)
  report('R-7', { n: stops, failures: failures.length, figures: { ...figures, what: failures.slice(0, 10) } })
  expect(failures).toEqual([])
  expect(figures.answered).toBeGreaterThan(stops * rate)
})

test('R-7 control: detects a server that exits immediately', async () => {
  const { failures, figures } = await stopUnderLoad(1, { NODE_OPTIONS: faults.leavesAtOnce }, 5_000)
  report('R-7 control leavesAtOnce', { n: 1, failures: failures.length, figures: { ...figures, what: failures.slice(0, 5) } })
  expect(failures.some(({ what }) => /ECONNRESET|socket hang up/.test(what))).toBe(true)
  expect(failures.some(({ what }) => what.includes('before /readyz reported it'))).toBe(true)
})

test('R-7: finishes a running job once before it exits', async () => {
  const { folder, remove } = await preparePatients(1)
  cleanups.push(remove)
  await (await startServer(folder)).end()
  const between = await ownPostgres(join(folder, 'postgres'))
  const owner = new pg.Client({ connectionString: between.url })
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
  await between.stop()
  const server = await startServer(folder)
  const gone = once(server.process, 'exit')
  const beside = new pg.Client({ host: join(folder, 'postgres'), user: 'sukoyaka', database: 'postgres' })
  beside.on('error', () => {})
  await beside.connect()
  const isAtWork = async () =>
    (await beside.query("select 1 from pg_stat_activity where state = 'active' and query like 'delete from limited_attempts%'")).rowCount === 1
  while (!(await isAtWork())) await sleep(50)
  server.process.kill('SIGTERM')
  await sleep(1_500)
  expect(server.process.exitCode).toBe(null)
  await beside.query("insert into limited_attempts (kind, key) values ('k', 'go')")
  await beside.end()
  expect((await gone)[0]).toBe(0)
  const after = await ownPostgres(join(folder, 'postgres'))
  cleanups.push(() => after.stop())
  const reader = new pg.Client({ connectionString: after.url })
  await reader.connect()
  const { rows } = await reader.query("select state::text, retry_count from pgboss.job where name = 'housekeeping'")
  const left = await reader.query("select 1 from limited_attempts where key = 'old'")
  await reader.end()
  expect(rows).toEqual([{ state: 'completed', retry_count: 0 }])
  expect(left.rows).toEqual([])
})
