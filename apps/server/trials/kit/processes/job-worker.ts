import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { AppContext } from '../../../src/context/app-context.ts'
import { openDatabase } from '../../../src/database/db.ts'
import { type JobKind, startJobs } from '../../../src/jobs/jobs.ts'

/**
 * `sound` works like the product. Faults: `doubles` may repeat an effect, `early` ends the job before its effect, `endless` retries a failing job without end.
 */
export type Fault = 'sound' | 'doubles' | 'early' | 'endless'
export type TriedJob = { key: string; kind: 'good' | 'flaky' | 'poison' | 'hangs' }
export const retries = 3

/** A job that records every attempt and its effect. */
export const triedKind = (queue: string, fault: Fault): JobKind => ({
  queue,
  options: { retryLimit: fault === 'endless' ? 1_000 : retries, retryDelay: 1, expireInSeconds: 1 },
  work: async ({ db }, { key, kind }: TriedJob) => {
    const { rows } = await db.execute<{ n: string }>(
      sql`with tried as (insert into trial_tries (queue, key) values (${queue}, ${key})) select count(*) as n from trial_tries where queue = ${queue} and key = ${key}`,
    )
    if (kind === 'hangs') await new Promise(() => {})
    if (kind === 'poison' || (kind === 'flaky' && Number(rows[0]!.n) === 0)) throw new Error('injected')
    const apply = async () => {
      // the primary key of `trial_effects` makes the effect idempotent; `trial_doubles` has none
      const table = fault === 'doubles' ? sql`trial_doubles` : sql`trial_effects`
      await db.execute(sql`insert into ${table} (queue, key) values (${queue}, ${key}) on conflict do nothing`)
      process.stdout.write('done\n')
      // the effect is stored, but the queue has not recorded the end of the job yet
      await sleep(fault === 'doubles' ? 300 : 20)
    }
    if (fault === 'early') void sleep(100).then(apply)
    else await apply()
  },
})

/** Run as a process, works through the queue until it is killed. */
if (process.argv[1] === import.meta.filename) {
  const [, , connectionString, queue, fault] = process.argv
  const { db } = openDatabase({ connectionString: connectionString! }, { max: 2 })
  await startJobs({ db, log: pino({ level: 'silent' }) } as unknown as AppContext, { connectionString: connectionString! }, [triedKind(queue!, fault as Fault)])
  process.stdout.write('ready\n')
}
