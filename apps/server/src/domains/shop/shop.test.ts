import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lockRow, waitForLocks } from '../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { loadReference } from '../../reference/load.ts'

let testApp: TestApp
let hanako: Member, taro: Member
let ids: Record<string, number>

beforeAll(async () => {
  testApp = await openTestApp()
  ;({ hanako, taro } = testApp)
  const { items } = (await hanako.get('/api/shop/products')).body as { items: { id: number; name: string }[] }
  ids = Object.fromEntries(items.map(({ id, name }) => [name, id]))
})
beforeEach(async () => {
  await testApp.context.db.execute(sql`delete from carts`)
  await testApp.context.db.execute(sql`update products set stock = null, is_active = true`)
})

const post = (member: Member, path: string, body: object = {}) => member.request('POST', `/api/shop/${path}`, { body })
const add = (member: Member, product: string, quantity?: number) => post(member, 'cart_items', { product_id: ids[product], quantity })
const itemsOf = async (member: Member) => (await member.get('/api/shop/cart_items?include=product')).body.items
const quantitiesOf = async (member: Member) =>
  (await itemsOf(member)).map(({ product, quantity }: { product: { name: string }; quantity: number }) => [product.name, quantity])
const calculate = async (member: Member, query = '') => (await member.get(`/api/shop/cart_calculations${query}`)).body
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('products are found by kana, romaji, English and Korean; texts are in the language of the request', async () => {
  const search = async (q: string) => (await hanako.get(`/api/shop/products?q=${encodeURIComponent(q)}`)).body.items.map(({ name }: { name: string }) => name)
  for (const q of ['けつあつけい', 'ketsuatsukei', 'blood pressure', '혈압계', '血圧計']) expect(await search(q)).toEqual(['bp_monitor'])
  expect(await search('検査キット 血糖')).toEqual(['kit_lipid_glucose'])
  expect([await search('・'), await search('ありえない商品')]).toEqual([[], []])
  const { body } = await hanako.get(`/api/shop/products/${ids.kit_lipid_glucose}`, { headers: { 'accept-language': 'en' } })
  expect(body).toMatchObject({
    price: 6800,
    price_with_tax: 7480,
    tax_rate: 10,
    stock: null,
    category: { display_name: 'Test kits' },
    reason: 'To follow lipids and blood sugar until the next checkup.',
  })
  await testApp.context.db.execute(sql`update products set is_active = false where name = 'bp_monitor'`)
  expect(await search('血圧計')).toEqual([])
  expect((await hanako.get(`/api/shop/products/${ids.bp_monitor}`)).status).toBe(404)
})

test('a cart adds, changes and removes items and calculates them with the coupon', async () => {
  expect((await add(hanako, 'vitamin_d3_25', 2)).status).toBe(201)
  await add(hanako, 'vitamin_d3_25')
  await post(hanako, 'cart_items/bulk', { items: [{ product_id: ids.kit_fecal }, { product_id: ids.kit_fecal, quantity: 2 }] })
  expect(await quantitiesOf(hanako)).toEqual([
    ['vitamin_d3_25', 3],
    ['kit_fecal', 3],
  ])
  const [vitamin, kit] = await itemsOf(hanako)
  const put = (body: object) => hanako.request('PUT', `/api/shop/cart_items/${kit.id}`, { body })
  expect((await put({ quantity: 1, updated_at: kit.updated_at })).body).toMatchObject({ quantity: 1 })
  expect(code(await put({ quantity: 2, updated_at: kit.updated_at }))).toEqual([409, 'conflict'])
  // 3 × 1,598 yen with 8 % and 3,080 yen with 10 %: 500 × 4,794 ÷ 7,874 = 304.4 yen of the discount are at 8 %
  expect(await calculate(hanako, '?coupon_code=Welcome_500')).toMatchObject({
    subtotal: 7874,
    discount: 500,
    delivery_fee: 660,
    missing_for_free_delivery: 2126,
    taxes: [
      { tax_rate: 8, amount: 4490, tax: 332 },
      { tax_rate: 10, amount: 3544, tax: 322 },
    ],
    total: 8034,
    coupon: { name: 'welcome_500', display_name: 'はじめての方 500円引き' },
    coupon_refusal: null,
  })
  expect((await hanako.request('DELETE', `/api/shop/cart_items/${vitamin.id}`)).status).toBe(204)
  expect((await hanako.request('DELETE', `/api/shop/cart_items/${kit.id}`)).status).toBe(204)
  expect(await calculate(hanako)).toMatchObject({ lines: [], subtotal: 0, delivery_fee: 0, total: 0, taxes: [] })
})

