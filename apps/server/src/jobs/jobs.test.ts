import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { eventually } from '../../test/wait-until.ts'
import { jobs as allJobs, retention } from '../app/domains.ts'
import { deleteExpired } from '../app/housekeeping.ts'
import type { AppContext } from '../context/app-context.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { withMigrationLock } from '../database/migrate.ts'
import { apiError } from '../errors/api-error.ts'
import { openFiles } from '../files/files.ts'
import { installJobs, type JobKind, mailJobOptions, openJobs, startJobs } from './jobs.ts'

let connectionString: string
let owner: Database
let context: Database
const log = pino({ level: 'silent' })
beforeAll(async () => {
  connectionString = await freshDatabase()
  owner = openDatabase({ connectionString }, { max: 2, role: null })
  context = openDatabase({ connectionString }, { max: 2 })
  await installJobs({ connectionString })
  return async () => {
    await context.close()
    await owner.close()
  }
})

const count = async (table: string) => Number((await owner.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

test('housekeeping deletes only expired rows', async () => {
  await owner.pool.query(`
    insert into users (id, role, first_name, last_name, email, name_search, name_grams, kana_key) values
      (1, 'patient', '花子', '佐伯', 'hanako@example.com', '', '{}', ''), (2, 'patient', '太郎', '田中', 'taro@example.com', '', '{}', '');
    insert into sessions (user_id, token_hash, expires_at, ended_at) values
      (1, 'a', now() - interval '31 days', null), (1, 'b', now() + interval '1 year', now() - interval '31 days'),
      (1, 'c', now() + interval '1 day', null), (1, 'd', now() - interval '29 days', null), (2, 'e', now() - interval '32 days', null), (2, 'f', now() - interval '31 days', null);
    insert into sign_in_challenges (user_id, token_hash, code_hash, expires_at, resend_at) values
      (1, 'a', '', now() - interval '31 days', now()), (1, 'b', '', now(), now());
    insert into trusted_devices (user_id, token_hash, expires_at) values (1, 'a', now() - interval '31 days'), (1, 'b', now() + interval '1 day');
    insert into idempotency_keys (key_hash, route, body_hash, created_at) values ('a', '', '', now() - interval '25 hours'), ('b', '', '', now() - interval '23 hours');
    insert into limited_attempts (kind, key, at) values ('k', 'a', now() - interval '49 hours'), ('k', 'b', now() - interval '47 hours');
    insert into events (id, user_id, changes, created_at) values (1, 1, '{users}', now() - interval '5 days'), (2, 1, '{users}', now() - interval '4 days')`)
  expect(await deleteExpired(context.db, retention)).toBe(8)
  expect((await owner.pool.query<{ t: string }>("select convert_from(token_hash, 'UTF8') as t from sessions order by 1")).rows.map((row) => row.t)).toEqual([
    'c',
    'd',
    // the last sign-in of the other person
    'f',
  ])
  for (const table of ['sign_in_challenges', 'trusted_devices', 'idempotency_keys', 'limited_attempts']) expect([table, await count(table)]).toEqual([table, 1])
  // the newest event is kept, however old it is: with it, clients detect that they missed events
  expect((await owner.pool.query('select id from events')).rows).toEqual([{ id: 2 }])
  expect(await deleteExpired(context.db, retention)).toBe(0)
})

test('the housekeeping job runs as a role that cannot create tables', async () => {
  await owner.pool.query("insert into limited_attempts (kind, key, at) values ('k', 'old', now() - interval '3 days')")
  const sender = new PgBoss({ connectionString, schema: 'pgboss', migrate: false, supervise: false, schedule: false, options: '-c role=sukoyaka_app' })
  sender.on('error', () => {})
  await sender.start()
  await sender.send('housekeeping')
  const jobs = await startJobs(
    { db: context.db, log, files: openFiles({ data_dir: mkdtempSync(join(tmpdir(), 'jobs-')), s3: undefined }) } as unknown as AppContext,
    { connectionString },
    allJobs.filter(({ queue }) => queue === 'housekeeping'),
  )
  await eventually(async () => expect((await owner.pool.query("select 1 from limited_attempts where key = 'old'")).rows).toEqual([]))
  expect(await sender.getSchedules('housekeeping')).toMatchObject([{ cron: '17 * * * *' }])
  await expect(sender.getDb().executeSql('create table pgboss.mine (a int)')).rejects.toThrow(/permission denied/)
  // pg-boss's supervision needs no more privileges either
  await sender.supervise()
  await jobs.stop()
  await sender.stop({ graceful: false })
  const { rows } = await owner.pool.query("select 1 from pg_stat_activity where application_name = 'sukoyaka-jobs' and datname = current_database()")
  expect(rows).toEqual([])
})

test('a job exists only if its transaction commits, and is retried when it fails', async () => {
  const finished: unknown[] = []
  let failures = 0
  const kind: JobKind = {
    queue: 'letters',
    options: { retryDelay: 0 },
    work: async (_, data) => {
      if (failures++ === 0) throw new Error('the mail server is down')
      finished.push(data)
    },
  }
  await installJobs({ connectionString }, [kind])
  const jobs = openJobs({ log }, { connectionString })
  await expect(
    context.db.transaction(async (tx) => {
      await jobs.send(tx, 'letters', { to: 'nobody' })
      throw new Error('rollback')
    }),
  ).rejects.toThrow('rollback')
  await context.db.transaction((tx) => jobs.send(tx, 'letters', { to: 'hanako' }))
  const running = await startJobs({ db: context.db, log } as unknown as AppContext, { connectionString }, [kind])
  await eventually(() => expect(finished).toEqual([{ to: 'hanako' }]))
  await running.stop()
  await jobs.close()
  expect(failures).toBe(2)
})

test('fetches the next job at once, and a failing job does not block the others', async () => {
  const finished: number[] = []
  const kind: JobKind = {
    queue: 'many',
    options: { retryDelay: 60 },
    work: async (_, { n }) => {
      if (n < 0) throw new Error('failing on purpose')
      finished.push(n)
    },
  }
  await installJobs({ connectionString }, [kind])
  const jobs = openJobs({ log }, { connectionString })
  await context.db.transaction((tx) => jobs.send(tx, 'many', { n: -1 }))
  await context.db.transaction(async (tx) => {
    for (let i = 0; i < 10; i++) await jobs.send(tx, 'many', { n: i })
  })
  const running = await startJobs({ db: context.db, log } as unknown as AppContext, { connectionString }, [kind])
  await eventually(() => expect(finished).toHaveLength(10))
  expect((await owner.pool.query("select data, state::text from pgboss.job where name = 'many' and state = 'retry'")).rows).toEqual([
    { data: { n: -1 }, state: 'retry' },
  ])
  await running.stop()
  await jobs.close()
})

test('the stored error of a job that failed its last try contains no personal data', async () => {
  const kind: JobKind = {
    queue: 'failing',
    options: { retryLimit: 0 },
    work: async () => {
      throw new Error('Failed query: insert into import_rows\nparams: 山田 花子, HbA1c 9.1', {
        cause: Object.assign(new Error('山田 花子'), { code: '22P02' }),
      })
    },
  }
  await installJobs({ connectionString }, [kind])
  const jobs = openJobs({ log }, { connectionString })
  await context.db.transaction((tx) => jobs.send(tx, 'failing', { id: 1 }))
  const running = await startJobs({ db: context.db, log } as unknown as AppContext, { connectionString }, [kind])
  const readFailures = () => owner.pool.query("select output::text as output from pgboss.job where name = 'failing' and state = 'failed'")
  await eventually(async () => expect((await readFailures()).rows).toHaveLength(1))
  await running.stop()
  await jobs.close()
  const { output } = (await readFailures()).rows[0]!
  expect(output).toContain('22P02')
  expect(output).not.toMatch(/花子|HbA1c|params/)
})

test('a job is given up once, after its last try', async () => {
  const calls: string[] = []
  const kind: JobKind = {
    queue: 'given_up',
    options: { retryLimit: 1, retryDelay: 0 },
    work: async (_, { id }) => {
      calls.push(`try ${id}`)
      throw new Error('no')
    },
    giveUp: async (_, { id }) => void calls.push(`give up ${id}`),
  }
  await installJobs({ connectionString }, [kind])
  const jobs = openJobs({ log }, { connectionString })
  await context.db.transaction((tx) => jobs.send(tx, kind.queue, { id: 1 }))
  const running = await startJobs({ db: context.db, log } as unknown as AppContext, { connectionString }, [kind])
  await eventually(async () => expect((await owner.pool.query("select from pgboss.job where source_name = 'given_up'")).rowCount).toBe(1))
  expect(calls).toEqual(['try 1', 'try 1', 'give up 1'])
  await running.stop()
  await jobs.close()
})

test('a job whose error is permanent is not retried but kept among the failed jobs', async () => {
  const kind: JobKind = {
    queue: 'refused',
    options: mailJobOptions,
    work: async () => {
      throw apiError('mail_unavailable', { isPermanent: true })
    },
  }
  await installJobs({ connectionString }, [kind])
  const jobs = openJobs({ log }, { connectionString })
  await context.db.transaction((tx) => jobs.send(tx, 'refused', { id: 1 }))
  const running = await startJobs({ db: context.db, log } as unknown as AppContext, { connectionString }, [kind])
  const statement = "select name, state::text, source_output ->> 'message' as reason from pgboss.job where 'refused' in (name, source_name) order by name"
  await eventually(async () =>
    expect((await owner.pool.query(statement)).rows).toEqual([
      { name: 'dead_letters', state: 'created', reason: 'refused: mail_unavailable' },
      { name: 'refused', state: 'failed', reason: null },
    ]),
  )
  await running.stop()
  await jobs.close()
})

test('reinstalling keeps the queues and their settings', async () => {
  const readQueues = async () =>
    (await owner.pool.query('select name, policy, retry_limit, retry_delay, dead_letter, created_on from pgboss.queue order by name')).rows
  const before = await readQueues()
  await installJobs({ connectionString })
  expect(before.length).toBeGreaterThan(0)
  expect(await readQueues()).toEqual(before)
})

test('six servers that start together install their jobs one after the other', async () => {
  const started = await withMigrationLock({ connectionString }, async (client) => {
    const installs = Array.from({ length: 6 }, () => installJobs({ connectionString }))
    const waiting = "select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"
    await eventually(async () => expect((await client.query(waiting)).rows).toHaveLength(6))
    return { six: Promise.allSettled(installs) }
  })
  expect((await started.six).filter(({ status }) => status === 'rejected')).toEqual([])
})
