// node_modules/.bin/node bench/timeline.ts [--seconds 4]: compares reads of a timeline with 5,000 items to those of one with 50.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { addSession } from '../apps/server/src/domains/account/session-store.ts'
import { cpuOf, cpuOfFamily } from './kit/cpu.ts'
import { load } from './kit/load.ts'
import { figuresOf } from './kit/percentile.ts'
import { startBuilt } from './processes.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '4' } } })
const ms = Number(values.seconds) * 1_000
const rounds = 4
const sizes = [50, 5_000] as const
const queries = ['', '&kinds[]=interview', '&month=2024-06', '&q=血圧'] as const
const limits = { p99: 40, ratio: 1.5 }

/** Replaces a patient's timeline items by new ones, six hours apart. Of each ten, six are kartes, two interviews, one a checkup and one a goal. */
const addItems = async (url: string, user_id: number, count: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const n = `generate_series(1, $2::int) n`
    const at = `now() - n * interval '6 hours'`
    for (const table of ['kartes', 'test_packages', 'habit_goals', 'assessments', 'contracts'])
      await client.query(`delete from ${table} where user_id = $1`, [user_id])
    await client.query('delete from interviews where interviewee_id = $1', [user_id])
    await client.query(
      `insert into kartes (user_id, author_id, memo, memo_search, created_at)
        select $1, (select min(id) from users where role = 'nurse'), m, m, ${at} from ${n}
        cross join lateral (select case when n % 50 = 0 then '【経過】家庭血圧は落ち着いている。' else '【経過】体調に変わりなし。' end || repeat('食事の記録を確認した。', 10) as m) t where n % 10 < 6`,
      [user_id, count],
    )
    await client.query(
      `insert into interviews (interviewee_id, kind, conducted_at, ends_at, meeting_type, patient_summary)
        select $1, 'follow', ${at}, ${at} + interval '30 minutes', 'other', '食事についてお話ししました。' from ${n} where n % 10 in (6, 7)`,
      [user_id, count],
    )
    await client.query(
      `with p as (insert into test_packages (user_id, kind, location, status, tested_at, released_at)
        select $1, 'detail', 'みなとさくらクリニック', 0, ${at}, ${at} from ${n} where n % 10 = 8 returning id, tested_at)
      insert into test_results (user_id, category_id, test_package_id, recorded_at, type, value, status)
        select $1, c.id, p.id, p.tested_at, 0, 100 + c.id, c.id % 3 from p cross join (select id from result_categories where type = 0 order by id limit 40) c`,
      [user_id, count],
    )
    await client.query(
      `insert into habit_goals (user_id, content, kind, created_at) select $1, '夕食は就寝3時間前までに', 'meal', ${at} from ${n} where n % 10 = 9`,
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
  const { url, drop: dropDatabase } = await addDatabase(postgres, folder, 300, 0)
  closers.push(dropDatabase)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows: patients } = await pool.query('select user_id from patients order by user_id limit 2')
  const { rows: doctors } = await pool.query(`select id, email, role from users where role = 'doctor' order by id limit 1`)
  const token = await addSession(db, doctors[0], randomBytes)
  await close()
  for (const [at, count] of sizes.entries()) await addItems(url, patients[at].user_id, count)
  const server = await startBuilt({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', DEMO: 'off', LOG_LEVEL: 'warn' })
  closers.push(server.end)
  const head = `host: localhost\r\nauthorization: Token token="${token}", email="${doctors[0].email}"\r\nx-background: 1\r\n`
  const buildRequest = (path: string) => () => `GET ${encodeURI(path)} HTTP/1.1\r\n${head}\r\n`
  console.log('| asked | items | p50 ms | p99 ms | CPU ms | PostgreSQL CPU ms | p99 to 50 items |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  let isSlow = false
  for (const query of [...queries, 'months'] as const) {
    const path = (id: number) => (query === 'months' ? `/api/timeline/months?user_id=${id}` : `/api/timeline?user_id=${id}${query}`)
    const latenciesBySize = sizes.map((): number[] => [])
    const cpu = sizes.map(() => ({ ours: 0, database: 0 }))
    // alternate the order; the first round is a warm-up
    for (let round = 0; round <= rounds; round++)
      for (const at of round % 2 ? [0, 1] : [1, 0]) {
        const before = { ours: cpuOf(server.pid) ?? Number.NaN, database: cpuOfFamily(postgres.pid) ?? Number.NaN }
        const { latencies } = await load(server.url, [buildRequest(path(patients[at]!.user_id))], { connections: 1, ms: ms / rounds, status: 200 })
        if (!round) continue
        latenciesBySize[at]!.push(...latencies)
        cpu[at]!.ours += (cpuOf(server.pid) ?? Number.NaN) - before.ours
        cpu[at]!.database += (cpuOfFamily(postgres.pid) ?? Number.NaN) - before.database
      }
    const figures = latenciesBySize.map(figuresOf)
    for (const [at, { p50, p99 }] of figures.entries()) {
      const ratio = p99 / figures[0]!.p99
      const [ours, database] = [cpu[at]!.ours, cpu[at]!.database].map((cpuSpent) => (cpuSpent / latenciesBySize[at]!.length).toFixed(2))
      console.log(
        `| ${query || 'first page'} | ${sizes[at]} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${ours} | ${database} | ${at ? `× ${ratio.toFixed(2)}` : ''} |`,
      )
      if (query === '' && (p99 > limits.p99 || ratio > limits.ratio)) isSlow = true
    }
  }
  if (isSlow) console.log(`slower than ${limits.p99} ms or × ${limits.ratio}`)
} finally {
  for (const end of closers.reverse()) await end()
  remove()
}
