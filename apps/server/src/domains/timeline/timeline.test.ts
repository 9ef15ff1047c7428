import { fold } from '@sukoyaka/rules/fold'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member
let released: number, hidden: number

const insertRow = async (query: ReturnType<typeof sql>) => Number((await testApp.context.db.execute<{ id: number }>(query)).rows[0]!.id)
const insertKarte = (user_id: number, memo: string, at: string) =>
  insertRow(
    sql`insert into kartes (user_id, author_id, memo, memo_search, created_at) values (${user_id}, ${nurse.id}, ${memo}, ${fold(memo)}, ${at}) returning id`,
  )
const checkup = (user_id: number, at: string, { released_at = null as string | null, detail = '' } = {}) =>
  insertRow(sql`insert into test_packages (user_id, kind, location, status, tested_at, released_at, detail)
    values (${user_id}, 'detail', '東都クリニック', 0, ${at}, ${released_at}, ${detail}) returning id`)
const result = (user_id: number, test_package_id: number | null, name: string, value: number, status: number | null, at: string) =>
  testApp.context.db.execute(sql`insert into test_results (user_id, category_id, test_package_id, recorded_at, type, value, status)
    select ${user_id}, id, ${test_package_id}, ${at}, 0, ${value}, ${status} from result_categories where name = ${name}`)

// biome-ignore lint/suspicious/noExplicitAny: the assertions define the shape
type Item = any
const read = async (member: Member, query = '') => {
  const { status, body } = await member.get(`/api/timeline?user_id=${hanako.id}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: Item[]; older: string | null; newer: string | null }
}
const entryKeys = ({ items }: { items: Item[] }) => items.map(({ kind, event, at }) => `${at.slice(0, 10)} ${kind} ${event}`)

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  const { db } = testApp.context
  await insertKarte(hanako.id, '【経過】家庭血圧は130台。コーヒーは1日3杯。', '2026-01-20T01:00:00Z')
  await insertKarte(taro.id, '家庭血圧は別の人', '2026-01-21T01:00:00Z')
  await db.execute(sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type, patient_summary)
    values (${hanako.id}, 'follow', '2026-01-15T05:00:00Z', 'other', '塩分について話しました'), (${hanako.id}, 'plan', '2126-01-01T05:00:00Z', 'other', '')`)
  released = await checkup(hanako.id, '2025-12-10T00:00:00Z', { released_at: '2025-12-20T00:00:00Z' })
  hidden = await checkup(hanako.id, '2026-01-10T00:00:00Z', { detail: '要再検査' })
  await result(hanako.id, released, 'ldl_cholesterol', 150, 2, '2025-12-10T00:00:00Z')
  await result(hanako.id, hidden, 'ldl_cholesterol', 190, 1, '2026-01-10T00:00:00Z')
  await result(hanako.id, hidden, 'hba1c', 5.2, 0, '2026-01-10T00:00:00Z')
  await db.execute(
    sql`insert into habit_goals (user_id, content, kind, created_at, achieved_on) values (${hanako.id}, 'コーヒーを減らす', 'meal', '2026-01-05T01:00:00Z', '2026-01-18')`,
  )
  await db.execute(
    sql`insert into questionnaires (user_id, answered_at, yes_symptoms) values (${hanako.id}, '2026-01-14T01:00:00Z', '{headache}'), (${hanako.id}, null, '{}')`,
  )
  await db.execute(sql`insert into assessments (user_id, disease_id, kind, memo, conducted_on, solved_on)
    select ${hanako.id}, min(id), 'problem', '', '2026-01-12', '2026-01-19' from diseases`)
  await db.execute(sql`insert into contracts (user_id, plan_id, auto_update, started_at, ended_at)
    select ${hanako.id}::bigint, min(id), true, '2024-12-31T15:00:00Z'::timestamptz, '2025-12-31T15:00:00Z'::timestamptz from plans
    union all select ${hanako.id}::bigint, min(id), true, '2025-12-31T15:00:00Z'::timestamptz, null::timestamptz from plans`)
})

const expected = [
  '2026-01-20 karte happened',
  '2026-01-18 assessment solved',
  '2026-01-17 habit_goal achieved',
  '2026-01-15 interview happened',
  '2026-01-14 questionnaire happened',
  '2026-01-11 assessment added',
  '2026-01-10 test_package happened',
  '2026-01-05 habit_goal added',
  '2025-12-31 contract renewed',
  '2025-12-10 test_package happened',
  '2024-12-31 contract started',
]

