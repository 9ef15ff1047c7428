import { queryTokens } from '@sukoyaka/rules/fold'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, trainer: Member
type Template = { id: number; name: string; kind: string; content: string; content_search: string; categories: object[] }
let templates: Template[]

const add = (member: Member, body: object) => member.request('POST', '/api/habit_goals', { body: { user_id: hanako.id, ...body } })
const change = (member: Member, id: number, body: object) => member.request('PUT', `/api/habit_goals/${id}`, { body })
const list = async (member: Member) => (await member.get(`/api/habit_goals?user_id=${hanako.id}`)).body.items
const template = (name: string) => templates.find((item) => item.name === name)!

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, trainer } = testApp.staff)
  await loadReference(testApp.context.db)
  templates = (await doctor.get('/api/habit_goal_templates')).body.items
})

describe('templates', () => {
  test('are found by kanji, kana, romaji and synonyms, in each language', () => {
    const found = (q: string) =>
      templates.filter(({ content_search }) => queryTokens(q).every((token) => content_search.includes(token))).map(({ name }) => name)
    for (const q of ['野菜', 'やさい', 'ﾔｻｲ', 'yasai', 'vegetables', '채소']) expect([q, found(q)]).toEqual([q, ['meal_05']])
    for (const q of ['すいみん', 'suimin', '昼寝', 'ひるね']) expect([q, found(q)]).toEqual([q, expect.arrayContaining(['sleep_08'])])
    for (const q of ['ワクチン', 'ﾜｸﾁﾝ', 'wakuchin', 'yobousesshu'])
      expect([q, found(q)]).toEqual([q, ['vaccine_01', 'vaccine_02', 'vaccine_03', 'vaccine_04']])
    expect(found('たばこ')).toEqual(['preference_03', 'preference_04', 'preference_05'])
    expect(found('おんがく')).toEqual([])
  })
})

