// node_modules/.bin/node bench/data-export.ts:
// measures time, size and server memory of the data export of a patient without device samples, then with 1,000,000.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { residentMegabytes } from './kit/cpu.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const sizes = [0, 1_000_000]
const maxMegabytes = 120

/** Replaces the device data of a user by `count` heart rates, one per minute, the newest a minute ago. */
const addSamples = async (url: string, user_id: number, count: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('delete from device_sources where user_id = $1', [user_id])
    const { rows } = await client.query(
      `insert into device_sources (user_id, channel, maker, model, app) values ($1, 'apple_health', 'Apple', 'Watch', 'Health') returning id`,
      [user_id],
    )
    const source = [rows[0].id]
    await client.query(`insert into device_series (source_id, type, last_ended_at, posted_at) values ($1, 'heart_rate', now(), now())`, source)
    await client.query(
      `insert into device_samples (source_id, record_id, type, value, started_at, ended_at, zone_offset)
        select $1, md5(n::text), 'heart_rate', 60 + n % 60, now() - n * interval '1 minute', now() - n * interval '1 minute', 540 from generate_series(1, ${count}) n`,
      source,
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
  const { rows: patients } = await pool.query(`select id, email, role from users where role = 'patient' order by id limit 1`)
  const patient = patients[0]
  const token = await addSession(db, patient, randomBytes)
  await close()
  const server = await startBuilt({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' })
  closers.push(server.end)
  const headers = { authorization: `Token token="${token}", email="${patient.email}"`, 'content-type': 'application/json' }
  const failures: string[] = []
  console.log('| samples | MB of the ZIP | s | memory more MB |\n| ---: | ---: | ---: | ---: |')
  for (const size of sizes) {
    await addSamples(url, patient.id, size)
    const before = residentMegabytes(server.pid)
    const start = performance.now()
    const { status } = await fetch(`${server.url}/api/data_exports`, { method: 'POST', headers, body: '{}' })
    if (status !== 201) throw new Error(`the export was not started: ${status}`)
    let peak = before
    for (;;) {
      const { items } = await (await fetch(`${server.url}/api/data_exports`, { headers })).json()
      peak = Math.max(peak, residentMegabytes(server.pid))
      if (items[0].status === 'failed') throw new Error('the export failed')
      if (items[0].status === 'done') {
        const seconds = (performance.now() - start) / 1_000
        const bytes = items[0].parts.reduce((sum: number, part: { size: number }) => sum + part.size, 0)
        console.log(`| ${size} | ${(bytes / 1e6).toFixed(1)} | ${seconds.toFixed(1)} | ${(peak - before).toFixed(0)} |`)
        break
      }
      await sleep(100)
    }
    if (peak - before > maxMegabytes) failures.push(`${(peak - before).toFixed(0)} MB more for ${size} samples`)
  }
  if (failures.length) {
    console.error(failures.join('\n'))
    process.exitCode = 1
  }
} finally {
  for (const close of closers.reverse()) await close()
  remove()
}
