import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member, doctor: Member, nurse: Member
let diabetes: number, dyslipidemia: number

const names = async (query: string) =>
  (await doctor.get(`/api/diseases?q[name_cont]=${encodeURIComponent(query)}`)).body.items.map((disease: { name_local: string }) => disease.name_local)
const idOf = async (name: string) => (await doctor.get(`/api/diseases?name=${encodeURIComponent(name)}`)).body.items[0].id
const add = (member: Member, body: object) =>
  member.request('POST', '/api/assessments', { body: { user_id: hanako.id, disease_id: diabetes, kind: 'problem', ...body } })
const change = (member: Member, id: number, body: object) => member.request('PUT', `/api/assessments/${id}`, { body })
const list = async (member: Member, query = '') => (await member.get(`/api/assessments?user_id=${hanako.id}${query}`)).body.items

beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-20T16:00:00Z') } })
  ;({ hanako, taro } = testApp)
  ;({ doctor, nurse } = testApp.staff)
  await loadReference(testApp.context.db)
  diabetes = await idOf('Type 2 diabetes')
  dyslipidemia = await idOf('Dyslipidemia')
})

describe('diseases', () => {
  test('are found by `q` as by `q[name_cont]`, and by id', async () => {
    const { body } = await doctor.get(`/api/diseases?q=${encodeURIComponent('糖尿')}`)
    expect(body.items.map(({ name_local }: { name_local: string }) => name_local)).toEqual(await names('糖尿'))
    expect(body.items.length).toBeGreaterThan(0)
    for (const parameter of ['q[id_eq]', 'q[id_in][]'])
      expect((await doctor.get(`/api/diseases?${parameter}=${diabetes}`)).body.items.map(({ id }: { id: number }) => id)).toEqual([diabetes])
  })

  test('are found by parts of their name in kanji, kana, romaji, English and Korean', async () => {
    for (const query of ['糖尿', 'とうにょう', 'トウニョウ', 'tounyou', 'tonyo', 'diabetes', 'DIABETES', '２型', '당뇨'])
      expect(await names(query), query).toContain('2型糖尿病')
    for (const [query, name] of [
      ['骨粗しょう症', '骨粗鬆症'],
      ['乳癌', '乳がん'],
      ['鬱', 'うつ病'],
      ['SAS', '睡眠時無呼吸症候群'],
      ['NAFLD', '脂肪肝（MASLD）'],
      ['stroke', '脳梗塞'],
      ['high blood pressure', '高血圧症'],
      ['E11', '2型糖尿病'],
    ] as const)
      expect(await names(query), query).toContain(name)
    expect((await names('うつ'))[0]).toBe('うつ病')
    expect(await names('2型 糖尿')).toEqual(['2型糖尿病'])
    expect(await names('心')).toContain('心房細動')
    expect(await names('%')).toEqual([])
    expect(await names('・')).toEqual([])
    expect((await names('')).length).toBe(120)
  })
  test('include indicators, prevention plans and risks on request only', async () => {
    const plain = (await doctor.get(`/api/diseases/${dyslipidemia}`)).body
    expect(Object.keys(plain)).not.toContain('indicators')
    const { indicators, prevent_plans, disease_risks, ...rest } = (
      await doctor.get(`/api/diseases/${dyslipidemia}?include=indicators,prevent_plans,disease_risks`)
    ).body
    expect(rest).toEqual(plain)
    expect(plain).toMatchObject({
      name: 'Dyslipidemia',
      name_local: '脂質異常症',
      display_name: '脂質異常症',
      kind: 'metabolic',
      danger_level: 3,
      text_language: 'ja',
    })
    expect(indicators[0]).toMatchObject({ type: 'numeric_test_result_category', name: 'ldl_cholesterol', display_name: 'LDLコレステロール', priority: 1 })
    expect(indicators.map((indicator: { priority: number }) => indicator.priority)).toEqual(
      indicators.map((indicator: { priority: number }) => indicator.priority).toSorted(),
    )
    expect(prevent_plans[0]).toMatchObject({ kind: 'meal', title: '脂の種類を変える' })
    expect(disease_risks).toContainEqual({ type: 'disease', id: await idOf('Obesity'), display_name: '肥満症', weight: 2, min_age: null, sex: null })
  })
  test('use the request’s language, or Japanese if a text is missing', async () => {
    const read = async (language: string) =>
      (await doctor.get(`/api/diseases/${dyslipidemia}?include=prevent_plans`, { headers: { 'accept-language': language } })).body
    expect(await read('en')).toMatchObject({ display_name: 'Dyslipidemia', text_language: 'en' })
    expect((await read('en')).prevent_plans[0].title).toBe('Change the type of fat')
    expect(await read('ko')).toMatchObject({ display_name: '이상지질혈증', text_language: 'ja' })
    expect((await read('ko')).prevent_plans[0].title).toBe('脂の種類を変える')
  })
  test('missing from the catalogue can be added; the same name in another spelling is rejected', async () => {
    const body = { name: 'Achalasia', name_ja: '食道アカラシア' }
    const { status, body: added } = await nurse.request('POST', '/api/diseases', { body })
    expect({ status, added }).toMatchObject({ status: 201, added: { name: 'Achalasia', name_local: '食道アカラシア', kind: 'other', danger_level: null } })
    expect(await names('あからしあ')).toEqual(['食道アカラシア'])
    expect((await names('')).at(-1)).toBe('食道アカラシア')
    const repeated = await doctor.request('POST', '/api/diseases', { body: { name: ' ＡＣＨＡＬＡＳＩＡ ', name_ja: '食道ｱｶﾗｼｱ' } })
    expect(repeated.status).toBe(422)
    expect(Object.keys(repeated.body.fields)).toEqual(['name', 'name_ja'])
    expect((await doctor.request('POST', '/api/diseases', { body: { name: '  ', name_ja: 'あ' } })).body.fields).toHaveProperty('name')
    const responses = await Promise.all(
      [1, 2, 3].map(() => doctor.request('POST', '/api/diseases', { body: { name: 'Chagas disease', name_ja: 'シャーガス病' } })),
    )
    expect(responses.map((response) => response.status).toSorted()).toEqual([201, 422, 422])
  })
  test('with 癌 in the name are found by 癌 and by がん', async () => {
    await nurse.request('POST', '/api/diseases', { body: { name: 'Cholangiocarcinoma', name_ja: '胆管癌' } })
    expect([await names('胆管癌'), await names('胆管がん')]).toEqual([['胆管癌'], ['胆管癌']])
  })
})

