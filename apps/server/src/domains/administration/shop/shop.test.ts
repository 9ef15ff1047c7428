import { tokyoDay } from '@sukoyaka/rules/time'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { editingOf } from '../../../../test/editing.ts'
import { formOf } from '../../../../test/form.ts'
import { openTestApp } from '../../../../test/test-app.ts'
import { removeOrphanFiles } from '../../../files/file-rows.ts'
import { deliveryRuleOf } from '../../shop/product-store.ts'

const testApp = await openTestApp()
const { hanako, staff } = testApp
const { admin, reload, firstOf, save, statusAndFields } = editingOf(testApp)
type Row = { id: number; [name: string]: unknown }

test('an administrator changes the stock by a difference, with a reason, so that orders placed meanwhile still count', async () => {
  const { id } = await firstOf('/api/admin/products?visible=true')
  const path = '/api/admin/products'
  const entry = async () => (await admin.get(`${path}/${id}`)).body
  const editable = async () => {
    const { product_category, stock, stock_reason, images, ...row } = await entry()
    return { ...row, stock_change: null, stock_change_reason: '' }
  }
  await save(await editable(), path, { is_stock_counted: false })
  expect(await entry()).toMatchObject({ stock: null })
  expect(await statusAndFields(save(await editable(), path, { is_stock_counted: true, stock_change: 20 }))).toEqual([422, ['stock_change_reason']])
  expect((await save(await editable(), path, { is_stock_counted: true, stock_change: 20, stock_change_reason: '入荷' })).body).toMatchObject({ stock: 20 })
  const opened = await editable()
  await testApp.context.db.execute(sql`update products set stock = stock - 3 where id = ${id}`)
  expect((await save(opened, path, { stock_change: -2, stock_change_reason: '破損' })).body).toMatchObject({ stock: 15, stock_reason: '破損' })
  expect((await save(opened, path, { price_without_tax: 1 })).status).toBe(409)
  expect(await statusAndFields(save(await editable(), path, { stock_change: -16, stock_change_reason: '棚卸' }))).toEqual([422, ['stock_change']])
  const shown = async () => (await hanako.get(`/api/shop/products/${id}`)).status
  expect(await shown()).toBe(200)
  const hidden = (await save(await editable(), path, { visible: false, name_ja: '隠した商品', name_kana: 'カクシタ' })).body
  expect([hidden.name_kana, await shown()]).toEqual(['かくした', 404])
  await reload('products')
  expect(await entry()).toEqual(hidden)
  expect((await admin.get(`${path}?q=${encodeURIComponent('かくし')}`)).body.items).toMatchObject([{ id }])
})

test('products are found by the new name of their category, and their images can be reordered unless somebody changed them', async () => {
  const path = '/api/admin/product_categories'
  const [category] = (await admin.get(`${path}?q=${encodeURIComponent('サプリ')}`)).body.items
  const found = async (q: string) => (await hanako.get(`/api/shop/products?q=${encodeURIComponent(q)}&include=category`)).body.items
  expect(await found('滋養')).toEqual([])
  const { product_count, ...input } = category
  expect((await save(input, path, { name_ja: '滋養のもの' })).body).toMatchObject({ name_ja: '滋養のもの', product_count })
  expect(await found('滋養')).toHaveLength(product_count)
  expect((await save(input, path, { name_ja: '別' })).status).toBe(409)
  const { body: added } = await admin.post(path, { name_ja: '睡眠', name_en: '', name_kr: '', sort_number: 1 })
  expect(added).toMatchObject({ name_ja: '睡眠', product_count: 0 })
  await reload('products')
  expect((await admin.get(`${path}/${category.id}`)).body.name_ja).toBe('滋養のもの')

  const [product] = await found('滋養')
  await testApp.context.db.execute(sql`update products set images = '{/a.svg,/b.svg}' where id = ${product.id}`)
  const order = async (images: string[]) => {
    const { status, body } = await admin.put(`/api/admin/products/${product.id}/images`, { images })
    return [status, status === 200 ? body.images : body.code]
  }
  expect(await order(['/b.svg', '/a.svg'])).toEqual([200, ['/b.svg', '/a.svg']])
  for (const images of [['/a.svg'], ['/a.svg', '/a.svg'], ['/a.svg', '/c.svg'], []]) expect(await order(images)).toEqual([409, 'conflict'])
})

