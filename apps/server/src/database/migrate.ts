import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverFolder } from '../config/folders.ts'
import type { ConnectionSettings } from './db.ts'

const folder = join(serverFolder, 'migrations')
/** Arbitrary key of the advisory lock that makes concurrent servers migrate one after the other. */
const migrationLock = 7_305_001

const nameOf = (file: string) => file.replace('.sql', '')

/** Names of the migrations of this version. */
export const migrationNames = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map(nameOf)

type Migration = { name: string; up: string; down: string }

/** Splits a migration file in the format of dbmate. The first line must be `-- migrate:up`, so that no statement is above it and ignored. */
export const parseMigration = (file: string, text: string): Migration => {
  const [before, up, down] = text.split(/^-- migrate:.*$/m)
  if (before || up === undefined || down === undefined || text.match(/^-- migrate:.*$/gm)?.join() !== '-- migrate:up,-- migrate:down')
    throw new Error(`migration ${file}: must have the lines "-- migrate:up" (first) and "-- migrate:down", each once`)
  return { name: nameOf(file), up, down }
}

const attempt = async (client: pg.Client, { name, ...statements }: Migration, direction: 'up' | 'down') => {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '500ms'")
    await client.query(statements[direction])
    await client.query(direction === 'up' ? 'insert into schema_migrations (name) values ($1)' : 'delete from schema_migrations where name = $1', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** `application_name` of a backup, which holds locks on all tables while it copies them. */
export const backupName = 'sukoyaka-backup'

const isBackupRunning = async (client: pg.Client) =>
  (await client.query('select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1', [backupName])).rowCount === 1

/**
 * Runs the migration and records it in one transaction, so that an interrupted migration starts over. Retries on lock timeout: during a backup until it ends,
 * else 19 times at most.
 */
const run = async (client: pg.Client, migration: Migration, direction: 'up' | 'down', log: (line: string) => void) => {
  let isLogged = false
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(client, migration, direction)
    } catch (error) {
      const isLockTimeout = error instanceof Error && 'code' in error && error.code === '55P03'
      if (isLockTimeout && (await isBackupRunning(client))) {
        if (!isLogged) log(`migration ${migration.name} waits for the end of a running backup`)
        isLogged = true
        tries = 1
      } else if (!isLockTimeout || tries === 20)
        throw new Error(`migration ${migration.name} ${direction}: ${error instanceof Error ? error.message : error}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 250 * tries))
    }
  }
}

/** Runs `action` under an advisory lock that is exclusive per database. Closing the connection releases it, even if the process is killed. */
export const withMigrationLock = async <T>(settings: ConnectionSettings, action: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...settings, application_name: 'sukoyaka-migrate', options: '-c timezone=UTC' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await action(client)
  } finally {
    // Client.end() can hang if the server is gone
    await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
  }
}

/**
 * Migrates up to the newest schema, or runs `only` these migrations, or undoes every migration whose name sorts after `targetName` (`'000'`: all of them). Runs
 * as the owner; returns the number of migrations.
 */
export const migrate = async (
  settings: ConnectionSettings,
  { targetName, only, log = () => {} }: { targetName?: string; only?: string[]; log?: (line: string) => void } = {},
): Promise<number> =>
  withMigrationLock(settings, async (client) => {
    await client.query('create table if not exists schema_migrations (name text primary key, applied_at timestamptz(3) not null default now())')
    const executed = async () => (await client.query<{ name: string }>('select name from schema_migrations order by name')).rows.map((row) => row.name)
    if (targetName === undefined && (await executed()).join() === migrationNames().join()) return 0
    // not loaded for an up-to-date database, because it needs more memory than all of our code
    const { Umzug } = await import('umzug')
    const umzug = new Umzug({
      migrations: migrationNames()
        .map((name) => parseMigration(`${name}.sql`, readFileSync(join(folder, `${name}.sql`), 'utf8')))
        .map((migration) => ({ name: migration.name, up: () => run(client, migration, 'up', log), down: () => run(client, migration, 'down', log) })),
      storage: {
        // `run` writes the row in the migration's own transaction
        logMigration: async () => {},
        unlogMigration: async () => {},
        executed,
      },
      logger: undefined,
    })
    umzug.on('migrating', ({ name }) => log(`migrating ${name}`))
    if (targetName === undefined) {
      const known = new Set((await umzug.pending()).concat(await umzug.executed()).map((migration) => migration.name))
      const unknown = (await executed()).find((name) => !known.has(name))
      // in a rolling update old servers must still be able to start: migrations keep what the previous version uses
      if (unknown) log(`a newer version has already migrated this database (${unknown}): continuing`)
      return (await umzug.up(only && { migrations: only })).length
    }
    const applied = (await umzug.executed()).map((migration) => migration.name).filter((name) => name > targetName)
    return applied.length ? (await umzug.down({ to: applied[0]! })).length : 0
  })