test('shows a doctor the events of a patient in one stream, newest first, without future ones', async () => {
  const page = await read(doctor)
  expect(entryKeys(page)).toEqual(expected)
  expect(page).toMatchObject({ older: null, newer: null })
  const [karte, , goal] = page.items
  expect(karte.karte).toMatchObject({ memo: expect.stringContaining('家庭血圧'), author: { id: nurse.id } })
  expect(goal).toMatchObject({ is_day: true, at: '2026-01-17T15:00:00.000Z', habit_goal: { content: 'コーヒーを減らす', achieved_on: '2026-01-18' } })
  expect(page.items[1].assessment.disease.display_name).toBeTruthy()
  expect(page.items.at(-1).contract.plan.service).toBeTruthy()
})

test('returns the same items in pages of one and of three, forwards and backwards', async () => {
  for (const limit of [1, 3]) {
    const pages: Item[] = []
    let query = ''
    for (let i = 0; i < 20; i++) {
      const page = await read(doctor, `&limit=${limit}${query && `&before=${query}`}`)
      pages.push(page)
      if (!page.older) break
      query = page.older
    }
    expect(pages.flatMap(entryKeys)).toEqual(expected)
    const backwards: string[] = []
    let to = pages.at(-1).newer
    while (to) {
      const page = await read(doctor, `&limit=${limit}&after=${to}`)
      backwards.unshift(...entryKeys(page))
      to = page.newer
    }
    expect(backwards).toEqual(expected.slice(0, expected.length - pages.at(-1).items.length))
  }
})

test('returns each of several items of one instant once', async () => {
  for (const kind of ['plan', 'intro', 'review'])
    await testApp.context.db.execute(
      sql`insert into interviews (interviewee_id, kind, conducted_at, meeting_type) values (${taro.id}, ${kind}, '2025-06-01T15:00:00Z', 'other')`,
    )
  await insertKarte(taro.id, '同じとき', '2025-06-01T15:00:00Z')
  await testApp.context.db.execute(
    sql`insert into assessments (user_id, disease_id, kind, memo, conducted_on, solved_on) select ${taro.id}, min(id), 'problem', '', '2025-06-02', '2025-06-02' from diseases`,
  )
  const seen: string[] = []
  for (let query = '&month=2025-06', i = 0; query && i < 10; i++) {
    const { body } = await doctor.get(`/api/timeline?user_id=${taro.id}&limit=1${query}`)
    seen.push(...body.items.map(({ kind, event, id }: Item) => `${kind} ${event} ${id}`))
    query = body.older ? `&before=${body.older}` : ''
  }
  expect(seen).toHaveLength(6)
  expect(new Set(seen).size).toBe(6)
})

test('filters by kind, begins at a month and counts items per month', async () => {
  expect(entryKeys(await read(doctor, '&kinds[]=habit_goal&kinds[]=contract'))).toEqual(expected.filter((name) => /habit_goal|contract/.test(name)))
  const december = await read(doctor, '&month=2025-12&limit=1')
  expect(entryKeys(december)).toEqual(['2025-12-10 test_package happened'])
  expect(entryKeys(await read(doctor, `&after=${december.newer}&limit=1`))).toEqual(['2025-12-31 contract renewed'])
  const { body } = await doctor.get(`/api/timeline/months?user_id=${hanako.id}`)
  // 15:00 UTC is already the new year in Tokyo
  expect(body.items.map(({ month, kind, count }: Item) => `${month} ${kind} ${count}`)).toEqual([
    '2026-01 assessment 2',
    '2026-01 contract 1',
    '2026-01 habit_goal 2',
    '2026-01 interview 1',
    '2026-01 karte 1',
    '2026-01 questionnaire 1',
    '2026-01 test_package 1',
    '2025-12 test_package 1',
    '2025-01 contract 1',
  ])
})

test('begins with a given item, or with the newest if the reader may not see it', async () => {
  const { items } = await read(doctor, '&kinds[]=assessment&limit=1')
  const query = `&item=assessment-${items[0].id}&limit=2`
  expect(entryKeys(await read(doctor, query))).toEqual(expected.slice(1, 3))
  expect(entryKeys(await read(hanako, query))[0]).toBe('2026-01-17 habit_goal achieved')
  expect(entryKeys(await read(doctor, '&item=karte-999999&limit=1'))).toEqual(expected.slice(0, 1))
})

test('names a newer page only if there is something newer', async () => {
  const [newest, ...older] = (await read(doctor, '&limit=2')).items
  const newerOf = async (start: string) => (await read(doctor, `&limit=1&${start}`)).newer
  expect([await newerOf(`item=karte-${newest.id}`), await newerOf('month=2026-01'), await newerOf('kinds[]=contract&month=2026-01')]).toEqual([
    null,
    null,
    null,
  ])
  const newer = await newerOf(`item=assessment-${older[0].id}`)
  expect(entryKeys(await read(doctor, `&after=${newer}`))).toEqual(expected.slice(0, 1))
})

