import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveCard } from '../../../../test/payment/card.ts'
import { addContract } from '../../../../test/payment/contract.ts'
import { openTestApp } from '../../../../test/test-app.ts'

test('a merge warns of contracts that would be charged at the same time', async () => {
  const testApp = await openTestApp()
  const [a, b] = [await testApp.add({ role: 'patient' }), await testApp.add({ role: 'patient' })]
  const warnings = async () => (await testApp.staff.admin.get(`/api/admin/merge_preview?kept_id=${a.id}&duplicate_id=${b.id}`)).body.warnings
  await addContract(testApp, a.id, { chat: true })
  expect(await warnings()).not.toContain('contracts')
  await addContract(testApp, b.id, { chat: true })
  expect(await warnings()).toContain('contracts')
  await testApp.context.db.execute(sql`update contracts set ended_at = now() where user_id = ${b.id}`)
  expect(await warnings()).not.toContain('contracts')
})

test('a main contact of the duplicate stays in the care team beside the one of the kept patient, and an undo restores both teams', async () => {
  const { context, add, staff } = await openTestApp()
  const { nurse, admin } = staff
  const [kept, duplicate] = [await add({ role: 'patient', birthday: '1970-01-01' }), await add({ role: 'patient', birthday: '1971-02-02' })]
  const other = await add({ role: 'nurse' })
  await context.db.execute(
    sql`insert into care_people (user_id, staff_id, role, main) values (${kept.id}, ${nurse.id}, 'nurse', true), (${duplicate.id}, ${other.id}, 'nurse', true)`,
  )
  const teams = async () =>
    (await context.db.execute(sql`select user_id, staff_id, main from care_people where user_id in (${kept.id}, ${duplicate.id}) order by id`)).rows
  const before = await teams()
  const { body: shown } = await admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: shown.kept.updated_at, duplicate_updated_at: shown.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate.id) }
  const { body } = await admin.request('POST', '/api/admin/merges', { body: input })
  expect(await teams()).toEqual([before[0], { ...before[1], user_id: before[0]!.user_id, main: false }])
  expect((await admin.request('POST', `/api/admin/merges/${body.id}/undo`)).status).toBe(200)
  expect(await teams()).toEqual(before)
})

test('the card of the duplicate moves with its customer at Stripe, so that it can be charged; an undo restores the customers of both', async () => {
  const { context, add, staff } = await openTestApp()
  const [kept, duplicate] = [await add({ role: 'patient', birthday: '1970-01-01' }), await add({ role: 'patient', birthday: '1971-02-02' })]
  // opens the dialog for a card, but saves none
  await kept.request('POST', '/api/stripe_payments/card_secret', { body: {} })
  expect((await saveCard(duplicate)).status).toBe(201)
  const customers = async () => (await context.db.execute(sql`select * from stripe_customers where user_id in (${kept.id}, ${duplicate.id}) order by 1`)).rows
  const before = await customers()
  const { body: shown } = await staff.admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: shown.kept.updated_at, duplicate_updated_at: shown.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate.id) }
  const { body } = await staff.admin.request('POST', '/api/admin/merges', { body: input })
  expect(await customers()).toEqual([{ ...before[1], user_id: before[0]!.user_id }])
  const { rows } = await context.db.execute<{ id: number }>(sql`select id from products where name = 'eaa'`)
  await kept.request('POST', '/api/shop/cart_items', { body: { product_id: Number(rows[0]!.id), quantity: 1 } })
  const address = { zip: '107-0062', prefecture: '東京都', city: '港区', street: '南青山2-14-8', building: '' }
  const bought = await kept.request('POST', '/api/shop/purchases', { body: { recipient_name: '山田', phone_number: '', address, method: 'saved_card' } })
  expect([bought.status, bought.body.order?.status]).toEqual([201, 'paid'])
  expect((await staff.admin.request('POST', `/api/admin/merges/${body.id}/undo`)).status).toBe(200)
  expect(await customers()).toEqual(before)
})