describe('goals', () => {
  test('from a template use the request’s language and follow the template’s categories', async () => {
    const { status, body } = await add(trainer, { template_id: template('meal_07').id })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'meal', content: '魚料理を週3回食べる', achieved_on: null, days_per_week: 3, progress: 0 })
    expect(body.categories).toHaveLength(2)
    const { categories } = (await add(trainer, { template_id: template('sport_02').id })).body
    expect(categories).toMatchObject([{ category_type: 'step', category_id: null, is_sync_action: true }])
    const [english] = (await hanako.get(`/api/habit_goals?user_id=${hanako.id}`, { headers: { 'accept-language': 'en' } })).body.items
    expect(english.content).not.toBe(body.content)
    expect((await change(doctor, body.id, { content: '青魚を週3回\r\n焼くより煮る' })).body.content).toBe('青魚を週3回\n焼くより煮る')
  })
  test('are added without sending a query while the connection of the transaction runs another', async () => {
    const { query } = pg.Client.prototype
    const running = new WeakMap<pg.Client, number>()
    const counts: number[] = []
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
      const count = (running.get(this) ?? 0) + 1
      counts.push(count)
      running.set(this, count)
      const sent = Reflect.apply(query, this, values)
      void Promise.resolve(sent).finally(() => running.set(this, running.get(this)! - 1))
      return sent
    })
    expect((await add(trainer, { template_id: template('meal_07').id })).status).toBe(201)
    spy.mockRestore()
    expect(Math.max(...counts)).toBe(1)
  })
  test('can be free texts, also by patients for themselves', async () => {
    expect((await add(hanako, { content: '  朝の散歩 ', kind: 'sport' })).body).toMatchObject({
      content: '朝の散歩',
      kind: 'sport',
      template_id: null,
      categories: [],
    })
    expect((await add(taro, { content: '朝の散歩', kind: 'sport' })).status).toBe(404)
    const fieldsOf = async (body: object) => Object.keys((await add(doctor, body)).body.fields)
    expect(await fieldsOf({})).toEqual(['content', 'kind'])
    expect(await fieldsOf({ content: '   ', kind: 'meal' })).toEqual(['content'])
    expect(await fieldsOf({ template_id: 9_999_999 })).toEqual(['template_id'])
    expect(await fieldsOf({ content: 'あ'.repeat(501), kind: 'meal' })).toEqual(['content'])
  })
  test('can be marked as achieved and as open again by their patient, who can neither change their text nor delete them', async () => {
    const { id } = (await add(doctor, { content: '乳がん検診を受ける', kind: 'checkup' })).body
    expect((await change(hanako, id, { achieved_on: '2026-11-21' })).body).toMatchObject({ achieved_on: '2026-11-21', progress: 100 })
    expect((await list(hanako)).at(-1).id).toBe(id)
    expect((await change(hanako, id, { achieved_on: null })).body).toMatchObject({ achieved_on: null, progress: null })
    expect(Object.keys((await change(hanako, id, { achieved_on: '2026-11-22' })).body.fields)).toEqual(['achieved_on'])
    expect((await change(hanako, id, { achieved_on: '2026-11-21', content: '行かない' })).status).toBe(403)
    expect((await change(taro, id, { achieved_on: '2026-11-21' })).status).toBe(404)
    expect((await hanako.request('DELETE', `/api/habit_goals/${id}`)).status).toBe(403)
    expect((await list(doctor)).find((goal: { id: number }) => goal.id === id)).toMatchObject({ content: '乳がん検診を受ける', achieved_on: null })
  })
  test('reject a concurrent change with a conflict', async () => {
    const { id, updated_at } = (await add(doctor, { content: '歩く', kind: 'sport' })).body
    expect((await change(trainer, id, { content: 'トレーナーの版', updated_at })).status).toBe(200)
    expect((await change(doctor, id, { content: '医師の版', updated_at })).body.code).toBe('conflict')
    expect((await change(hanako, id, { achieved_on: '2026-11-21' })).body.content).toBe('トレーナーの版')
  })
  test('can be deleted by staff with the permission to write goals', async () => {
    const { id } = (await add(doctor, { content: 'まちがい', kind: 'other' })).body
    const { observer, concierge } = testApp.staff
    for (const member of [observer, concierge]) expect((await member.request('DELETE', `/api/habit_goals/${id}`)).status).toBe(403)
    expect((await trainer.request('DELETE', `/api/habit_goals/${id}`)).status).toBe(204)
    expect((await trainer.request('DELETE', `/api/habit_goals/${id}`)).status).toBe(404)
  })
})

