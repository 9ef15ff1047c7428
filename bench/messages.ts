// node_modules/.bin/node bench/messages.ts [--messages 1000000] [--patients 100,10000] [--seconds 6]: measures conversation
// lists, a thread and searches with several numbers of patients.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { load } from './kit/load.ts'
import { figuresOf } from './kit/percentile.ts'
import { addMessages, hitsOfRare, searchTerms } from './message-rows.ts'
import { type Server, startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '1000000' }, patients: { type: 'string', default: '100,10000' }, seconds: { type: 'string', default: '6' } },
})
const sizes = values.patients.split(',').map(Number)
const max = Number(values.messages)
const rounds = 4
const ms = (Number(values.seconds) * 1_000) / rounds
const limits = { ratio: 1.5, search: 30 }

type BenchTarget = { patients: number; messages: number; thread_id: number; server: Server; url: string; name: string; head: string }

const search = (text: string) => () => `/api/messages/search?q=${encodeURIComponent(text)}`
const benchRequests: { name: string; path: (target: BenchTarget) => string; limit?: 'ratio' | 'search' }[] = [
  { name: 'conversations, page 1', path: () => '/api/message_rooms/list', limit: 'ratio' },
  { name: 'conversations, unread only', path: () => '/api/message_rooms/list?unread_only=true' },
  { name: 'a thread, page 1', path: ({ thread_id }) => `/api/messages?patient_id=${thread_id}`, limit: 'ratio' },
  { name: 'unread count', path: () => '/api/message_rooms/unread_count' },
  { name: `search: a word with ${hitsOfRare} hits`, path: search(searchTerms.rare), limit: 'search' },
  { name: 'search: a word in every message', path: search(searchTerms.everywhere) },
  { name: 'search: a name', path: ({ name }) => search(name)() },
  { name: 'search: a name and a word', path: ({ name }) => search(`${name} 血圧`)() },
  { name: 'search: a word without hits', path: search(searchTerms.nowhere) },
  { name: 'search: bigrams of which one is rare', path: search('径部') },
]

/** Numbers of sequential scans of messages and of scans of the bigram index. */
const scansOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ whole: string; grams: string }>(
    `select (select seq_scan from pg_stat_user_tables where relname = 'messages') as whole, (select idx_scan from pg_stat_user_indexes where indexrelname = 'messages_grams') as grams`,
  )
  await client.end()
  return { whole: Number(rows[0]!.whole), grams: Number(rows[0]!.grams) }
}

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const targets: BenchTarget[] = []
  for (const patients of sizes) {
    // the same number of messages per conversation at every size
    const messages = Math.max(hitsOfRare * 2, Math.round((max * patients) / Math.max(...sizes)))
    console.log(`${patients} patients …`)
    const { url, drop } = await addDatabase(postgres, folder, patients, 0)
    closers.push(drop)
    const { thread_id } = await addMessages(url, messages)
    const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
    const { rows: doctors } = await pool.query(`select id, email, role from users where role = 'doctor' order by id limit 1`)
    const { rows: named } = await pool.query('select last_name || first_name as name from users where id = $1', [thread_id])
    const token = await addSession(db, doctors[0], randomBytes)
    await close()
    const server = await startBuilt({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn' })
    closers.push(server.end)
    const head = `host: localhost\r\nauthorization: Token token="${token}", email="${doctors[0].email}"\r\nx-background: 1\r\n`
    targets.push({ patients, messages, thread_id, server, url, head, name: named[0].name })
  }
  console.log(
    '| call | patients | messages | rows returned | p50 ms | p99 ms | p99 ratio to smallest | full scans, index scans |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  )
  const slowCalls: string[] = []
  for (const { name, path, limit } of benchRequests) {
    const latenciesByTarget = targets.map((): number[] => [])
    const returnedRows: number[] = []
    const before = await Promise.all(targets.map(({ url }) => scansOf(url)))
    for (const { server, head, ...target } of targets) {
      const headers = Object.fromEntries(
        head
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(/: (.*)/s) as [string, string]),
      )
      const response = (await (await fetch(server.url + path({ server, head, ...target }), { headers })).json()) as { items?: unknown[] }
      returnedRows.push(response.items?.length ?? 0)
    }
    // alternate the order; the first round is a warm-up
    for (let round = 0; round <= rounds; round++)
      for (const at of round % 2 ? targets.keys() : [...targets.keys()].toReversed()) {
        const target = targets[at]!
        const { latencies } = await load(target.server.url, [() => `GET ${path(target)} HTTP/1.1\r\n${target.head}\r\n`], { connections: 1, ms, status: 200 })
        if (round) latenciesByTarget[at]!.push(...latencies)
      }
    // PostgreSQL connections report their statistics when idle
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const after = await Promise.all(targets.map(({ url }) => scansOf(url)))
    const figures = latenciesByTarget.map(figuresOf)
    for (const [at, { p50, p99 }] of figures.entries()) {
      const ratio = p99 / figures[0]!.p99
      const { patients, messages } = targets[at]!
      const [fullScans, gramScans] = [after[at]!.whole - before[at]!.whole, after[at]!.grams - before[at]!.grams]
      console.log(
        `| ${name} | ${patients} | ${messages} | ${returnedRows[at]} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${at ? `× ${ratio.toFixed(2)}` : ''} | ${fullScans}, ${gramScans} |`,
      )
      if (limit === 'ratio' && ratio > limits.ratio) slowCalls.push(`${name}: × ${ratio.toFixed(2)}, the limit is ×  ${limits.ratio}`)
      if (limit === 'search' && p99 > limits.search) slowCalls.push(`${name}: ${p99.toFixed(1)} ms, the limit is ${limits.search} ms`)
      if (fullScans && patients === Math.max(...sizes)) slowCalls.push(`${name}: full scan of messages`)
    }
  }
  for (const call of slowCalls) console.log(call)
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
