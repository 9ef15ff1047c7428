import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig, SettingError } from '../src/config/config.ts'
import { migrate } from '../src/database/migrate.ts'
import { ownPostgres } from '../test/postgres.ts'
import { copyDataDir, makeDataDir, startServer } from '../test/process.ts'
import { msUntil } from '../test/wait-until.ts'
import { isFull, report } from './kit/report.ts'
import { faults } from './process-faults.ts'
import { freePort, isAlive, postmasterOf } from './server.ts'
import { judgeEnd, judgeFailedStart, processesUsing, queryOnce, startPostgresProxy, watchStart } from './startup.ts'

const { folder, remove } = makeDataDir()
let database: Awaited<ReturnType<typeof ownPostgres>>
let tcp: { port: number; close: () => void }
let [n, cases] = [0, 0]
const failed: { case: string; problem: string[] }[] = []
/** Path of a data folder that does not exist yet, inside one that PostgreSQL's user may enter. Its server has another secret than that of `database`. */
const nextFolder = () => join(folder, `place${++n}`)
const recordResult = (name: string, problem: string[]) => {
  cases++
  if (problem.length) failed.push({ case: name, problem })
  expect({ name, what: problem }).toEqual({ name, what: [] })
}
const asOwner = (statement: string, url = database.url) => queryOnce(url, statement)

beforeAll(async () => {
  const data = join((await copyDataDir('reference')).folder, 'postgres')
  database = await ownPostgres(data)
  await asOwner("create role knows password 'right' login; create role weak password 'right' login; update installation set secret_fingerprint = null")
  await asOwner('create database fresh')
  writeFileSync(join(data, 'pg_hba.conf'), 'local all knows scram-sha-256\nlocal all weak scram-sha-256\nlocal all all trust\n')
  await asOwner('select pg_reload_conf()')
  tcp = await startPostgresProxy(database.host)
})
afterAll(async () => {
  tcp.close()
  await database.stop()
  report('R-18', { n: cases, failures: failed.length, figures: { what: failed } })
  remove()
})

// the daily run starts a process for two of the settings below and reads the others in this process: one function reads them all
const startedInDailyRun = new Set(['an invalid database URL', 'a host of another machine'])
// only a start of the server process detects these
const onlyInFullRun = new Set(['an unknown host', 'a database port above 65535'])
const judgeReading = (env: Record<string, string>, line: RegExp) => {
  try {
    return [`is accepted as ${JSON.stringify(readConfig(env))}`]
  } catch (error) {
    return error instanceof SettingError && line.test(error.message) && !error.message.includes('\n') ? [] : [(error as Error).message]
  }
}
const at = (rest: string) => ({ DATABASE_URL: `postgres://${rest}` })

