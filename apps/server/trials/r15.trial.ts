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
import { endProcess, startNode, waitForLine } from '../test/process.ts'
import { maxWaitMs, msUntil } from '../test/wait-until.ts'
import { sendBulkWithKills } from './kit/processes/bulk-killed.ts'
import { type Fault, retries, type TriedJob, triedKind } from './kit/processes/job-worker.ts'
import { isFull, report, seed } from './kit/report.ts'
import { seededRandom } from './server.ts'

const worker = join(import.meta.dirname, 'kit/processes/job-worker.ts')
const jobCount = isFull ? 2_000 : 200
const kills = Number(process.env.TRIAL_N ?? (isFull ? 30 : 3))
const random = seededRandom(seed)
const allFaults: Fault[] = ['sound', 'doubles', 'early', 'endless']
const queueOf = (fault: Fault) => `trial_${fault}`

let connectionString: string
let owner: Database
beforeAll(async () => {
  connectionString = await freshDatabase()
  owner = openDatabase({ connectionString }, { max: 4, role: null })
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
  await waitForLine(child, (line) => line === 'ready' || void done++)
  return { child, done: () => done }
}

const kill = ({ child }: { child: ChildProcess }) => endProcess(child, 'SIGKILL')

type Row = { key: string; n: number }
const countByKey = async (table: string, queue: string) => {
  const { rows } = await owner.pool.query<Row>(`select key, count(*)::int as n from ${table} where queue = $1 group by key`, [queue])
  return new Map(rows.map(({ key, n }) => [key, n]))
}
const countDead = async (queue: string) => {
  const { rows } = await owner.pool.query<Row>(
    `select data->>'key' as key, count(*)::int as n from pgboss.job where name = 'dead_letters' and data->>'queue' = $1 group by 1`,
    [queue],
  )
  return new Map(rows.map(({ key, n }) => [key, n]))
}

/** Whether all jobs get done, however slow the machine is; false after `stableMs` without progress, as with endless retries. */
const finishesBeforeIdle = async (queue: string, stableMs: number) => {
  let [remaining, lastChangeAt] = [Number.POSITIVE_INFINITY, performance.now()]
  while (remaining && performance.now() - lastChangeAt < stableMs) {
    const { rows } = await owner.pool.query<{ n: number }>(`select count(*)::int as n from pgboss.job where name = $1 and state < 'completed'`, [queue])
    if (rows[0]!.n < remaining) [remaining, lastChangeAt] = [rows[0]!.n, performance.now()]
    await sleep(50)
  }
  return remaining === 0
}

/** Enqueues the jobs, kills the workers repeatedly and checks the final state. */
const runJobsWithKills = async (fault: Fault, goodCount: number, badCount: number, times: number) => {
  const queue = queueOf(fault)
  const sender = openJobs({ log: pino({ level: 'silent' }) }, { connectionString })
  const triedJobs: TriedJob[] = [
    // jobs that always fail are first in the queue
    ...Array.from({ length: badCount }, (_, i) => ({ key: `poison ${i}`, kind: 'poison' as const })),
    ...(badCount ? [{ key: 'hangs', kind: 'hangs' as const }] : []),
    ...Array.from({ length: goodCount }, (_, i) => ({ key: `work ${i}`, kind: i % 20 ? ('good' as const) : ('flaky' as const) })),
  ]
  for (const batch of [triedJobs.slice(0, -goodCount), triedJobs.slice(-goodCount)])
    await owner.db.transaction(async (tx) => {
      for (const job of batch) await sender.send(tx, queue, { ...job, queue })
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
    const doneBefore = victim.done()
    await msUntil(() => victim.done() > doneBefore + 2, 1_500)
    if (i % 2) await sleep(random() * 60)
    await kill(victim)
    workers.push(startWorker(queue, fault))
  }
  const completable = triedJobs.filter(({ kind }) => kind === 'good' || kind === 'flaky')
  const table = fault === 'doubles' ? 'trial_doubles' : 'trial_effects'
  const isDone = await finishesBeforeIdle(queue, fault === 'endless' ? 3_000 : maxWaitMs)
  isOver = true
  await watching
  await watch.stop({ graceful: false })
  for (const promise of workers) await kill(await promise)

  const [effects, tries, deadJobs] = [await countByKey(table, queue), await countByKey('trial_tries', queue), await countDead(queue)]
  const failures: string[] = []
  const addFailure = (problem: string, jobList: readonly unknown[]) => void (jobList.length && failures.push(`${jobList.length} ${problem}`))
  addFailure(
    'lost',
    completable.filter(({ key }) => !effects.has(key)),
  )
  addFailure(
    'doubled',
    completable.filter(({ key }) => (effects.get(key) ?? 0) > 1),
  )
  addFailure(
    'dead letters that can succeed',
    completable.filter(({ key }) => deadJobs.has(key)),
  )
  const expectedDead = triedJobs.filter((job) => !completable.includes(job))
  addFailure(
    'failing jobs that are not among the dead letters once',
    expectedDead.filter(({ key }) => deadJobs.get(key) !== 1),
  )
  // a killed attempt counts as a retry, but leaves no row if it was killed before it began
  addFailure(
    'failing jobs with too few or too many attempts',
    expectedDead.filter(({ key }) => (tries.get(key) ?? 0) > retries + 1 || (tries.get(key) ?? 0) < retries),
  )
  if (!isDone) failures.push('never done')
  const { rows } = await owner.pool.query<{ n: number }>(
    `select count(distinct key)::int as n from trial_tries where queue = $1 and key like 'work %'
      and at < (select max(at) from trial_tries where queue = $1 and key not like 'work %')`,
    [queue],
  )
  const repeated = [...tries].filter(([key, attempts]) => key.startsWith('work') && attempts > 1).length
  return {
    failures,
    figures: { jobs: triedJobs.length, kills: times, done_again: repeated, dead: deadJobs.size, begun_before_the_last_hopeless_try: rows[0]!.n },
  }
}

test(`R-15: completes ${jobCount} jobs with one effect each despite ${kills} kills, and moves failing jobs to the dead letters`, async () => {
  const { failures, figures } = await runJobsWithKills('sound', jobCount, 4, kills)
  report('R-15', { n: figures.jobs, failures: failures.length, figures: { ...figures, what: failures } })
  expect(failures).toEqual([])
  expect(figures.dead).toBe(5)
})

test('R-15: delivers a bulk message to each recipient once, though its senders are killed repeatedly', async () => {
  const [people, times] = isFull ? [400, 20] : [30, 2]
  const failures = await sendBulkWithKills('sound', people, times, random)
  const injected = await sendBulkWithKills('nameless', 12, 2, random)
  report('R-15 bulk', { n: people, failures: failures.length, figures: { kills: times, what: failures, injected } })
  expect(failures).toEqual([])
  expect(injected).toContainEqual(expect.stringMatching(/doubled/))
})

test('R-15: every job queue has a retry limit and a dead letter queue', async () => {
  const { rows } = await owner.pool.query<{ name: string; retry_limit: number; dead_letter: string | null }>(
    'select name, retry_limit, dead_letter from pgboss.queue',
  )
  const queues = new Map(rows.map(({ name, ...settings }) => [name, settings]))
  const faults = jobs.filter(({ queue }) => queues.get(queue)?.dead_letter !== 'dead_letters' || !(queues.get(queue)!.retry_limit <= 20))
  expect(faults.map(({ queue }) => queue)).toEqual([])
})

test('R-15 control: detects effects without a key, early acknowledgements and endless retries', async () => {
  const faulty: { fault: Fault; pattern: RegExp; goodCount: number; badCount: number; times: number }[] = [
    { fault: 'doubles', pattern: /doubled/, goodCount: 12, badCount: 0, times: 2 },
    { fault: 'early', pattern: /lost/, goodCount: 60, badCount: 0, times: 2 },
    { fault: 'endless', pattern: /not among the dead letters/, goodCount: 5, badCount: 1, times: 0 },
  ]
  const found = await Promise.all(faulty.map(({ fault, goodCount, badCount, times }) => runJobsWithKills(fault, goodCount, badCount, times)))
  const undetected = faulty.filter(({ pattern }, at) => !found[at]!.failures.some((problem) => pattern.test(problem))).map(({ fault }) => fault)
  report('R-15 control', {
    n: faulty.length,
    failures: undetected.length,
    figures: { caught: faulty.length - undetected.length, what: found.map(({ failures }) => failures) },
  })
  expect(undetected).toEqual([])
})
