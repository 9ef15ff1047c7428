import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../test/test-app.ts'
import { systemScope } from '../../../access/system-scope.ts'
import { test_packages } from '../../checkup/tables.ts'

const testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })

test.each([
  ['restores the release that the merge withdrew', undefined],
  ['leaves a checkup unreleased that got a critical value since the merge', { category_name: 'potassium', value: 7 }],
  ['leaves a checkup unreleased of which a value was corrected to a critical one since', { category_name: 'creatinine', value: 12 }],
])('an undo %s', async (_, entered) => {
  const { context, add, staff } = testApp
  const { doctor, admin } = staff
  const person = { role: 'patient', last_name: '原', first_name: '薫', last_name_kana: 'ハラ', first_name_kana: 'カオル' } as const
  const kept = await add({ ...person, sex: 'female', birthday: '1950-04-01' })
  const duplicate = await add({ ...person, sex: 'male', birthday: '1985-04-01' })
  const [checkup] = await systemScope(context.db)
    .insert(test_packages)
    .values({ user_id: duplicate.id, kind: 'detail', status: 0, location: '', tested_at: '2026-11-01T00:00:00Z' })
    .returning()
  const { id } = checkup!
  const enter = async (user_id: number, result: object) => {
    const body = { user_id, test_package_id: id, results: [{ ...result, recorded_at: '2026-11-01T00:00:00Z' }] }
    return (await doctor.request('POST', '/api/test_results/bulk', { body })).body.items
  }
  await enter(duplicate.id, { category_name: 'creatinine', value: 3.2 })
  // staff phoned, although no value was critical
  expect((await doctor.request('POST', `/api/test_packages/${id}/release`, { body: { called_on: '2026-11-02' } })).status).toBe(200)
  const release = async () => (await context.db.execute(sql`select user_id, released_at, released_by, called_on from test_packages where id = ${id}`)).rows[0]
  const before = await release()
  const { body: preview } = await admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: preview.kept.updated_at, duplicate_updated_at: preview.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate.id) }
  const { body: merge } = await admin.request('POST', '/api/admin/merges', { body: input })
  // by sex and age of the kept patient, the filtration rate is critical
  expect(await release()).toMatchObject({ released_at: null, called_on: null })
  if (entered) expect(await enter(kept.id, entered)).toMatchObject([{ result: { value: entered.value, is_serious: true } }])
  expect((await admin.request('POST', `/api/admin/merges/${merge.id}/undo`)).status).toBe(200)
  const hidden = { user_id: before!.user_id, released_at: null, released_by: null, called_on: null }
  expect(await release()).toEqual(entered ? hidden : before)
})
