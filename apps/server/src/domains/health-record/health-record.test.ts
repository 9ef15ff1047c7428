import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, nurse: Member

const add = (member: Member, body: object) => member.request('POST', '/api/health_records', { body: { user_id: hanako.id, ...body } })
const list = async (extra = '', member = hanako) => (await member.get(`/api/health_records?user_id=${hanako.id}${extra}`)).body
const pressure = (systolic: number, diastolic: number) => ({
  category: 'blood_pressure',
  values: [
    { name: 'systolic', value: systolic },
    { name: 'diastolic', value: diastolic },
  ],
})

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T00:00:00Z') } })
  ;({ hanako, taro } = testApp)
  ;({ nurse } = testApp.staff)
  await loadReference(testApp.context.db)
})

test('a patient adds a weight and a blood pressure, a nurse adds a note, and the patient reads them newest first', async () => {
  const weight = await add(hanako, { category: 'body_weight', value: 58.2, recorded_at: '2026-11-19T22:00:00Z' })
  expect(weight).toMatchObject({ status: 201, body: { category: 'body_weight', values: [{ name: 'value', value: 58.2 }], created_by: hanako.id } })
  await add(hanako, { ...pressure(134, 82), text: '起床後', recorded_at: '2026-11-20T22:00:00Z' })
  const { items: catalogue } = (await hanako.get('/api/health_record_categories')).body
  const note = catalogue.find(({ name }: { name: string }) => name === 'symptom_note')
  await add(nurse, { category_id: note.id, text: ' 少し頭が重い\r\n早めに休んだ ' })
  const { items, total_count, next_page } = await list()
  expect(items.map(({ category }: { category: string }) => category)).toEqual(['symptom_note', 'blood_pressure', 'body_weight'])
  expect(items[0]).toMatchObject({ text: '少し頭が重い\n早めに休んだ', created_by: nurse.id, recorded_at: '2026-11-21T00:00:00.000Z' })
  expect({ total_count, next_page }).toEqual({ total_count: 3, next_page: null })
  expect(await list('&limit=2&page=2')).toMatchObject({ page: 2, next_page: null, items: [{ category: 'body_weight' }] })
  expect(await list('&limit=2&page=9')).toEqual({ items: [], page: 9, next_page: null, total_count: 3 })
})

test('the response says which values are critical and on which side', async () => {
  const glucose = (value: number) => ({ user_id: taro.id, category: 'blood_glucose', value, confirmed: true, recorded_at: `2026-11-20T00:00:00.${value}Z` })
  const answers = [
    await add(taro, { user_id: taro.id, ...pressure(196, 105) }),
    await add(taro, glucose(48)),
    await add(taro, glucose(520)),
    await add(taro, { user_id: taro.id, category: 'symptom_note', text: '頭痛' }),
  ]
  expect(answers.map(({ body: { is_serious, serious_values } }) => [is_serious, serious_values])).toEqual([
    [true, [{ category_name: 'home_systolic_blood_pressure', side: 'high' }]],
    [true, [{ category_name: 'casual_glucose', side: 'low' }]],
    [true, [{ category_name: 'casual_glucose', side: 'high' }]],
    [false, []],
  ])
  for (const { body } of answers) await taro.request('DELETE', `/api/health_records/${body.id}`)
})

test('without `user_id`, a patient reads their own records and staff get an error that names `user_id`', async () => {
  const own = await hanako.get('/api/health_records?limit=10&page=1')
  expect(own.body).toEqual(await list('&limit=10&page=1'))
  expect(own.body.items.length).toBeGreaterThan(0)
  expect((await taro.get('/api/health_records?limit=10&page=1')).body.items).toEqual([])
  const { status, body } = await nurse.get('/api/health_records?limit=10&page=1')
  expect([status, body.code, body.error.endsWith('(user_id)')]).toEqual([400, 'malformed', true])
})

