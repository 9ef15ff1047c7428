import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Files } from '../../context/app-context.ts'
import type { ConnectionSettings } from '../../database/db.ts'
import { migrate, migrationNames, withMigrationLock } from '../../database/migrate.ts'
import { UsageError } from '../../database/run-command.ts'
import { ownerKey } from '../../files/file-rows.ts'
import { installJobs, jobsVersion } from '../../jobs/jobs.ts'
import { jobs } from '../domains.ts'
import { type BackupTable, filePath, fingerprintOf, type Manifest, measure, qualified, readManifest, schemas, tablePath } from './manifest.ts'

type Client = Pick<pg.Client, 'query'>

const checkFile = async (path: string, expected: { size: number; sha256: string }) => {
  const measured = measure()
  try {
    await pipeline(createReadStream(path), measured.stream, new Writable({ write: (_, __, done) => done() }))
  } catch (error) {
    throw new UsageError(`The backup is damaged: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const { size, sha256 } = measured.result()
  if (size !== expected.size || sha256 !== expected.sha256) throw new UsageError(`The backup is damaged: ${path} was changed or cut`)
}

/** Reads the whole backup and compares it with its checksums. */
export const checkBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) await checkFile(tablePath(folder, table), table)
  for (const file of manifest.files) await checkFile(filePath(folder, file.key), file)
  return manifest
}

const requireEmptyDatabase = async (settings: ConnectionSettings) =>
  withMigrationLock(settings, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and (n.nspname = any($1)) order by 1 limit 1`,
      [schemas],
    )
    if (rows[0])
      throw new UsageError(`The configured database is not empty (it has the table ${rows[0].name}): restore into a new database, or with a new DATA_DIR`)
  })

/** Files of this backup may already be there, from an interrupted restore or in a bucket that was not lost. */
const requireNoOtherFiles = async (files: Files, restored: Manifest['files']) => {
  const known = new Set(restored.map(({ key }) => key))
  for await (const { key } of files.list())
    if (key === ownerKey)
      throw new UsageError(
        `The file store belongs to another database: use an empty one. Only if that database is lost, delete the file "${ownerKey}" of the store and repeat this`,
      )
    else if (!known.has(key)) throw new UsageError(`The file store holds files that are not in the backup, such as ${key}: use an empty one`)
}

const requireKnownSchema = (manifest: Manifest) => {
  if (manifest.jobs_version !== jobsVersion)
    throw new UsageError(
      `The backup has version ${manifest.jobs_version} of the job queue, this program version ${jobsVersion}: restore with the program that made the backup, then update`,
    )
  const known = new Set(migrationNames())
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown) throw new UsageError(`The backup is of a newer version of the program (${unknown}): update the program first`)
}

const foreignKeysOf = async (client: Client) =>
  (
    await client.query<{ table: string; name: string; definition: string }>(
      `select format('%I.%I', n.nspname, t.relname) as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
       where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1) order by 1, 2`,
      [schemas],
    )
  ).rows

const requireTables = async (client: Client, manifest: Manifest) => {
  for (const table of manifest.tables) {
    const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [qualified(table)])
    if (!rows[0]!.found)
      throw new UsageError(`The table ${qualified(table)} of the backup does not exist in this version: restore with the program that made the backup`)
  }
}

const fillTable = async (client: pg.Client, folder: string, table: BackupTable) => {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const input = client.query(copyFrom(`copy ${qualified(table)} (${columns}) from stdin`))
  await pipeline(createReadStream(tablePath(folder, table)), createGunzip(), input)
  if (input.rowCount !== table.rows) throw new Error(`${qualified(table)} has ${input.rowCount} rows instead of ${table.rows}`)
}

/**
 * Statements that revoke all access, because it may have been revoked after the backup. Afterwards people must sign in by password and code, add passkeys,
 * share, connect apps, subscribe to calendars, and ask for exports and for links by mail again.
 */
const endedAccess = [
  'update sessions set ended_at = now() where ended_at is null',
  'update shares set revoked_at = now(), sealed_secret = null where revoked_at is null and expires_at > now()',
  'update account_tokens set used_at = now() where used_at is null',
  'update app_grants set revoked_at = now() where revoked_at is null',
  'delete from passkeys',
  'delete from trusted_devices',
  // nothing cascades: foreign keys and triggers are off
  "delete from files where owner = 'data_export'",
  'delete from data_export_parts',
  'delete from data_exports',
  'delete from calendar_feeds',
]

/**
 * Deletes the rows that the migrations inserted and inserts the rows of the backup, in one transaction. Foreign keys are dropped, because their tables refer to
 * each other in circles; creating them again checks the rows. Triggers are off, because the rows are not new events.
 */
const fillTables = async (client: pg.Client, folder: string, manifest: Manifest) => {
  const tables = manifest.tables.map(qualified)
  await client.query('begin')
  try {
    const foreignKeys = await foreignKeysOf(client)
    for (const key of foreignKeys) await client.query(`alter table ${key.table} drop constraint ${key.name}`)
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(`truncate ${tables.join(', ')}`)
    for (const table of manifest.tables) await fillTable(client, folder, table)
    for (const { last_value, is_called, ...sequence } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [qualified(sequence), last_value, is_called])
    for (const statement of endedAccess) await client.query(statement)
    // without this table, migration 122 sets the id
    if (manifest.tables.some(({ name }) => name === 'installation')) await client.query('update installation set id = gen_random_uuid()')
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const key of foreignKeys) await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

type Target = { settings: ConnectionSettings; files: Files; secret: Buffer | undefined; log?: (line: string) => void }

/**
 * Restores a backup into an empty database and a file store without other files that belongs to no database. Checks versions, checksums and the secret, if given, before anything is
 * written.
 */
export const restoreBackup = async ({ settings, files, secret, log = () => {} }: Target, folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  if (secret && fingerprintOf(secret) !== manifest.secret)
    throw new UsageError('The secret key is not the one of the backup: set the SECRET_KEY of that time, or put the file "secret" of that time into DATA_DIR')
  requireKnownSchema(manifest)
  await requireEmptyDatabase(settings)
  // the restored database gets an id of its own, so the file that names the owner is not restored
  const restoredFiles = manifest.files.filter(({ key }) => key !== ownerKey)
  await requireNoOtherFiles(files, restoredFiles)
  log('Checking the backup')
  await checkBackup(folder)
  log(`Restoring ${restoredFiles.length} files`)
  for (const { key } of restoredFiles) await files.put(key, createReadStream(filePath(folder, key)))
  log(`Restoring ${manifest.tables.length} tables`)
  await migrate(settings, { only: manifest.migrations })
  await installJobs(settings, jobs)
  await withMigrationLock(settings, async (client) => {
    await requireTables(client, manifest)
    await fillTables(client, folder, manifest)
  })
  return manifest
}
