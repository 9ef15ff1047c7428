import { join } from 'node:path'
import { type Config, readConfig, SettingError } from '../config/config.ts'
import { type Db, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { startPostgres } from './postgres.ts'
import { StartupError } from './postgres-paths.ts'

export const print = (line: string) => process.stdout.write(`${line}\n`)

export class UsageError extends Error {}

/** Runs a command on the configured database as its owner, after the migrations. */
const withDatabase = async (run: (db: Db, config: Config) => Promise<void>) => {
  const config = readConfig(process.env)
  const embedded = config.database_url
    ? undefined
    : await startPostgres(join(config.data_dir, 'postgres'), { log: (line, level) => level === 'info' && print(line) })
  const settings = config.database_url
    ? { connectionString: config.database_url }
    : { host: embedded!.host, user: embedded!.user, database: embedded!.database }
  try {
    await migrate(settings, { log: print })
    const { db, close } = openDatabase(settings, { max: 2, as: null })
    await run(db, config).finally(close)
  } finally {
    await embedded?.stop()
  }
}

/** Runs a terminal command. Errors that its user can fix are printed as one line. */
export const runCommand = (run: (db: Db, config: Config) => Promise<void>, check: () => void = () => {}) => {
  Promise.resolve()
    .then(check)
    .then(() => withDatabase(run))
    .catch((error) => {
      const isOurs = error instanceof UsageError || error instanceof SettingError || error instanceof StartupError
      process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : error}\n`)
      process.exit(1)
    })
}
