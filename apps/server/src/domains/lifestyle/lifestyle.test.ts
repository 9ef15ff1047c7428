import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member
type Category = { id: number; name: string; display_name: string; name_search: string; options: { label: string }[] }
let lifestyles: Category[], symptoms: Category[]

const idOf = (categories: Category[], name: string) => categories.find((category) => category.name === name)!.id
const nameOf = (categories: Category[], id: number) => categories.find((category) => category.id === id)!.name
const answer = (table: 'lifestyles' | 'symptoms', category_id: number, answered_at: string, value: number) =>
  testApp.context.db.execute(
    sql`insert into ${sql.identifier(table)} (user_id, category_id, answered_at, value) values (${hanako.id}, ${category_id}, ${answered_at}, ${value})`,
  )

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
  lifestyles = (await doctor.get('/api/lifestyle_categories')).body.items
  symptoms = (await doctor.get('/api/symptom_categories')).body.items
  const newest = '2026-11-10T01:00:00Z'
  for (const [name, value] of [
    ['breakfast_skip', 1],
    ['alcohol', 1],
    ['walking', 1],
    ['sauna', 0],
    ['sleep_time', 3],
  ] as const)
    await answer('lifestyles', idOf(lifestyles, name), newest, value)
  for (const [answeredAt, value] of [
    ['2026-04-10T01:00:00Z', 0],
    ['2025-10-10T01:00:00Z', 2],
  ] as const)
    for (const name of ['breakfast_skip', 'alcohol']) await answer('lifestyles', idOf(lifestyles, name), answeredAt, value)
  for (const [answeredAt, ...values] of [
    [newest, 1, 3],
    ['2026-04-10T01:00:00Z', 0, 3],
    ['2025-10-10T01:00:00Z', 1, 3],
  ] as const)
    for (const [i, name] of ['headache', 'skin_type'].entries()) await answer('symptoms', idOf(symptoms, name), answeredAt, values[i]!)
})

describe('lifestyle and symptom catalogues', () => {
  test('return names in the request’s language', async () => {
    const english = (await doctor.get('/api/lifestyle_categories', { headers: { 'accept-language': 'en' } })).body.items as Category[]
    const [ja, en] = [lifestyles, english].map((items) => items.find(({ name }) => name === 'breakfast_skip')!)
    expect([ja!.display_name, ja!.options[1]!.label]).toEqual(['朝食を抜く', '週1〜2日'])
    expect([en!.display_name, en!.options[1]!.label]).toEqual(['Skipping breakfast', '1–2 days a week'])
  })
  test('give symptoms a search text with kanji, kana, romaji and English', () => {
    const headache = symptoms.find(({ name }) => name === 'headache')!.name_search
    for (const word of ['頭痛', 'ずつう', 'zutu', 'headache', '頭が痛い']) expect(headache).toContain(word)
  })
})

describe('lifestyle answers', () => {
  const list = async (extra = '', member = hanako) =>
    (await member.get(`/api/lifestyles?user_id=${hanako.id}${extra}`)).body.items as { category_id: number; answered_at: string; value: number }[]

  test('include the status and mark exercise as important', async () => {
    const newest = (await list('&limit=1')).map((item) => ({ ...item, name: nameOf(lifestyles, item.category_id) }))
    expect(Object.fromEntries(newest.map(({ name, ...rest }) => [name, rest]))).toMatchObject({
      breakfast_skip: { value: 1, status: 1, important: false },
      alcohol: { value: 1, status: 0, important: false },
      walking: { status: null, important: true },
      sauna: { status: null, important: false },
      sleep_time: { value: 3, status: 0 },
    })
  })
  test('are paged by time; answers of the same instant are never split between pages', async () => {
    const first = await list('&limit=6')
    expect(first).toHaveLength(7)
    const rest = await list(`&before=${first.at(-1)!.answered_at}`)
    expect(rest.map(({ answered_at }) => answered_at)).toEqual(['2025-10-10T01:00:00.000Z', '2025-10-10T01:00:00.000Z'])
  })
  test('can be filtered by category', async () => {
    expect((await list(`&category_ids[]=${idOf(lifestyles, 'alcohol')}`)).map(({ value }) => value)).toEqual([1, 0, 2])
  })
  test('are not readable by other patients', async () => {
    expect((await taro.get(`/api/lifestyles?user_id=${hanako.id}`)).status).toBe(404)
    expect((await taro.get(`/api/symptoms?user_id=${hanako.id}`)).status).toBe(404)
  })
})

describe('symptoms', () => {
  test('are unhealthy when the answer is yes, and the skin type has no status', async () => {
    const { items } = (await doctor.get(`/api/symptoms?user_id=${hanako.id}&count=1`)).body
    expect(items.map((item: { category_id: number; value: number; status: number }) => [nameOf(symptoms, item.category_id), item.value, item.status])).toEqual([
      ['headache', 1, 1],
      ['skin_type', 3, null],
    ])
  })
  test('return as many of the newest answers of each category as `count` says, and can be filtered by category', async () => {
    const { items } = (await hanako.get(`/api/symptoms?user_id=${hanako.id}&count=2&categories[]=headache`)).body
    expect(items.map(({ answered_at, status }: { answered_at: string; status: number }) => [answered_at.slice(0, 10), status])).toEqual([
      ['2026-11-10', 1],
      ['2026-04-10', 0],
    ])
  })
})
