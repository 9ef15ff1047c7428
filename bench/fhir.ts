// node_modules/.bin/node bench/fhir.ts: measures `$everything` for a patient with 1,000, then 10,000 resources: time to the first byte and server memory.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { residentMegabytes } from './kit/cpu.ts'
import { median } from './kit/percentile.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const sizes = [1_000, 10_000]
const limits = { firstByteMs: 100, megabytes: 60 }
const rounds = 5

/** Replaces the results and steps of a user by `count` resources: seven of ten are results, three are days of steps. */
const addResources = async (url: string, user_id: number, count: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const table of ['test_results', 'steps']) await client.query(`delete from ${table} where user_id = $1`, [user_id])
    await client.query(
      `insert into test_results (user_id, category_id, recorded_at, value, status)
        select $1, c.ids[1 + n % array_length(c.ids, 1)], '2026-01-01'::timestamptz - n * interval '1 hour', 50 + n % 100, n % 3
        from generate_series(1, $2::int * 7 / 10) n cross join (select array_agg(id order by id) as ids from result_categories where type = 0 and value_labels is null) c`,
      [user_id, count],
    )
    await client.query(
      `insert into steps (user_id, measured_on, count) select $1, '2026-01-01'::date - n, 5000 + n % 5000 from generate_series(1, $2::int * 3 / 10) n`,
      [user_id, count],
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop } = await addDatabase(postgres, folder, 100, 0)
  closers.push(drop)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows: patients } = await pool.query('select user_id from patients order by user_id limit 1')
  const { rows: doctors } = await pool.query(`select id, email, role from users where role = 'doctor' order by id limit 1`)
  const token = await addSession(db, doctors[0], randomBytes)
  await close()
  const server = await startBuilt({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' })
  closers.push(server.end)
  const authorization = `Token token="${token}", email="${doctors[0].email}"`
  const { user_id } = patients[0]
  const failures: string[] = []
  console.log('| resources | MB sent | first byte ms | whole s | memory more MB |\n| ---: | ---: | ---: | ---: | ---: |')
  for (const size of sizes) {
    await addResources(url, user_id, size)
    const [firsts, wholes, peaks]: number[][] = [[], [], []]
    let bytes = 0
    for (let round = 0; round < rounds; round++) {
      const before = residentMegabytes(server.pid)
      const start = performance.now()
      const { body } = await fetch(`${server.url}/fhir/R4/Patient/${user_id}/$everything`, { headers: { authorization, 'accept-encoding': 'identity' } })
      let [first, peak] = [0, before]
      bytes = 0
      for await (const chunk of body!) {
        first ||= performance.now() - start
        bytes += chunk.length
        peak = Math.max(peak, residentMegabytes(server.pid))
      }
      firsts!.push(first)
      wholes!.push((performance.now() - start) / 1_000)
      peaks!.push(peak - before)
    }
    // the first round warms up
    const [first, whole, more] = [firsts!, wholes!, peaks!].map((values) => median(values.slice(1)))
    console.log(`| ${size} | ${(bytes / 1e6).toFixed(1)} | ${first!.toFixed(0)} | ${whole!.toFixed(2)} | ${more!.toFixed(0)} |`)
    if (first! > limits.firstByteMs) failures.push(`first byte of ${size} after ${first!.toFixed(0)} ms`)
    if (more! > limits.megabytes) failures.push(`${more!.toFixed(0)} MB more for ${size}`)
  }
  if (failures.length) {
    console.error(failures.join('\n'))
    process.exitCode = 1
  }
} finally {
  for (const close of closers.reverse()) await close()
  remove()
}
