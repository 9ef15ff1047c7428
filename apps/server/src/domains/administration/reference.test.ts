import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { editingOf } from '../../../test/editing.ts'
import { formOf } from '../../../test/form.ts'
import { openTestApp } from '../../../test/test-app.ts'

const testApp = await openTestApp()
const { hanako, staff } = testApp
const { admin, reload, firstOf, save, statusAndFields } = editingOf(testApp)
type Row = { id: number; [name: string]: unknown }

test('a disease is found by its kana and synonyms, and an inactive one by its id only', async () => {
  const input = {
    ...{ name_ja: '試験性頭痛', name_kana: 'シケンセイずつう', name_en: 'Trial headache', name_kr: '', also: ['ためし頭痛', ' ', 'ためし頭痛'] },
    ...{ disease_kind: 'neurological', icd10: 'r51', danger_level: 2, description_ja: '説明', description_en: '', is_active: true, sort_number: 5 },
  }
  const { status, body } = await admin.post('/api/admin/diseases', input)
  expect([status, body]).toEqual([201, expect.objectContaining({ name_kana: 'しけんせいずつう', also: ['ためし頭痛'], icd10: 'R51', name_kr: '' })])
  const found = async (q: string) => (await hanako.get(`/api/diseases?q=${encodeURIComponent(q)}`)).body.items.map(({ id }: Row) => id)
  for (const q of ['しけんせい', 'ためし', 'R51', 'trial']) expect(await found(q)).toContain(body.id)
  expect(await statusAndFields(admin.post('/api/admin/diseases', { ...input, name_kana: '漢字' }))).toEqual([422, ['name_kana']])
  expect(await statusAndFields(admin.post('/api/admin/diseases', input))).toEqual([422, ['name_ja', 'name_en']])
  expect((await save(body, '/api/admin/diseases', { is_active: false })).body).toMatchObject({ is_active: false })
  expect((await save(body, '/api/admin/diseases', { is_active: true })).status).toBe(409)
  expect(await found('ためし')).toEqual([])
  expect((await hanako.get(`/api/diseases/${body.id}`)).body).toMatchObject({ display_name: '試験性頭痛' })
  expect((await admin.get('/api/admin/diseases?is_active=false&disease_kind=neurological')).body.items).toMatchObject([{ id: body.id }])
})

test('kana may contain a wave dash, written with any of its characters', async () => {
  const input = {
    ...{ name_en: '', name_kr: '', also: [], disease_kind: 'neurological', icd10: 'R51', danger_level: 2, description_ja: '', description_en: '' },
    ...{ is_active: true, sort_number: 5 },
  }
  for (const [at, wave] of ['\uff5e', '\u301c', '~'].entries())
    expect((await admin.post('/api/admin/diseases', { ...input, name_ja: `波 ${at}`, name_kana: `あ${wave}` })).status).toBe(201)
})

test('plans and services are found by their Korean name', async () => {
  const { db } = testApp.context
  await db.execute(sql`update plans set name_kr = '비밀 이름' where id = (select min(id) from plans)`)
  await db.execute(sql`update services set name_kr = '비밀 이름' where id = (select min(id) from services)`)
  for (const path of ['/api/admin/plans', '/api/admin/services'])
    expect((await admin.get(`${path}?q=${encodeURIComponent('비밀')}`)).body.items).toMatchObject([{ name_kr: '비밀 이름' }])
})

test('a name in katakana is found by a query in katakana, hiragana or half-width kana', async () => {
  const count = async (q: string) => (await admin.get(`/api/admin/result_categories?q=${encodeURIComponent(q)}`)).body.total_count
  const written = await count('アルブミン')
  expect(written).toBeGreaterThan(0)
  expect([await count('あるぶみん'), await count('ｱﾙﾌﾞﾐﾝ')]).toEqual([written, written])
  expect(await count('コレステロール')).toBeGreaterThan(0)
})

test('an update of the reference data does not change edited diseases, emoticons and templates, but updates the others', async () => {
  const tables = { diseases: 'name_ja', emoticons: 'name_ja', goal_templates: 'content_ja', record_templates: 'name_ja' }
  const rows = new Map<string, Row>()
  for (const [table, name] of Object.entries(tables)) {
    const first = await firstOf(`/api/admin/${table}`)
    rows.set(table, (await save(first, `/api/admin/${table}`, { [name]: `改めた名称 ${table}` })).body)
  }
  await testApp.context.db.execute(sql`update emoticons set name_ja = '別' where not is_edited`)
  await reload('diseases', 'emoticons', 'templates', 'health_records')
  for (const [table, row] of rows) expect((await admin.get(`/api/admin/${table}/${row.id}`)).body).toEqual(row)
  expect((await admin.get('/api/admin/emoticons?q=別')).body.items).toEqual([])
})

