import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member

const add = (member: Member, list: string, body: object) => member.request('POST', `/api/${list}`, { body: { user_id: hanako.id, ...body } })
const change = (member: Member, list: string, id: number, body: object) => member.request('PUT', `/api/${list}/${id}`, { body })
const list = async (member: Member, name: string, extra = '') => (await member.get(`/api/${name}?user_id=${hanako.id}${extra}`)).body.items
const searchNames = async (catalogue: string, query: string, language = 'ja') =>
  (await hanako.get(`/api/${catalogue}?q=${encodeURIComponent(query)}`, { headers: { 'accept-language': language } })).body.items.map(
    (item: { display_name: string }) => item.display_name,
  )

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  await loadReference(testApp.context.db)
})

describe('medication catalogue', () => {
  test.each(['ロスバ', 'ろすば', 'rosuba', 'ﾛｽﾊﾞ', 'Rosuvastatin', 'スタチン ロス'])('finds rosuvastatin by %s', async (query) => {
    expect(await searchNames('medicines', query)).toContain('ロスバスタチン')
  })
  test('sorts prefix matches first, finds a drug class and returns nothing for punctuation', async () => {
    expect((await searchNames('medicines', 'アム'))[0]).toBe('アムロジピン')
    expect(await searchNames('medicines', 'ペニシリン')).toEqual(['アモキシシリン'])
    expect(await searchNames('medicines', '、、')).toEqual([])
    expect((await searchNames('medicines', '')).length).toBe(80)
  })
  test('finds supplements by kanji, kana, romaji and Korean and names them in the request’s language', async () => {
    for (const query of ['亜鉛', 'あえん', 'aen', '아연']) expect(await searchNames('supplements', query)).toEqual(['亜鉛 10mg'])
    expect(await searchNames('supplements', 'zinc', 'en')).toEqual(['Zinc 10 mg'])
    expect((await searchNames('supplements', 'ビタミンD'))[0]).toBe('ビタミンD3 25μg')
  })
})

const medicineId = async (query: string) => (await doctor.get(`/api/medicines?q=${encodeURIComponent(query)}`)).body.items[0].id

describe('medicine intakes', () => {
  test('store the catalogue’s medicine with its dose and sort the times of day', async () => {
    const medicine_id = await medicineId('ロスバスタチン')
    const { status, body } = await add(nurse, 'medicine_intakes', {
      medicine_id,
      strength: ' 2.5 mg ',
      daily_volume: '1錠',
      divided_times: 1,
      timing: ['before_sleep', 'after_dinner', 'after_dinner'],
      started_on: '2025-06',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ medicine_id, name: null, strength: '2.5 mg', timing: ['after_dinner', 'before_sleep'], started_on: '2025-06', ended_on: null })
    const [read] = await list(hanako, 'medicine_intakes', '&include[]=medicine')
    expect(read.medicine).toMatchObject({ id: medicine_id, name: 'rosuvastatin', class_name: 'スタチン' })
    expect((await list(hanako, 'medicine_intakes'))[0].medicine).toBeUndefined()
  })
  test('accept a free name, and replace it with a catalogue medicine or the reverse', async () => {
    const { body } = await add(doctor, 'medicine_intakes', { name: ' 防風通聖散 ' })
    expect(body).toMatchObject({ name: '防風通聖散', medicine_id: null, timing: [] })
    const medicine_id = await medicineId('アムロジピン')
    expect((await change(doctor, 'medicine_intakes', body.id, { medicine_id })).body).toMatchObject({ medicine_id, name: null })
    expect((await change(doctor, 'medicine_intakes', body.id, { name: '漢方' })).body).toMatchObject({ medicine_id: null, name: '漢方' })
  })
  test.each([
    ['neither a medicine nor a name', {}, 'name'],
    ['a name of nothing but spaces', { name: '  ' }, 'name'],
    ['both a medicine and a name', { medicine_id: 1, name: '漢方' }, 'medicine_id'],
    ['an unknown medicine', { medicine_id: 9_999_999 }, 'medicine_id'],
    ['an end before the start', { name: '漢方', started_on: '2026-04', ended_on: '2026-03' }, 'ended_on'],
    ['an invalid date', { name: '漢方', started_on: '2026-02-30' }, 'started_on'],
    ['an unknown time of day', { name: '漢方', timing: ['midnight'] }, 'timing.0'],
    ['thirteen doses a day', { name: '漢方', divided_times: 13 }, 'divided_times'],
  ])('reject %s and store nothing', async (_, body, field) => {
    const before = await list(doctor, 'medicine_intakes')
    const { status, body: responseBody } = await add(doctor, 'medicine_intakes', body)
    expect([status, ...Object.keys(responseBody.fields ?? {})]).toEqual([422, field])
    expect(await list(doctor, 'medicine_intakes')).toEqual(before)
  })
  test('can be ended and reopened, and reject a concurrent change with a conflict', async () => {
    const { id, updated_at } = (await add(doctor, 'medicine_intakes', { name: '抗菌薬', started_on: '2026' })).body
    expect((await change(nurse, 'medicine_intakes', id, { ended_on: '2026-11-21', updated_at })).body).toMatchObject({ ended_on: '2026-11-21', name: '抗菌薬' })
    expect((await change(doctor, 'medicine_intakes', id, { memo: 'x', updated_at })).body.code).toBe('conflict')
    expect((await change(nurse, 'medicine_intakes', id, { ended_on: null })).body.ended_on).toBe(null)
  })
})

test('supplement intakes have a catalogue id or a free name', async () => {
  const [{ id: supplement_id }] = (await doctor.get('/api/supplements?q=epa')).body.items
  const { body } = await add(nurse, 'supplement_intakes', { supplement_id, started_on: '2025-11' })
  expect(body).toMatchObject({ supplement_id, name: null, started_on: '2025-11', ended_on: null })
  expect((await add(nurse, 'supplement_intakes', { name: '青汁' })).body).toMatchObject({ supplement_id: null, name: '青汁' })
  expect(Object.keys((await add(nurse, 'supplement_intakes', { supplement_id, name: '青汁' })).body.fields)).toEqual(['supplement_id'])
  const english = (await hanako.get(`/api/supplement_intakes?user_id=${hanako.id}&include[]=supplement`, { headers: { 'accept-language': 'en' } })).body.items
  expect(english.map((item: { supplement: { display_name: string } | null }) => item.supplement?.display_name)).toEqual(['EPA and DHA 1000 mg', undefined])
})

test.each(['medicine_intakes', 'supplement_intakes'])('%s cannot be read by other patients, and only clinicians can change or delete them', async (name) => {
  const [{ id }] = await list(hanako, name)
  expect((await taro.get(`/api/${name}?user_id=${hanako.id}`)).status).toBe(404)
  const { concierge, trainer, observer } = testApp.staff
  for (const member of [hanako, taro, concierge, trainer, observer]) {
    expect((await change(member, name, id, { ended_on: '2026-01-01' })).status).toBe(403)
    expect((await member.request('DELETE', `/api/${name}/${id}`)).status).toBe(403)
  }
  expect((await doctor.request('DELETE', `/api/${name}/${id}`)).status).toBe(204)
  expect((await doctor.request('DELETE', `/api/${name}/${id}`)).status).toBe(404)
})