test.each([
  ['no category', { value: 1 }, 'category'],
  ['an unknown category', { category: 'mood', value: 1 }, 'category'],
  ['a category of pictures', { category: 'meal_photo', text: '朝食' }, 'category'],
  ['no value', { category: 'body_weight' }, 'value'],
  ['an impossible weight', { category: 'body_weight', value: 401 }, 'value'],
  ['half a blood pressure', { category: 'blood_pressure', values: [{ name: 'systolic', value: 120 }] }, 'values'],
  ['a value with another name', { category: 'body_weight', values: [{ name: 'systolic', value: 60 }] }, 'value'],
  ['a diastolic value above the systolic one', pressure(80, 120), 'diastolic'],
  ['a note without words', { category: 'symptom_note', text: '  ' }, 'text'],
  ['a value for a note', { category: 'symptom_note', text: 'a', value: 3 }, 'value'],
  ['a time in the future', { category: 'body_weight', value: 60, recorded_at: '2026-11-22T00:00:00Z' }, 'recorded_at'],
])('rejects %s with an error for the field', async (_, body, field) => {
  const before = (await list()).total_count
  const { status, body: responseBody } = await add(hanako, body)
  expect({ status, fields: Object.keys(responseBody.fields ?? {}) }).toEqual({ status: 422, fields: [field] })
  expect((await list()).total_count).toBe(before)
})

test('a moment a little in the future, as of a fast clock, is stored as now', async () => {
  const { status, body } = await add(hanako, { category: 'symptom_note', text: '頭痛', recorded_at: '2026-11-21T00:04:00Z' })
  expect([status, body.recorded_at]).toEqual([201, '2026-11-21T00:00:00.000Z'])
})

const results = async (name: string) =>
  (await hanako.get(`/api/test_results?user_id=${hanako.id}&categories[]=${name}`)).body.items as {
    value: number
    status: number
    origin: string
    recorded_at: string
  }[]

test('a value measured at home becomes a judged result and is deleted with its record', async () => {
  await testApp.context.db.execute(sql`update users set birthday = '1968-03-14', sex = 'female' where id = ${hanako.id}`)
  const { id } = (await add(hanako, { ...pressure(150, 95), recorded_at: '2026-11-18T22:00:00Z' })).body
  const [newest] = (await results('home_systolic_blood_pressure')).filter(({ value }) => value === 150)
  expect(newest).toMatchObject({ status: 1, origin: '自己測定' })
  await hanako.request('DELETE', `/api/health_records/${id}`)
  for (const name of ['home_systolic_blood_pressure', 'home_diastolic_blood_pressure'])
    expect((await results(name)).some(({ value }) => value === 150 || value === 95)).toBe(false)
})

test('an unlikely value needs a confirmation', async () => {
  const unlikely = { category: 'body_temperature', value: 43 }
  const { status, body } = await add(hanako, unlikely)
  expect({ status, fields: body.fields }).toMatchObject({ status: 422, fields: { value: [expect.stringContaining('通常はみられない')] } })
  expect((await results('body_temperature')).some(({ value }) => value === 43)).toBe(false)
  expect((await add(hanako, { ...unlikely, confirmed: true })).status).toBe(201)
})

test('a weight far from the one of the last 30 days needs a confirmation, which names that one; values of checkups are not named', async () => {
  const weigh = (value: number, day: string, more = {}) =>
    add(taro, { user_id: taro.id, category: 'body_weight', value, recorded_at: `${day}T00:00:00.000Z`, ...more })
  expect((await weigh(65, '2026-09-01')).status).toBe(201)
  const { status, body } = await weigh(56, '2026-09-30')
  expect({ status, fields: body.fields }).toMatchObject({ status: 422, fields: { value: [expect.stringContaining('2026.09.01の65 kgから')] } })
  expect((await weigh(56, '2026-09-30', { confirmed: true })).status).toBe(201)
  expect((await weigh(61, '2026-10-20')).status).toBe(201)
  expect((await weigh(80, '2026-11-20')).status).toBe(201)
  const { id } = (await nurse.request('POST', '/api/test_packages', { body: { user_id: hanako.id, kind: 'general' } })).body
  const result = { category_name: 'weight', value: 90, recorded_at: '2026-08-01T00:00:00Z' }
  await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, test_package_id: id, results: [result] } })
  expect((await add(hanako, { category: 'body_weight', value: 57, recorded_at: '2026-08-02T00:00:00Z' })).status).toBe(201)
})

