import { openDatabase } from '../../apps/server/src/database/db.ts'
import { ensureBuilt } from '../../scripts/build.mjs'
import { startServer } from '../processes.ts'
import { openFolder, openPostgres } from '../setup.ts'

/** The clocks of server and database start at this time, so that every run has the same data on the same day. */
const demoStart = new Date('2026-11-25T10:00:00+09:00')
/** The time that pages show. */
export const shownAt = new Date('2026-11-25T10:05:00+09:00')

export type DemoApp = { url: string; idOf: (query: string) => Promise<number> }

/** The Node option that shifts the clock of the server's process. `new Date` with arguments is unchanged. */
const shiftClock = (ms: number) => {
  const shifted = `const RealDate = Date
    globalThis.Date = class Date extends RealDate {
      constructor(...parts) { parts.length ? super(...parts) : super(RealDate.now() + ${ms}) }
      static now() { return RealDate.now() + ${ms} }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(shifted)}`
}

/** Functions of `public` replace those of PostgreSQL in a database whose search path names `public` first. */
const shiftedDatabase = (name: string, ms: number) => [
  `create function public.now() returns timestamptz language sql stable as 'select pg_catalog.now() + interval ''${ms} milliseconds'''`,
  `create function public.clock_timestamp() returns timestamptz language sql volatile as 'select pg_catalog.clock_timestamp() + interval ''${ms} milliseconds'''`,
  `alter database ${name} set search_path = public, pg_catalog`,
]

/** Builds the apps if their sources changed, and calls `run` with a fresh demo that starts at `demoStart`. */
export const withDemoApp = async (run: (app: DemoApp) => Promise<void>) => {
  ensureBuilt()
  const name = 'sukoyaka_bench_pages'
  const { folder, remove } = openFolder()
  const closers: (() => unknown)[] = [remove]
  const closeAll = async () => {
    for (const end of closers.reverse()) await end()
  }
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeAll())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(130)))
  try {
    const postgres = await openPostgres(folder)
    closers.push(postgres.stop)
    const owner = openDatabase({ connectionString: postgres.url }, { max: 1, role: null })
    closers.push(owner.close)
    await owner.pool.query(`drop database if exists ${name} with (force)`)
    await owner.pool.query(`create database ${name}`)
    closers.push(() => owner.pool.query(`drop database ${name} with (force)`))
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    const database = openDatabase({ connectionString: url.href }, { max: 1, role: null })
    closers.push(database.close)
    const ms = demoStart.getTime() - Date.now()
    for (const statement of shiftedDatabase(name, ms)) await database.pool.query(statement)
    const env = { DATABASE_URL: url.href, DATA_DIR: folder, DEMO: 'on', PORT: '0', LOG_LEVEL: 'error', LOAD_LIMIT_MS: '0', NODE_OPTIONS: shiftClock(ms) }
    const server = await startServer('apps/server/src/main.ts', env)
    closers.push(server.end)
    const idOf = async (query: string) => {
      const { rows } = await database.pool.query<{ id: number }>(query)
      if (!rows[0]) throw new Error(`no row: ${query}`)
      return rows[0].id
    }
    await run({ url: server.url, idOf })
  } finally {
    await close()
  }
}