describe('assessments', () => {
  test('can be added and solved by a doctor, reopened by a nurse and read by the patient', async () => {
    const { status, body } = await add(doctor, {
      memo: '  HbA1c 6.8\r\n食事から  ',
      conducted_on: '2026-11-01',
      reasons_attributes: [{ id: 1, type: 'numeric_test_result_category' }],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: hanako.id,
      disease_id: diabetes,
      kind: 'problem',
      memo: 'HbA1c 6.8\n食事から',
      conducted_on: '2026-11-01',
      solved_on: null,
      reasons: [{ id: 1, type: 'numeric_test_result_category' }],
    })
    expect((await change(doctor, body.id, { solved_on: '2026-11-21' })).body).toMatchObject({ solved_on: '2026-11-21', memo: 'HbA1c 6.8\n食事から' })
    expect((await change(nurse, body.id, { solved_on: null })).body.solved_on).toBeNull()
    expect(await list(hanako, '&include=disease')).toMatchObject([{ id: body.id, disease: { name_local: '2型糖尿病' } }])
    expect(await list(doctor, `&disease_id=${dyslipidemia}`)).toEqual([])
    expect((await change(doctor, body.id, { reasons_attributes: [{ id: 1, type: 'numeric_test_result_category', _destroy: true }] })).body.reasons).toEqual([])
  })
  test('use today in Tokyo if no date is given', async () => {
    expect((await add(doctor, { kind: 'high_risk' })).body.conducted_on).toBe('2026-11-21')
  })
  test('of the same disease and kind can be open only once, also under concurrent requests', async () => {
    expect((await add(nurse, { kind: 'high_risk' })).body).toMatchObject({ code: 'invalid', fields: { disease_id: [expect.any(String)] } })
    const responses = await Promise.all([1, 2, 3, 4].map(() => add(doctor, { disease_id: dyslipidemia, kind: 'suspect' })))
    expect(responses.map((response) => response.status).toSorted()).toEqual([201, 422, 422, 422])
    const { id } = responses.find((response) => response.status === 201)!.body
    expect((await change(doctor, id, { solved_on: '2026-11-21' })).status).toBe(200)
    expect((await add(doctor, { disease_id: dyslipidemia, kind: 'suspect' })).status).toBe(201)
    expect((await change(doctor, id, { solved_on: null })).status).toBe(422)
  })
  test('with an invalid date, disease or reason are rejected with an error for the field, and nothing changes', async () => {
    const before = await list(doctor)
    const fieldsOf = async (body: object) => Object.keys((await add(doctor, { kind: 'suspect', ...body })).body.fields)
    expect(await fieldsOf({ conducted_on: '2026-11-22' })).toEqual(['conducted_on'])
    expect(await fieldsOf({ conducted_on: '1968-03-13' })).toEqual(['conducted_on'])
    expect(await fieldsOf({ disease_id: 9_999_999 })).toEqual(['disease_id'])
    expect(await fieldsOf({ reasons_attributes: [{ id: 9_999_999, type: 'symptom_category' }] })).toEqual(['reasons_attributes'])
    const [{ id }] = before
    expect(Object.keys((await change(doctor, id, { solved_on: '2026-11-22' })).body.fields)).toEqual(['solved_on'])
    expect(Object.keys((await change(doctor, id, { conducted_on: '2026-11-20', solved_on: '2026-11-19' })).body.fields)).toEqual(['solved_on'])
    expect(await list(doctor)).toEqual(before)
  })
  test('that somebody else changed meanwhile are not changed: the call gets a conflict', async () => {
    const [{ id, updated_at, memo }] = await list(doctor)
    expect((await change(nurse, id, { memo: '看護師の版', updated_at })).status).toBe(200)
    expect((await change(doctor, id, { memo: '医師の版', updated_at })).body.code).toBe('conflict')
    expect((await list(doctor)).find((item: { id: number }) => item.id === id).memo).toBe('看護師の版')
    expect(memo).not.toBe('看護師の版')
  })
  test('cannot be written by patients or by staff without the permission, nor read by other patients', async () => {
    const { observer, concierge, trainer, nutritionist } = testApp.staff
    for (const member of [hanako, taro, observer, concierge, trainer, nutritionist]) expect((await add(member, {})).status).toBe(403)
    expect((await taro.get(`/api/assessments?user_id=${hanako.id}`)).status).toBe(404)
    expect((await add(doctor, { user_id: doctor.id })).status).toBe(404)
    expect((await change(doctor, 9_999_999, { solved_on: null })).status).toBe(404)
  })
})