test('a record can be deleted once, by its patient, but not by another patient or an observer', async () => {
  const { id } = (await add(hanako, { category: 'body_temperature', value: 36.4, recorded_at: '2026-11-20T23:00:00Z' })).body
  expect((await taro.request('DELETE', `/api/health_records/${id}`)).status).toBe(404)
  expect((await testApp.staff.observer.request('DELETE', `/api/health_records/${id}`)).status).toBe(403)
  expect((await hanako.request('DELETE', `/api/health_records/${id}`)).status).toBe(204)
  expect((await nurse.request('DELETE', `/api/health_records/${id}`)).status).toBe(404)
})

const weights = async (recorded_at: string) =>
  (await nurse.get(`/api/test_results?user_id=${hanako.id}&categories[]=weight&count=100`)).body.items
    .filter((item: { recorded_at: string }) => item.recorded_at === recorded_at)
    .map(({ value }: { value: number }) => value)

test('the result of two equal records stays until both records are deleted', async () => {
  const recorded_at = '2026-11-01T00:00:00.000Z'
  const [first, second] = [
    await add(hanako, { category: 'body_weight', value: 57, recorded_at }),
    await add(hanako, { category: 'body_weight', value: 57, recorded_at }),
  ]
  await hanako.request('DELETE', `/api/health_records/${first.body.id}`)
  expect(await weights(recorded_at)).toEqual([57])
  await hanako.request('DELETE', `/api/health_records/${second.body.id}`)
  expect(await weights(recorded_at)).toEqual([])
})

const change = (member: Member, id: number, body: object) => member.request('PUT', `/api/health_records/${id}`, { body })

test('a corrected value or time moves its result, which is judged again; an outdated version is a conflict', async () => {
  const recorded_at = '2026-11-05T00:00:00.000Z'
  const moved_to = '2026-11-05T01:00:00.000Z'
  const { body: added } = await add(hanako, { ...pressure(195, 80), text: '朝', recorded_at })
  const corrected = await change(hanako, added.id, { values: pressure(119, 80).values, updated_at: added.updated_at })
  expect(corrected).toMatchObject({ status: 200, body: { values: pressure(119, 80).values, text: '朝', is_serious: false, serious_values: [] } })
  const systolic = async () => (await results('home_systolic_blood_pressure')).filter(({ recorded_at: at }) => at.startsWith('2026-11-05'))
  expect(await systolic()).toMatchObject([{ value: 119, status: 0, recorded_at, origin: '自己測定' }])
  expect((await change(hanako, added.id, { text: '夜', updated_at: added.updated_at })).body.code).toBe('conflict')
  const moved = await change(nurse, added.id, { values: pressure(185, 80).values, text: '', recorded_at: moved_to, updated_at: corrected.body.updated_at })
  expect(moved.body).toMatchObject({ text: '', recorded_at: moved_to, serious_values: [{ category_name: 'home_systolic_blood_pressure', side: 'high' }] })
  expect(await systolic()).toMatchObject([{ value: 185, status: 1, recorded_at: moved_to }])
  await hanako.request('DELETE', `/api/health_records/${added.id}`)
  expect(await systolic()).toEqual([])
})

test('a correction is checked like a new record, and its failure changes nothing', async () => {
  const recorded_at = '2026-11-06T00:00:00.000Z'
  const { id } = (await add(hanako, { category: 'body_weight', value: 57, recorded_at })).body
  await add(hanako, { category: 'body_weight', value: 58, recorded_at: '2026-11-06T01:00:00.000Z' })
  const bodies = [{ value: 401 }, { value: 250 }, { values: [] }, { recorded_at: '2026-11-22T00:00:00Z' }, { recorded_at: '2026-11-06T10:00:00+09:00' }]
  const answers: unknown[] = []
  for (const body of bodies) answers.push(Object.keys((await change(hanako, id, body)).body.fields))
  expect(answers).toEqual([['value'], ['value'], ['value'], ['recorded_at'], ['recorded_at']])
  expect(await weights(recorded_at)).toEqual([57])
  expect((await change(hanako, id, { value: 250, confirmed: true })).status).toBe(200)
  expect(await weights(recorded_at)).toEqual([250])
  expect((await change(taro, id, { value: 60 })).status).toBe(404)
})

