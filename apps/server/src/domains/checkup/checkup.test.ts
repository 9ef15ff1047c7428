import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { reference_ranges, result_categories, test_categories, test_packages, tests } from './tables.ts'

let testApp: TestApp
let hanako: Member, doctor: Member
let ldl: number, releasedPackage: number, unreleasedPackage: number

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
  const { db } = testApp.context
  const names = (name: string) => ({ name, name_ja: 'LDLコレステロール', name_en: 'LDL cholesterol', name_kr: 'LDL 콜레스테롤' })
  const [category] = await db
    .insert(result_categories)
    .values({ ...names('test_ldl'), type: 0, unit_display: 'mg/dL', decimals: 0 })
    .returning()
  const [unjudged] = await db
    .insert(result_categories)
    .values({ ...names('test_unjudged'), type: 0 })
    .returning()
  ldl = category!.id
  await db.insert(reference_ranges).values([
    {
      category_id: ldl,
      sex: 'female',
      age_min: 18,
      age_max: null,
      healthy: { min: 60, max: 120 },
      warning: [{ min: 120, max: 180 }],
      unhealthy: { below: 60, above: 180 },
    },
    { category_id: ldl, sex: 'male', age_min: 18, age_max: null, healthy: { min: 0, max: 999 }, warning: [], unhealthy: { below: null, above: null } },
  ])
  const [test_category] = await db
    .insert(test_categories)
    .values({ ...names('test_blood'), group: 'blood' })
    .returning()
  const midnight = (day: string) => `${day}T00:00:00Z`
  const [older, newer] = await systemScope(db)
    .insert(test_packages)
    .values([
      { user_id: hanako.id, kind: 'detail', status: 0, location: 'クリニック', tested_at: midnight('2024-06-01'), released_at: midnight('2024-06-10') },
      { user_id: hanako.id, kind: 'followup', status: 0, location: 'クリニック', tested_at: midnight('2025-06-01'), released_at: null },
    ])
    .returning()
  releasedPackage = older!.id
  unreleasedPackage = newer!.id
  await systemScope(db)
    .insert(tests)
    .values({ user_id: hanako.id, test_package_id: releasedPackage, category_id: test_category!.id, tested_at: midnight('2024-06-01') })
  const write = async (test_package_id: number | undefined, ...rows: [category_id: number, day: string, value: number][]) =>
    doctor.request('POST', '/api/test_results/bulk', {
      body: {
        user_id: hanako.id,
        ...(test_package_id && { test_package_id }),
        results: rows.map(([category_id, day, value]) => ({ category_id, recorded_at: midnight(day), value, confirmed: true })),
      },
    })
  await write(releasedPackage, [ldl, '2024-06-01', 119], [ldl, '2023-06-01', 120], [unjudged!.id, '2024-06-01', 1.5])
  await write(unreleasedPackage, [ldl, '2025-06-01', 180])
  // before she came of age no range applies
  await write(undefined, [ldl, '1986-03-13', 500])
})

const results = async (member: Member, query = '') => (await member.get(`/api/test_results?user_id=${hanako.id}&categories[]=test_ldl${query}`)).body.items

test('judges values by the range for the person’s sex and age on that day', async () => {
  expect((await results(doctor)).map(({ value, status }: { value: number; status?: number }) => [value, status])).toEqual([
    [180, 1],
    [119, 0],
    [120, 2],
    [500, null],
  ])
})

test('a value without a range has no status', async () => {
  const { body } = await doctor.get(`/api/test_results?user_id=${hanako.id}&categories[]=test_unjudged`)
  expect(body.items[0].status).toBeNull()
})

test('`count` limits the results to the newest ones of each category, and the category is included on request', async () => {
  const items = await results(doctor, '&count=1&include=category')
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ value: 180, category: { name: 'test_ldl', display_name: 'LDLコレステロール', decimals: 0 } })
  expect((await results(doctor))[0]).not.toHaveProperty('category')
})

test('`include[]=checkups` adds the older results of checkups, for a patient of those that are released', async () => {
  const values = async (member: Member, query: string) => (await results(member, query)).map(({ value }: { value: number }) => value)
  expect(await values(doctor, '&count=1&include=checkups')).toEqual([180, 119, 120])
  expect(await values(hanako, '&count=1&include=checkups')).toEqual([119, 120])
  expect(await values(doctor, '&count=10000')).toEqual([180, 119, 120, 500])
  expect((await doctor.get(`/api/test_results?user_id=${hanako.id}&count=10001`)).status).toBe(400)
})

