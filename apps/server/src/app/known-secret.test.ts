import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../test/add-person.ts'
import { onFileEnd } from '../../test/clean-up.ts'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { makeDataDir, runScript } from '../../test/process.ts'
import { readSecret } from '../config/secret.ts'
import { type Database, openDatabase } from '../database/db.ts'
import { StartupError } from '../database/postgres-paths.ts'
import { changeSecret, requireKnownSecret } from './known-secret.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ connectionString: await freshDatabase() }, { role: null })
  onFileEnd(() => database.close())
})
beforeEach(async () => {
  await database.db.execute(sql`update installation set secret_fingerprint = null`)
})

const keyOf = (letter: string) => ({ data_dir: '/nowhere', secret_key: letter.repeat(32) })
const run = (script: 'backup' | 'restore', DATABASE_URL: string, { data_dir }: { data_dir: string }, ...args: string[]) =>
  runScript(`backup/${script}-cli.ts`, data_dir, { DATABASE_URL }, ...args)
const withFile = () => ({ data_dir: makeDataDir().folder, secret_key: undefined })

test('a database takes the first secret key and refuses others in one line that names the remedy', async () => {
  const { db } = database
  expect(await requireKnownSecret(db, keyOf('a'))).toEqual(readSecret(keyOf('a')))
  expect(await requireKnownSecret(db, keyOf('a'))).toEqual(readSecret(keyOf('a')))
  const refusal = await requireKnownSecret(db, keyOf('b')).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  expect(refusal.message).toMatch(/^The secret key is not the one of this database: set the SECRET_KEY .* "npm run admin -- change-secret"$/)
  // neither the secret nor a plain hash of it
  const { rows } = await db.execute<{ secret_fingerprint: string }>(sql`select secret_fingerprint from installation`)
  expect(rows).toEqual([{ secret_fingerprint: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(Buffer.from(rows[0]!.secret_fingerprint, 'base64url')).not.toEqual(readSecret(keyOf('a')))
})

test('of two servers that start at once with different keys, one is refused', async () => {
  const starts = await Promise.allSettled(['a', 'b'].map((letter) => requireKnownSecret(database.db, keyOf(letter))))
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a lost file is not replaced by a new secret; put back, it is accepted', async () => {
  const [first, second] = [withFile(), withFile()]
  await requireKnownSecret(database.db, first)
  await expect(requireKnownSecret(database.db, second)).rejects.toThrow(`There is no secret key: set the SECRET_KEY of this database, or put its file "secret"`)
  expect(readdirSync(second.data_dir)).toEqual([])
  copyFileSync(join(first.data_dir, 'secret'), join(second.data_dir, 'secret'))
  await requireKnownSecret(database.db, second)
})

test('a change on purpose accepts the new key and ends what only the earlier one could read; the same key ends nothing', async () => {
  const { db } = database
  const user_id = await addPerson(db, {
    ...{ role: 'patient', email: 'secret@example.com', password_hash: 'none', birthday: '1980-04-01', sex: 'male' },
    ...{ first_name: '一郎', last_name: '試験', first_name_kana: 'イチロウ', last_name_kana: 'シケン' },
  })
  await db.execute(sql`insert into shares (user_id, name, parts, duration, token_hash, passcode_hash, sealed_secret, expires_at)
    values (${user_id}, '三田内科', '{results}', 'week', 'share', 'x', 'x', now() + interval '7 days')`)
  await db.execute(sql`insert into google_api_tokens (user_id, sealed_access_token, scopes, expires_at) values (${user_id}, 'x', '{}', now())`)
  await db.execute(sql`with a as (insert into connected_apps (client_id, name, redirect_uris, scopes) values ('app', '手帳', '{}', '{}') returning id)
    insert into app_grants (app_id, user_id, scopes, redirect_uri, code_challenge, code_expires_at) select id, ${user_id}, '{}', 'x', 'x', now() from a`)
  const open = async () =>
    (
      await db.execute(sql`select (select count(*)::int from shares where revoked_at is null or sealed_secret is not null) as shares,
        (select count(*)::int from google_api_tokens where refused_at is null) as tokens, (select count(*)::int from app_grants where revoked_at is null) as grants`)
    ).rows[0]
  await requireKnownSecret(db, keyOf('a'))
  await changeSecret(db, keyOf('a'))
  expect(await open()).toEqual({ shares: 1, tokens: 1, grants: 1 })
  await changeSecret(db, keyOf('b'))
  expect(await open()).toEqual({ shares: 0, tokens: 0, grants: 0 })
  await requireKnownSecret(db, keyOf('b'))
  await expect(requireKnownSecret(db, keyOf('a'))).rejects.toThrow(StartupError)
})

test('a backup of another secret key than that of the database is refused; a restore without the secret accepts a new one', async () => {
  const sourceUrl = await freshDatabase()
  const source = openDatabase({ connectionString: sourceUrl }, { role: null })
  onFileEnd(() => source.close())
  const folder = join(makeDataDir().folder, 'backup')
  const [own, other] = [withFile(), withFile()]
  await requireKnownSecret(source.db, own)
  readSecret(other)
  expect((await run('backup', sourceUrl, other, folder)).output).toMatch(/^The secret key is not the one of this database: [^\n]*\n$/)
  expect((await run('backup', sourceUrl, own, folder)).code).toBe(0)
  const restoredUrl = await emptyDatabase()
  expect((await run('restore', restoredUrl, other, folder, '--new-secret')).output).toMatch(/Restored the state of 2/)
  const restored = openDatabase({ connectionString: restoredUrl }, { role: null })
  onFileEnd(() => restored.close())
  await requireKnownSecret(restored.db, other)
  await expect(requireKnownSecret(restored.db, own)).rejects.toThrow('The secret key is not the one of this database')
})
