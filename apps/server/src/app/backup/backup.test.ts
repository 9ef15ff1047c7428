import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { onFileEnd } from '../../../test/clean-up.ts'
import { emptyDatabase, freshDatabase } from '../../../test/database.ts'
import { makeDataDir, runScript } from '../../../test/process.ts'
import { readSecret } from '../../config/secret.ts'
import type { Files } from '../../context/app-context.ts'
import { type Database, openDatabase } from '../../database/db.ts'
import { withOrigin } from '../../database/origin.ts'
import { seedDemo } from '../../demo/seed.ts'
import { chainBatch } from '../../domains/audit/chain-store.ts'
import { openFiles } from '../../files/files.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const now = new Date('2026-11-21T03:00:00Z')
const settings = (data_dir: string) => ({ data_dir, s3: undefined, secret_key: undefined })
let url: string
let data_dir: string
let database: Database

beforeAll(async () => {
  url = await freshDatabase()
  data_dir = makeDataDir().folder
  readSecret(settings(data_dir))
  database = openDatabase({ connectionString: url }, { role: null })
  onFileEnd(() => database.close())
  await seedDemo(database.db, { now, patients: 6, files: openFiles(settings(data_dir)) })
  await withOrigin({ user_id: undefined, request_id: 'r1' }, () =>
    database.db.transaction((tx) => tx.execute(sql`update users set first_name = '恵' where email = 'patient@example.com'`)),
  )
  for (const statement of [
    sql`insert into sessions (user_id, token_hash, expires_at) select id, 'session', now() + interval '1 day' from users where email = 'patient@example.com'`,
    sql`insert into shares (user_id, name, parts, duration, token_hash, passcode_hash, sealed_secret, expires_at)
      select id, '三田内科', '{results}', 'week', 'share', 'x', 'x', now() + interval '7 days' from users where email = 'patient@example.com'`,
    sql`insert into account_tokens (user_id, kind, email, token_hash, expires_at, resend_at)
      select id, 'password_reset', email, 'link', now() + interval '1 hour', now() from users where email = 'patient@example.com'`,
    sql`with a as (insert into connected_apps (client_id, name, redirect_uris, scopes) values ('backup-client', '手帳', '{}', '{}') returning id)
      insert into app_grants (app_id, user_id, scopes, redirect_uri, code_challenge, code_expires_at)
      select a.id, u.id, '{}', 'x', 'x', now() from a, users u where u.email = 'patient@example.com'`,
    sql`insert into data_exports (user_id, language) select id, 'ja' from users where email = 'patient@example.com'`,
    sql`insert into calendar_feeds (user_id, secret_hash) select id, 'feed' from users where email = 'patient@example.com'`,
    sql`insert into passkeys (user_id, credential_id, public_key, name) select id, 'passkey', 'key', '古い電話' from users where email = 'patient@example.com'`,
    sql`insert into trusted_devices (user_id, token_hash, expires_at) select id, 'device', now() + interval '30 days' from users where email = 'patient@example.com'`,
  ])
    await database.db.execute(statement)
  expect(await chainBatch(database.db)).toBeGreaterThan(0)
})

const run = (script: string, DATABASE_URL: string, folder: string, ...args: string[]) => runScript(script, folder, { DATABASE_URL }, ...args)

/** Tables of access that may have been revoked since the backup: a restore revokes or deletes their rows. */
const endedTables = ['sessions', 'shares', 'account_tokens', 'app_grants', 'data_exports', 'calendar_feeds', 'passkeys', 'trusted_devices']

/** Number of rows and a checksum of every table except `endedTables` and `installation`, whose id changes, and all sequences, constraints and triggers. */
const contentOf = async (database_url: string) => {
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') and tablename <> all ($1) order by 1",
      [[...endedTables, 'installation']],
    )
    const content: Record<string, { count: number; md5: string }> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number; md5: string }>(
        `select count(*)::int, md5(string_agg(t::text, chr(10) order by t::text)) from ${name} t`,
      )
      content[name] = rows[0]!
    }
    const { rows: sequences } = await client.query(
      "select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'pgboss') order by 1, 2",
    )
    const { rows: constraints } = await client.query(
      "select conrelid::regclass::text as place, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace::regnamespace::text in ('public', 'pgboss') order by 1, 2",
    )
    const { rows: triggers } = await client.query(
      "select tgrelid::regclass::text as place, tgname, tgenabled from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace::regnamespace::text in ('public', 'pgboss') order by 1, 2",
    )
    return { content, sequences, constraints, triggers }
  } finally {
    await client.end()
  }
}
const filesIn = (folder: string) =>
  readdirSync(join(folder, 'files'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(folder, 'files', name)).toString('base64')])
    .sort()