const settings: [string, Record<string, string>, RegExp][] = [
  ['a port that is no number', { PORT: 'x' }, /^PORT .*65535/],
  ['a port above 65535', { PORT: '70000' }, /^PORT .*65535/],
  ['a negative port', { PORT: '-1' }, /^PORT .*65535/],
  ['a host of another machine', { HOST: '203.0.113.1' }, /^HOST .*127\.0\.0\.1/],
  ['an unknown host', { HOST: 'nowhere.invalid' }, /^HOST .*127\.0\.0\.1/],
  ['another kind of database', { DATABASE_URL: 'mysql://root:geheim@x/y' }, /^DATABASE_URL .*postgres:\/\//],
  ['an invalid database URL', at('a b:c/d'), /^DATABASE_URL cannot be used/],
  ['a database port above 65535', at('a@127.0.0.1:99999/x'), /^DATABASE_URL cannot be used/],
  ['a public URL without https', { PUBLIC_URL: 'sukoyaka.example' }, /^PUBLIC_URL .*https:/],
  ['a public URL with a path', { PUBLIC_URL: 'https://sukoyaka.example/app' }, /^PUBLIC_URL .*without a path/],
  ['DEMO=yes', { DEMO: 'yes' }, /^DEMO .*on or off/],
  ['a demo in production', { DEMO: 'on', NODE_ENV: 'production' }, /^DEMO=on is rejected/],
  ['an unknown environment', { NODE_ENV: 'prod' }, /^NODE_ENV .*production/],
  ['a mail server without scheme', { SMTP_URL: 'mail.example:25' }, /^SMTP_URL .*smtp:/],
  ['a sender without address', { MAIL_FROM: 'すこやか' }, /^MAIL_FROM .*@/],
  ['a sender with a second header', { MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, /^MAIL_FROM .*@/],
  ['a short key', { SECRET_KEY: 'short' }, /^SECRET_KEY .*32/],
  ['a short token', { METRICS_TOKEN: 'short' }, /^METRICS_TOKEN .*16/],
  ['a DSN without key', { SENTRY_DSN: 'https://sentry.example/1' }, /^SENTRY_DSN .*key@host/],
  ['an invalid analytics URL', { ANALYTICS_ID: 'https://' }, /^ANALYTICS_ID .*http/],
  ['a short webhook secret', { CIRCLEBACK_SECRET: 'short' }, /^CIRCLEBACK_SECRET .*16/],
  ['an empty second webhook secret', { TYPEFORM_SECRET: 'a-secret-of-twenty-letters,' }, /^TYPEFORM_SECRET .*16/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL .*debug/],
  ['TRUST_PROXY=maybe', { TRUST_PROXY: 'maybe' }, /^TRUST_PROXY .*off, the number of proxies/],
  ['two invalid settings', { DEMO: 'yes', LOG_LEVEL: 'loud' }, /^(?=.*DEMO)(?=.*LOG_LEVEL)/],
]
const casesOfRun = settings.filter(([name]) => isFull || !onlyInFullRun.has(name))

test.each(casesOfRun)('R-18: rejects %s in one line with the setting and the expected value', async (name, env, line) => {
  if (!isFull && !startedInDailyRun.has(name)) return recordResult(name, judgeReading(env, line))
  const start = await watchStart({ folder: nextFolder(), port: await freePort(), env })
  recordResult(name, [...judgeFailedStart(start, line), ...(start.stderr.includes('geheim') ? ['shows the password'] : [])])
})

test('R-18: a start on a port in use fails with one line that names the port', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as AddressInfo
  const start = await watchStart({ folder: nextFolder(), env: { PORT: String(port) } })
  otherServer.close()
  recordResult('port taken', judgeFailedStart(start, new RegExp(`^PORT ${port} is in use`)))
})

const mountReadOnlyDisk = () => {
  try {
    const dir = nextFolder()
    mkdirSync(dir)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'none', dir], { stdio: 'ignore' })
    return { dir, end: () => execFileSync('umount', [dir]) }
  } catch {
    return undefined
  }
}

test('R-18: a data folder that is a file or read-only is rejected with one line', async () => {
  const file = nextFolder()
  writeFileSync(file, 'a letter')
  recordResult('DATA_DIR is a file', judgeFailedStart(await watchStart({ folder: file, port: await freePort(), env: {} }), /^DATA_DIR .* set another one/))
  for (const dir of isFull ? [join(file, 'x'), '/proc/nowhere'] : [])
    recordResult(`DATA_DIR ${dir}`, judgeFailedStart(await watchStart({ folder: dir, port: await freePort(), env: {} }), /^DATA_DIR .* set another one/))
  const disk = isFull ? mountReadOnlyDisk() : undefined
  if (!disk) return
  const start = await watchStart({ folder: disk.dir, port: await freePort(), env: {} })
  disk.end()
  recordResult('read-only disk', judgeFailedStart(start, /^DATA_DIR .*EROFS.* set another one/))
})

test('R-18: a wrong password, database, user, privilege or PostgreSQL version is rejected with one line', async () => {
  const urlFor = (user: string, name: string, port = tcp.port) => at(`${user}@127.0.0.1:${port}/${name}`)
  const oldVersionProxy = await startPostgresProxy(database.host, 0, (data) => Buffer.from(data.toString('latin1').replaceAll(/18(\d{4})/g, '14$1'), 'latin1'))
  const startCases: [string, Record<string, string>, RegExp][] = [
    ['wrong password', urlFor('knows:wrong', 'postgres'), /^DATABASE_URL .*password/],
    ['no password', urlFor('knows', 'postgres'), /^DATABASE_URL .*password/],
    ['no such database', urlFor('sukoyaka', 'nowhere'), /^DATABASE_URL .*nowhere/],
    ['no such user', urlFor('stranger', 'postgres'), /^DATABASE_URL .*stranger/],
    ['a user without privileges', urlFor('weak:right', 'fresh'), /DATABASE_URL .*may not/],
    ['PostgreSQL 14', urlFor('sukoyaka', 'fresh', oldVersionProxy.port), /^DATABASE_URL points to PostgreSQL 14: 15 or newer/],
  ]
  for (const [name, env, line] of startCases.filter((_, i) => isFull || i === 0))
    recordResult(name, judgeFailedStart(await watchStart({ folder: nextFolder(), port: await freePort(), env }), line))
  oldVersionProxy.close()
})

