import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/db.ts'
import { freshDatabase } from '../test/database.ts'
import { isFull, report, seed } from './kit/report.ts'
import { chanceFrom, msUntil } from './server.ts'

const worker = join(import.meta.dirname, 'kit/processes/letter-worker.ts')
const many = isFull ? 400 : 40
const kills = isFull ? 20 : 3
const chance = chanceFrom(seed)

let connectionString: string
let owner: Database
const running = new Set<ChildProcess>()
beforeAll(async () => {
  connectionString = await freshDatabase()
  owner = openDatabase({ connectionString }, { max: 3, as: null })
  await owner.pool.query('create table trial_letters ("to" text); grant select, insert on trial_letters to sukoyaka_app')
  // a killed worker is detected after one second instead of a minute
  await owner.pool.query(
    `update pgboss.queue set expire_seconds = 1, heartbeat_seconds = null, retry_delay = 1, retry_backoff = false where name in ('notice_letter', 'tell_notices')`,
  )
}, 60_000)
afterAll(async () => {
  for (const one of running) one.kill('SIGKILL')
  await owner?.close()
})

/** Staff who have been away for 20 minutes, with three unsent notifications each. */
const addPeople = (fault: string, n: number) =>
  owner.pool.query(
    `with u as (
       insert into users (role, first_name, last_name, email, name_search, name_grams, kana_key)
       select 'nurse', 'a', 'b', $1 || i || '@example.com', 'ab', '{}', '' from generate_series(1, $2) i returning id
     )
     insert into notifications (user_id, kind, untold_since) select u.id, 'reminder', now() - interval '20 minutes' from u, generate_series(1, 3)`,
    [fault, n],
  )

const startWorker = async (fault: string) => {
  const child = spawn(process.execPath, [worker, connectionString, fault], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let sent = 0
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => (line === 'ready' ? resolve() : sent++))
  })
  return { child, sent: () => sent }
}
const kill = async ({ child }: { child: ChildProcess }) => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Runs two workers and kills one repeatedly while it sends a letter. */
const killedAtLetters = async (fault: 'sound' | 'again', n: number, times: number) => {
  await addPeople(fault, n)
  const watch = new PgBoss({ connectionString, schema: 'pgboss', migrate: false, supervise: false, schedule: false, monitorIntervalSeconds: 1, max: 1 })
  watch.on('error', () => {})
  await watch.start()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await watch.supervise('notice_letter')
      await sleep(200)
    }
  })()
  const workers = [startWorker(fault), startWorker(fault)]
  for (let at = 0; at < times; at++) {
    const victim = await workers.shift()!
    const seen = victim.sent()
    await msUntil(() => victim.sent() > seen, 5_000)
    if (at % 2) await sleep(chance() * 40)
    await kill(victim)
    workers.push(startWorker(fault))
  }
  const isDone = async () => {
    const { rows } = await owner.pool.query(
      `select from pgboss.job where name = 'notice_letter' and state < 'completed' union all select from notifications where told_at is null limit 1`,
    )
    return rows.length === 0
  }
  const ms = await msUntil(isDone, 30_000)
  isOver = true
  await watching
  await watch.stop({ graceful: false })
  for (const one of workers) await kill(await one)
  const { rows } = await owner.pool.query<{ n: number }>(`select count(*)::int as n from trial_letters where "to" like $1 group by "to"`, [`${fault}%`])
  return { doubled: rows.filter((row) => row.n > 1).length, unwritten: n - rows.length, isDone: ms !== undefined }
}

test(`R-15: sends ${many} people one notification letter each, though the workers are killed ${kills} times`, async () => {
  const { doubled, unwritten, isDone } = await killedAtLetters('sound', many, kills)
  // a letter in progress at a kill is not sent again, since it may have left already
  report('R-15 letters', { n: many, failures: doubled + Math.max(0, unwritten - kills), figures: { kills, doubled, unwritten } })
  expect({ doubled, isDone }).toEqual({ doubled: 0, isDone: true })
  expect(unwritten).toBeLessThanOrEqual(kills)
}, 180_000)

test('R-15 control: detects letters that are sent again after a kill', async () => {
  const { doubled } = await killedAtLetters('again', 20, 4)
  report('R-15 letters control', { n: 20, failures: doubled ? 0 : 1, figures: { doubled } })
  expect(doubled).toBeGreaterThan(0)
}, 120_000)