describe('the week of a goal', () => {
  const tick = (member: Member, id: number, day: string, done: boolean | null) =>
    member.request('PUT', `/api/habit_goals/${id}/days/${day}`, { body: { done } })
  const done = ({ week }: { week: { done: boolean | null }[] }) => week.map((day) => (day.done === null ? '.' : day.done ? 'o' : 'x')).join('')
  const startGoal = async (body: object) => {
    const { id } = (await add(doctor, { content: '歩く', kind: 'sport', ...body })).body
    await testApp.context.db.execute(sql`update habit_goals set created_at = '2026-10-01T00:00:00Z' where id = ${id}`)
    return id as number
  }
  test('is ticked per day by the patient or staff, for today and the six days before', async () => {
    const id = await startGoal({})
    expect(done((await tick(hanako, id, '2026-11-21', true)).body)).toBe('......o')
    expect(done((await tick(hanako, id, '2026-11-15', true)).body)).toBe('o.....o')
    const { body } = await tick(doctor, id, '2026-11-20', false)
    expect(body).toMatchObject({ days_per_week: 5, progress: 40, achieved_on: null })
    expect(done(body)).toBe('o....xo')
    expect(done((await tick(hanako, id, '2026-11-21', null)).body)).toBe('o....x.')
    // tomorrow, and the day before the week
    for (const day of ['2026-11-22', '2026-11-14']) expect([day, (await tick(hanako, id, day, true)).status]).toEqual([day, 422])
    expect((await tick(taro, id, '2026-11-21', true)).status).toBe(404)
    expect((await tick(testApp.staff.observer, id, '2026-11-21', true)).status).toBe(403)
    expect((await tick(hanako, (await add(doctor, { content: '検診', kind: 'checkup' })).body.id, '2026-11-21', true)).status).toBe(422)
  })
  test('follows steps and sleep; manual ticks take precedence, and today stays open', async () => {
    const { db } = testApp.context
    await db.execute(
      sql`insert into steps (user_id, measured_on, count) values (${hanako.id}, '2026-11-18', 5999), (${hanako.id}, '2026-11-19', 6000), (${hanako.id}, '2026-11-20', 100), (${hanako.id}, '2026-11-21', 100), (${taro.id}, '2026-11-17', 9000)`,
    )
    // from 23:00 on the 19th to 7:00 on the 20th, with an hour awake between
    await db.execute(
      sql`insert into sleeps (user_id, started_at, ended_at) values (${hanako.id}, '2026-11-19T14:00:00Z', '2026-11-19T17:00:00Z'), (${hanako.id}, '2026-11-19T18:00:00Z', '2026-11-19T22:00:00Z'), (${hanako.id}, '2026-11-18T14:00:00Z', '2026-11-18T20:59:00Z')`,
    )
    const stepGoal = await startGoal({ categories_attributes: [{ category_type: 'step', is_sync_action: true }] })
    const sleepGoal = await startGoal({ kind: 'sleep', categories_attributes: [{ category_type: 'sleep', is_sync_action: true }] })
    const ownGoal = async (id: number) => (await list(hanako)).find((goal: { id: number }) => goal.id === id)
    expect(done(await ownGoal(stepGoal))).toBe('...xox.')
    expect(done(await ownGoal(sleepGoal))).toBe('....xo.')
    expect(done((await tick(hanako, stepGoal, '2026-11-20', true)).body)).toBe('...xoo.')
    const categories = [{ id: (await ownGoal(stepGoal)).categories[0].id, target: 5000 }]
    expect(done((await change(doctor, stepGoal, { categories_attributes: categories })).body)).toBe('...ooo.')
    expect((await add(trainer, { template_id: template('sport_02').id })).body.categories).toMatchObject([{ target: 8000 }])
  })
  test('follows the days of the sleep card: overlapping sleep counts once, for the day of waking at the place where the person was', async () => {
    const { db } = testApp.context
    // a watch from 0:00 to 5:00 and a night by hand from 0:00 to 6:00 on the 20th; a night that ended at 7:00 on the 17th in Honolulu, the 18th in Tokyo
    await db.execute(
      sql`insert into sleeps (user_id, started_at, ended_at, origin, woke_on) values (${taro.id}, '2026-11-19T15:00:00Z', '2026-11-19T20:00:00Z', 'watch', '2026-11-20'), (${taro.id}, '2026-11-19T15:00:00Z', '2026-11-19T21:00:00Z', '', null), (${taro.id}, '2026-11-17T09:00:00Z', '2026-11-17T17:00:00Z', 'watch', '2026-11-17')`,
    )
    const id = await startGoal({ user_id: taro.id, kind: 'sleep', categories_attributes: [{ category_type: 'sleep', is_sync_action: true }] })
    const { items } = (await taro.get(`/api/habit_goals?user_id=${taro.id}`)).body
    expect(done(items.find((goal: { id: number }) => goal.id === id))).toBe('..o..x.')
    const days = (await taro.get(`/api/sleeps/daily?user_id=${taro.id}`)).body.items
    expect(days.map(({ woke_on, total_minutes }: { woke_on: string; total_minutes: number }) => [woke_on, total_minutes])).toEqual([
      ['2026-11-20', 360],
      ['2026-11-17', 480],
    ])
  })
  test('does not count paused days', async () => {
    const id = await startGoal({})
    const pause = (paused_until: string | null) => change(hanako, id, { paused_until })
    expect((await pause('2026-11-25')).body).toMatchObject({ paused_on: '2026-11-21', paused_until: '2026-11-25' })
    expect((await pause('2026-12-01')).body).toMatchObject({ paused_on: '2026-11-21', paused_until: '2026-12-01' })
    for (const day of ['2026-11-20', '2028-01-01']) expect(Object.keys((await pause(day)).body.fields)).toEqual(['paused_until'])
    expect((await pause(null)).body).toMatchObject({ paused_on: null, paused_until: null })
    await testApp.context.db.execute(sql`update habit_goals set paused_on = '2026-11-18', paused_until = '2026-11-30' where id = ${id}`)
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-17']) await tick(hanako, id, day, true)
    expect((await list(hanako)).find((goal: { id: number }) => goal.id === id).progress).toBe(100)
    expect((await pause(null)).body).toMatchObject({ paused_on: '2026-11-18', paused_until: '2026-11-20' })
    expect((await pause('2026-11-30')).body).toMatchObject({ paused_on: '2026-11-18', paused_until: '2026-11-30', progress: 100 })
    await testApp.context.db.execute(sql`update habit_goals set paused_until = '2026-11-19' where id = ${id}`)
    expect((await pause('2026-11-30')).body).toMatchObject({ paused_on: '2026-11-21', paused_until: '2026-11-30' })
    expect((await change(hanako, id, { days_per_week: 1 })).status).toBe(403)
    expect((await change(trainer, id, { days_per_week: 1 })).body.days_per_week).toBe(1)
  })
  test('is empty for a goal without days per week, whose progress follows the newest released values', async () => {
    const id = await startGoal({ kind: 'checkup', categories_attributes: [{ category_type: 'numeric_test_result_category', category_id: 1 }] })
    const { db } = testApp.context
    const ownGoal = async () => (await list(hanako)).find((goal: { id: number }) => goal.id === id)
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into test_packages (user_id, kind, tested_at) values (${hanako.id}, 'simple', '2026-11-10T00:00:00Z') returning id`,
    )
    await db.execute(
      sql`insert into test_results (user_id, category_id, recorded_at, value, status, test_package_id) values (${hanako.id}, 1, '2026-09-01T00:00:00Z', 1, 1, null), (${hanako.id}, 1, '2026-11-10T00:00:00Z', 1, 0, ${rows[0]!.id})`,
    )
    expect(await ownGoal()).toMatchObject({ week: [], progress: null, categories: [{ status: 1 }] })
    await db.execute(sql`update test_packages set released_at = now() where id = ${rows[0]!.id}`)
    expect(await ownGoal()).toMatchObject({ progress: 100, categories: [{ status: 0 }] })
  })
})

describe('categories of a goal', () => {
  const categories = async (attributes: object[]) => {
    const { id } = (
      await add(doctor, { content: '歩く', kind: 'sport', categories_attributes: [{ category_type: 'step', category_id: null, is_sync_action: true }] })
    ).body
    return change(doctor, id, { categories_attributes: attributes })
  }
  test('are added, changed and removed as nested attributes', async () => {
    const { body } = await categories([{ category_type: 'numeric_test_result_category', category_id: 1 }])
    expect(body.categories).toMatchObject([
      { category_type: 'step', category_id: null, is_sync_action: true },
      { category_type: 'numeric_test_result_category', category_id: 1, is_sync_action: false },
    ])
    const [step, weight] = body.categories
    const { body: after } = await change(doctor, body.id, {
      categories_attributes: [
        { id: step.id, _destroy: true },
        { id: weight.id, is_sync_action: true },
      ],
    })
    expect(after.categories).toEqual([{ ...weight, is_sync_action: true }])
  })
  test.each([
    ['steps with a category id', [{ category_type: 'step', category_id: 1 }]],
    ['a value without a category', [{ category_type: 'lifestyle_category' }]],
    ['an unknown category', [{ category_type: 'numeric_test_result_category', category_id: 9_999_999 }]],
    ['an id that is not of this goal', [{ id: 9_999_999, is_sync_action: true }]],
    ['a repeated category', [{ category_type: 'step' }]],
    ['an empty object', [{}]],
  ])('are rejected for %s, and the goal keeps its categories', async (_, attributes) => {
    const before = (await list(doctor)).length
    const { status, body } = await categories(attributes)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 422, fields: ['categories_attributes'] })
    const goals = await list(doctor)
    expect(goals.length).toBe(before + 1)
    expect(goals.findLast((goal: { achieved_on: null }) => goal.achieved_on === null).categories).toHaveLength(1)
  })
})
