import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Files } from '../../context/app-context.ts'
import { UsageError } from '../../database/run-command.ts'
import { iconKeyIn } from '../../files/icon-url.ts'
import { type BackupFile, type BackupTable, filePath, fingerprintOf, type Manifest, manifestPath, measure, qualified, schemas, tablePath } from './manifest.ts'

type Client = Pick<pg.Client, 'query'>

const store = async (path: string, ...content: [Readable, ...NodeJS.ReadWriteStream[]]) => {
  const measured = measure()
  await pipeline([...content, measured.stream, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })])
  return measured.result()
}

type Name = Pick<BackupTable, 'schema' | 'name'>

/** Generated columns are left out: PostgreSQL computes them again. */
const tablesOf = async (client: Client) =>
  (
    await client.query<Name & { columns: string[] }>(
      `select n.nspname::text as schema, c.relname::text as name,
         array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = any($1) order by 1, 2`,
      [schemas],
    )
  ).rows

const copyTable = async (client: pg.Client, folder: string, table: Omit<BackupTable, 'rows' | 'size' | 'sha256'>): Promise<BackupTable> => {
  const columns = table.columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')
  const output = client.query(copyTo(`copy ${qualified(table)} (${columns}) to stdout`))
  const stored = await store(tablePath(folder, table), output, createGzip())
  // the number of rows may arrive after the rows; the next query begins after it
  await client.query('select')
  return { ...table, rows: output.rowCount, ...stored }
}

const sequencesOf = async (client: Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<Name>(
    `select n.nspname::text as schema, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [schemas],
  )
  const sequences: Manifest['sequences'] = []
  for (const row of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(`select last_value::text, is_called from ${qualified(row)}`)
    sequences.push({ ...row, ...state.rows[0]! })
  }
  return sequences
}

/** Copies the files that are not yet in the backup. A file that is removed meanwhile is skipped. */
const copyFiles = async (files: Files, folder: string, copied: Map<string, BackupFile>) => {
  for await (const { key } of files.list()) {
    const content = copied.has(key) ? undefined : await files.get(key)
    if (content) copied.set(key, { key, ...(await store(filePath(folder, key), content)) })
  }
}

type CopiedFiles = { copied: ReadonlyMap<string, BackupFile>; copyNew: () => Promise<void> }

/** Selects the keys of uploaded files and the addresses of icons, from tables of early migrations only: the database may be older than the program. */
const namedFiles = 'select key from public.files union all select icon from public.users where icon is not null'

/**
 * Begins a transaction that sees one state of the database, and copies new files, so that the backup has all uploads and icons of that state. Lost files
 * are left out: two snapshots name them, but the file store does not have them.
 */
const takeSnapshot = async (client: Client, { copied, copyNew }: CopiedFiles) => {
  const lost = new Set<string>()
  for (;;) {
    await client.query('begin isolation level repeatable read read only')
    // the first statement takes the snapshot
    const { rows } = await client.query<{ key: string }>(namedFiles)
    await copyNew()
    const missing = rows.map(({ key }) => iconKeyIn(key) ?? key).filter((key) => !copied.has(key) && !lost.has(key))
    if (!missing.length) return
    // these files were removed after the snapshot, so that the next snapshot does not name them, or they are lost
    for (const key of missing) lost.add(key)
    await client.query('rollback')
  }
}

/** Copies the tables and sequences as one transaction sees them. */
const copyDatabase = async (client: pg.Client, folder: string, files: CopiedFiles) => {
  try {
    await takeSnapshot(client, files)
    const { rows: migrations } = await client.query<{ name: string }>('select name from public.schema_migrations order by name')
    const { rows: jobs } = await client.query<{ version: number }>('select version from pgboss.version')
    const { rows: server } = await client.query<{ server_version: string }>('show server_version')
    const tables: BackupTable[] = []
    for (const table of await tablesOf(client)) tables.push(await copyTable(client, folder, table))
    return {
      postgresql: server[0]!.server_version,
      migrations: migrations.map((row) => row.name),
      jobs_version: jobs[0]!.version,
      tables,
      sequences: await sequencesOf(client),
    }
  } finally {
    await client.query('rollback')
  }
}

const requireServiceData = async (client: Client) => {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.schema_migrations') is not null and to_regclass('pgboss.version') is not null as found",
  )
  if (!rows[0]!.found) throw new UsageError('The configured database holds no Sukoyaka: start the server on it once, or set DATABASE_URL or DATA_DIR')
}

const syncFolder = async (path: string) => {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

type Source = { client: pg.Client; files: Files; secret: Buffer; now: Date }

/**
 * Writes a backup into `folder`, which must be missing or empty, while the service runs. Files are copied twice: before the snapshot of the database, because
 * some are removed later, and after it, because some were added since. A copied file never becomes outdated, because keys are never used twice. If an upload or
 * icon of the snapshot was removed before it was copied, another snapshot is taken.
 */
export const writeBackup = async ({ client, files, secret, now }: Source, folder: string): Promise<Manifest> => {
  const existing = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new UsageError(`${folder} is a file: name a new folder`)
    throw error
  })
  if (existing.length) throw new UsageError(`${folder} is not empty: name a new folder`)
  await requireServiceData(client)
  // renamed when complete, so that an interrupted backup is not mistaken for a complete one
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(dirname(partial), { recursive: true })
  for (const path of [partial, join(partial, 'tables'), join(partial, 'files')]) await mkdir(path, { mode: 0o700 })
  const copied = new Map<string, BackupFile>()
  await copyFiles(files, partial, copied)
  const database = await copyDatabase(client, partial, { copied, copyNew: () => copyFiles(files, partial, copied) })
  const manifest: Manifest = {
    format: 1,
    created_at: now.toISOString(),
    ...database,
    secret: fingerprintOf(secret),
    files: [...copied.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
  }
  const output = await open(manifestPath(partial), 'wx', 0o600)
  await output.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
  await output.sync()
  await output.close()
  for (const path of [join(partial, 'tables'), join(partial, 'files'), partial]) await syncFolder(path)
  await rename(partial, folder)
  await syncFolder(dirname(folder))
  return manifest
}
