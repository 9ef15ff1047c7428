import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { jobs } from '../src/app/domains.ts'
import { type Database, openDatabase } from '../src/database/db.ts'
import { installJobs, openJobs } from '../src/jobs/jobs.ts'
import { onFileEnd } from '../test/clean-up.ts'
import { freshDatabase } from '../test/database.ts'
import { ceiling, msUntil } from '../test/patience.ts'
import { endProcess, heardFrom, startNode } from '../test/process.ts'
import { sentWhileKilled } from './kit/processes/bulk-killed.ts'
import { type Fault, retries, type Tried, triedKind } from './kit/processes/worker.ts'
import { isFull, report, seed } from './kit/report.ts'
import { chanceFrom } from './server.ts'

const worker = join(import.meta.dirname, 'kit/processes/worker.ts')
const many = isFull ? 2_000 : 200
const kills = Number(process.env.TRIAL_N ?? (isFull ? 30 : 4))
const chance = chanceFrom(seed)
const allFaults: Fault[] = ['sound', 'doubles', 'early', 'endless']
const queueOf = (fault: Fault) => `trial_${fault}`

let connectionString: string
let owner: Database
beforeAll(async () => {
  connectionString = await freshDatabase()
  owner = openDatabase({ connectionString }, { max: 4, as: null })
  onFileEnd(owner.close)
  await owner.pool.query(`
    create table trial_tries (queue text, key text, at timestamptz default clock_timestamp());
    create table trial_effects (queue text, key text, primary key (queue, key));
    create table trial_doubles (queue text, key text);
    grant select, insert on trial_tries, trial_effects, trial_doubles to sukoyaka_app`)
  await installJobs(
    { connectionString },
    allFaults.map((fault) => triedKind(queueOf(fault), fault)),
  )
})

/** Starts a worker process; resolves when it is ready. */
const startWorker = async (queue: string, fault: Fault) => {
  const child = startNode([worker, connectionString, queue, fault])
  let done = 0
  await heardFrom(child, (line) => line === 'ready' || void done++)
  return { child, done: () => done }
}

const kill = ({ child }: { child: ChildProcess }) => endProcess(child, 'SIGKILL')

type Row = { key: string; n: number }
const counted = async (table: string, queue: string) => {
  const { rows } = await owner.pool.query<Row>(`select key, count(*)::int as n from ${table} where queue = $1 group by key`, [queue])
  return new Map(rows.map(({ key, n }) => [key, n]))
}
const deadOf = async (queue: string) => {
  const { rows } = await owner.pool.query<Row>(
    `select data->>'key' as key, count(*)::int as n from pgboss.job where name = 'dead_letters' and data->>'queue' = $1 group by 1`,
    [queue],
  )
  return new Map(rows.map(({ key, n }) => [key, n]))
}

/** Waits until all jobs are done, however slow the machine; gives up after `still` ms without progress, as with endless retries. */
const doneBeforeStill = async (queue: string, still: number) => {
  let [left, since] = [Number.POSITIVE_INFINITY, performance.now()]
  while (left && performance.now() - since < still) {
    const { rows } = await owner.pool.query<{ n: number }>(`select count(*)::int as n from pgboss.job where name = $1 and state < 'completed'`, [queue])
    if (rows[0]!.n < left) [left, since] = [rows[0]!.n, performance.now()]
    await sleep(50)
  }
  return left === 0
}

