import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Member, openTestApp } from '../../../../test/test-app.ts'

const testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
const { context, add, staff } = testApp
const { admin, doctor } = staff

const merge = async (kept: Member, duplicate: Member, take: string[] = []): Promise<number> => {
  const { body: preview } = await admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: preview.kept.updated_at, duplicate_updated_at: preview.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take, reason: '二重登録', confirmation: String(duplicate.id) }
  const { status, body } = await admin.request('POST', '/api/admin/merges', { body: input })
  expect(status).toBe(201)
  return body.id
}
const undo = async (id: number) => expect((await admin.request('POST', `/api/admin/merges/${id}/undo`)).status).toBe(200)

test('an undo judges and derives what was entered since by the sex of its patient, and the board follows', async () => {
  const [kept, control] = [await add({ role: 'patient', sex: 'female' }), await add({ role: 'patient', sex: 'female' })]
  const duplicate = await add({ role: 'patient', sex: 'male' })
  const enter = async ({ id }: Member) => {
    const results = Object.entries({ hemoglobin: 12.5, creatinine: 0.9 }).map(([category_name, value]) => ({ category_name, value }))
    const body = { user_id: id, results: results.map((result) => ({ ...result, recorded_at: '2026-11-10T00:00:00Z' })) }
    expect((await doctor.request('POST', '/api/test_results/bulk', { body })).status).toBe(200)
  }
  const judged = async ({ id }: Member) =>
    (
      await context.db.execute(
        sql`select c.name, r.value, r.status, r.range_id from test_results r join result_categories c on c.id = r.category_id where r.user_id = ${id} order by 1`,
      )
    ).rows
  const onBoard = async ({ id }: Member) =>
    (await context.db.execute(sql`select section, details -> 'count' as count from today_items where user_id = ${id} and section = 'newly_abnormal'`)).rows
  const merged = await merge(kept, duplicate, ['sex'])
  await enter(kept)
  await enter(control)
  expect(await judged(kept)).not.toEqual(await judged(control))
  expect(await onBoard(kept)).not.toEqual(await onBoard(control))
  await undo(merged)
  expect(await judged(kept)).toEqual(await judged(control))
  expect(await onBoard(kept)).toEqual(await onBoard(control))
})

test('an undo leaves an allergy and a name as somebody wrote them since', async () => {
  const [kept, duplicate] = [await add({ role: 'patient' }), await add({ role: 'patient', first_name: '二郎', first_name_kana: 'ジロウ', sex: 'female' })]
  const addAllergy = (user_id: number, more: object) => doctor.request('POST', '/api/allergy_reactions', { body: { user_id, kind: 'food', ...more } })
  const { id } = (await addAllergy(kept.id, { is_occured: false })).body
  await addAllergy(duplicate.id, { is_occured: true, description: 'ピーナッツ' })
  const allergies = async () => (await doctor.get(`/api/allergy_reactions?user_id=${kept.id}`)).body.items
  const merged = await merge(kept, duplicate, ['name', 'sex'])
  expect(await allergies()).toMatchObject([{ id, is_occured: true, description: 'ピーナッツ' }])
  const description = 'ピーナッツ、エビ（アナフィラキシー）'
  expect((await doctor.request('PUT', `/api/allergy_reactions/${id}`, { body: { description } })).status).toBe(200)
  expect((await doctor.request('PATCH', `/api/users/${kept.id}`, { body: { last_name: '森' } })).status).toBe(200)
  await undo(merged)
  expect(await allergies()).toMatchObject([{ id, is_occured: true, description, confirmed_by: { id: doctor.id } }])
  expect((await doctor.get(`/api/users/${kept.id}`)).body).toMatchObject({ last_name: '森', first_name: '二郎', first_name_kana: 'ジロウ', sex: 'male' })
})