test('a product that is no longer sold stays in the cart and is left out of the amounts', async () => {
  await post(hanako, 'cart_items/bulk', { items: [{ product_id: ids.eaa }, { product_id: ids.coq10 }] })
  await testApp.context.db.execute(sql`update products set is_active = false where name = 'eaa'`)
  expect((await itemsOf(hanako)).map(({ product }: { product: { is_active: boolean } }) => product.is_active)).toEqual([false, true])
  expect((await calculate(hanako)).lines.map(({ product_id }: { product_id: number }) => product_id)).toEqual([ids.coq10])
})

test('prices of clients are refused, and so are impossible quantities, missing stock and unknown products', async () => {
  const item = { product_id: ids.eaa }
  for (const body of [
    { ...item, price: 1 },
    { ...item, amount: 1 },
    { ...item, user_id: taro.id },
  ])
    expect(code(await post(hanako, 'cart_items', body))).toEqual([400, 'unknown_parameter'])
  for (const quantity of [0, -1, 100, 10_000])
    expect((await add(hanako, 'eaa', quantity)).body).toMatchObject({ code: 'invalid', fields: { quantity: [expect.any(String)] } })
  expect((await add(hanako, 'eaa', 1.5)).status).toBe(400)
  await add(hanako, 'eaa', 60)
  expect((await add(hanako, 'eaa', 40)).body.fields).toEqual({ quantity: ['値が大きすぎます。'] })
  await testApp.context.db.execute(sql`update products set stock = case name when 'eaa' then 61 when 'coq10' then 0 end`)
  expect((await add(hanako, 'eaa', 2)).body).toMatchObject({ code: 'stock_insufficient', error: '在庫が足りません。残りは61点です。' })
  expect(code(await add(hanako, 'eaa', 1))).toEqual([201, undefined])
  expect(code(await add(hanako, 'coq10'))).toEqual([422, 'out_of_stock'])
  await testApp.context.db.execute(sql`update products set is_active = false where name = 'lutein'`)
  // all or none: the first product of a rejected call is not added
  expect(code(await post(hanako, 'cart_items/bulk', { items: [{ product_id: ids.iron_10 }, { product_id: ids.lutein }] }))).toEqual([422, 'product_not_sold'])
  expect(code(await post(hanako, 'cart_items', { product_id: 8_888_888 }))).toEqual([422, 'product_not_sold'])
  expect(await quantitiesOf(hanako)).toEqual([['eaa', 61]])
})

test('the item of another patient or of an ordered cart is not found; an administrator reads the cart of a named patient', async () => {
  const { id } = (await add(hanako, 'eaa')).body
  await add(taro, 'coq10')
  for (const method of ['PUT', 'DELETE'] as const)
    expect(code(await taro.request(method, `/api/shop/cart_items/${id}`, method === 'PUT' ? { body: { quantity: 5 } } : {}))).toEqual([404, 'not_found'])
  const { admin, concierge } = testApp.staff
  expect((await admin.get(`/api/shop/cart_items?user_id=${hanako.id}`)).body.items).toMatchObject([{ id, quantity: 1 }])
  expect((await admin.get(`/api/shop/cart_calculations?user_id=${hanako.id}`)).body).toMatchObject({ subtotal: 3758 })
  expect((await admin.get('/api/shop/cart_items')).body).toMatchObject({ code: 'invalid', fields: { user_id: ['入力してください。'] } })
  expect((await concierge.get(`/api/shop/cart_items?user_id=${hanako.id}`)).status).toBe(403)
  await testApp.context.db.execute(sql`update carts set status = 'ordered' where user_id = ${hanako.id}`)
  await add(hanako, 'coq10')
  expect((await hanako.request('PUT', `/api/shop/cart_items/${id}`, { body: { quantity: 5 } })).status).toBe(404)
  expect(await quantitiesOf(hanako)).toEqual([['coq10', 1]])
})