/** Enqueues the jobs, kills the workers repeatedly and checks the final state. */
const killedAtWork = async (fault: Fault, good: number, bad: number, times: number) => {
  const queue = queueOf(fault)
  const sender = openJobs({ log: pino({ level: 'silent' }) }, { connectionString })
  const tried: Tried[] = [
    // jobs that always fail are first in the queue
    ...Array.from({ length: bad }, (_, i) => ({ key: `poison ${i}`, kind: 'poison' as const })),
    ...(bad ? [{ key: 'hangs', kind: 'hangs' as const }] : []),
    ...Array.from({ length: good }, (_, i) => ({ key: `work ${i}`, kind: i % 20 ? ('good' as const) : ('flaky' as const) })),
  ]
  for (const those of [tried.slice(0, -good), tried.slice(-good)])
    await owner.db.transaction(async (tx) => {
      for (const attempt of those) await sender.send(tx, queue, { ...attempt, queue })
    })
  await sender.close()
  // the servers supervise queues once a minute; this runs five times a second
  const watch = new PgBoss({ connectionString, schema: 'pgboss', migrate: false, supervise: false, schedule: false, monitorIntervalSeconds: 1, max: 1 })
  watch.on('error', () => {})
  await watch.start()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await watch.supervise(queue)
      await sleep(200)
    }
  })()

  // start the next worker while the others work
  const workers = Array.from({ length: fault === 'sound' ? 2 : 1 }, () => startWorker(queue, fault))
  for (let i = 0; i < times; i++) {
    const victim = await workers.shift()!
    // kill alternately right after an effect and at a random moment
    const seen = victim.done()
    await msUntil(() => victim.done() > seen + 2, 1_500)
    if (i % 2) await sleep(chance() * 60)
    await kill(victim)
    workers.push(startWorker(queue, fault))
  }
  const works = tried.filter(({ kind }) => kind === 'good' || kind === 'flaky')
  const table = fault === 'doubles' ? 'trial_doubles' : 'trial_effects'
  const isDone = await doneBeforeStill(queue, fault === 'endless' ? 3_000 : ceiling)
  isOver = true
  await watching
  await watch.stop({ graceful: false })
  for (const promise of workers) await kill(await promise)

  const [effects, tries, dead] = [await counted(table, queue), await counted('trial_tries', queue), await deadOf(queue)]
  const failures: string[] = []
  const say = (what: string, those: readonly unknown[]) => void (those.length && failures.push(`${those.length} ${what}`))
  say(
    'lost',
    works.filter(({ key }) => !effects.has(key)),
  )
  say(
    'doubled',
    works.filter(({ key }) => (effects.get(key) ?? 0) > 1),
  )
  say(
    'dead letters that can succeed',
    works.filter(({ key }) => dead.has(key)),
  )
  const hopeless = tried.filter((attempt) => !works.includes(attempt))
  say(
    'failing jobs that are not among the dead letters once',
    hopeless.filter(({ key }) => dead.get(key) !== 1),
  )
  // a killed attempt counts as a retry, but leaves no row if it was killed before it began
  say(
    'failing jobs with too few or too many attempts',
    hopeless.filter(({ key }) => (tries.get(key) ?? 0) > retries + 1 || (tries.get(key) ?? 0) < retries),
  )
  if (!isDone) failures.push('never done')
  const { rows } = await owner.pool.query<{ n: number }>(
    `select count(distinct key)::int as n from trial_tries where queue = $1 and key like 'work %'
      and at < (select max(at) from trial_tries where queue = $1 and key not like 'work %')`,
    [queue],
  )
  const again = [...tries].filter(([key, n]) => key.startsWith('work') && n > 1).length
  return { failures, figures: { jobs: tried.length, kills: times, done_again: again, dead: dead.size, begun_before_the_last_hopeless_try: rows[0]!.n } }
}

test(`R-15: completes ${many} jobs with one effect each despite ${kills} kills, and moves failing jobs to the dead letters`, async () => {
  const { failures, figures } = await killedAtWork('sound', many, 4, kills)
  report('R-15', { n: figures.jobs, failures: failures.length, figures: { ...figures, what: failures } })
  expect(failures).toEqual([])
  expect(figures.dead).toBe(5)
})

test('R-15: delivers a bulk message to each recipient once, though its senders are killed repeatedly', async () => {
  const [people, times] = isFull ? [400, 20] : [30, 2]
  const failures = await sentWhileKilled('sound', people, times, chance)
  const planted = await sentWhileKilled('nameless', 12, 2, chance)
  report('R-15 bulk', { n: people, failures: failures.length, figures: { kills: times, what: failures, planted } })
  expect(failures).toEqual([])
  expect(planted).toContainEqual(expect.stringMatching(/doubled/))
})

test('R-15: every job queue has a retry limit and a dead letter queue', async () => {
  const { rows } = await owner.pool.query<{ name: string; retry_limit: number; dead_letter: string | null }>(
    'select name, retry_limit, dead_letter from pgboss.queue',
  )
  const held = new Map(rows.map(({ name, ...more }) => [name, more]))
  const faults = jobs.filter(({ queue }) => held.get(queue)?.dead_letter !== 'dead_letters' || !(held.get(queue)!.retry_limit <= 20))
  expect(faults.map(({ queue }) => queue)).toEqual([])
})

test('R-15 control: detects effects without a key, early acknowledgements and endless retries', async () => {
  const faulty: { fault: Fault; sign: RegExp; good: number; bad: number; times: number }[] = [
    { fault: 'doubles', sign: /doubled/, good: 12, bad: 0, times: 2 },
    { fault: 'early', sign: /lost/, good: 60, bad: 0, times: 2 },
    { fault: 'endless', sign: /not among the dead letters/, good: 5, bad: 1, times: 0 },
  ]
  const found = await Promise.all(faulty.map(({ fault, good, bad, times }) => killedAtWork(fault, good, bad, times)))
  const missed = faulty.filter(({ sign }, at) => !found[at]!.failures.some((what) => sign.test(what))).map(({ fault }) => fault)
  report('R-15 control', {
    n: faulty.length,
    failures: missed.length,
    figures: { caught: faulty.length - missed.length, what: found.map(({ failures }) => failures) },
  })
  expect(missed).toEqual([])
})
