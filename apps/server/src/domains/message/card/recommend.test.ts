import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
const idByName = new Map<string, number>()
beforeAll(async () => {
  testApp = await openTestApp()
  const { body } = await testApp.staff.nurse.get('/api/shop/products')
  for (const { id, name } of body.items) idByName.set(name, id)
})
const productId = (name: string) => idByName.get(name)!
const post = async (role: 'doctor' | 'nutritionist', body: object) =>
  (await testApp.staff[role].request('POST', '/api/shop/recommendations', { body: { patient_id: testApp.hanako.id, ...body } })).body
const take = (body: object) => testApp.staff.nurse.request('POST', '/api/medicine_intakes', { body: { user_id: testApp.hanako.id, name: null, ...body } })
const medicineId = async (q: string) => (await testApp.staff.nurse.get(`/api/medicines?q=${encodeURIComponent(q)}`)).body.items[0].id
const checkOf = async (name: string) => {
  const { body } = await testApp.staff.nutritionist.get(`/api/shop/product_checks?patient_id=${testApp.hanako.id}`)
  return { ...body.items.find(({ product_id }: { product_id: number }) => product_id === productId(name)), records: body.records }
}

test('a product is checked against what the patient takes today; one that needs a doctor is recommended by a doctor who saw all findings', async () => {
  const { hanako } = testApp
  await take({ medicine_id: await medicineId('ワルファリン') })
  await take({ medicine_id: await medicineId('アムロジピン'), ended_on: '2020-01-01' })
  const check = await checkOf('epa_dha')
  expect(check).toMatchObject({ needs_doctor: true, is_known: true, findings: [{ kind: 'medicine', level: 'doctor', effect: 'bleeding' }] })
  expect(check.records.map(({ name }: { name: string }) => name)).toEqual(['ワルファリン'])
  const epa = { product_id: productId('epa_dha'), reason: '魚をあまり食べないため' }
  expect(await post('nutritionist', epa)).toMatchObject({ code: 'product_needs_doctor' })
  expect(await post('doctor', { ...epa, seen_findings: [] })).toMatchObject({ code: 'findings_changed' })
  const key = `medicine:${check.findings[0].record_id}:doctor`
  expect(await post('doctor', { ...epa, seen_findings: [key] })).toMatchObject({ product_id: epa.product_id })
  const own = (await hanako.get(`/api/shop/recommendations?patient_id=${hanako.id}&include[]=findings`)).body
  expect(own.items[0].findings).toMatchObject([{ name: 'ワルファリン', level: 'doctor' }])
})

test('a product recommended in the chat can be put into the cart and answers no message; a withdrawn recommendation is not listed; patients cannot read product checks', async () => {
  const { hanako, taro, staff } = testApp
  await testApp.context.db.execute(sql`update message_rooms set unresponded_since = now() where patient_id = ${hanako.id}`)
  const { id } = await post('nutritionist', { product_id: productId('bp_monitor'), reason: '家庭血圧を測りましょう', in_chat: true })
  const { rows } = await testApp.context.db.execute(sql`select unresponded_since from message_rooms where patient_id = ${hanako.id}`)
  expect(rows).toEqual([{ unresponded_since: expect.anything() }])
  const messages = async () => (await hanako.get(`/api/messages?patient_id=${hanako.id}`)).body.items
  expect((await messages()).at(-1)).toMatchObject({ message_type: 'product', body: '家庭血圧を測りましょう', recommendation_id: id })
  expect((await hanako.request('POST', '/api/shop/cart_items/create_from_recommendations', { body: { recommendation_ids: [id] } })).status).toBe(201)
  await staff.nutritionist.request('DELETE', `/api/shop/recommendations/${id}`)
  const rest = (await hanako.get(`/api/shop/recommendations?patient_id=${hanako.id}`)).body.items
  expect(rest.map((item: { id: number }) => item.id)).not.toContain(id)
  expect((await taro.get(`/api/shop/product_checks?patient_id=${taro.id}`)).status).toBe(403)
})

const resultOf = async (user_id: number, test_package_id?: number) => {
  const results = [{ category_name: 'ldl_cholesterol', value: 162, recorded_at: '2026-10-14T00:00:00Z' }]
  const { body } = await testApp.staff.nurse.request('POST', '/api/test_results/bulk', {
    body: { user_id, results, ...(test_package_id && { test_package_id }) },
  })
  return body.items[0].result.id as number
}