test('if two windows add the same product at the same moment, both quantities count', async () => {
  await add(hanako, 'eaa')
  const release = await lockRow(testApp.context, sql`carts where user_id = ${hanako.id} and status = 'open'`)
  const adding = [add(hanako, 'eaa', 2), add(hanako, 'eaa', 3)]
  await waitForLocks(testApp.context, 2)
  await release()
  expect((await Promise.all(adding)).map(({ status }) => status)).toEqual([201, 201])
  expect(await quantitiesOf(hanako)).toEqual([['eaa', 6]])
})

test('if two windows open the cart at the same moment, one cart is made', async () => {
  const opening = testApp.context.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`insert into carts (user_id) values (${taro.id}) returning id::int`)
    const waiting = [post(taro, 'carts'), add(taro, 'eaa')]
    await waitForLocks(testApp.context, 2)
    return { id: rows[0]!.id, waiting }
  })
  const { id, waiting } = await opening
  const [opened, added] = await Promise.all(waiting)
  expect([opened!.body.id, added!.body.cart_id]).toEqual([id, id])
  expect((await post(taro, 'carts')).body.id).toBe(id)
})

test('a coupon is refused when it is entered, with the reason', async () => {
  const { db } = testApp.context
  const check = async (name: string) => (await hanako.get(`/api/shop/coupons/valid?coupon_code=${name}`)).body
  await add(hanako, 'vitamin_d3_25')
  await db.execute(sql`update coupons set valid_from = '2020-01-01', valid_to = '2099-12-31'`)
  expect(await check('nothing')).toMatchObject({ code: 'coupon_unknown' })
  expect(await check('spring_10')).toMatchObject({ code: 'coupon_minimum_not_reached', error: 'このクーポンは、あと1,402円で使えます（対象商品の税込合計）。' })
  expect(await check('kit_1000')).toMatchObject({ code: 'coupon_other_products' })
  expect(await check('WINTER_VITAMIN_20')).toMatchObject({
    coupon: { name: 'winter_vitamin_20', product_ids: expect.arrayContaining([ids.vitamin_d3_25]) },
    discount: 319,
  })
  await db.execute(sql`update coupons set used_count = total_limit where name = 'winter_vitamin_20'`)
  expect(await check('winter_vitamin_20')).toMatchObject({ code: 'coupon_used_up' })
  await db.execute(sql`update coupons set valid_to = '2026-05-31' where name = 'spring_10'`)
  expect(await check('spring_10')).toMatchObject({ code: 'coupon_expired', error: 'このクーポンは2026.05.31で終了しました。' })
  await db.execute(sql`update coupons set valid_from = '2099-01-01' where name = 'kit_1000'`)
  expect(await check('kit_1000')).toMatchObject({ code: 'coupon_not_yet_valid', error: 'このクーポンは2099.01.01から使えます。' })
  // a refused coupon does not keep the amounts from being calculated
  expect(await calculate(hanako, '?coupon_code=welcome_500')).toMatchObject({
    discount: 0,
    total: 2258,
    coupon: null,
    coupon_refusal: { reason: 'minimum_not_reached', missing: 402, text: 'このクーポンは、あと402円で使えます（対象商品の税込合計）。' },
  })
})

