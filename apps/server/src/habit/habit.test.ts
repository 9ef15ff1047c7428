import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openWorld, type World } from '../../test/world.ts'
import { loadReference } from '../reference/load.ts'

let world: World
let hanako: Member, taro: Member, doctor: Member, trainer: Member
type Template = { id: number; name: string; kind: string; content: string; categories: object[] }
let templates: Template[]

const add = (who: Member, body: object) => who.ask('POST', '/api/habit_goals', { body: { user_id: hanako.id, ...body } })
const change = (who: Member, id: number, body: object) => who.ask('PUT', `/api/habit_goals/${id}`, { body })
const list = async (who: Member) => (await who.get(`/api/habit_goals?user_id=${hanako.id}`)).body.items
const template = (name: string) => templates.find((one) => one.name === name)!

beforeAll(async () => {
  world = await openWorld({ replaced: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  ;({ hanako, taro } = world)
  ;({ doctor, trainer } = world.staff)
  await loadReference(world.house.db)
  templates = (await doctor.get('/api/habit_goal_templates')).body.items
})

describe('goals', () => {
  test('from a template speak the language of whoever reads them and are followed by its categories', async () => {
    const { status, body } = await add(trainer, { template_id: template('meal_07').id })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'meal', content: '魚料理を週3回食べる', achieved_on: null, progress: null })
    expect(body.categories).toHaveLength(2)
    const { categories } = (await add(trainer, { template_id: template('sport_02').id })).body
    expect(categories).toMatchObject([{ category_type: 'step', category_id: null, is_sync_action: true }])
    const [english] = (await hanako.get(`/api/habit_goals?user_id=${hanako.id}`, { headers: { 'accept-language': 'en' } })).body.items
    expect(english.content).not.toBe(body.content)
    expect((await change(doctor, body.id, { content: '青魚を週3回\r\n焼くより煮る' })).body.content).toBe('青魚を週3回\n焼くより煮る')
  })
  test('are written freely, by patients for themselves too', async () => {
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
  test('a patient ticks their own off and back, and changes nothing else', async () => {
    const { id } = (await add(doctor, { content: '乳がん検診を受ける', kind: 'checkup' })).body
    expect((await change(hanako, id, { achieved_on: '2026-11-21' })).body).toMatchObject({ achieved_on: '2026-11-21', progress: 100 })
    expect((await list(hanako)).at(-1).id).toBe(id)
    expect((await change(hanako, id, { achieved_on: null })).body).toMatchObject({ achieved_on: null, progress: null })
    expect(Object.keys((await change(hanako, id, { achieved_on: '2026-11-22' })).body.fields)).toEqual(['achieved_on'])
    expect((await change(hanako, id, { achieved_on: '2026-11-21', content: '行かない' })).status).toBe(403)
    expect((await change(taro, id, { achieved_on: '2026-11-21' })).status).toBe(404)
    expect((await hanako.ask('DELETE', `/api/habit_goals/${id}`)).status).toBe(403)
    expect((await list(doctor)).find((goal: { id: number }) => goal.id === id)).toMatchObject({ content: '乳がん検診を受ける', achieved_on: null })
  })
  test('of two who change one at the same time the second is told', async () => {
    const { id, updated_at } = (await add(doctor, { content: '歩く', kind: 'sport' })).body
    expect((await change(trainer, id, { content: 'トレーナーの版', updated_at })).status).toBe(200)
    expect((await change(doctor, id, { content: '医師の版', updated_at })).body.code).toBe('conflict')
    expect((await change(hanako, id, { achieved_on: '2026-11-21' })).body.content).toBe('トレーナーの版')
  })
  test('are removed by those who write them, once', async () => {
    const { id } = (await add(doctor, { content: 'まちがい', kind: 'other' })).body
    const { observer, concierge } = world.staff
    for (const who of [observer, concierge]) expect((await who.ask('DELETE', `/api/habit_goals/${id}`)).status).toBe(403)
    expect((await trainer.ask('DELETE', `/api/habit_goals/${id}`)).status).toBe(204)
    expect((await trainer.ask('DELETE', `/api/habit_goals/${id}`)).status).toBe(404)
  })
})

describe('what follows a goal', () => {
  const categories = async (attributes: object[]) => {
    const { id } = (
      await add(doctor, { content: '歩く', kind: 'sport', categories_attributes: [{ category_type: 'step', category_id: null, is_sync_action: true }] })
    ).body
    return change(doctor, id, { categories_attributes: attributes })
  }
  test('is added, changed and removed as nested attributes', async () => {
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
    ['steps of a category', [{ category_type: 'step', category_id: 1 }]],
    ['a value of no category', [{ category_type: 'lifestyle_category' }]],
    ['a category that is not there', [{ category_type: 'numeric_test_result_category', category_id: 9_999_999 }]],
    ['another goal’s', [{ id: 9_999_999, is_sync_action: true }]],
    ['the same twice', [{ category_type: 'step' }]],
    ['nothing', [{}]],
  ])('is refused where it is %s, and nothing is stored', async (_, attributes) => {
    const before = (await list(doctor)).length
    const { status, body } = await categories(attributes)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 422, fields: ['categories_attributes'] })
    const goals = await list(doctor)
    expect(goals.length).toBe(before + 1)
    expect(goals.findLast((goal: { achieved_on: null }) => goal.achieved_on === null).categories).toHaveLength(1)
  })
})
