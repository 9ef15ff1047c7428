import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { type Config, readConfig, SettingError, withPort } from '../config/config.ts'
import { type ConnectionSettings, type Db, errorCodeOf, isUnreachable, openDatabase } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'
import { startPostgres } from '../database/postgres.ts'
import { StartupError } from '../database/postgres-paths.ts'
import { waitForDatabase } from '../database/wait-for-database.ts'
import { isEmpty } from '../demo/is-empty.ts'
import { demoAccounts } from '../demo/remove.ts'
import { openFiles } from '../files/files.ts'
import { checkS3 } from '../files/s3-files.ts'
import { startStartupServer } from '../http/startup-server.ts'
import { installJobs, startJobs } from '../jobs/jobs.ts'
import { logOptions } from '../observability/log.ts'
import { loadReference } from '../reference/load.ts'
import { buildApp } from './build-app.ts'
import { createContext } from './create-context.ts'
import { jobs as jobKinds } from './domains.ts'
import { requireKnownSecret } from './known-secret.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Aborted by SIGINT or SIGTERM: the startup stops waiting for a database, but finishes any other step that has begun, so that no step is half done. */
const shutdown = new AbortController()

/** Runs a step of the startup and prints its name if it takes longer than a second. */
const step = async <T>(title: string, run: () => Promise<T>): Promise<T> => {
  shutdown.signal.throwIfAborted()
  const line = setTimeout(() => print(`${title} …`), 1_000)
  try {
    return await run()
  } finally {
    clearTimeout(line)
  }
}

// mkdir's `recursive` option loops forever on a file system that returns ENOENT to mkdir
const makeFolder = (dir: string) => {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  mkdirSync(dir)
}

const checkDataDir = (dir: string) => {
  try {
    makeFolder(dir)
    readdirSync(dir)
    accessSync(dir, constants.W_OK)
  } catch (error) {
    throw new SettingError(`DATA_DIR ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): make it writable for this user or set another one`)
  }
}

const openDatabaseServer = async (config: Config, log: pino.Logger): Promise<{ settings: ConnectionSettings; stop: () => Promise<void> }> => {
  if (config.database_url) {
    await waitForDatabase(config.database_url, { log: print, signal: shutdown.signal })
    return { settings: { connectionString: config.database_url }, stop: async () => {} }
  }
  const postgres = await startPostgres(join(config.data_dir, 'postgres'), {
    log: (line, level) => (level === 'info' ? print(line) : log[level]({ component: 'postgres' }, 'postgres')),
  })
  postgres.onExit((reason) => {
    print(reason)
    process.exit(1)
  })
  const { host, user, database } = postgres
  return { settings: { host, user, database }, stop: () => postgres.stop() }
}

/** Throws if there are demo accounts, because their addresses and first password are public. */
const requireNoDemo = async (db: Db) => {
  const { length } = await demoAccounts(db)
  if (length)
    throw new StartupError(
      `The database has ${length} demo accounts, which are public: run "npm run demo:remove" with the same settings, or use another database`,
    )
}

/** Runs migrations and loads reference and demo data as the owner; the server itself runs as a role that cannot alter tables. */
const prepare = async (config: Config, settings: ConnectionSettings) => {
  await step('Migrating the database', () => migrate(settings, { log: print }))
  await step('Preparing jobs', () => installJobs(settings, jobKinds))
  const { db, close } = openDatabase(settings, { max: 2, role: null })
  try {
    await requireKnownSecret(db, config)
    if (process.env.NODE_ENV === 'production') await requireNoDemo(db)
    await step('Loading reference data', () => loadReference(db, { hasSamples: config.demo }))
    if (config.demo && (await isEmpty(db)))
      await step('Creating demo accounts', async () => (await import('../demo/seed.ts')).seedDemo(db, { now: new Date(), files: openFiles(config) }))
  } finally {
    await close()
  }
}

const printWelcome = (config: Config) => {
  const url = config.public_url
  print(`すこやか is ready at ${url} (${Math.round(performance.now())} ms)`)
  if (!config.smtp_url && !config.demo) print('SMTP_URL is not set: sign-in codes are only written to DATA_DIR/mail, so users do not receive them')
  if (!config.demo) return
  const roles = ['patient', 'doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge', 'admin']
  print(`Demo accounts: ${roles.map((role) => `${role}@example.com`).join(' ')}`)
  print('Password of all: asano-sanpo-30pun')
  if (!config.smtp_url) print(`Mail (sign-in codes): ${url}/dev/mailbox`)
}

/** Cleanup functions, called in reverse order at shutdown or when the startup fails. */
const closers: (() => Promise<unknown>)[] = []
const closeAll = async () => {
  while (closers.length) await closers.pop()!()
}

const start = async () => {
  const given = readConfig(process.env)
  const log = pino(logOptions(given.log_level))
  const startupServer = await startStartupServer(given)
  closers.push(startupServer.close)
  const config = withPort(given, startupServer.port)
  checkDataDir(config.data_dir)
  const { s3 } = config
  if (s3) await step('Checking the file store', () => checkS3(s3))
  const server = await step('Starting PostgreSQL', () => openDatabaseServer(config, log))
  closers.push(server.stop)
  await prepare(config, server.settings)
  const { context, setReady, close } = await step('Connecting services', () => createContext(config, server.settings, log))
  closers.push(close)
  const app = await buildApp(context)
  await step('Opening the port', startupServer.close)
  await app.listen({ port: startupServer.port, host: config.host })
  closers.push(async () => {
    // event streams never end by themselves and would block app.close()
    await context.events.close()
    await app.close()
  })
  const jobs = await startJobs(context, server.settings, jobKinds)
  const closeApp = closers.pop()!
  closers.push(() => Promise.all([jobs.stop(), closeApp()]))
  closers.push(async () => {
    setReady(false)
    // give the load balancer time to see /readyz fail before the port is closed
    if (process.env.NODE_ENV === 'production') await new Promise((resolve) => setTimeout(resolve, 5_000))
  })
  if (!shutdown.signal.aborted) printWelcome(config)
}

/** A one-line message for errors that the operator can fix; others are printed with their stack. */
const errorLineFor = (error: unknown): string | undefined => {
  if (error instanceof SettingError || error instanceof StartupError) return error.message
  const { message } = error as Error
  if (errorCodeOf(error) === '42501')
    return `The user in DATABASE_URL lacks a privilege that the start needs (${message}): allow it to create roles, and tables in its database`
  if (isUnreachable(error)) return `The database became unreachable during the start (${message}): start again when it is available`
  return undefined
}

const fail = (error: unknown) => {
  process.stderr.write(`${errorLineFor(error) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
}

const started = start().catch(async (error) => {
  await closeAll().catch(() => {})
  if (!shutdown.signal.aborted) fail(error)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    setTimeout(() => process.exit(1), 30_000).unref()
    if (shutdown.signal.aborted) return
    shutdown.abort()
    started.then(closeAll).then(() => process.exit(0), fail)
  })