test('a use of a coupon counts for the patient until it is given back', async () => {
  const { db } = testApp.context
  await db.execute(sql`update coupons set valid_from = null, valid_to = null where name = 'welcome_500'`)
  await add(hanako, 'kit_sleep')
  const check = async () => (await hanako.get('/api/shop/coupons/valid?coupon_code=welcome_500')).body
  expect(await check()).toMatchObject({ discount: 500 })
  await db.execute(sql`
    with placed as (
      insert into orders (user_id, subtotal, delivery_fee, taxes, total, recipient_name, address) values (${hanako.id}, 0, 0, '[]', 0, '花子', '{}') returning id
    ) insert into coupon_uses (coupon_id, user_id, order_id) select c.id, ${hanako.id}, placed.id from coupons c, placed where c.name = 'welcome_500'`)
  expect(await check()).toMatchObject({ code: 'coupon_used_by_person' })
  await db.execute(sql`update coupon_uses set status = 'given_back'`)
  expect(await check()).toMatchObject({ discount: 500 })
})

test('staff recommend products, and the patient can put them all into the cart with one call', async () => {
  const { nutritionist, doctor, observer } = testApp.staff
  const recommend = (member: Member, product: string, reason: string) =>
    post(member, 'recommendations', { patient_id: hanako.id, product_id: ids[product], reason })
  const { id } = (await recommend(nutritionist, 'vitamin_d3_25', ' 魚が少ないため ')).body
  await recommend(doctor, 'vitamin_d3_25', '前回の値が低いため')
  await recommend(nutritionist, 'coq10', '肉が少ないため')
  expect((await recommend(nutritionist, 'vitamin_d3_25', '日光が少ないため')).body).toMatchObject({ id, reason: '日光が少ないため' })
  expect((await recommend(observer, 'eaa', 'x')).status).toBe(403)
  expect((await recommend(nutritionist, 'eaa', ' ')).body.fields).toEqual({ reason: ['入力してください。'] })
  const list = async (member: Member) => (await member.get(`/api/shop/recommendations?patient_id=${hanako.id}&include=product`)).body
  expect((await list(hanako)).items).toMatchObject([
    { reason: '肉が少ないため', product: { name: 'coq10' }, recommender: { id: nutritionist.id, role: 'nutritionist' } },
    { reason: '前回の値が低いため', recommender: { id: doctor.id } },
    { id, reason: '日光が少ないため', product: { name: 'vitamin_d3_25' } },
  ])
  expect((await list(taro)).code).toBe('not_found')

  await add(hanako, 'coq10', 4)
  await testApp.context.db.execute(sql`update products set stock = 0 where name = 'coq10'`)
  const all = await post(hanako, 'cart_items/create_from_recommendations')
  expect(all.body.items).toMatchObject([{ product_id: ids.vitamin_d3_25, quantity: 1, recommendation_id: expect.any(Number) }])
  // a repeated call adds nothing
  await post(hanako, 'cart_items/create_from_recommendations', { recommendation_ids: [id] })
  expect(await quantitiesOf(hanako)).toEqual([
    ['coq10', 4],
    ['vitamin_d3_25', 1],
  ])
  expect(code(await post(taro, 'cart_items/create_from_recommendations', { recommendation_ids: [id] }))).toEqual([404, 'not_found'])
  expect((await nutritionist.request('PUT', `/api/shop/recommendations/${id}`, { body: { reason: '冬の間だけ' } })).body).toMatchObject({
    reason: '冬の間だけ',
  })
  expect((await nutritionist.request('DELETE', `/api/shop/recommendations/${id}`)).status).toBe(204)
  expect((await list(hanako)).items).toHaveLength(2)
})

