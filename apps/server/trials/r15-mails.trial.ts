import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/db.ts'
import { onFileEnd } from '../test/clean-up.ts'
import { freshDatabase } from '../test/database.ts'
import { endProcess, startNode, waitForLine } from '../test/process.ts'
import { msUntil } from '../test/wait-until.ts'
import { isFull, report, seed } from './kit/report.ts'
import { seededRandom } from './server.ts'

const worker = join(import.meta.dirname, 'kit/processes/mail-worker.ts')
const mailCount = isFull ? 400 : 40
const kills = isFull ? 20 : 2
const random = seededRandom(seed)

let connectionString: string
let owner: Database
beforeAll(async () => {
  connectionString = await freshDatabase()
  owner = openDatabase({ connectionString }, { max: 3, role: null })
  onFileEnd(owner.close)
  await owner.pool.query('create table trial_letters ("to" text); grant select, insert on trial_letters to sukoyaka_app')
  // a killed worker is detected after one second instead of a minute
  await owner.pool.query(
    `update pgboss.queue set expire_seconds = 1, heartbeat_seconds = null, retry_delay = 1, retry_backoff = false where name in ('notice_letter', 'tell_notices')`,
  )
})

/** Staff who have been away for 20 minutes, with three unsent notifications each. */
const addPeople = (fault: string, count: number) =>
  owner.pool.query(
    `with u as (
       insert into users (role, first_name, last_name, email, name_search, name_grams, kana_key)
       select 'nurse', 'a', 'b', $1 || i || '@example.com', 'ab', '{}', '' from generate_series(1, $2) i returning id
     )
     insert into notifications (user_id, kind, unmailed_since) select u.id, 'reminder', now() - interval '20 minutes' from u, generate_series(1, 3)`,
    [fault, count],
  )

const startWorker = async (fault: string, mode: 'hang' | 'run') => {
  const child = startNode([worker, connectionString, fault, mode])
  let sent = 0
  await waitForLine(child, (line) => line === 'ready' || void sent++)
  return { child, sent: () => sent }
}
const kill = ({ child }: { child: ChildProcess }) => endProcess(child, 'SIGKILL')

/** Runs two workers and kills one repeatedly: every second one hangs in its first letter, the others are killed at a random moment. */
const sendMailsWithKills = async (fault: 'sound' | 'again', mailCount: number, times: number) => {
  await addPeople(fault, mailCount)
  const watch = new PgBoss({ connectionString, schema: 'pgboss', migrate: false, supervise: false, schedule: false, monitorIntervalSeconds: 1, max: 1 })
  watch.on('error', () => {})
  await watch.start()
  const isDone = async () => {
    const { rows } = await owner.pool.query(
      `select from pgboss.job where name = 'notice_letter' and state < 'completed' union all select from notifications where mailed_at is null limit 1`,
    )
    return rows.length === 0
  }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await watch.supervise('notice_letter')
      await sleep(200)
    }
  })()
  const modeOf = (at: number) => (at < times && at % 2 === 0 ? 'hang' : 'run')
  // the second worker starts when the first hangs in a letter; otherwise it could send all letters before
  const first = await startWorker(fault, modeOf(0))
  await msUntil(() => first.sent() > 0)
  const workers = [Promise.resolve(first), startWorker(fault, modeOf(1))]
  for (let at = 0; at < times; at++) {
    const victim = await workers.shift()!
    await msUntil(async () => victim.sent() > 0 || (await isDone()))
    if (modeOf(at) === 'run') await sleep(random() * 40)
    await kill(victim)
    workers.push(startWorker(fault, modeOf(at + 2)))
  }
  const ms = await msUntil(isDone)
  isOver = true
  await watching
  await watch.stop({ graceful: false })
  for (const promise of workers) await kill(await promise)
  const { rows } = await owner.pool.query<{ n: number }>(`select count(*)::int as n from trial_letters where "to" like $1 group by "to"`, [`${fault}%`])
  return { duplicates: rows.filter((row) => row.n > 1).length, unsent: mailCount - rows.length, isDone: ms !== undefined }
}

test(`R-15: of ${mailCount} people, nobody gets two notification letters; loses at most one letter per kill (${kills} kills)`, async () => {
  const { duplicates, unsent, isDone } = await sendMailsWithKills('sound', mailCount, kills)
  // a letter in progress at a kill is not sent again, since it may have been sent already
  report('R-15 letters', { n: mailCount, failures: duplicates + Math.max(0, unsent - kills), figures: { kills, duplicates, unsent } })
  expect({ duplicates, isDone }).toEqual({ duplicates: 0, isDone: true })
  expect(unsent).toBeLessThanOrEqual(kills)
})

test('R-15 control: detects letters that are sent again after a kill', async () => {
  const { duplicates } = await sendMailsWithKills('again', 20, 4)
  report('R-15 letters control', { n: 20, failures: duplicates ? 0 : 1, figures: { duplicates } })
  expect(duplicates).toBeGreaterThan(0)
})