test('R-18: while the database is missing, the server is alive but not ready; it is ready once the database is there', async () => {
  const [port, laterPort] = [await freePort(), await freePort()]
  const statuses: number[] = []
  let proxy: { close: () => void } | undefined
  const start = await watchStart({
    folder: nextFolder(),
    port,
    env: at(`sukoyaka@127.0.0.1:${laterPort}/fresh`),
    during: async (child, start) => {
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      await msUntil(async () => (await get('/healthz'))?.status === 200)
      const earlyResponse = await get('/api/users/me')
      statuses.push(earlyResponse?.status ?? 0, Number(earlyResponse?.headers.get('retry-after')))
      await msUntil(() => start.stdout.includes('Waiting for the database'))
      proxy = await startPostgresProxy(database.host, laterPort)
      statuses.push((await msUntil(async () => (await get('/readyz'))?.status === 200)) === undefined ? 0 : 200)
      child.kill('SIGTERM')
    },
  })
  proxy?.close()
  expect(statuses).toEqual([503, 2, 200])
  recordResult('database later', [
    ...judgeEnd(start),
    ...(start.statuses.has(503) ? [] : ['never reported not ready']),
    ...(/Waiting for the database in DATABASE_URL/.test(start.stdout) ? [] : ['does not log what it waits for']),
  ])
  if (!isFull) return
  const waitingStart = await watchStart({
    folder: nextFolder(),
    env: { PORT: '0', ...at(`sukoyaka@127.0.0.1:${laterPort}/fresh`) },
    during: (child, start) => msUntil(() => start.stdout.includes('Waiting')).then(() => child.kill('SIGTERM')),
  })
  recordResult('ended while it waits', judgeEnd(waitingStart))
})

test('R-18: warns about a newer schema and continues; migrates an older one', async () => {
  await asOwner('create database ahead template postgres')
  await asOwner('create database behind template postgres')
  const newerDatabaseUrl = database.url.replace('/postgres?', '/ahead?')
  const olderDatabaseUrl = database.url.replace('/postgres?', '/behind?')
  await asOwner("insert into schema_migrations (name) values ('999_tomorrow')", newerDatabaseUrl)
  const oldServer = await startServer(nextFolder(), { DATABASE_URL: newerDatabaseUrl })
  recordResult('newer schema', oldServer.output.some((line) => line.includes('999_tomorrow')) ? [] : ['no warning'])
  await oldServer.end()
  await migrate({ connectionString: olderDatabaseUrl }, { targetName: '005' })
  const before = await asOwner('select name from schema_migrations', olderDatabaseUrl)
  const server = await startServer(nextFolder(), { DATABASE_URL: olderDatabaseUrl })
  const after = await asOwner('select name from schema_migrations', olderDatabaseUrl)
  await server.end()
  recordResult('older schema', before.length < after.length && server.process.exitCode === 0 ? [] : ['not migrated'])
})

