import { brotliDecompressSync } from 'node:zlib'
import { endpoints } from '@sukoyaka/wire/all'
import { beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { eventually } from '../../../test/wait-until.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const path = '/api/medicines'
const nameOf = async (id: number) => {
  const { body } = await testApp.hanako.get(path)
  return body.items.find((item: { id: number }) => item.id === id)?.display_name
}

test('a change of reference data is in the next response if a call of this server made it, and soon if another server did', async () => {
  const { body } = await testApp.hanako.get(path)
  const { id, display_name } = body.items[0]
  expect(await nameOf(id)).toBe(display_name)
  const { db } = testApp.context
  await testApp.hanako.get('/api/emoticons')
  const emoticon = { body: { emoji: '🌸', name_ja: '桜', name_en: '', name_kr: '', is_active: true, sort_number: 1 } }
  expect((await testApp.staff.admin.request('POST', '/api/admin/emoticons', emoticon)).status).toBe(201)
  expect((await testApp.hanako.get('/api/emoticons')).text).toContain('🌸')
  await db.execute(`update medicines set name_ja = '別の薬' where id = ${id}`)
  await eventually(async () => expect(await nameOf(id)).toBe('別の薬'))
})

test('a cached response needs no query; plain and compressed, it has the same content and ETag', async () => {
  /** Statements of a call that read the medicines. */
  const statementsOf = async (call: () => Promise<unknown>) => {
    const querySpy = vi.spyOn(testApp.context.pool, 'query')
    try {
      await call()
      return querySpy.mock.calls.map(([query]) => String((query as { text?: string }).text ?? query)).filter((text) => text.includes('medicines'))
    } finally {
      querySpy.mockRestore()
    }
  }
  // notifications of earlier changes may still arrive
  await eventually(async () => {
    await testApp.hanako.get(path)
    expect(await statementsOf(() => testApp.staff.nurse.get(path))).toEqual([])
  })
  const first = await testApp.hanako.get(path)
  const again = await testApp.staff.nurse.get(path)
  expect(again).toMatchObject({ status: 200, text: first.text, headers: { etag: first.headers.etag, vary: 'accept-language, authorization' } })
  const authorization = `Token token="${testApp.hanako.token}", email="${testApp.hanako.email}"`
  const compressed = await testApp.app.inject({ url: path, headers: { authorization, 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-language, authorization, accept-encoding', etag: first.headers.etag })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(first.text)
  expect((await testApp.hanako.get(path, { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304)
  expect((await testApp.hanako.get(path, { headers: { 'accept-language': 'en' } })).text).not.toBe(first.text)
  expect((await testApp.request('GET', path)).status).toBe(401)
})

test('every table that the cached calls read has a trigger that notifies of its changes', async () => {
  const texts: string[] = []
  const { pool, db } = testApp.context
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const querySpy = vi.spyOn(pool, 'query').mockImplementation(((config: { text?: string }, ...rest: unknown[]) => {
    texts.push(String(config.text ?? config))
    return query(config, ...rest)
  }) as never)
  const disease = (await testApp.hanako.get('/api/diseases')).body.items[0].id
  const kept = endpoints.map(({ endpoint }) => endpoint).filter(({ cache }) => cache === 'reference')
  for (const { path: pattern } of kept) {
    const include = pattern.startsWith('/api/diseases') ? '?include[]=indicators&include[]=disease_risks' : ''
    expect((await testApp.hanako.get(`${pattern.replace(':id', disease)}${include}`)).status).toBe(200)
  }
  querySpy.mockRestore()
  const tables = new Set(texts.flatMap((text) => [...text.matchAll(/(?:from|join) "?(\w+)"?/g)].map(([, table]) => table!)))
  const { rows } = await db.execute<{ name: string; notifies: boolean }>(
    `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'notify_reference_changed') as notifies
     from pg_class c where c.relkind = 'r' and c.relname in (${[...tables].map((table) => `'${table}'`).join()}) order by 1`,
  )
  expect(rows.length).toBeGreaterThan(8)
  expect(rows.filter(({ name, notifies }) => !notifies && !['users', 'sessions'].includes(name))).toEqual([])
})
