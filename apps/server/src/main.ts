import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from './app.ts'
import { seedDemo } from './demo/seed.ts'
import { type Config, readConfig, SettingError } from './kit/config.ts'
import { type ConnectionSettings, openDatabase } from './kit/db.ts'
import { installJobs, startJobs } from './kit/jobs.ts'
import { logOptions } from './kit/log.ts'
import { migrate } from './kit/migrate.ts'
import { StartRefused, startPostgres } from './kit/postgres.ts'
import { openHouse } from './open-house.ts'
import { loadReference } from './reference/load.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** A step of the start, with a line when it takes longer than a second. */
const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const line = setTimeout(() => say(`${what} …`), 1_000)
  try {
    return await work()
  } finally {
    clearTimeout(line)
  }
}

const checkDataDir = (dir: string) => {
  try {
    mkdirSync(dir, { recursive: true })
    accessSync(dir, constants.W_OK)
  } catch (error) {
    throw new SettingError(`DATA_DIR ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): give it to this user or set another one`)
  }
}

/** Whether the port can be had, before anything takes time or is written. */
const checkPort = ({ port, host }: Config) =>
  new Promise<void>((free, taken) => {
    const probe = createServer().once('error', taken)
    probe.listen(port, host, () => probe.close(() => free()))
  })

const openDatabaseServer = async (config: Config, log: pino.Logger): Promise<{ settings: ConnectionSettings; stop: () => Promise<void> }> => {
  if (config.database_url) return { settings: { connectionString: config.database_url }, stop: async () => {} }
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
  await step('Preparing jobs', () => installJobs(settings))
  const { db, close } = openDatabase(settings, { max: 2, as: null })
  try {
    await step('Loading reference data', () => loadReference(db))
    if (config.demo) await step('Making demo people', () => seedDemo(db, { now: new Date() }))
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

const start = async () => {
  const config = readConfig(process.env)
  const log = pino(logOptions(config.log_level))
  await checkPort(config)
  checkDataDir(config.data_dir)
  const server = await step('Starting PostgreSQL', () => openDatabaseServer(config, log))
  let close = server.stop
  try {
    await prepare(config, server.settings)
    const { house, setReady, close: closeHouse } = await openHouse(config, server.settings, log)
    close = async () => {
      await closeHouse()
      await server.stop()
    }
    const app = await buildApp(house)
    close = async () => {
      // open streams of events never end by themselves, and the listener waits for them
      await house.events.close()
      await app.close()
      await closeHouse()
      await server.stop()
    }
    await app.listen({ port: config.port, host: config.host })
    const jobs = await startJobs(house, server.settings)
    const stop = async () => {
      setReady(false)
      // a balancer in front must see that we are not ready before the door is shut
      if (process.env.NODE_ENV === 'production') await new Promise((done) => setTimeout(done, 5_000))
      await jobs.stop()
      await close()
    }
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        setTimeout(() => process.exit(1), 30_000).unref()
        if (isStopping) return
        isStopping = true
        stop().then(
          () => process.exit(0),
          (error: Error) => {
            log.error({ err: error }, 'stop')
            process.exit(1)
          },
        )
      })
    const { port } = app.server.address() as { port: number }
    welcome(config, config.public_url.replace(`:${config.port}`, `:${port}`))
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** What the person who starts the server can mend is one line; the rest is ours and shows where it came from. */
const lineOf = (error: unknown): string | undefined => {
  if (error instanceof SettingError || error instanceof StartRefused) return error.message
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what runs there or set PORT to another one`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user: set PORT to one above 1023`
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine'
  if (['ECONNREFUSED', 'ENOTFOUND', 'ENOENT', '28P01', '3D000', '28000'].includes(code ?? '')) return `The database in DATABASE_URL cannot be used: ${message}`
  return undefined
}

start().catch((error) => {
  process.stderr.write(`${lineOf(error) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
})