test('the patient sees the results given as a reason; unreleased results and those of others are refused; the main doctor is notified once', async () => {
  const { hanako, taro, staff } = testApp
  const test_package = { user_id: hanako.id, kind: 'general', suggested_datetimes_attributes: [] }
  const { body: made } = await staff.nurse.request('POST', '/api/test_packages', { body: test_package })
  const own = await resultOf(hanako.id)
  const cuff = { product_id: productId('bp_monitor'), reason: 'コレステロールが高めのため', notify_doctor: true }
  for (const id of [await resultOf(hanako.id, made.id), await resultOf(taro.id)])
    expect(await post('nutritionist', { ...cuff, test_result_ids: [own, id] })).toMatchObject({
      code: 'invalid',
      fields: { test_result_ids: expect.any(Array) },
    })
  await staff.admin.request('POST', '/api/care_people', { body: { user_id: hanako.id, staff_id: staff.doctor.id, main: true } })
  for (const role of ['nutritionist', 'nutritionist', 'doctor'] as const) await post(role, { ...cuff, test_result_ids: [own] })
  const { items } = (await hanako.get(`/api/shop/recommendations?patient_id=${hanako.id}`)).body
  expect(items[0].values).toMatchObject([{ test_result_id: own, value: 162, category: { name: 'ldl_cholesterol' }, recorded_at: '2026-10-14T00:00:00.000Z' }])
  const notices = (await staff.doctor.get('/api/notifications')).body.items.filter(({ kind }: { kind: string }) => kind === 'recommendation')
  expect(notices).toMatchObject([{ patient: { id: hanako.id } }])
})

test('staff can read which products were considered and not recommended; patients cannot', async () => {
  const { hanako, staff } = testApp
  const pass = async (reason: string) =>
    (await staff.nutritionist.request('POST', '/api/shop/passed_products', { body: { patient_id: hanako.id, product_id: productId('dietary_fiber'), reason } }))
      .body
  expect(await pass(' ')).toMatchObject({ code: 'invalid' })
  await pass('薬との間隔を取りにくい')
  await pass('本人が希望しない')
  const path = `/api/shop/passed_products?patient_id=${hanako.id}&include=product`
  const { items } = (await staff.doctor.get(path)).body
  expect(items).toMatchObject([{ reason: '本人が希望しない', passed_by: { id: staff.nutritionist.id }, product: { name: 'dietary_fiber' } }])
  expect((await hanako.get(path)).status).toBe(403)
})

test('after an allergy to a recommended product is recorded, patient and staff get the finding, and the product is not bought with all others', async () => {
  const { hanako, staff } = testApp
  const own = async () => (await hanako.get(`/api/shop/recommendations?patient_id=${hanako.id}&include[]=findings`)).body.items
  const product_id = productId('vitamin_d3_25')
  const { id } = await post('nutritionist', { product_id, reason: '日光に当たる時間が少ないため' })
  const addAll = async () => (await hanako.request('POST', '/api/shop/cart_items/create_from_recommendations', { body: {} })).body.items
  await staff.nurse.request('POST', '/api/allergy_reactions', {
    body: { user_id: hanako.id, kind: 'food', is_occured: true, description: 'ゼラチンでじんましん' },
  })
  const found = (await own()).find((item: { id: number }) => item.id === id).findings
  expect(found).toMatchObject([{ kind: 'allergy', level: 'allergen', allergens: ['gelatin'], name: 'ゼラチンでじんましん' }])
  expect((await addAll()).map((item: { product_id: number }) => item.product_id)).not.toContain(product_id)
})

test('what a patient wrote when declining a product is kept when it is recommended again, which needs that the decline was seen', async () => {
  const { taro, staff } = testApp
  const product = { patient_id: taro.id, product_id: productId('coq10'), reason: '疲れやすいため' }
  const recommend = (role: 'doctor' | 'nutritionist', seen_declined_at: string | null) => post(role, { ...product, seen_declined_at })
  const { id } = await recommend('nutritionist', null)
  const decline = async (words: string): Promise<string> =>
    (await taro.request('PUT', `/api/shop/recommendations/${id}/declined`, { body: { words } })).body.declined_at
  const first = await decline('前に飲んで発疹が出ました')
  // whoever recommends the product has to see the decline
  for (const role of ['nutritionist', 'doctor'] as const) expect(await recommend(role, null)).toMatchObject({ code: 'conflict' })
  const earlier = [{ declined_at: first, declined_words: '前に飲んで発疹が出ました' }]
  expect(await recommend('nutritionist', first)).toMatchObject({ id, declined_at: null, declined_words: '', earlier_declines: earlier })
  expect(await recommend('doctor', null)).toMatchObject({ code: 'conflict' })
  expect(await recommend('nutritionist', first)).toMatchObject({ earlier_declines: earlier })
  await decline('')
  expect(await recommend('nutritionist', first)).toMatchObject({ code: 'conflict' })
  const { items } = (await staff.doctor.get(`/api/shop/recommendations?patient_id=${taro.id}`)).body
  expect(items).toMatchObject([{ id, declined_at: expect.any(String), earlier_declines: earlier }])
})
