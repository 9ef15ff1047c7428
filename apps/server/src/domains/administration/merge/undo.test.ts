import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf } from '../../../../test/form.ts'
import { type Member, openTestApp } from '../../../../test/test-app.ts'
import { removeOrphanFiles } from '../../../files/file-rows.ts'

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

test('a merge frees the e-mail address, the telephone number and the LINE account of the duplicate; an undo restores them unless they are used again', async () => {
  const [kept, duplicate] = [await add({ role: 'patient' }), await add({ role: 'patient' })]
  await context.db.execute(sql`update users set phone_number = '09011112222' where id = ${duplicate.id}`)
  await context.db.execute(sql`insert into line_accounts (user_id, line_user_id) values (${duplicate.id}, 'U1')`)
  const valuesOf = async ({ id }: Member) =>
    (
      await context.db.execute(
        sql`select u.email, u.phone_number, l.line_user_id from users u left join line_accounts l on l.user_id = u.id where u.id = ${id}`,
      )
    ).rows[0]
  const own = { email: duplicate.email, phone_number: '09011112222', line_user_id: 'U1' }
  await undo(await merge(kept, duplicate))
  expect(await valuesOf(duplicate)).toEqual(own)
  const merged = await merge(kept, duplicate)
  expect(await valuesOf(duplicate)).toEqual({ email: `merged-${duplicate.id}@merged.invalid`, phone_number: null, line_user_id: null })
  expect((await admin.request('PATCH', `/api/users/${kept.id}`, { body: { phone_number: '09011112222' } })).status).toBe(200)
  await context.db.execute(sql`insert into line_accounts (user_id, line_user_id) values (${kept.id}, 'U1')`)
  expect((await admin.request('POST', `/api/admin/merges/${merged}/undo`)).body.code).toBe('undo_blocked')
  expect((await admin.request('PATCH', `/api/users/${kept.id}`, { body: { phone_number: null } })).status).toBe(200)
  await undo(merged)
  expect([await valuesOf(kept), await valuesOf(duplicate)]).toMatchObject([{ line_user_id: 'U1' }, { ...own, line_user_id: null }])
})

test('the files of both profile pictures are kept as long as the merge can be undone', async () => {
  const content = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const upload = async (member: Member): Promise<string> =>
    (await member.request('PUT', '/api/users/me/icon', { body: formOf({}, 'icon', { filename: 'me.jpg', content }) })).body.icon
  const removeOrphans = () => removeOrphanFiles(context, new Date(Date.now() + 3 * 3_600_000))
  const iconOf = async ({ id }: Member) => (await doctor.get(`/api/users/${id}`)).body.icon
  const cookie = `id=1; accessToken=${doctor.token}; email=${encodeURIComponent(doctor.email)}`
  const statusOf = async (url: string) => (await testApp.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode
  const [kept, duplicate] = [await add({ role: 'patient' }), await add({ role: 'patient' })]
  const icons = { kept: await upload(kept), duplicate: await upload(duplicate) }
  const first = await merge(kept, duplicate, ['icon'])
  expect([await iconOf(kept), await removeOrphans()]).toEqual([icons.duplicate, 0])
  await undo(first)
  expect([await iconOf(kept), await iconOf(duplicate)]).toEqual([icons.kept, icons.duplicate])
  expect([await statusOf(icons.kept), await statusOf(icons.duplicate)]).toEqual([200, 200])
  const second = await merge(kept, duplicate, ['icon'])
  // the picture that came from the duplicate
  expect((await kept.request('DELETE', '/api/users/me/icon')).status).toBe(200)
  await undo(second)
  expect([await iconOf(kept), await iconOf(duplicate), await statusOf(icons.duplicate)]).toEqual([null, icons.duplicate, 200])
  // only the picture that the kept patient no longer has is deleted
  await context.jobs.send(context.db, 'patient_merge_expiry', {})
  expect(await testApp.runJobs()).toContain('patient_merge_expiry')
  expect([await removeOrphans(), await statusOf(icons.duplicate)]).toEqual([1, 200])
})
