import { join } from 'node:path'
import { type Config, readConfig, SettingError } from '../config/config.ts'
import { type ConnectionSettings, type Db, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { joinPostgres, startPostgres } from './postgres.ts'
import { StartupError } from './postgres-paths.ts'

export const print = (line: string) => process.stdout.write(`${line}\n`)

export class UsageError extends Error {}

/** Runs `run` on the configured database server. `join`: also on the built-in one of a running server. */
export const onDatabaseServer = async (run: (settings: ConnectionSettings, config: Config) => Promise<void>, { join: mayJoin = false } = {}) => {
  const config = readConfig(process.env)
  if (config.database_url) return await run({ connectionString: config.database_url }, config)
  const start = mayJoin ? joinPostgres : startPostgres
  const { host, user, database, stop } = await start(join(config.data_dir, 'postgres'), { log: (line, level) => level === 'info' && print(line) })
  try {
    await run({ host, user, database }, config)
  } finally {
    await stop()
  }
}

/** Runs a terminal command. Errors that its user can fix are printed as one line. */
export const runTerminal = (run: () => Promise<void>) => {
  Promise.resolve()
    .then(run)
    .catch((error) => {
      const isOurs = error instanceof UsageError || error instanceof SettingError || error instanceof StartupError
      process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : error}\n`)
      process.exit(1)
    })
}

/** Runs a terminal command on the configured database as its owner, after the migrations. */
export const runCommand = (run: (db: Db, config: Config) => Promise<void>, check: () => void = () => {}) =>
  runTerminal(async () => {
    check()
    await onDatabaseServer(async (settings, config) => {
      await migrate(settings, { log: print })
      const { db, close } = openDatabase(settings, { max: 2, as: null })
      await run(db, config).finally(close)
    })
  })