test('every unlikely value of a record is named, and a date before birth is an error of the time', async () => {
  const fieldsOf = async (body: object) => Object.keys((await add(hanako, body)).body.fields)
  expect(await fieldsOf(pressure(290, 200))).toEqual(['systolic', 'diastolic'])
  expect(await fieldsOf({ ...pressure(120, 80), recorded_at: '1900-01-01T00:00:00Z' })).toEqual(['recorded_at'])
})

test('a record can be moved although its value of that time came from a device', async () => {
  const recorded_at = '2026-11-08T00:00:00.000Z'
  const moved_to = '2026-11-08T02:00:00.000Z'
  const device = { category_name: 'weight', value: 57, recorded_at, origin: '体重計' }
  expect((await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results: [device] } })).body.items).toMatchObject([
    { outcome: 'new' },
  ])
  const { id } = (await add(hanako, { category: 'body_weight', value: 57, recorded_at })).body
  expect((await change(hanako, id, { recorded_at: moved_to })).status).toBe(200)
  expect([await weights(recorded_at), await weights(moved_to)]).toEqual([[57], [57]])
  await hanako.request('DELETE', `/api/health_records/${id}`)
})

test('a result that staff changed is not touched: only the note of its record can be changed', async () => {
  const recorded_at = '2026-11-07T00:00:00.000Z'
  const { id } = (await add(hanako, { category: 'body_weight', value: 57, recorded_at })).body
  await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results: [{ category_name: 'weight', value: 56, recorded_at }] } })
  expect(await change(hanako, id, { value: 55 })).toMatchObject({ status: 409, body: { code: 'result_changed' } })
  expect((await change(hanako, id, { value: 57, text: '入浴後' })).body).toMatchObject({ text: '入浴後', values: [{ value: 57 }] })
  expect(await weights(recorded_at)).toEqual([56])
})

test('a corrected record leaves the result of an equal one', async () => {
  const recorded_at = '2026-11-08T00:00:00.000Z'
  const moved_to = '2026-11-08T01:00:00.000Z'
  await add(hanako, { category: 'body_weight', value: 57, recorded_at })
  const { id } = (await add(hanako, { category: 'body_weight', value: 57, recorded_at })).body
  await change(hanako, id, { recorded_at: moved_to })
  expect([await weights(recorded_at), await weights(moved_to)]).toEqual([[57], [57]])
})

test('the rounded result of a value stays with equal records and is deleted with the last of them', async () => {
  const recorded_at = '2026-11-04T00:00:00.000Z'
  const answers = [
    await add(hanako, { category: 'body_weight', value: 57.25, recorded_at }),
    await add(hanako, { category: 'body_weight', value: 57.25, recorded_at }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await weights(recorded_at)).toEqual([57.3])
  for (const { body } of answers) await hanako.request('DELETE', `/api/health_records/${body.id}`)
  expect(await weights(recorded_at)).toEqual([])
})

test('rejects a value that differs from one that staff entered for the same moment', async () => {
  const recorded_at = '2026-11-02T00:00:00.000Z'
  await nurse.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results: [{ category_name: 'weight', value: 61, recorded_at }] } })
  const { status, body } = await add(hanako, { category: 'body_weight', value: 55, recorded_at })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['recorded_at']])
  expect(await weights(recorded_at)).toEqual([61])
})

test('rejects a value that differs from one measured at home at the same moment, which stays until its record is deleted', async () => {
  const recorded_at = '2026-11-03T00:00:00.000Z'
  const first = await add(hanako, { category: 'body_weight', value: 57, recorded_at })
  const before = (await list()).total_count
  const { status, body } = await add(nurse, { category: 'body_weight', value: 57.4, recorded_at })
  expect(status).toBe(422)
  expect(body.fields).toEqual({ recorded_at: ['この時刻には別の値が登録されています。時刻を変えて保存してください。'] })
  expect([(await list()).total_count, await weights(recorded_at)]).toEqual([before, [57]])
  await hanako.request('DELETE', `/api/health_records/${first.body.id}`)
  expect((await add(hanako, { category: 'body_weight', value: 57.4, recorded_at })).status).toBe(201)
  expect(await weights(recorded_at)).toEqual([57.4])
})
