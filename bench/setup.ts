import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Role } from '@sukoyaka/wire/access'
import { openDatabase } from '../apps/server/src/database/db.ts'
import { startPostgres } from '../apps/server/src/database/postgres.ts'
import { addSession, trustDevice } from '../apps/server/src/domains/account/session-store.ts'
import type { Case } from './cases.ts'
import type { BuildRequest } from './kit/load.ts'
import { withoutBlanks } from './kit/uncached.ts'
import { root, run, type Server, startBuilt, startServer } from './processes.ts'
import { addYears, resultsPerCheckup } from './record.ts'
import { deserialize, type Script, scriptOf, serialize } from './script.ts'

const password = 'asano-sanpo-30pun'
const maxPatients = 20

export type Postgres = { url: string; pid: number | undefined; stop: () => Promise<void> }

/** Uses the PostgreSQL server of DATABASE_URL, or starts the bundled PostgreSQL with its data in `folder`. */
export const openPostgres = async (folder: string): Promise<Postgres> => {
  const configuredUrl = process.env.DATABASE_URL
  if (configuredUrl) return { url: configuredUrl, pid: undefined, stop: async () => {} }
  const postgres = await startPostgres(join(folder, 'postgres'), { log: () => {}, settings: { max_connections: '150' } })
  return { url: postgres.url, pid: postgres.pid, stop: () => postgres.stop() }
}

export const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sukoyaka-bench-'))
  // PostgreSQL runs as an unprivileged user, which must be able to enter its folder.
  chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Creates a folder for a benchmark. `close` calls the functions given to `onEnd`, the newest first, and removes the folder; SIGINT and SIGTERM call it too. */
export const openBench = () => {
  const { folder, remove } = openFolder()
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end()
    remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(130)))
  return { folder, onEnd: (end: () => Promise<unknown>) => void closers.push(end), close }
}

