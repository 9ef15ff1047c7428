// node_modules/.bin/node bench/documents.ts: measures time and size of the reports of a full checkup, for the patient and for the doctor.
import { systemScope } from '../apps/server/src/access/system-scope.ts'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { renderReport } from '../apps/server/src/domains/report/actions/make-report.ts'
import { reportContent } from '../apps/server/src/domains/report/content-store.ts'
import { median } from './kit/percentile.ts'
import { addDatabase, openFolder, openPostgres } from './setup.ts'

const rounds = 20

const { folder, remove } = openFolder()
const closers: (() => Promise<unknown>)[] = []
try {
  const postgres = await openPostgres(folder)
  closers.push(postgres.stop)
  const { url, drop } = await addDatabase(postgres, folder, 100, 0)
  closers.push(drop)
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  closers.push(close)
  // the checkup with the most values out of range
  const { rows } = await pool.query<{ id: string; n: number }>(
    `select p.id, count(*)::int as n from test_packages p join test_results r on r.test_package_id = p.id
      where p.released_at is not null group by p.id order by count(*) filter (where r.status in (1, 2)) desc, count(*) desc limit 1`,
  )
  const { id, n } = rows[0]!
  console.log(`${n} results\n\n| report | kB | first ms, with the start | ms |\n| --- | ---: | ---: | ---: |`)
  for (const kind of ['patient', 'doctor'] as const) {
    const times: number[] = []
    let bytes = 0
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now()
      const content = await reportContent(systemScope(db), Number(id), 'ja')
      bytes = (await renderReport(content, { kind, language: 'ja', edition: 1, issued_on: '2026-11-21' })).length
      times.push(performance.now() - start)
    }
    const [first, ...others] = times
    console.log(`| ${kind} | ${Math.ceil(bytes / 1000)} | ${first!.toFixed(0)} | ${median(others).toFixed(0)} |`)
  }
} finally {
  for (const end of closers.toReversed()) await end()
  remove()
}
