import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { removeOrphanFiles } from '../../files/file-rows.ts'
import { archiveBatch } from './archive-store.ts'
import { chainBatch } from './chain-store.ts'
import { verifyChain } from './verify-store.ts'

const testApp = await openTestApp()
const { context, hanako, staff } = testApp
const { db, files } = context

const addRows = (years: number, count: number) =>
  db.execute(sql`
    with changes as (
      insert into audit_changes (at, request_id, user_id, table_name, row_id, operation, after)
      select now() - make_interval(years => ${years}, hours => n), 'old', ${staff.nurse.id}, 'users', ${hanako.id}, 'update', jsonb_build_object('last_name', '佐伯' || n)
      from generate_series(1, ${count}::integer) n)
    insert into audit_logs (at, user_id, patient_id, action, outcome, status)
    select now() - make_interval(years => ${years}, hours => n), ${staff.nurse.id}, ${hanako.id}, 'PATCH /api/users/:id', 'done', 200 from generate_series(1, ${count}::integer) n`)
const countOf = async (table: string) => Number((await db.execute<{ n: string }>(sql`select count(*) as n from ${sql.identifier(table)}`)).rows[0]!.n)
const messageOf = (error: Error) => `${error.cause ?? error}`

test('rows older than five years move into files; the check of the chain finds a change in a file, and a missing or truncated file', async () => {
  // chained in two steps: a file must end before the first row that is younger than five years
  await addRows(6, 1_200)
  while (await chainBatch(db));
  await addRows(4, 10)
  while (await chainBatch(db));
  const before = await verifyChain(db, files)
  const known = { seq: 2_000, hash: (await db.execute<{ hash: Buffer }>(sql`select hash from audit_chain where seq = 2000`)).rows[0]!.hash.toString('hex') }

  expect(await archiveBatch(context)).toBe(2_400)
  expect(await archiveBatch(context)).toBe(0)
  expect([await countOf('audit_changes'), await countOf('audit_archives')]).toEqual([10, 1])
  expect(await verifyChain(db, files)).toEqual(before)
  expect((await verifyChain(db, files, known)).fault).toBeUndefined()
  expect((await verifyChain(db, files, { ...known, hash: '0'.repeat(64) })).fault).toMatchObject({ seq: 2_000, problem: 'changed' })

  // later rows are chained to the archived ones, and the file is not removed as an orphan
  await hanako.request('PATCH', '/api/users/me', { body: { phone_number: '090-0000-4321' } })
  await chainBatch(db)
  expect((await verifyChain(db, files)).head.seq).toBeGreaterThan(before.head.seq)
  await removeOrphanFiles(context, new Date(), -60_000)
  expect((await verifyChain(db, files)).fault).toBeUndefined()

  const [archive] = (await db.execute<{ key: string }>(sql`select key from audit_archives`)).rows
  const { key } = archive!
  const stored = await buffer((await files.get(key))!)
  const lines = gunzipSync(stored).toString().trimEnd().split('\n')
  expect(lines).toHaveLength(2_400)
  expect(JSON.parse(lines[0]!)).toMatchObject({ seq: 1, content: expect.stringContaining('1200') })

  const forged = lines.map((line, at) => (at === 1_000 ? line.replace(/佐伯|PATCH/, '誰か') : line)).join('\n')
  await files.put(key, Readable.from([gzipSync(`${forged}\n`)]))
  expect((await verifyChain(db, files)).fault).toMatchObject({ seq: 1_001, problem: 'changed', archive: key })
  await files.put(key, Readable.from([gzipSync(`${lines.slice(0, -1).join('\n')}\n`)]))
  expect((await verifyChain(db, files)).fault).toMatchObject({ seq: 2_400, problem: 'link_missing' })
  await files.put(key, Readable.from([stored.subarray(0, stored.length / 2)]))
  expect((await verifyChain(db, files)).fault).toMatchObject({ problem: 'archive_unreadable' })
  await files.remove(key)
  expect((await verifyChain(db, files)).fault).toMatchObject({ seq: 1, problem: 'archive_missing' })
})

test('the server can archive only rows older than five years, from the first link on', async () => {
  const first = (await db.execute<{ seq: string }>(sql`select min(seq) as seq from audit_chain`)).rows[0]!.seq
  const archive = (seq: number) => db.execute(sql`select archive_audit(${seq}, 'key', 'x', 1)`).then(() => '', messageOf)
  expect(await archive(Number(first))).toMatch('older than five years')
  expect(await archive(1)).toMatch('no link 1')
  await expect(context.pool.query("begin; set local app.archiving = 'on'; delete from audit_logs")).rejects.toThrow('permission denied')
  await expect(context.pool.query("insert into audit_archives values (default, 1, 2, '', now(), now(), 'k', '', 1)")).rejects.toThrow('permission denied')
})
