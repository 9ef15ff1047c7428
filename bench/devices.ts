// node_modules/.bin/node bench/devices.ts [--samples 1000000]: compares posts of 1,000 samples with the bare bulk upsert by the same driver, and
// repeats both with the same samples. Also measures the derivation.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({ options: { samples: { type: 'string', default: '1000000' } } })
const perPost = 1_000
const posts = Math.ceil(Number(values.samples) / perPost)
const minuteMs = 60_000
const end = Date.parse('2026-01-01T00:00:00Z')
const source = { maker: 'Apple', model: 'iPhone 15', app: 'ヘルスケア' }

/** The samples of a post: one per minute, the newest last, with record ids like those of Apple Health. */
const samplesOf = (post: number) =>
  Array.from({ length: perPost }, (_, at) => {
    const n = post * perPost + at
    const start = end - (posts * perPost - n) * minuteMs
    return {
      record_id: `${n.toString(16).padStart(8, '0').toUpperCase()}-6C1D-4B1E-9E0A-5D1F2C3B4A59`,
      type: 'steps',
      value: n % 120,
      unit: 'count',
      started_at: new Date(start).toISOString(),
      ended_at: new Date(start + minuteMs).toISOString(),
      zone_offset: 540,
      source,
    }
  })

type Contender<T> = { prepare: (post: number) => T; run: (prepared: T) => Promise<unknown> }
const postsPerTurn = 10

/** Seconds that each contender takes for all posts. The two take turns, so that other work of the machine slows both alike; `prepare` is not measured. */
const measure = async <A, B>(bare: Contender<A>, ours: Contender<B>) => {
  const seconds = { bare: 0, ours: 0 }
  const run = async <T>(name: keyof typeof seconds, contender: Contender<T>, from: number) => {
    for (let post = from; post < Math.min(from + postsPerTurn, posts); post++) {
      const prepared = contender.prepare(post)
      const startedAt = performance.now()
      await contender.run(prepared)
      seconds[name] += (performance.now() - startedAt) / 1_000
    }
  }
  for (let from = 0; from < posts; from += postsPerTurn) {
    await run('bare', bare, from)
    await run('ours', ours, from)
  }
  return seconds
}

const bareUpsert = `insert into bench_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
  select $1, * from unnest($2::text[], $3::text[], $4::float8[], $5::timestamptz[], $6::timestamptz[], $7::smallint[])
  on conflict (source_id, record_id) do update set value = excluded.value, started_at = excluded.started_at, ended_at = excluded.ended_at`

const bareValues = (source_id: number) => (post: number) => {
  const samples = samplesOf(post)
  return [
    source_id,
    samples.map(({ record_id }) => record_id),
    samples.map(({ type }) => type),
    samples.map(({ value }) => value),
    samples.map(({ started_at }) => started_at),
    samples.map(({ ended_at }) => ended_at),
    samples.map(({ zone_offset }) => zone_offset),
  ]
}

const report = (name: string, seconds: number, bare?: number) =>
  console.log(
    `| ${name} | ${seconds.toFixed(1)} | ${Math.round((posts * perPost) / seconds).toLocaleString('en-US')} | ${bare ? `× ${(bare / seconds).toFixed(2)}` : ''} |`,
  )

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop: dropDatabase } = await addDatabase(postgres, folder, 20, 0)
  closers.push(dropDatabase)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows } = await pool.query(`select id, email, role from users where role = 'patient' order by id desc limit 1`)
  const token = await addSession(db, rows[0], randomBytes)
  await close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  closers.push(() => client.end())
  // with the same keys, indexes and checks as `device_samples`
  await client.query('create table bench_samples (like device_samples including all)')
  await client.query('alter table bench_samples add foreign key (source_id) references device_sources (id)')
  const added = await client.query(`insert into device_sources (user_id, channel, maker, model, app) values ($1, 'google_fit', '', '', '') returning id`, [
    rows[0].id,
  ])
  const sourceId = added.rows[0].id
  const server = await startBuilt({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '0',
  })
  closers.push(server.end)
  const headers = { authorization: `Token token="${token}", email="${rows[0].email}"`, 'content-type': 'application/json' }
  const send = async (body: string) => {
    const response = await fetch(`${server.url}/apple_healthkits`, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`${response.status} ${text}`)
  }
  const bare = { prepare: bareValues(sourceId), run: (parameters: unknown[]) => client.query({ name: 'upsert', text: bareUpsert, values: parameters }) }
  const ours = { prepare: (post: number) => JSON.stringify({ user_id: rows[0].id, samples: samplesOf(post) }), run: send }
  console.log('| what | s | samples/s | ratio |\n| --- | ---: | ---: | ---: |')
  const first = await measure(bare, ours)
  report('bare bulk upsert', first.bare)
  report('posts, all new', first.ours, first.bare)
  const derivedAt = performance.now()
  for (;;) {
    const { rowCount } = await client.query('select from device_dirty_days where user_id = $1 limit 1', [rows[0].id])
    if (!rowCount) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  report('rest of the derivation after the last post', (performance.now() - derivedAt) / 1_000)
  const again = await measure(bare, ours)
  report('bare bulk upsert again', again.bare)
  report('the same posts again', again.ours, again.bare)
} finally {
  for (const endIt of closers.reverse()) await endIt()
  remove()
}