test('R-18: rejects a second server on the same data folder; starts again after a kill', async () => {
  const { folder: dir } = await copyDataDir('reference')
  const first = await startServer(dir)
  const second = await watchStart({ folder: dir, port: await freePort(), env: {}, processWaitMs: 0 })
  // the first server still runs, so its processes are not judged
  recordResult(
    'two on one folder',
    judgeFailedStart({ ...second, leftPids: [] }, new RegExp(`in use by another Sukoyaka .*${first.process.pid}.* set another DATA_DIR`)),
  )
  recordResult('the first server', (await fetch(`${first.url}/readyz`)).ok ? [] : ['is not ready'])
  const postmaster = postmasterOf(dir)!
  first.process.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await msUntil(() => !isAlive(postmaster))
  // a stale pid file with the pid of another process, and an unfinished database folder
  writeFileSync(join(dir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dir}/postgres\n0\n5432\n`)
  mkdirSync(join(dir, 'postgres.new'))
  const secondStart = await startServer(dir)
  recordResult('stale locks', (await fetch(`${secondStart.url}/readyz`)).ok ? [] : ['does not start'])
  await secondStart.end()
  recordResult('nothing left', processesUsing(dir).length ? ['processes left'] : [])
  truncateSync(join(dir, 'secret'), 7)
  recordResult('a damaged secret', judgeFailedStart(await watchStart({ folder: dir, port: await freePort(), env: {} }), /secret is damaged.*SECRET_KEY/))
})

test.runIf(isFull)('R-18: leaves no process and no unfinished database after SIGTERM during a start', async () => {
  const usedFolder = nextFolder()
  for (const ms of [0, 150, 500, 1_000]) {
    const start = await watchStart({
      folder: usedFolder,
      port: await freePort(),
      env: {},
      // `ms` counts from the moment the port is open
      during: (child, { statuses }) =>
        msUntil(() => statuses.size > 0)
          .then(() => sleep(ms))
          .then(() => child.kill('SIGTERM')),
    })
    recordResult(`ended after ${ms} ms`, judgeEnd(start))
  }
  const server = await startServer(usedFolder)
  recordResult('starts after that', (await fetch(`${server.url}/readyz`)).ok ? [] : ['is not ready'])
  await server.end()
})

test.runIf(isFull)('R-18: npm start forwards the exit code of its server, and ends the server when it is killed', async () => {
  recordResult('wrapped refusal', judgeFailedStart(await watchStart({ folder: nextFolder(), isWrapped: true, env: { PORT: 'x' } }), /^PORT/))
  const dir = nextFolder()
  chmodSync(folder, 0o711)
  const killedStart = await watchStart({
    folder: dir,
    isWrapped: true,
    env: { PORT: '0' },
    during: async (child) => {
      await msUntil(() => postmasterOf(dir) !== undefined)
      await sleep(1_000)
      child.kill('SIGKILL')
    },
  })
  recordResult('wrapper killed', killedStart.leftPids.length ? [`left ${killedStart.leftPids.length} processes`] : [])
})

test('R-18 control: detects swallowed errors, a stack trace, false readiness and an orphaned PostgreSQL', async () => {
  const startWithFault = async (fault: keyof typeof faults) =>
    judgeFailedStart(
      await watchStart({
        folder: nextFolder(),
        port: await freePort(),
        env: { ...at('stranger@127.0.0.1:1/x'), PUBLIC_URL: 'x', NODE_OPTIONS: faults[fault] },
      }),
      /^PUBLIC_URL/,
    )
  const [swallowedErrors, stack] = [await startWithFault('swallowsErrors'), await startWithFault('printsStack')]
  const opened = await watchStart({
    folder: nextFolder(),
    port: await freePort(),
    env: { ...at('sukoyaka@127.0.0.1:1/x'), NODE_OPTIONS: faults.alwaysReportsReady },
    during: (child, { statuses }) => msUntil(() => statuses.size > 0).then(() => child.kill('SIGTERM')),
  })
  const dir = nextFolder()
  const leftRunning = await watchStart({
    folder: dir,
    env: { PORT: '0', NODE_OPTIONS: faults.leavesPostgres },
    processWaitMs: 3_000,
    during: async (child) => {
      await msUntil(() => postmasterOf(dir) !== undefined)
      await sleep(300)
      child.kill('SIGTERM')
    },
  })
  for (const pid of leftRunning.leftPids) process.kill(pid, 'SIGKILL')
  const controls = [
    swallowedErrors.some((problem) => problem.startsWith('exit code 0')),
    stack.includes('shows a stack trace'),
    judgeFailedStart(opened, /./).includes('reported ready'),
    judgeEnd(leftRunning).some((problem) => problem.startsWith('left')),
  ]
  report('R-18 control', {
    n: controls.length,
    failures: controls.filter((isDetected) => !isDetected).length,
    figures: { swallowed: swallowedErrors, stack, orphaned: leftRunning.leftPids.length },
  })
  expect(controls).toEqual([true, true, true, true])
})
