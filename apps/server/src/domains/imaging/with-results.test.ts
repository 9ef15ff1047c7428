import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf } from '../../../test/form.ts'
import { type Member, openTestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

test('the list of results includes those with images that are released and in scope, at most `count` of each category', async () => {
  const testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T03:00:30Z') } })
  const { hanako, taro, staff } = testApp
  const { doctor, nurse } = staff
  await loadReference(testApp.context.db)
  const categories = (await doctor.get('/api/image_test_result_categories')).body.items
  const category_id = categories.find((item: { name: string }) => item.name === 'chest_xray').id
  const content = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const add = (member: Member, fields: object) =>
    member.request('POST', '/api/image_test_results', { body: formOf({ category_id, ...fields }, 'images[]', { filename: 'a.jpg', content }) })
  const [row] = (
    await testApp.context.db.execute<{ id: string }>(
      sql`insert into test_packages (user_id, kind, tested_at, status) values (${taro.id}, 'general', '2026-11-01T00:00:00Z', 0) returning id`,
    )
  ).rows
  const test_package_id = Number(row!.id)
  for (const [at, more] of [
    ['2026-11-01', { test_package_id }],
    ['2026-11-02', {}],
    ['2026-11-03', {}],
  ] as const)
    expect((await add(nurse, { user_id: taro.id, recorded_at: `${at}T00:00:00Z`, ...more })).status).toBe(201)
  const values = ['2026-11-02T01:00:00Z', '2026-11-01T00:00:00Z'].map((recorded_at) => ({ category_name: 'ldl_cholesterol', value: 118, recorded_at }))
  for (const [n, more] of [{}, { test_package_id }].entries())
    await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: taro.id, results: [values[n]], ...more } })
  const days = async (member: Member, query: string) => {
    const { body } = await member.get(query)
    return body.items?.map(({ recorded_at, images, type }: { recorded_at: string; images?: object[]; type: number }) =>
      images ? [recorded_at.slice(0, 10), images.length, type] : [recorded_at.slice(0, 10), type],
    )
  }
  const all = `/api/test_results?user_id=${taro.id}`
  const ofPackage = `/api/test_packages/${test_package_id}/test_results`
  const [third, second, first] = [3, 2, 1].map((day) => [`2026-11-0${day}`, 1, 1])
  const [newer, older] = [2, 1].map((day) => [`2026-11-0${day}`, 0])
  expect(await days(doctor, all)).toEqual([third, newer, second, older, first])
  expect(await days(doctor, `${all}&include[]=range&count=1`)).toEqual([third, newer])
  expect(await days(doctor, `${all}&types[]=0`)).toEqual([newer, older])
  expect(await days(doctor, `${all}&types[]=1&count=2`)).toEqual([third, second])
  expect(await days(doctor, `${all}&types[]=2`)).toEqual([])
  expect(await days(doctor, `${all}&categories[]=chest_xray&count=1`)).toEqual([third])
  expect(await days(doctor, `${all}&categories[]=ecg`)).toEqual([])
  expect(await days(doctor, ofPackage)).toEqual([older, first])
  expect(await days(doctor, `${ofPackage}?types[]=0`)).toEqual([older])
  expect(await days(doctor, `${ofPackage}?types[]=1&types[]=2`)).toEqual([first])
  expect((await doctor.get(`${ofPackage}?include=category`)).body.items.map(({ category }: { category: { name: string } }) => category.name)).toEqual([
    'ldl_cholesterol',
    'chest_xray',
  ])
  // before the release
  expect(await days(taro, all)).toEqual([third, newer, second])
  for (const [member, path] of [
    [taro, ofPackage],
    [hanako, all],
  ] as const)
    expect((await member.get(path)).status).toBe(404)
  await testApp.context.db.execute(sql`update test_packages set released_at = now() where id = ${test_package_id}`)
  expect(await days(taro, all)).toEqual([third, newer, second, older, first])
  expect(await days(taro, ofPackage)).toEqual([older, first])
  expect((await hanako.get(ofPackage)).status).toBe(404)
})