test('an inactive emoticon is still listed, but cannot be used for new reactions', async () => {
  const emoji = { emoji: '🌸', name_ja: '桜', name_en: '', name_kr: '', is_active: true, sort_number: 1 }
  expect(await statusAndFields(admin.post('/api/admin/emoticons', { ...emoji, emoji: '桜' }))).toEqual([422, ['emoji']])
  const { body } = await admin.post('/api/admin/emoticons', emoji)
  const shown = async () => (await hanako.get('/api/emoticons')).body.items.find(({ id }: Row) => id === body.id)
  const { code } = await shown()
  const message = (await staff.nurse.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: 'こんにちは' } })).body
  const react = () => staff.nurse.request('POST', '/api/message_reactions', { body: { message_id: message.id, emoticon: code } })
  expect((await react()).status).toBe(201)
  await save(body, '/api/admin/emoticons', { is_active: false })
  expect(await shown()).toMatchObject({ emoji: '🌸', is_active: false })
  expect(await statusAndFields(react())).toEqual([422, ['emoticon']])
})

test('an inactive template cannot be used; the unit of a template with records and the kind of its values cannot change', async () => {
  const template = await firstOf('/api/admin/goal_templates?q=%E5%A4%95%E9%A3%9F')
  await save(template, '/api/admin/goal_templates', { is_active: false })
  expect((await hanako.get('/api/habit_goal_templates')).body.items.map(({ id }: Row) => id)).not.toContain(template.id)
  const goal = { user_id: hanako.id, template_id: template.id }
  expect(await statusAndFields(staff.nurse.request('POST', '/api/habit_goals', { body: goal }))).toEqual([422, ['template_id']])
  const temperature = await firstOf('/api/admin/record_templates?q=%E4%BD%93%E6%B8%A9')
  const record = { user_id: hanako.id, category: 'body_temperature', recorded_at: '2026-11-20T00:00:00Z', values: [{ name: 'value', value: 36.5 }] }
  expect((await hanako.request('POST', '/api/health_records', { body: record })).status).toBe(201)
  expect(await statusAndFields(save(temperature, '/api/admin/record_templates', { unit: 'F', value_kind: 'text' }))).toEqual([422, ['value_kind', 'unit']])
  const number = { name_ja: '握力', name_en: '', name_kr: '', value_kind: 'number', unit: 'kg', is_active: true, sort_number: 1 }
  expect(await statusAndFields(admin.post('/api/admin/record_templates', number))).toEqual([422, ['value_kind']])
  await save(temperature, '/api/admin/record_templates', { is_active: false })
  expect(await statusAndFields(hanako.request('POST', '/api/health_records', { body: record }))).toEqual([422, ['category']])
})

const category = {
  ...{ name_ja: '試験の値', name_en: '', name_kr: '', result_group: 'body', unit: 'mg/dL', unit_display: '', decimals: 0, value_labels: [] },
  ...{ applicable_sex: 'any', possible_min: 0, possible_max: 1000, likely_min: null, likely_max: null, serious_below: null, serious_above: null },
  ...{ loinc: null, jlac10: null, source: '', is_active: true, sort_number: 9000 },
}
const limits = { unhealthy_below: 10, healthy_min: 20, healthy_max: 100, unhealthy_above: 140 }
const range = { sex: 'any', age_min: 18, age_max: null, ...limits, valid_from: null, valid_until: null, source: '判定区分 2026' }
const ranges = '/api/admin/reference_ranges'

const saveRange = ({ category_name: _, unit: __, state: ___, ...row }: Row, change: object) => save(row, ranges, change)

const addCategory = async (): Promise<Row> => (await admin.post('/api/admin/result_categories', category)).body
const addResult = async (category_id: number, recorded_at: string, value: number) => {
  const body = { user_id: hanako.id, results: [{ category_id, recorded_at, value }] }
  return (await staff.nurse.request('POST', '/api/test_results/bulk', { body })).body.items[0]
}
const resultsOf = async (category_id: number): Promise<{ recorded_at: string; status: number; range_id: number }[]> =>
  (await staff.nurse.get(`/api/test_results?user_id=${hanako.id}&count=100&types[]=0`)).body.items
    .filter((item: Row) => item.category_id === category_id)
    .toSorted((a: { recorded_at: string }, b: { recorded_at: string }) => a.recorded_at.localeCompare(b.recorded_at))

