import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

const testApp = await openTestApp()
const { hanako, staff } = testApp
const admin = {
  get: staff.admin.get,
  post: (url: string, body: object) => staff.admin.request('POST', url, { body }),
  put: (url: string, body: object) => staff.admin.request('PUT', url, { body }),
}
const reload = async (...names: string[]) => {
  for (const name of names) await testApp.context.db.execute(sql`update reference_versions set hash = '' where name = ${name}`)
  await loadReference(testApp.context.db)
}
type Row = { id: number; [name: string]: unknown }
const firstOf = async (url: string): Promise<Row> => (await admin.get(url)).body.items[0]
const save = ({ id, ...row }: Row, url: string, change: object) => admin.put(`${url}/${id}`, { ...row, ...change })
const fieldsOf = async (response: Promise<{ status: number; body: { fields?: object } }>) => {
  const { status, body } = await response
  return [status, Object.keys(body.fields ?? {})]
}

test('a disease is found by reading and synonym, and once out of use by its id only', async () => {
  const input = {
    ...{ name_ja: '試験性頭痛', name_kana: 'しけんせいずつう', name_en: 'Trial headache', name_kr: '', also: ['ためし頭痛', ' ', 'ためし頭痛'] },
    ...{ disease_kind: 'neurological', icd10: 'r51', danger_level: 2, description_ja: '説明', description_en: '', is_active: true, sort_number: 5 },
  }
  const { status, body } = await admin.post('/api/admin/diseases', input)
  expect([status, body]).toEqual([201, expect.objectContaining({ name_kana: 'シケンセイズツウ', also: ['ためし頭痛'], icd10: 'R51', name_kr: '' })])
  const found = async (q: string) => (await hanako.get(`/api/diseases?q=${encodeURIComponent(q)}`)).body.items.map(({ id }: Row) => id)
  for (const q of ['しけんせい', 'ためし', 'R51', 'trial']) expect(await found(q)).toContain(body.id)
  expect(await fieldsOf(admin.post('/api/admin/diseases', { ...input, name_kana: '漢字' }))).toEqual([422, ['name_kana']])
  expect(await fieldsOf(admin.post('/api/admin/diseases', input))).toEqual([422, ['name_ja', 'name_en']])
  expect((await save(body, '/api/admin/diseases', { is_active: false })).body).toMatchObject({ is_active: false })
  expect((await save(body, '/api/admin/diseases', { is_active: true })).status).toBe(409)
  expect(await found('ためし')).toEqual([])
  expect((await hanako.get(`/api/diseases/${body.id}`)).body).toMatchObject({ display_name: '試験性頭痛' })
  expect((await admin.get('/api/admin/diseases?is_active=false&disease_kind=neurological')).body.items).toMatchObject([{ id: body.id }])
})

test('an update of the reference data leaves edited diseases, emoticons and templates alone and updates the others', async () => {
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

test('an emoticon out of use keeps its reactions but takes no new ones', async () => {
  const emoji = { emoji: '🌸', name_ja: '桜', name_en: '', name_kr: '', is_active: true, sort_number: 1 }
  expect(await fieldsOf(admin.post('/api/admin/emoticons', { ...emoji, emoji: '桜' }))).toEqual([422, ['emoji']])
  const { body } = await admin.post('/api/admin/emoticons', emoji)
  const shown = async () => (await hanako.get('/api/emoticons')).body.items.find(({ id }: Row) => id === body.id)
  const { code } = await shown()
  const message = (await staff.nurse.request('POST', '/api/messages', { body: { patient_id: hanako.id, body: 'こんにちは' } })).body
  const react = () => staff.nurse.request('POST', '/api/message_reactions', { body: { message_id: message.id, emoticon: code } })
  expect((await react()).status).toBe(201)
  await save(body, '/api/admin/emoticons', { is_active: false })
  expect(await shown()).toMatchObject({ emoji: '🌸', is_active: false })
  expect(await fieldsOf(react())).toEqual([422, ['emoticon']])
})

test('a template out of use is not offered; a unit with records and the kind of values stay', async () => {
  const template = await firstOf('/api/admin/goal_templates?q=%E5%A4%95%E9%A3%9F')
  await save(template, '/api/admin/goal_templates', { is_active: false })
  expect((await hanako.get('/api/habit_goal_templates')).body.items.map(({ id }: Row) => id)).not.toContain(template.id)
  const goal = { user_id: hanako.id, template_id: template.id }
  expect(await fieldsOf(staff.nurse.request('POST', '/api/habit_goals', { body: goal }))).toEqual([422, ['template_id']])
  const temperature = await firstOf('/api/admin/record_templates?q=%E4%BD%93%E6%B8%A9')
  const record = { user_id: hanako.id, category: 'body_temperature', recorded_at: '2026-11-20T00:00:00Z', values: [{ name: 'value', value: 36.5 }] }
  expect((await hanako.request('POST', '/api/health_records', { body: record })).status).toBe(201)
  expect(await fieldsOf(save(temperature, '/api/admin/record_templates', { unit: 'F', value_kind: 'text' }))).toEqual([422, ['value_kind', 'unit']])
  const number = { name_ja: '握力', name_en: '', name_kr: '', value_kind: 'number', unit: 'kg', is_active: true, sort_number: 1 }
  expect(await fieldsOf(admin.post('/api/admin/record_templates', number))).toEqual([422, ['value_kind']])
  await save(temperature, '/api/admin/record_templates', { is_active: false })
  expect(await fieldsOf(hanako.request('POST', '/api/health_records', { body: record }))).toEqual([422, ['category']])
})