/** Number of rows that a restore has to revoke or delete, by table. */
const openAccess = async (database_url: string) => {
  const { db, close } = openDatabase({ connectionString: database_url }, { role: null })
  const { rows } = await db.execute(sql`select
    (select count(*)::int from sessions where ended_at is null) as sessions,
    (select count(*)::int from shares where revoked_at is null or sealed_secret is not null) as shares,
    (select count(*)::int from account_tokens where used_at is null) as links,
    (select count(*)::int from app_grants where revoked_at is null) as grants,
    (select count(*)::int from data_exports) as exports,
    (select count(*)::int from calendar_feeds) as feeds,
    (select count(*)::int from passkeys) as passkeys,
    (select count(*)::int from trusted_devices) as devices`)
  await close()
  return rows[0]
}

test('a backup is restored with its rows, sequences and files, without sessions, links and other access, and into an empty database only', async () => {
  const folder = join(makeDataDir().folder, 'backups', '2026-11-21')
  expect(await run('backup/backup-cli.ts', url, data_dir, folder)).toEqual({
    code: 0,
    output: expect.stringMatching(/Backed up \d+ rows .*\nThe secret key is not in it/),
  })
  expect((await run('backup/backup-cli.ts', url, data_dir, folder)).output).toBe(`${folder} is not empty: name a new folder\n`)
  const secret = readFileSync(join(data_dir, 'secret'))
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name)).includes(secret)).toBe(false)

  const restoredUrl = await emptyDatabase()
  const restoredDir = makeDataDir().folder
  expect((await run('backup/restore-cli.ts', restoredUrl, restoredDir, folder)).output).toMatch(/^There is no secret key: set the SECRET_KEY of the backup/)
  copyFileSync(join(data_dir, 'secret'), join(restoredDir, 'secret'))
  expect(await run('backup/restore-cli.ts', restoredUrl, restoredDir, folder)).toEqual({ code: 0, output: expect.stringMatching(/Restored the state of 2/) })

  const [restored, source] = [await contentOf(restoredUrl), await contentOf(url)]
  expect(restored).toEqual(source)
  expect(await openAccess(url)).toEqual({ sessions: 1, shares: 1, links: 1, grants: 1, exports: 1, feeds: 1, passkeys: 1, devices: 1 })
  expect(await openAccess(restoredUrl)).toEqual({ sessions: 0, shares: 0, links: 0, grants: 0, exports: 0, feeds: 0, passkeys: 0, devices: 0 })
  expect(restored.content['public.test_results']!.count).toBeGreaterThan(1_000)
  expect(filesIn(restoredDir)).toEqual(filesIn(data_dir))
  expect(filesIn(restoredDir).length).toBeGreaterThan(3)
  expect(await run('audit-cli.ts', restoredUrl, restoredDir)).toEqual({ code: 0, output: expect.stringMatching(/^[1-9]\d* rows of the audit log match/) })

  const again = await run('backup/restore-cli.ts', restoredUrl, restoredDir, folder)
  expect(again).toEqual({
    code: 1,
    output: expect.stringMatching(/^The configured database is not empty \(it has the table \S+\): restore into a new database/),
  })
})

const connect = async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onFileEnd(() => client.end())
  return client
}

test('a backup holds one state, although rows are added and files removed while it runs', async () => {
  const folder = join(makeDataDir().folder, 'backup')
  const files = openFiles(settings(data_dir))
  const before = await contentOf(url)
  const filesBefore = filesIn(data_dir)
  const key = filesBefore[0]![0]!
  const removed = await text((await files.get(key))!.setEncoding('base64'))
  let listings = 0
  const changing: Files = {
    ...files,
    list: async function* () {
      yield* files.list()
      listings += 1
      // the second listing is made after the snapshot
      if (listings < 2) return
      await files.remove(key)
      await database.db.execute(
        sql`insert into tasks (user_id, created_by, content) select p.user_id, s.id, '電話' from patients p, users s where s.email = 'nurse@example.com'`,
      )
      await database.db.execute(sql`update users set first_name = '恵美' where email = 'patient@example.com'`)
    },
  }
  await writeBackup({ client: await connect(), files: changing, secret: readSecret(settings(data_dir)), now }, folder)
  expect(await contentOf(url)).not.toEqual(before)

  const restoredUrl = await emptyDatabase()
  const restoredDir = makeDataDir().folder
  await restoreBackup({ settings: { connectionString: restoredUrl }, files: openFiles(settings(restoredDir)), secret: undefined }, folder)
  // only the rows are compared: the values of sequences are not part of a snapshot
  expect((await contentOf(restoredUrl)).content).toEqual(before.content)
  expect(removed).not.toBe('')
  expect(filesIn(restoredDir)).toEqual(filesBefore)
})

test('a backup does not list a file that is added and removed while it runs', async () => {
  const folder = join(makeDataDir().folder, 'backup')
  const files = openFiles(settings(data_dir))
  const key = 'f'.repeat(36)
  let listings = 0
  const changing: Files = {
    ...files,
    list: async function* () {
      listings += 1
      // the second listing is made after the snapshot
      if (listings === 2) {
        await database.db.execute(sql`delete from files where key = ${key}`)
        await files.remove(key)
      }
      yield* files.list()
      if (listings > 1) return
      await files.put(key, Readable.from('x'))
      await database.db.execute(
        sql`insert into files (user_id, owner, key, kind, content_type, size) select min(user_id), 'karte', ${key}, 'document', 'application/pdf', 1 from patients`,
      )
    },
  }
  await writeBackup({ client: await connect(), files: changing, secret: readSecret(settings(data_dir)), now }, folder)
  const restoredUrl = await emptyDatabase()
  await restoreBackup({ settings: { connectionString: restoredUrl }, files: openFiles(settings(makeDataDir().folder)), secret: undefined }, folder)
  expect((await contentOf(restoredUrl)).content['public.files']).toEqual((await contentOf(url)).content['public.files'])
})