test('includes each reference range once, on request', async () => {
  const { body } = await doctor.get(`/api/test_results?user_id=${hanako.id}&categories[]=test_ldl&include[]=range`)
  expect(body.ranges).toEqual([expect.objectContaining({ category_name: 'test_ldl', sex: 'female', healthy: { min: 60, max: 120 } })])
  expect(body.items.map((result: { range_id: number }) => result.range_id)).toEqual([body.ranges[0].id, body.ranges[0].id, body.ranges[0].id, null])
  expect((await doctor.get(`/api/test_results?user_id=${hanako.id}`)).body).not.toHaveProperty('ranges')
})

test('a package includes its tests', async () => {
  const { body } = await hanako.get(`/api/test_packages?user_id=${hanako.id}`)
  expect(body.items.at(-1).tests).toEqual([expect.objectContaining({ kind: 'blood', name: 'test_blood', display_name: 'LDLコレステロール' })])
})

test('returns today’s ranges for the patient, and none if the age is unknown', async () => {
  const ranges = async (id: number) =>
    (await doctor.get(`/api/numeric_test_result_category_reference_ranges?user_id=${id}&category_names[]=test_ldl`)).body.items
  expect(await ranges(hanako.id)).toEqual([
    expect.objectContaining({
      category_id: ldl,
      category_name: 'test_ldl',
      sex: 'female',
      healthy: { min: 60, max: 120 },
      unhealthy: { below: 60, above: 180 },
    }),
  ])
  expect((await ranges(testApp.taro.id))[0].sex).toBe('male')
  await testApp.context.db.execute(sql`update users set birthday = null where id = ${testApp.taro.id}`)
  expect(await ranges(testApp.taro.id)).toEqual([])
})

test('rejects an unknown include and an invalid count', async () => {
  expect((await doctor.get(`/api/test_results?user_id=${hanako.id}&include=everything`)).status).toBe(400)
  expect((await doctor.get(`/api/test_results?user_id=${hanako.id}&count=0`)).status).toBe(400)
})

test('lets catalogues be cached for an hour and records never', async () => {
  expect((await doctor.get('/api/numeric_test_result_categories')).headers['cache-control']).toBe('private, max-age=3600')
  expect((await doctor.get(`/api/test_results?user_id=${hanako.id}`)).headers['cache-control']).toBe('no-store')
})

test('a changed range keeps the status of old results and applies to results from its first day', async () => {
  const { db } = testApp.context
  const [retired] = await db
    .update(reference_ranges)
    .set({ retired_at: '2026-01-01T00:00:00Z' })
    .where(sql`category_id = ${ldl} and sex = 'female'`)
    .returning()
  await db.insert(reference_ranges).values({
    ...retired!,
    id: undefined,
    healthy: { min: 60, max: 100 },
    warning: [{ min: 100, max: 180 }],
    valid_from: retired!.retired_at,
    retired_at: null,
  })
  const before = (await results(doctor)).map(({ value, status }: { value: number; status?: number }) => [value, status])
  const row = (recorded_at: string) => ({ category_id: ldl, value: 110, recorded_at })
  const { body } = await doctor.request('POST', '/api/test_results/bulk', {
    body: { user_id: hanako.id, results: [row('2025-12-31T23:59:59Z'), row('2026-01-01T00:00:00Z')] },
  })
  expect(body.items.map((item: { result: { status: number } }) => item.result.status)).toEqual([0, 2])
  expect((await results(doctor)).slice(2).map(({ value, status }: { value: number; status?: number }) => [value, status])).toEqual(before)
  const { ranges } = (await doctor.get(`/api/test_results?user_id=${hanako.id}&categories[]=test_ldl&include=range`)).body
  expect(ranges.map((range: { healthy: { max: number } }) => range.healthy.max)).toEqual([120, 100])
  const today = (await doctor.get(`/api/numeric_test_result_category_reference_ranges?user_id=${hanako.id}&category_names[]=test_ldl`)).body.items
  expect(today.map((item: { healthy: { max: number } }) => item.healthy.max)).toEqual([100])
})
