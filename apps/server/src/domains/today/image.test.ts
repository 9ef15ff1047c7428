import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, doctor: Member
let now = '2026-11-22T03:00:00Z'

const rows = async (): Promise<TodayItem[]> => (await doctor.get('/api/today/image_follow_up?scope=all')).body.items
const change = (id: number, body: object) => doctor.request('PUT', `/api/image_test_results/${id}`, { body })
const insertImage = async (recorded_at: string, status: number | null) =>
  (
    await testApp.context.db.execute<{ id: number }>(sql`
      insert into test_results (user_id, category_id, recorded_at, type, status)
      select ${hanako.id}, id, ${recorded_at}, 1, ${status}::smallint from result_categories where name = 'chest_ct' returning id`)
  ).rows[0]!.id

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date(now) } })
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
})

test('lists an image from 30 days before its follow-up until the follow-up is done or, for a retest, a newer image of the category exists', async () => {
  const id = await insertImage('2025-10-16T00:00:00Z', 2)
  expect((await change(id, { follow_up_kind: 'retest' })).body.fields).toHaveProperty('follow_up_on')
  const { body } = await change(id, { follow_up_kind: 'retest', follow_up_on: '2026-12-22' })
  expect(body).toMatchObject({ follow_up_kind: 'retest', follow_up_on: '2026-12-22', is_follow_up_done: false })
  expect(await rows()).toMatchObject([
    { patient: { id: hanako.id }, subject_id: id, follow_up: { kind: 'retest', due_on: '2026-12-22', display_name: expect.stringContaining('CT') } },
  ])
  await change(id, { follow_up_on: '2026-12-23' })
  expect(await rows()).toEqual([])
  now = '2027-02-01T00:00:00Z'
  expect(await rows()).toHaveLength(1)
  await change(id, { is_follow_up_done: true })
  expect(await rows()).toEqual([])
  await change(id, { is_follow_up_done: false })
  const newer = await insertImage('2027-01-20T00:00:00Z', 0)
  await change(newer, { finding: '変化なし' })
  expect(await rows()).toEqual([])
  await change(id, { follow_up_kind: 'referral' })
  expect(await rows()).toMatchObject([{ subject_id: id, follow_up: { kind: 'referral', due_on: '2026-12-23' } }])
  await change(id, { is_follow_up_done: true })
})

test('lists an image that nobody has read two weeks after it was taken; a review hides it for two weeks', async () => {
  const id = await insertImage('2027-01-17T00:00:00Z', null)
  await change(id, { finding: '' })
  now = '2027-01-31T14:59:00Z'
  expect(await rows()).toEqual([])
  now = '2027-01-31T15:00:00Z'
  const [row] = await rows()
  expect(row).toMatchObject({ subject_id: id, follow_up: { kind: 'reading', due_on: null } })
  const { section, patient, subject_id, version } = row!
  expect((await doctor.request('POST', '/api/today_reviews', { body: { section, user_id: patient.id, subject_id, version } })).status).toBe(201)
  expect(await rows()).toEqual([])
  now = '2027-02-14T15:00:01Z'
  expect(await rows()).toHaveLength(1)
  await change(id, { status: 0 })
  expect(await rows()).toEqual([])
})

test('lists an image that nobody has read although its follow-up is a year away', async () => {
  const id = await insertImage('2027-02-15T00:00:00Z', null)
  await change(id, { follow_up_kind: 'retest', follow_up_on: '2028-02-15' })
  now = '2027-03-01T15:00:00Z'
  expect(await rows()).toMatchObject([{ subject_id: id, follow_up: { kind: 'reading', due_on: null } }])
  await change(id, { status: 1 })
  expect(await rows()).toEqual([])
})