const execute = async (url: string, ...statements: string[]) => {
  const { pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  try {
    for (const statement of statements) await pool.query(statement)
  } finally {
    await close()
  }
}

/** Creates a database with this many demo patients and this many years of records, and vacuums it. `drop` removes it. */
export const addDatabase = async (postgres: Postgres, folder: string, patients: number, years: number) => {
  const name = `sukoyaka_bench_${patients}`
  const dropDatabase = () => execute(postgres.url, `drop database if exists ${name} with (force)`)
  await dropDatabase()
  await execute(postgres.url, `create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  await run([join(root, 'apps/server/src/demo/cli.ts'), '--patients', String(patients)], { DATABASE_URL: url.href, DATA_DIR: folder })
  if (years) await addYears(url.href, years)
  // start ids in distinct ranges, so that a script can recognise them in the values
  const sequenceStatements = ['limited_attempts', 'messages'].map((table, i) => `alter sequence ${table}_id_seq restart with ${700_000_001 + i * 50_000_000}`)
  await execute(url.href, 'vacuum analyze', ...sequenceStatements, 'checkpoint')
  return { url: url.href, drop: dropDatabase }
}

type Person = { id: number; role: Role; email: string; authorization: string; cookie: string }

const openPeople = async (url: string, years: number) => {
  const { db, pool, close } = openDatabase({ connectionString: url }, { max: 1, role: null })
  const { rows: staff } = await pool.query(`select id, role, email from users where role <> 'patient' order by id`)
  const { rows: patients } = await pool.query(
    `select u.id, u.role, u.email from users u join test_results r on r.user_id = u.id where u.role = 'patient' group by u.id having ${years ? `count(*) = ${years * resultsPerCheckup}` : 'count(*) > 40'} order by u.id limit ${maxPatients}`,
  )
  const signedInPeople: Person[] = []
  for (const person of [...staff, ...patients]) {
    const token = await addSession(db, person, randomBytes)
    const device = await trustDevice(db, person.id, randomBytes)
    signedInPeople.push({ ...person, authorization: `Token token="${token}", email="${person.email}"`, cookie: `device=${device.token}` })
  }
  await close()
  return signedInPeople
}

export type BenchSetup = { patients: number; ours: Server; bare: Server; requestsOf: (benchCase: Case) => BuildRequest[]; close: () => Promise<void> }

/** The requests of a case: one per patient or, if the case is the sign-in, one per member of staff. A POST has a new Idempotency-Key each time. */
const requestsOf = (benchCase: Case, signedInPeople: Person[]): (() => { headers: Record<string, string>; path: string; body: string; who: string })[] => {
  const patients = signedInPeople.filter(({ role }) => role === 'patient')
  const common = { host: 'localhost', accept: 'application/vnd.sukoyaka.v1+json', 'accept-language': 'ja', 'x-background': '1' }
  if (benchCase.role === 'anybody')
    return signedInPeople
      .filter(({ role }) => role !== 'patient')
      .map(({ email, cookie }) => () => {
        const body = JSON.stringify({ email, password })
        const headers = { ...common, cookie, 'idempotency-key': randomUUID(), 'content-type': 'application/json', 'content-length': String(body.length) }
        return { headers, path: benchCase.path(0), body, who: cookie }
      })
  const callers = signedInPeople.filter(({ role }) => role === benchCase.role)
  return patients.map(({ id }, i) => {
    const { authorization } = callers[i % callers.length]!
    if (!benchCase.body) return () => ({ headers: { ...common, authorization }, path: benchCase.path(id), body: '', who: authorization })
    return () => {
      const body = JSON.stringify(benchCase.body!(id))
      const length = String(Buffer.byteLength(body))
      // the baseline server selects the script by this header instead of the patient_id in the body
      const headers = {
        ...common,
        authorization,
        'x-of': String(id),
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
        'content-length': length,
      }
      return { headers, path: benchCase.path(id), body, who: `${authorization} ${id}` }
    }
  })
}

const toHttpText = (benchCase: Case, { headers, path, body }: ReturnType<ReturnType<typeof requestsOf>[number]>) =>
  `${benchCase.method} ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`

/** Records the statements of each request. The first of two runs is a warm-up. */
const recordScripts = async (url: string, folder: string, cases: Case[], signedInPeople: Person[]) => {
  const file = join(folder, 'statements')
  const recorderPath = pathToFileURL(join(root, 'bench/record-statements.ts')).href
  const server = await startBuilt({ ...settings(url, folder), NODE_OPTIONS: `--import=${recorderPath}`, BENCH_STATEMENTS: file })
  const scripts = new Map<string, Script>()
  const etags = new Map<string, string>()
  try {
    for (const benchCase of cases)
      for (const makeRequest of requestsOf(benchCase, signedInPeople)) {
        const sample = makeRequest()
        const key = `${benchCase.method} ${withoutBlanks(sample.path)} ${sample.who}`
        for (let time = 0; time < 2; time++) {
          writeFileSync(file, '')
          const { headers, body, path } = makeRequest()
          const response = await fetch(`${server.url}${path}`, {
            method: benchCase.method,
            headers: { ...headers, 'accept-encoding': 'identity' },
            ...(body && { body }),
          })
          if (response.status !== (benchCase.status ?? 200)) throw new Error(`${key}: status ${response.status}: ${await response.text()}`)
          await response.text()
          etags.set(key, response.headers.get('etag') ?? '')
        }
        const statementLines = readFileSync(file, 'utf8').trim().split('\n')
        scripts.set(key, scriptOf(statementLines.map(deserialize), benchCase.resultQuery))
      }
  } finally {
    await server.end()
  }
  return { scripts, etags }
}

/** Settings of the measured server, without the limit of writes, which a benchmark would reach. */
const settings = (url: string, folder: string) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '0',
  DEMO: 'off',
  LOG_LEVEL: 'warn',
  WRITES_PER_MINUTE: '999999',
})

/** Starts the server and the baseline on the same database. `profiles`: folder for V8 CPU profiles of the server. */
export const openSetup = async (
  url: string,
  folder: string,
  patients: number,
  cases: Case[],
  { years, profiles }: { years: number; profiles?: string | undefined },
): Promise<BenchSetup> => {
  const signedInPeople = await openPeople(url, years)
  const { scripts, etags } = await recordScripts(url, folder, cases, signedInPeople)
  const file = join(folder, `scripts-${patients}`)
  writeFileSync(file, serialize([...scripts])!)
  const profile = profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(profiles)}` }
  const ours = await startBuilt({ ...settings(url, folder), ...profile })
  const bare = await startServer('bench/baseline.ts', { DATABASE_URL: url, BENCH_SCRIPTS: file })
  return {
    patients,
    ours,
    bare,
    requestsOf: (benchCase) =>
      requestsOf(benchCase, signedInPeople).map((makeRequest) => () => {
        const request = makeRequest()
        if (benchCase.isUnchanged) request.headers['if-none-match'] = etags.get(`${benchCase.method} ${request.path} ${request.who}`)!
        return toHttpText(benchCase, request)
      }),
    close: async () => {
      await bare.end()
      await ours.end()
    },
  }
}