test('a result is judged by the range that is valid on its Tokyo day, also on its first and last day, and keeps this judgement afterwards', async () => {
  const { id: category_id } = await addCategory()
  const before = (await admin.post(ranges, { ...range, category_id, valid_until: '2025-03-31' })).body
  expect(before).toMatchObject({ ...range, category_name: '試験の値', unit: 'mg/dL', valid_until: '2025-03-31', state: 'ended' })
  const after = (await admin.post(ranges, { ...range, category_id, healthy_max: 80, unhealthy_above: 90, valid_from: '2025-04-01' })).body
  for (const recorded_at of ['2025-03-31T14:59:59.000Z', '2025-03-31T15:00:00.000Z']) await addResult(category_id, recorded_at, 95)
  const judged = [
    { status: 0, range_id: before.id },
    { status: 1, range_id: after.id },
  ]
  expect(await resultsOf(category_id)).toMatchObject(judged)
  expect(await statusAndFields(saveRange(after, { healthy_max: 120, unhealthy_above: 140, age_min: 20 }))).toEqual([
    422,
    ['healthy_max', 'unhealthy_above', 'age_min'],
  ])
  expect((await saveRange(after, { valid_until: '2025-04-30', source: '改訂' })).body).toMatchObject({
    state: 'ended',
    valid_until: '2025-04-30',
    source: '改訂',
  })
  expect((await saveRange(after, { source: '別' })).status).toBe(409)
  expect(await resultsOf(category_id)).toMatchObject(judged)
  await addResult(category_id, '2025-04-30T15:00:00.000Z', 95)
  expect((await resultsOf(category_id))[2]).toMatchObject({ status: null, range_id: null })
})

