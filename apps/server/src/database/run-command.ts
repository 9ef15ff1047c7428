import { join } from 'node:path'
import { type Config, readConfig, SettingError } from '../config/config.ts'
import { type ConnectionSettings, type Db, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { joinPostgres, startPostgres } from './postgres.ts'
import { StartupError } from './postgres-paths.ts'
import { waitForDatabase } from './wait-for-database.ts'

export const print = (line: string) => process.stdout.write(`${line}\n`)

export class UsageError extends Error {}

const maxWaitMs = 30_000
const requireDatabase = async (connectionString: string) => {
  const signal = AbortSignal.timeout(maxWaitMs)
  await waitForDatabase(connectionString, { log: print, signal })
  if (signal.aborted) throw new StartupError('The database in DATABASE_URL does not answer: run the command again when it is available')
}

/** Runs `run` on the configured database server. `join`: also if a running server uses the built-in PostgreSQL of this DATA_DIR. */
export const onDatabaseServer = async (run: (settings: ConnectionSettings, config: Config) => Promise<void>, { join: mayJoin = false } = {}) => {
  const config = readConfig(process.env)
  if (config.database_url) {
    await requireDatabase(config.database_url)
    return await run({ connectionString: config.database_url }, config)
  }
  const start = mayJoin ? joinPostgres : startPostgres
  const { host, user, database, stop } = await start(join(config.data_dir, 'postgres'), { log: (line, level) => level === 'info' && print(line) })
  try {
    await run({ host, user, database }, config)
  } finally {
    await stop()
  }
}

/** Whether the user of a command can fix the error: a wrong option, setting or database. */
const isForUser = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof SettingError ||
  error instanceof StartupError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))

/** Runs a terminal command. Errors that its user can fix are printed as one line, others with their stack. */
export const runTerminal = (run: () => Promise<void>) => {
  Promise.resolve()
    .then(run)
    .catch((error) => {
      process.stderr.write(`${isForUser(error) ? error.message : error instanceof Error ? error.stack : error}\n`)
      process.exit(1)
    })
}

/** Runs a terminal command on the configured database as its owner, after the migrations. `check` is called before the database is opened. */
export const runCommand = (run: (db: Db, config: Config) => Promise<void>, check: () => void = () => {}) =>
  runTerminal(async () => {
    check()
    await onDatabaseServer(async (settings, config) => {
      await migrate(settings, { log: print })
      const { db, close } = openDatabase(settings, { max: 2, role: null })
      await run(db, config).finally(close)
    })
  })