/** A client that receives the end of each COPY a moment after the rows, as on a slow network. */
const connectSlowly = async () => {
  const { host, port, user, password, database: name } = new pg.Client({ connectionString: url })
  const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
  const proxy = createServer((socket) => {
    const upstream = host.startsWith('/') ? createConnection(join(host, `.s.PGSQL.${port}`)) : createConnection(port, host)
    socket.pipe(upstream).on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
    upstream.on('data', async (chunk) => {
      upstream.pause()
      const at = chunk.indexOf(copyDone) + copyDone.length
      if (at >= copyDone.length) {
        socket.write(chunk.subarray(0, at))
        await setTimeout(10)
        socket.write(chunk.subarray(at))
      } else socket.write(chunk)
      upstream.resume()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const client = new pg.Client({ host: '127.0.0.1', port: (proxy.address() as AddressInfo).port, user, password, database: name })
  await client.connect()
  onFileEnd(async () => {
    await client.end()
    proxy.close()
  })
  return client
}

test('the manifest has the row count of every table, even if PostgreSQL sends the count a moment after the rows', async () => {
  const folder = join(makeDataDir().folder, 'backup')
  const { content } = await contentOf(url)
  const { tables } = await writeBackup(
    { client: await connectSlowly(), files: openFiles(settings(data_dir)), secret: readSecret(settings(data_dir)), now },
    folder,
  )
  const counted = tables
    .filter(({ name }) => ![...endedTables, 'installation'].includes(name))
    .map(({ schema, name, rows }) => ({ name: `${schema}.${name}`, rows }))
  expect(counted).toEqual(counted.map(({ name }) => ({ name, rows: content[name]!.count })))
})

test('a backup to the path of an existing file is refused before anything is written', async () => {
  const { folder } = makeDataDir()
  const path = join(folder, 'backup')
  writeFileSync(path, 'x')
  const source = { client: await connect(), files: openFiles(settings(data_dir)), secret: readSecret(settings(data_dir)), now }
  await expect(writeBackup(source, path)).rejects.toThrow('is a file: name a new folder')
  expect(readdirSync(folder)).toEqual(['backup'])
})

test('a restore of a damaged backup, with another secret key or into a file store with other files is refused before anything is written', async () => {
  const folder = join(makeDataDir().folder, 'backup')
  const secret = readSecret(settings(data_dir))
  await writeBackup({ client: await connect(), files: openFiles(settings(data_dir)), secret, now }, folder)
  const restoredUrl = await emptyDatabase()
  const target = (dir: string, key = secret) => ({ settings: { connectionString: restoredUrl }, files: openFiles(settings(dir)), secret: key })
  await expect(restoreBackup(target(makeDataDir().folder, Buffer.alloc(32)), folder)).rejects.toThrow('The secret key is not the one of the backup')
  const used = makeDataDir().folder
  mkdirSync(join(used, 'files'))
  writeFileSync(join(used, 'files', 'a-file-of-another-service'), 'x')
  await expect(restoreBackup(target(used), folder)).rejects.toThrow('files that are not in the backup')
  appendFileSync(join(folder, 'tables', 'public.users.copy.gz'), 'x')
  const empty = makeDataDir().folder
  await expect(restoreBackup(target(empty), folder)).rejects.toThrow(/^The backup is damaged: .*public\.users\.copy\.gz was changed or cut$/)
  expect(Object.keys((await contentOf(restoredUrl)).content)).toEqual([])
  expect(readdirSync(empty)).toEqual([])
})

test('a restore deletes data exports with their files', async () => {
  const folder = join(makeDataDir().folder, 'backup')
  const key = 'e'.repeat(36)
  await openFiles(settings(data_dir)).put(key, Readable.from('x'))
  await database.db.execute(sql`with f as (
      insert into files (user_id, owner, key, kind, content_type, size) select user_id, 'data_export', ${key}, 'document', 'application/zip', 1 from data_exports returning id)
    insert into data_export_parts (data_export_id, place, file_id) select e.id, 1, f.id from data_exports e, f`)
  await writeBackup({ client: await connect(), files: openFiles(settings(data_dir)), secret: readSecret(settings(data_dir)), now }, folder)
  const restoredUrl = await emptyDatabase()
  await restoreBackup({ settings: { connectionString: restoredUrl }, files: openFiles(settings(makeDataDir().folder)), secret: undefined }, folder)
  expect((await openAccess(restoredUrl))!.exports).toBe(0)
  expect((await contentOf(restoredUrl)).content['public.data_export_parts']!.count).toBe(0)
})