test('finds items that contain all parts of words, in any width and kana, and limits the counts to them', async () => {
  expect(entryKeys(await read(doctor, '&q=家庭血圧'))).toEqual(['2026-01-20 karte happened'])
  expect(entryKeys(await read(doctor, '&q=ｺｰﾋｰ'))).toEqual(['2026-01-20 karte happened', '2026-01-17 habit_goal achieved', '2026-01-05 habit_goal added'])
  expect(entryKeys(await read(doctor, '&q=フォロー面談 塩分'))).toEqual(['2026-01-15 interview happened'])
  expect(entryKeys(await read(doctor, '&q=問診 頭痛'))).toEqual(['2026-01-14 questionnaire happened'])
  expect(entryKeys(await read(doctor, '&q=ない言葉'))).toEqual([])
  const { body } = await doctor.get(`/api/timeline/months?user_id=${hanako.id}&q=こーひー`)
  expect(body.items.map(({ kind, count }: Item) => `${kind} ${count}`)).toEqual(['habit_goal 2', 'karte 1'])
})

test('shows a patient their own items without kartes, assessments and unreleased values', async () => {
  const page = await read(hanako)
  expect(entryKeys(page)).toEqual(expected.filter((line) => !/karte|assessment/.test(line)))
  const packages = page.items.filter(({ kind }) => kind === 'test_package')
  expect(packages[0]).toMatchObject({ id: hidden, findings: null, test_package: { result_count: null, detail: '' } })
  expect(packages[1]).toMatchObject({ id: released, findings: { total: 1, warning: 1, notable: [{ value: 150, history: [{ value: 150 }] }] } })
  expect(JSON.stringify(page)).not.toContain('"value":190')
  expect(entryKeys(await read(hanako, '&kinds[]=karte&kinds[]=assessment'))).toEqual([])
  for (const query of ['家庭血圧', '要再検査', '問題']) expect(entryKeys(await read(hanako, `&q=${query}`))).toEqual([])
  const { body } = await hanako.get(`/api/timeline/months?user_id=${hanako.id}`)
  expect(body.items.map(({ kind }: Item) => kind)).not.toContain('karte')
  expect((await taro.get(`/api/timeline?user_id=${hanako.id}`)).status).toBe(404)
})

test('shows staff a checkup’s counts and most notable findings with their history', async () => {
  const { items } = await read(doctor, '&kinds[]=test_package&limit=1')
  expect(items[0]).toMatchObject({
    id: hidden,
    findings: {
      total: 2,
      unhealthy: 1,
      warning: 0,
      unknown: 0,
      notable: [{ value: 190, status: 1, category: { name: 'ldl_cholesterol' }, history: [{ value: 150 }, { value: 190 }] }],
    },
  })
})

test('rejects invalid parameters and more than one starting position', async () => {
  const page = await read(doctor, '&limit=1')
  for (const query of ['before=nonsense', 'month=2026-13', 'limit=51', 'q=%20', 'kinds[]=letters']) {
    const { status, body } = await doctor.get(`/api/timeline?user_id=${hanako.id}&${query}`)
    expect([query, status]).toEqual([query, 400])
    expect(body.error).toBeTruthy()
  }
  // positions outside the calendar are accepted
  for (const position of ['0-0-0', 'zzzzzzzzzzz-99-zzzzzzzzzzz', '1-0-zzzzzzzzzzz'])
    for (const side of ['before', 'after']) await read(hanako, `&${side}=${position}`)
  const { status, body } = await doctor.get(`/api/timeline?user_id=${hanako.id}&before=${page.older}&month=2026-01`)
  expect(status).toBe(422)
  expect(Object.keys(body.fields)).toEqual(['month', 'before'])
})

test('the patient and an administrator see paid purchases and find them by the name of a product; a doctor does not see them', async () => {
  const { db } = testApp.context
  await db.execute(sql`insert into orders (user_id, status, subtotal, delivery_fee, taxes, total, recipient_name, address, created_at)
    select ${hanako.id}, s, 1000, 0, '[]', 1000, '花子', '{}', '2026-01-08T01:00:00Z' from unnest('{paid,pending,failed}'::text[]) s`)
  await db.execute(sql`insert into order_items (order_id, product_id, name_ja, name_en, name_kr, price, price_with_tax, tax_rate, quantity)
    select o.id, (select min(id) from products), '梅の粒', '', '', 926, 1000, 8, 1 from orders o where o.user_id = ${hanako.id}`)
  for (const reader of [hanako, testApp.staff.admin]) {
    const page = await read(reader, `&kinds[]=order&q=${encodeURIComponent('梅の')}`)
    expect(page.items).toMatchObject([
      { kind: 'order', at: '2026-01-08T01:00:00.000Z', order: { status: 'paid', total: 1000, items: [{ display_name: '梅の粒' }] } },
    ])
  }
  expect((await read(doctor, '&kinds[]=order')).items).toEqual([])
})