test('the code and the discount of a used coupon cannot change, but the limits of its use can', async () => {
  const path = '/api/admin/coupons'
  const product = await firstOf('/api/admin/products?visible=true')
  const input = {
    ...{ code: 'TAMESHI', name_ja: 'お試し', name_en: '', name_kr: '', discount_kind: 'percentage', discount_value: 10, max_discount: 500, min_sum: 0 },
    ...{ product_ids: [product.id], starts_on: '2026-01-01', ends_on: '2026-12-31', total_limit: 10, per_person_limit: 1, is_active: true, sort_number: 1 },
  }
  const { body } = await admin.post(path, input)
  expect(body).toMatchObject({ ...input, used_count: 0 })
  expect(await statusAndFields(admin.post(path, { ...input, code: 'tameshi', discount_value: 101, ends_on: '2025-12-31' }))).toEqual([
    422,
    ['code', 'discount_value', 'ends_on'],
  ])
  const { used_count: _, ...row } = (await save(withoutCount(body), path, { discount_value: 15 })).body
  await testApp.context.db.execute(sql`update coupons set used_count = 1 where id = ${body.id}`)
  expect(await statusAndFields(save(row, path, { code: 'OTHER', discount_value: 20 }))).toEqual([422, ['code', 'discount_value']])
  expect((await save(row, path, { total_limit: 20, product_ids: [] })).body).toMatchObject({
    discount_value: 15,
    total_limit: 20,
    product_ids: [],
    used_count: 1,
  })
})

test('a delivery rule applies from its start on, and then its start cannot change', async () => {
  const path = '/api/admin/delivery_rules'
  const [first] = (await admin.get(path)).body.items
  expect(first).toMatchObject({ state: 'current', fee: 660, timed_fee: 880, earliest_days: 3, supplier_lead_days: 5, max_days: 30 })
  const rule = withoutState(first)
  const saved = await save(rule, path, { fee: 700 })
  expect([saved.status, saved.body.fee]).toEqual([200, 700])
  expect((await save(rule, path, { fee: 800 })).status).toBe(409)
  const current = withoutState(saved.body)
  expect(await statusAndFields(save(current, path, { starts_on: '2091-01-01', max_days: 2 }))).toEqual([422, ['starts_on', 'max_days']])
  expect((await staff.admin.request('DELETE', `${path}/${first.id}`)).body.code).toBe('rule_in_force')

  const { id, updated_at, ...input } = current
  expect(await statusAndFields(admin.post(path, { ...input, starts_on: '2020-06-01' }))).toEqual([422, ['starts_on']])
  const { body: later } = await admin.post(path, { ...input, starts_on: '2090-04-01', fee: 770, free_from: null })
  expect(later).toMatchObject({ state: 'future', fee: 770, free_from: null })
  expect(await statusAndFields(admin.post(path, { ...input, starts_on: '2090-04-01' }))).toEqual([422, ['starts_on']])
  const shown = async () => (await hanako.get('/api/shop/carts/delivery_rule')).body.fee
  expect(await shown()).toBe(700)
  expect((await deliveryRuleOf(testApp.context.db, new Date('2090-03-31T15:00:00Z'))).fee).toBe(770)
  expect((await staff.admin.request('DELETE', `${path}/${later.id}`)).status).toBe(204)

  await testApp.context.db.execute(sql`update delivery_rules set starts_on = '2020-01-01'`)
  const { body: today } = await admin.post(path, { ...input, starts_on: tokyoDay(testApp.context.clock()), fee: 550 })
  expect([today.state, await shown()]).toEqual(['current', 550])
  expect((await save(current, path, { fee: 1 })).body.code).toBe('rule_in_force')
})

const withoutState = ({ state: _, ...row }: Row): Row => row
const withoutCount = ({ used_count: _, ...row }: Row & { used_count?: unknown }): Row => row

test('adding and removing images does not change `updated_at` of the product; everyone who is signed in sees the images', async () => {
  const { id, updated_at } = await firstOf('/api/admin/products?visible=true')
  const path = `/api/admin/products/${id}/images`
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const before = (await admin.get(`/api/admin/products/${id}`)).body.images.length
  const added = await admin.post(path, formOf({}, 'image', { filename: 'a.jpg', content: photo }) as never)
  expect([added.status, added.body.images.length, added.body.updated_at]).toEqual([201, before + 1, updated_at])
  const url: string = added.body.images.at(-1)
  const status = async (member?: typeof hanako) => {
    const cookie = member && `id=1; accessToken=${member.token}; email=${encodeURIComponent(member.email)}`
    return (await testApp.app.inject({ method: 'GET', url, headers: { ...(cookie && { cookie }) } })).statusCode
  }
  expect([await status(hanako), await status()]).toEqual([200, 404])
  expect(await removeOrphanFiles(testApp.context, new Date(Date.now() + 3 * 3_600_000))).toBe(0)
  const drop = () => staff.admin.request('DELETE', `${path}?image=${encodeURIComponent(url)}`)
  expect((await drop()).body.images).toHaveLength(before)
  expect([(await drop()).status, await status(hanako)]).toEqual([404, 404])
})