test('rejects a range that overlaps another of its category, sex and age, also in concurrent calls, and limits that are out of order', async () => {
  const { id: category_id } = await addCategory()
  const input = { ...range, category_id }
  const both = await Promise.all([admin.post(ranges, { ...input, valid_until: '2025-03-31' }), admin.post(ranges, { ...input, valid_from: '2025-03-31' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(Object.keys(both.find(({ status }) => status === 422)!.body.fields)).toEqual(['valid_from'])
  expect((await admin.post(ranges, { ...input, sex: 'female' })).status).toBe(201)
  const wrong: [object, string[]][] = [
    [{ unhealthy_below: 30 }, ['healthy_min']],
    [{ healthy_min: 100 }, ['healthy_max']],
    [{ unhealthy_above: 99 }, ['unhealthy_above']],
    [{ unhealthy_below: null, healthy_min: null, healthy_max: null }, ['healthy_min', 'healthy_max']],
    [{ age_max: 17 }, ['age_max']],
    [{ valid_from: '2025-02-02', valid_until: '2025-02-01' }, ['valid_until']],
    [{ source: '　' }, ['source']],
  ]
  for (const [change, fields] of wrong) expect(await statusAndFields(admin.post(ranges, { ...input, sex: 'male', ...change }))).toEqual([422, fields])
})

test('unit, decimals and labels of a category with results cannot change, and an inactive category accepts no results', async () => {
  const added = await addCategory()
  const url = '/api/admin/result_categories'
  const changed = (await save(added, url, { unit: 'g/L', decimals: 2 })).body
  expect(changed).toMatchObject({ unit: 'g/L', decimals: 2 })
  await addResult(added.id, '2025-03-31T00:00:00.000Z', 5)
  const refused = await statusAndFields(save(changed, url, { unit: 'mg/dL', decimals: 0, value_labels: ['(−)', '(+)'] }))
  expect(refused).toEqual([422, ['unit', 'decimals', 'value_labels']])
  expect(await statusAndFields(save(changed, url, { possible_min: 9, possible_max: 8 }))).toEqual([422, ['possible_max']])
  expect((await save(changed, url, { is_active: false, name_ja: '改めた値' })).status).toBe(200)
  expect(await addResult(added.id, '2025-04-30T00:00:00.000Z', 5)).toMatchObject({ outcome: 'refused', reason: 'unknown_category' })
  expect(await resultsOf(added.id)).toHaveLength(1)
})

test('a category gets no other unit while results, ranges, conversions or formulas are in it; the shown unit can be written differently', async () => {
  const url = '/api/admin/result_categories'
  const named = async (name_ja: string) =>
    (await admin.get(`${url}?q=${encodeURIComponent(name_ja)}`)).body.items.find((item: Row & { name_ja: string }) => item.name_ja === name_ja)
  const fieldsFor = async (row: Row, change: object) => (await statusAndFields(save(row, url, change)))[1]
  // a shown unit with which numbers would be stored unconverted
  const creatinine = await named('クレアチニン')
  for (const unit_display of ['µmol/L', 'g/L', '']) expect(await fieldsFor(creatinine, { unit_display })).toEqual(['unit_display'])
  expect(await fieldsFor(creatinine, { unit: 'umol/L', unit_display: 'µmol/L' })).toEqual(['unit', 'unit_display'])
  // weight and height have no ranges, but the body mass index is calculated from them
  expect(await fieldsFor(await named('身長'), { unit: 'm' })).toEqual(['unit'])
  const sodium = await named('ナトリウム')
  const changed = await save(sodium, url, { unit_display: 'mmol/L' })
  expect([changed.status, changed.body.unit_display]).toEqual([200, 'mmol/L'])
  expect((await save(changed.body, url, { unit_display: 'ｍＥｑ/L' })).status).toBe(200)

  const added = await addCategory()
  await admin.post(ranges, { ...range, category_id: added.id })
  expect(await fieldsFor(added, { unit: 'g/L', unit_display: 'g/L', decimals: 2 })).toEqual(['unit', 'unit_display'])
  expect((await save(added, url, { unit_display: 'mg/dl', decimals: 2 })).status).toBe(200)
})

test('an inactive image category and an inactive test cannot be used; of two changes at the same time, one gets 409', async () => {
  const images = '/api/admin/image_categories'
  const input = { name_ja: '試験の画像', name_en: '', name_kr: '', body_part: 'chest', modality: 'ct', image_kind: 'video', applicable_sex: 'any' }
  const added = (await admin.post(images, { ...input, is_active: true, sort_number: 1 })).body
  expect((await admin.get(`${images}?modality=ct&q=${encodeURIComponent('試験の')}`)).body.items).toEqual([added])
  const [mine, theirs] = await Promise.all([save(added, images, { name_ja: '一' }), save(added, images, { name_ja: '二' })])
  expect([mine.status, theirs.status].toSorted()).toEqual([200, 409])
  const used = [mine, theirs].find(({ status }) => status === 200)!.body
  expect((await save(used, images, { is_active: false })).status).toBe(200)
  const image = formOf({ user_id: String(hanako.id), category_id: String(added.id), recorded_at: '2026-01-10T00:00:00Z' }, 'images[]', {
    filename: 'a.png',
    content: await sharp({ create: { width: 6, height: 4, channels: 3, background: '#a33' } })
      .png()
      .toBuffer(),
  })
  expect(await statusAndFields(staff.nurse.request('POST', '/api/image_test_results', { body: image as never }))).toEqual([422, ['category_id']])

  // a numeric category is not found among the image categories, nor the other way round
  const numeric = await addCategory()
  for (const [url, row, id] of [
    ['/api/admin/result_categories', numeric, used.id],
    [images, used, numeric.id],
  ])
    expect([(await admin.get(`${url}/${id}`)).status, (await save({ ...row, id }, url, {})).status], url).toEqual([404, 404])

  const tests = '/api/admin/test_categories'
  const names = { numeric_categories: ['ldl_cholesterol'], image_categories: ['chest_xray'] }
  const test_input = { ...{ name_ja: '試験の検査', name_en: '', name_kr: '', test_group: 'blood', applicable_sex: 'any', requires_fasting: true }, ...names }
  const test_row = { ...test_input, default_package_kinds: ['detail'], is_active: true, sort_number: 1 }
  expect(await statusAndFields(admin.post(tests, { ...test_row, numeric_categories: ['chest_xray'], image_categories: ['none'] }))).toEqual([
    422,
    ['numeric_categories', 'image_categories'],
  ])
  const made = (await admin.post(tests, test_row)).body
  expect(made).toMatchObject(names)
  const { rows } = await testApp.context.db.execute<{ id: number }>(
    sql`insert into test_packages (user_id, kind, tested_at) values (${hanako.id}, 'general', '2026-01-10T00:00:00Z') returning id`,
  )
  const addTest = () => staff.nurse.request('PUT', `/api/test_packages/${rows[0]!.id}`, { body: { tests_attributes: [{ category_id: made.id }] } })
  expect((await addTest()).status).toBe(200)
  expect((await save(made, tests, { is_active: false })).body).toMatchObject({ is_active: false })
  expect((await save(made, tests, { name_ja: '別' })).status).toBe(409)
  expect(await statusAndFields(addTest())).toEqual([422, ['tests_attributes']])
  const shown = (await hanako.get('/api/test_categories')).body.items.find(({ id }: Row) => id === made.id)
  expect(shown).toMatchObject({ is_active: false, ...names })
  const edited = await firstOf(`${tests}?q=lipid`)
  const renamed = (await save(edited, tests, { name_ja: '改めた検査' })).body
  await reload('tests')
  expect((await admin.get(`${tests}/${edited.id}`)).body).toEqual(renamed)
})

test('an update of the reference data does not change the ranges of a category if one of them was edited', async () => {
  const [ldl] = (await admin.get(`${ranges}?q=ldl_cholesterol`)).body.items
  await saveRange(ldl, { source: '学会の改訂' })
  await testApp.context.db.execute(sql`update reference_ranges set healthy = '{"min": 1, "max": 2}' where id = ${ldl.id}`)
  await reload('numeric')
  const items = (await admin.get(`${ranges}?q=ldl_cholesterol`)).body.items
  expect(items).toMatchObject([{ id: ldl.id, source: '学会の改訂', state: 'current' }])
})
