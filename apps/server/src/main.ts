import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { buildApp } from './app/build-app.ts'
import { createContext } from './app/create-context.ts'
import { jobs as kinds } from './app/domains.ts'
import { type Config, readConfig, SettingError } from './config/config.ts'
import { type ConnectionSettings, codeOf, isUnreachable, openDatabase } from './database/db.ts'
import { migrate } from './database/migrate.ts'
import { StartupError, startPostgres } from './database/postgres.ts'
import { waitForDatabase } from './database/wait-for-database.ts'
import { seedDemo } from './demo/seed.ts'
import { openFiles } from './files/files.ts'
import { checkS3 } from './files/s3-files.ts'
import { openDoor, watchLines } from './http/startup-server.ts'
import { installJobs, startJobs } from './jobs/jobs.ts'
import { logOptions } from './observability/log.ts'
import { loadReference } from './reference/load.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Somebody asked us to end. A start goes on to the end of its step, so that nothing is left half open. */
const ending = new AbortController()

/** A step of the start, with a line when it takes longer than a second. */
const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  ending.signal.throwIfAborted()
  const line = setTimeout(() => say(`${what} …`), 1_000)
  try {
    return await work()
  } finally {
    clearTimeout(line)
  }
}

// Node's own recursion never ends where a file system that makes no folders says that the parent is missing
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
    throw new SettingError(`DATA_DIR ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): give it to this user or set another one`)
  }
}

const openDatabaseServer = async (config: Config, log: pino.Logger): Promise<{ settings: ConnectionSettings; stop: () => Promise<void> }> => {
  if (config.database_url) {
    await waitForDatabase(config.database_url, { say, signal: ending.signal })
    return { settings: { connectionString: config.database_url }, stop: async () => {} }
  }
  const postgres = await startPostgres(join(config.data_dir, 'postgres'), {
    log: (line, level) => (level === 'info' ? say(line) : log[level]({ component: 'postgres' }, 'postgres')),
  })
  postgres.onExit((reason) => {
    say(reason)
    process.exit(1)
  })
  const { host, user, database } = postgres
  return { settings: { host, user, database }, stop: () => postgres.stop() }
}

/** Migrations, catalogues and demo people belong to the owner; the server itself then runs as a role that can change no table. */
const prepare = async (config: Config, settings: ConnectionSettings) => {
  await step('Migrating the database', () => migrate(settings, { log: say }))
  await step('Preparing jobs', () => installJobs(settings, kinds))
  const { db, close } = openDatabase(settings, { max: 2, as: null })
  try {
    await step('Loading reference data', () => loadReference(db))
    if (config.demo) await step('Making demo people', () => seedDemo(db, { now: new Date(), files: openFiles(config) }))
  } finally {
    await close()
  }
}

const welcome = (config: Config, address: string) => {
  say(`すこやか is ready at ${address} (${Math.round(performance.now())} ms)`)
  if (!config.smtp_url && !config.demo) say('SMTP_URL is not set: sign-in codes only land in DATA_DIR/mail, so nobody can sign in without it')
  if (!config.demo) return
  const roles = ['patient', 'doctor', 'nurse', 'trainer', 'observer', 'nutritionist', 'concierge', 'admin']
  say(`Demo accounts: ${roles.map((role) => `${role}@example.com`).join(' ')}`)
  say('Password of all: asano-sanpo-30pun')
  if (!config.smtp_url) say(`Mail (sign-in codes): ${address}/dev/mailbox`)
}

/** What is open, closed from the newest to the oldest: when asked to end, and when the start fails. */
const closers: (() => Promise<unknown>)[] = []
const closeAll = async () => {
  while (closers.length) await closers.pop()!()
}

const start = async () => {
  const config = readConfig(process.env)
  const log = pino(logOptions(config.log_level))
  const door = await openDoor(config)
  closers.push(door.close)
  checkDataDir(config.data_dir)
  const { s3 } = config
  if (s3) await step('Opening the store for files', () => checkS3(s3))
  const server = await step('Starting PostgreSQL', () => openDatabaseServer(config, log))
  closers.push(server.stop)
  await prepare(config, server.settings)
  const { context, setReady, close } = await step('Opening the house', () => createContext(config, server.settings, log))
  closers.push(close)
  const app = await buildApp(context)
  const hangUp = watchLines(app.server)
  await step('Opening the door', door.close)
  await app.listen({ port: door.port, host: config.host })
  closers.push(async () => {
    // open streams of events never end by themselves, and the listener waits for them
    await context.events.close()
    hangUp()
    await app.close()
  })
  const jobs = await startJobs(context, server.settings, kinds)
  const leave = closers.pop()!
  closers.push(() => Promise.all([jobs.stop(), leave()]))
  closers.push(async () => {
    setReady(false)
    // a balancer in front must see that we are not ready before the door is shut
    if (process.env.NODE_ENV === 'production') await new Promise((done) => setTimeout(done, 5_000))
  })
  if (!ending.signal.aborted) welcome(config, config.public_url.replace(`:${config.port}`, `:${door.port}`))
}

/** What the person who starts the server can mend is one line; the rest is ours and shows where it came from. */
const lineOf = (error: unknown): string | undefined => {
  if (error instanceof SettingError || error instanceof StartupError) return error.message
  const { message } = error as Error
  if (codeOf(error) === '42501') return `The user in DATABASE_URL may not do what a start needs (${message}): let it create roles, and tables in its database`
  if (isUnreachable(error)) return `The database went away during the start (${message}): start again when it is back`
  return undefined
}

const fail = (error: unknown) => {
  process.stderr.write(`${lineOf(error) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
}

const started = start().catch(async (error) => {
  await closeAll().catch(() => {})
  if (!ending.signal.aborted) fail(error)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    setTimeout(() => process.exit(1), 30_000).unref()
    if (ending.signal.aborted) return
    ending.abort()
    started.then(closeAll).then(() => process.exit(0), fail)
  })
