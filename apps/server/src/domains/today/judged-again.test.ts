import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { expect, test } from 'vitest'
import { type Member, openTestApp } from '../../../test/test-app.ts'

const testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-22T03:00:00Z') } })
const { admin, doctor } = testApp.staff

const measure = async (user_id: number, values: Record<string, number>) => {
  const results = Object.entries(values).map(([category_name, value]) => ({ category_name, value, recorded_at: '2026-11-10T00:00:00Z', confirmed: true }))
  expect((await doctor.request('POST', '/api/test_results/bulk', { body: { user_id, results } })).status).toBe(200)
}
/** Names and review state of the patient's newly abnormal results, as on the board of all patients. */
const rowOf = async ({ id }: Member) => {
  const lists = await Promise.all(['false', 'true'].map((reviewed) => doctor.get(`/api/today/newly_abnormal?scope=all&reviewed=${reviewed}`)))
  return lists.flatMap(({ body }) => body.items as TodayItem[]).find(({ patient }) => patient.id === id)
}
const shown = async (member: Member) => {
  const row = await rowOf(member)
  return row && { values: row.findings.map(({ value }) => value).toSorted((a, b) => a - b), isReviewed: row.review !== null }
}
const review = async (member: Member) => {
  const { section, patient, subject_id, version } = (await rowOf(member))!
  expect((await doctor.request('POST', '/api/today_reviews', { body: { section, user_id: patient.id, subject_id, version } })).status).toBe(201)
}
const correct = async ({ id }: Member, change: object) => expect((await doctor.request('PATCH', `/api/users/${id}`, { body: change })).status).toBe(200)
const runNightlyJob = async () => {
  await testApp.context.jobs.send(testApp.context.db, 'today_items', {})
  expect(await testApp.runJobs()).toContain('today_items')
}

test('a reviewed row is shown again when a result becomes abnormal by a correction of the sex, and stays reviewed after its next review', async () => {
  const patient = await testApp.add({ role: 'patient', sex: 'female' })
  await measure(patient.id, { ldl_cholesterol: 210, hemoglobin: 12.5 })
  await review(patient)
  expect(await shown(patient)).toEqual({ values: [210], isReviewed: true })
  await correct(patient, { sex: 'male' })
  expect(await shown(patient)).toEqual({ values: [12.5, 210], isReviewed: false })
  await runNightlyJob()
  expect(await shown(patient)).toEqual({ values: [12.5, 210], isReviewed: false })
  await review(patient)
  await runNightlyJob()
  expect(await shown(patient)).toEqual({ values: [12.5, 210], isReviewed: true })
  await correct(patient, { sex: 'female' })
  expect(await shown(patient)).toEqual({ values: [210], isReviewed: true })
})

test('a reviewed row is shown again when a merge adds an older result', async () => {
  const duplicate = await testApp.add({ role: 'patient' })
  await measure(duplicate.id, { uric_acid: 9.4 })
  const kept = await testApp.add({ role: 'patient' })
  await measure(kept.id, { ldl_cholesterol: 210 })
  await review(kept)
  const { body: preview } = await admin.get(`/api/admin/merge_preview?kept_id=${kept.id}&duplicate_id=${duplicate.id}`)
  const versions = { kept_updated_at: preview.kept.updated_at, duplicate_updated_at: preview.duplicate.updated_at }
  const input = { kept_id: kept.id, duplicate_id: duplicate.id, ...versions, take: [], reason: '二重登録', confirmation: String(duplicate.id) }
  expect((await admin.request('POST', '/api/admin/merges', { body: input })).status).toBe(201)
  expect(await shown(kept)).toEqual({ values: [9.4, 210], isReviewed: false })
})
