import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const newestEvent = async () => {
  const { rows } = await testApp.context.db.execute<{ newest: string | null }>(sql`select max(id) as newest from events`)
  return rows[0]!.newest
}

test('a write has the header x-newest-event in its response; a read, a repeated call and a write of reference data do not', async () => {
  const { hanako, staff } = testApp
  const post = () =>
    staff.nurse.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: '血圧を測りました' }, headers: { 'idempotency-key': 'newest-event' } })
  const before = await newestEvent()
  const first = await post()
  expect(first.status).toBe(201)
  expect(first.headers['x-newest-event']).toBe(String(await newestEvent()))
  expect(await newestEvent()).not.toBe(before)
  expect((await post()).headers['x-newest-event']).toBeUndefined()
  expect((await hanako.get(`/api/messages?patient_id=${hanako.id}`)).headers['x-newest-event']).toBeUndefined()
  const emoticon = { emoji: '🌸', name_ja: '桜', name_en: '', name_kr: '', is_active: true, sort_number: 1 }
  const created = await staff.admin.request('POST', '/api/admin/emoticons', { body: emoticon })
  expect([created.status, created.headers['x-newest-event']]).toEqual([201, undefined])
})
