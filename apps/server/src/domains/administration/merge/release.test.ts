import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Member, openTestApp } from '../../../../test/test-app.ts'
import { systemScope } from '../../../access/system-scope.ts'
import { test_packages } from '../../checkup/tables.ts'

const testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })

const { context, add, staff } = testApp
const { doctor, admin } = staff
const person = { role: 'patient', last_name: '原', first_name: '薫', last_name_kana: 'ハラ', first_name_kana: 'カオル' } as const

/** Two records of one person. By sex and age of the kept patient, a creatinine of 3.2 means a critical filtration rate, and not by those of the duplicate. */
const addPair = async () => ({
  kept: await add({ ...person, sex: 'female', birthday: '1950-04-01' }),
  duplicate: await add({ ...person, sex: 'male', birthday: '1985-04-01' }),
})
const addCheckup = async (user_id: number) => {
  const [checkup] = await systemScope(context.db)
    .insert(test_packages)
    .values({ user_id, kind: 'detail', status: 0, location: '', tested_at: '2026-11-01T00:00:00Z' })
    .returning()
  return checkup!.id
}
const enter = async (user_id: number, test_package_id: number, result: object) => {
  const body = { user_id, test_package_id, results: [{ ...result, recorded_at: '2026-11-01T00:00:00Z' }] }
  return (await doctor.request('POST', '/api/test_results/bulk', { body })).body.items
}
/** Merges the pair, and returns the function that undoes it. */
const merge = async (kept: Member, duplicate: Member) => {
  const { body: preview } = await admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: preview.kept.updated_at, duplicate_updated_at: preview.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate.id) }
  const { body } = await admin.request('POST', '/api/admin/merges', { body: input })
  return async () => expect((await admin.request('POST', `/api/admin/merges/${body.id}/undo`)).status).toBe(200)
}
// staff phoned, although no value was critical
const release = async (id: number) =>
  expect((await doctor.request('POST', `/api/test_packages/${id}/release`, { body: { called_on: '2026-11-02' } })).status).toBe(200)

test.each([
  ['restores the release that the merge withdrew', undefined],
  ['leaves a checkup unreleased that got a critical value since the merge', { category_name: 'potassium', value: 7 }],
  ['leaves a checkup unreleased of which a value was corrected to a critical one since', { category_name: 'creatinine', value: 12 }],
])('an undo %s', async (_, entered) => {
  const { kept, duplicate } = await addPair()
  const id = await addCheckup(duplicate.id)
  await enter(duplicate.id, id, { category_name: 'creatinine', value: 3.2 })
  await release(id)
  const stored = async () => (await context.db.execute(sql`select user_id, released_at, released_by, called_on from test_packages where id = ${id}`)).rows[0]
  const before = await stored()
  const undo = await merge(kept, duplicate)
  expect(await stored()).toMatchObject({ released_at: null, called_on: null })
  if (entered) expect(await enter(kept.id, id, entered)).toMatchObject([{ result: { value: entered.value, is_serious: true } }])
  await undo()
  const hidden = { user_id: before!.user_id, released_at: null, released_by: null, called_on: null }
  expect(await stored()).toEqual(entered ? hidden : before)
})

test('the comment of a held release stays with its checkup through a merge and its undo, and no patient sees it without a release', async () => {
  const { kept, duplicate } = await addPair()
  const [unreleased, released] = [await addCheckup(duplicate.id), await addCheckup(duplicate.id)]
  for (const id of [unreleased, released]) await enter(duplicate.id, id, { category_name: 'creatinine', value: 3.2 })
  await release(released)
  const hold = async (id: number, comment: string) => {
    const { items } = (await doctor.get('/api/releases')).body
    const { version } = items.find(({ checkup }: { checkup: { id: number } }) => checkup.id === id)
    const { body } = await doctor.request('POST', '/api/releases', { body: { items: [{ id, version, comment, called_on: '2026-11-20' }] } })
    expect(body.items).toMatchObject([{ outcome: 'held' }])
  }
  const endHolds = async () => {
    await context.db.execute(sql`update held_releases set releases_at = now() - interval '1 second'`)
    await testApp.runJobs()
  }
  const stored = async () =>
    (await context.db.execute(sql`select user_id::int, comment, released_at from test_packages where id in (${unreleased}, ${released}) order by id`)).rows
  await hold(unreleased, '次の検査は春に')
  const undo = await merge(kept, duplicate)
  await endHolds()
  expect(await stored()).toMatchObject([
    { user_id: kept.id, comment: '次の検査は春に', released_at: null },
    { user_id: kept.id, comment: null, released_at: null },
  ])
  await hold(released, 'お電話のとおりです')
  await undo()
  await endHolds()
  expect(await stored()).toMatchObject([
    { user_id: duplicate.id, comment: '次の検査は春に', released_at: null },
    { user_id: duplicate.id, comment: 'お電話のとおりです', released_at: null },
  ])
})
