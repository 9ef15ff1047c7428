// node_modules/.bin/node bench/people.ts [--people 200000] [--seconds 3] [--sign-ins]: measures searches among many people, the lists of the
// administration, and another call during 20 sign-ins. `--sign-ins`: measures only the last, without adding people.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { nameColumns } from '../apps/server/src/domains/account/store.ts'
import { load } from './kit/load.ts'
import { figuresOf } from './kit/percentile.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({
  options: { people: { type: 'string', default: '200000' }, seconds: { type: 'string', default: '3' }, 'sign-ins': { type: 'boolean', default: false } },
})
const onlySignIns = values['sign-ins']
const [count, ms] = [Number(values.people), Number(values.seconds) * 1_000]
const limits = { search: 30, list: 60, delay: 20 }
const signIns = 20

const kanji = [...'佐田山川木林森原島村上下中高松竹梅石井野谷岡浜沢池橋宮金藤伊斎渡辺近遠加後安青赤白黒小大']
const kana = [...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ']
/** Repeatable pseudo-random numbers. */
let state = 1
const random = (max: number) => {
  state = (state * 48_271) % 2_147_483_647
  return state % max
}
const wordOf = (letters: string[], length: number) => Array.from({ length }, () => letters[random(letters.length)]).join('')
/** One person in a thousand is called 佐伯. */
const nameOf = (at: number) =>
  at % 1_000 === 0
    ? { last_name: '佐伯', last_name_kana: 'サエキ', first_name: wordOf(kanji, 2), first_name_kana: wordOf(kana, 3) }
    : { last_name: wordOf(kanji, 2), last_name_kana: wordOf(kana, 2 + random(3)), first_name: wordOf(kanji, 2), first_name_kana: wordOf(kana, 2 + random(2)) }

const addPeople = async (url: string) => {
  const { pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const batch = 2_000
  for (let from = 0; from < count; from += batch) {
    const people = Array.from({ length: Math.min(batch, count - from) }, (_, at) => {
      const names = nameOf(from + at)
      const birthday = new Date(-random(20_000) * 86_400_000).toISOString().slice(0, 10)
      // one in twenty was invited and has not registered
      const password_hash = at % 20 === 0 ? null : 'x'
      return { ...names, ...nameColumns(names), birthday, password_hash, email: `person${from + at}@bench.example.com` }
    })
    // one in five hundred is registered twice
    for (let at = 1; at < people.length; at += 500) people[at] = { ...people[at - 1]!, email: people[at]!.email }
    await pool.query(
      `with added as (
        insert into users (role, last_name, first_name, last_name_kana, first_name_kana, name_search, name_grams, kana_key, birthday, password_hash, email)
        select 'patient', p.last_name, p.first_name, p.last_name_kana, p.first_name_kana, p.name_search, p.name_grams, p.kana_key, p.birthday, p.password_hash, p.email
        from jsonb_to_recordset($1::jsonb)
          p (last_name text, first_name text, last_name_kana text, first_name_kana text, name_search text, name_grams text[], kana_key text, birthday date, password_hash text, email text)
        returning id)
      insert into patients (user_id) select id from added`,
      [JSON.stringify(people)],
    )
  }
  await pool.query('vacuum analyze')
  await close()
}

const query = (text: string) => encodeURIComponent(text)
const calls = [
  ...['さえき', 'サエキ', 'ｻｴｷ', 'saeki', '佐伯', 'えき'].map((text) => ({
    name: `users: ${text}`,
    path: `/api/users?q[full_name_cont]=${query(text)}`,
    limit: limits.search,
  })),
  { name: 'users: one kana', path: `/api/users?q[full_name_cont]=${query('さ')}`, limit: limits.search },
  { name: 'users: nobody', path: `/api/users?q[full_name_cont]=${query('ぬぬぬぬ')}`, limit: limits.search },
  { name: 'sidebar: さえき', path: `/api/message_rooms/list?q[full_name_cont]=${query('さえき')}`, limit: limits.search },
  { name: 'users, first page', path: '/api/users', limit: limits.list },
  { name: 'accounts, first page', path: '/api/admin/users', limit: limits.list },
  { name: 'accounts, active', path: '/api/admin/users?state=active', limit: limits.list },
  { name: 'accounts, invited patients', path: '/api/admin/users?role=patient&state=invited', limit: limits.list },
  ...['さえき', 'saeki', 'さ', 'person19999'].map((text) => ({
    name: `accounts: ${text}`,
    path: `/api/admin/users?q=${query(text)}`,
    limit: limits.search,
  })),
  { name: 'duplicates, first page', path: '/api/admin/duplicates', limit: limits.list },
  { name: 'facilities, first page', path: '/api/admin/facilities', limit: limits.list },
  { name: 'contracts, first page', path: '/api/admin/contracts', limit: limits.list },
  { name: 'care teams, first page', path: '/api/admin/care_people', limit: limits.list },
  { name: 'audit log, first page', path: '/api/audit_logs', limit: limits.list },
]

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop } = await addDatabase(postgres, folder, 100, 0)
  closers.push(drop)
  if (!onlySignIns) {
    console.log(`adding ${count} people …`)
    await addPeople(url)
  }
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows: admins } = await pool.query(`select id, email, role from users where role = 'admin' order by id limit 1`)
  const token = await addSession(db, admins[0], randomBytes)
  await close()
  const server = await startBuilt({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '0',
    TRUST_PROXY: '1',
  })
  closers.push(server.end)
  const head = `host: localhost\r\nauthorization: Token token="${token}", email="${admins[0].email}"\r\n`
  const latenciesOf = async (path: string, connections = 1) =>
    (await load(server.url, [() => `GET ${path} HTTP/1.1\r\n${head}\r\n`], { connections, ms, status: 200 })).latencies
  const measure = async (path: string) => figuresOf(await latenciesOf(path))
  const missed: string[] = []
  if (!onlySignIns) console.log('| call | p50 ms | p99 ms | limit |\n| --- | ---: | ---: | ---: |')
  for (const { name, path, limit } of onlySignIns ? [] : calls) {
    await measure(path)
    const { p50, p99 } = await measure(path)
    console.log(`| ${name} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${limit} |`)
    if (p99 > limit) missed.push(`${name}: ${p99.toFixed(1)} ms, the limit is ${limit} ms`)
  }
  const answers = new Map<number, number>()
  const keepSigningIn = async (at: number, isOver: () => boolean) => {
    while (!isOver()) {
      // each request has its own IP address, because the limit of attempts per address would reject most of them
      const { status } = await fetch(`${server.url}/api/sign_in_v2`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` },
        body: JSON.stringify({ email: `nobody${at}-${randomBytes(4).toString('hex')}@bench.example.com`, password: 'asano-sanpo-30pun' }),
      })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  /** Measurements without sign-ins (`quiet`) and during sign-ins (`busy`) take turns, so that other work of the machine slows both alike. */
  const turns = 5
  const latencies: { quiet: number[]; busy: number[] } = { quiet: [], busy: [] }
  for (let turn = 0; turn < turns; turn++) {
    latencies.quiet.push(...(await latenciesOf('/api/users/me', 2)))
    let isOver = false
    const running = Array.from({ length: signIns }, (_, at) => keepSigningIn(at, () => isOver))
    latencies.busy.push(...(await latenciesOf('/api/users/me', 2)))
    isOver = true
    await Promise.all(running)
  }
  const [quiet, busy] = [figuresOf(latencies.quiet), figuresOf(latencies.busy)]
  const delay = busy.p99 - quiet.p99
  console.log(
    `GET /api/users/me: p99 ${quiet.p99.toFixed(2)} ms; during ${signIns} simultaneous sign-ins ${busy.p99.toFixed(2)} ms (p50 ${busy.p50.toFixed(2)}); ${[...answers].map(([status, times]) => `${times} × ${status}`).join(', ')}`,
  )
  if (delay > limits.delay) missed.push(`sign-ins delay other calls by ${delay.toFixed(1)} ms, the limit is ${limits.delay} ms`)
  for (const each of missed) console.log(each)
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