test('a patient can decline a recommendation, unless it was renewed since, with a text for staff, and undo this; staff can correct passed products', async () => {
  const { nutritionist, doctor } = testApp.staff
  const recommend = (reason: string) => post(nutritionist, 'recommendations', { patient_id: taro.id, product_id: ids.eaa, reason })
  const { body: made } = await recommend('筋肉のため')
  expect(made).toMatchObject({ declined_at: null, declined_words: '' })
  const path = `/api/shop/recommendations/${made.id}/declined`
  const decline = (member: Member, words: string) => member.request('PUT', path, { body: { words } })
  expect(code(await decline(hanako, ''))).toEqual([404, 'not_found'])
  expect((await decline(nutritionist, '')).status).toBe(403)
  expect((await decline(taro, ' 味が苦手です ')).body).toMatchObject({
    declined_at: expect.any(String),
    declined_words: '味が苦手です',
    updated_at: made.updated_at,
  })
  const shown = async (member: Member) => (await member.get(`/api/shop/recommendations?patient_id=${taro.id}`)).body.items[0]
  expect(await shown(doctor)).toMatchObject({ declined_words: '味が苦手です' })
  expect((await post(taro, 'cart_items/create_from_recommendations')).body.items).toEqual([])
  expect((await taro.request('DELETE', path)).body).toMatchObject({ declined_at: null, declined_words: '' })
  await decline(taro, '')
  const { body: renewed } = await recommend('味が変わりました')
  expect(renewed).toMatchObject({ id: made.id, declined_at: null, earlier_declines: [{ declined_at: expect.any(String), declined_words: '' }] })
  const declineRead = (updated_at: string) => taro.request('PUT', path, { body: { words: '', updated_at } })
  expect(code(await declineRead(made.updated_at))).toEqual([409, 'conflict'])
  expect(await shown(taro)).toMatchObject({ declined_at: null, updated_at: renewed.updated_at })
  expect((await declineRead(renewed.updated_at)).body).toMatchObject({ declined_at: expect.any(String) })

  const { body: passed } = await post(nutritionist, 'passed_products', { patient_id: taro.id, product_id: ids.coq10, reason: '薬と重なる' })
  const passedPath = `/api/shop/passed_products/${passed.id}`
  const correct = (member: Member, updated_at: string) => member.request('PUT', passedPath, { body: { reason: '薬と間隔を取れない', updated_at } })
  expect((await correct(doctor, passed.updated_at)).body).toMatchObject({ reason: '薬と間隔を取れない', passed_by: { id: nutritionist.id } })
  expect((await correct(doctor, passed.updated_at)).status).toBe(409)
  expect([(await taro.request('DELETE', passedPath)).status, (await doctor.request('DELETE', passedPath)).status]).toEqual([403, 204])
  expect((await doctor.get(`/api/shop/passed_products?patient_id=${taro.id}`)).body.items).toEqual([])
})

test('a new version of the reference data keeps the stock and what an administrator edited, and takes removed rows out of sale', async () => {
  const { db } = testApp.context
  await db.execute(sql`update products set stock = 7, price = 1 where name = 'eaa'`)
  await db.execute(sql`update products set price = 2, is_edited = true where name = 'coq10'`)
  await db.execute(sql`update coupons set min_sum = 99, is_edited = true where name = 'salt_300'`)
  await db.execute(sql`delete from coupon_products where coupon_id = (select id from coupons where name in ('salt_300'))`)
  await db.execute(
    sql`insert into products (name, category_id, name_ja, name_en, name_kr, price, tax_rate) select 'old', min(id), '旧商品', '', '', 1, 8 from product_categories`,
  )
  await db.execute(sql`update reference_versions set hash = '' where name in ('products', 'coupons')`)
  await loadReference(db)
  const { rows } = await db.execute(sql`select name, price, stock, is_active from products where name in ('eaa', 'coq10', 'old') order by name`)
  expect(rows).toEqual([
    { name: 'coq10', price: 2, stock: null, is_active: true },
    { name: 'eaa', price: 3480, stock: 7, is_active: true },
    { name: 'old', price: 1, stock: null, is_active: false },
  ])
  const { rows: edited } = await db.execute(
    sql`select c.name, c.min_sum, (select count(*)::int from coupon_products p where p.coupon_id = c.id) as products from coupons c where c.name in ('salt_300', 'kit_1000') order by c.name`,
  )
  expect(edited).toEqual([
    { name: 'kit_1000', min_sum: 5000, products: 4 },
    { name: 'salt_300', min_sum: 99, products: 0 },
  ])
})
