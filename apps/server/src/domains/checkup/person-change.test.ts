import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { loadReference } from '../../reference/load.ts'
import { test_packages } from './tables.ts'

let testApp: TestApp
let doctor: Member
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
})

const runQuery = async <T extends object>(query: ReturnType<typeof sql>) => (await testApp.context.db.execute<T & Record<string, unknown>>(query)).rows
const measureCreatinine = async (user_id: number) => {
  const results = [{ category_name: 'creatinine', value: 0.95, recorded_at: '2026-11-01T00:00:00Z' }]
  expect((await doctor.request('POST', '/api/test_results/bulk', { body: { user_id, results } })).body.items).toMatchObject([{ outcome: 'new' }])
}
const resultsOf = (user_id: number) =>
  runQuery<{ name: string; value: number; status: number | null }>(
    sql`select c.name, r.value, r.status from test_results r join result_categories c on c.id = r.category_id where r.user_id = ${user_id} order by c.name`,
  )
const testResultEvents = async (patient_id: number) =>
  (await runQuery<{ n: number }>(sql`select count(*)::int as n from events where patient_id = ${patient_id} and changes = '{test_results,test_packages}'`))[0]!
    .n
const change = (member: Member, id: number, body: object) => member.request('PATCH', `/api/users/${id}`, { body })

test('judges and derives the results again when sex or birthday are corrected, by staff or by the patient', async () => {
  const patient = await testApp.add({ role: 'patient', last_name: '林', first_name: '忍', sex: 'male', birthday: '1980-04-01' })
  await measureCreatinine(patient.id)
  const eventsBefore = await testResultEvents(patient.id)
  const [measured, derived] = await resultsOf(patient.id)
  expect([measured, derived]).toMatchObject([{ name: 'creatinine', status: 0 }, { name: 'egfr' }])
  expect((await change(doctor, patient.id, { sex: 'female' })).status).toBe(200)
  const [judged, derivedAgain] = await resultsOf(patient.id)
  expect(judged!.status).not.toBe(0)
  expect(derivedAgain!.value).toBeLessThan(derived!.value)
  expect(await testResultEvents(patient.id)).toBe(eventsBefore + 1)
  expect((await change(patient, patient.id, { birthday: '1950-04-01' })).status).toBe(200)
  expect((await resultsOf(patient.id))[1]!.value).toBeLessThan(derivedAgain!.value)
  expect(await testResultEvents(patient.id)).toBe(eventsBefore + 2)
  // neither sex nor birthday changes
  expect((await change(doctor, patient.id, { sex: 'female', first_name: '志乃' })).status).toBe(200)
  expect((await change(doctor, patient.id, { last_name: '森' })).status).toBe(200)
  expect(await testResultEvents(patient.id)).toBe(eventsBefore + 2)
})

test('judges what was stored before the patient registered with sex and birthday', async () => {
  const email = 'shiori@example.com'
  const name = { last_name: '原', first_name: '栞' }
  const { id } = (await testApp.staff.concierge.request('POST', '/api/users', { body: { role: 'patient', email, ...name } })).body
  await testApp.runJobs()
  await measureCreatinine(id)
  expect(await resultsOf(id)).toMatchObject([{ name: 'creatinine', status: null }])
  const token = /\/activate\/([\w-]+)/.exec(testApp.mails.findLast(({ to }) => to === email)!.text)![1]
  const idOf = async (path: string) => (await testApp.request('GET', path)).body.id
  const policies = { privacy_policy_id: await idOf('/api/privacy_policies/current'), usage_policy_id: await idOf('/api/usage_policies/current') }
  const body = { token, password: 'mikan-umi-8ji', ...name, sex: 'female', birthday: '1958-04-05', ...policies }
  expect((await testApp.request('POST', '/api/users/activations', { body })).status).toBe(201)
  expect(await resultsOf(id)).toMatchObject([
    { name: 'creatinine', status: expect.any(Number) },
    { name: 'egfr', value: expect.any(Number) },
  ])
})

test.each([
  ['is first known', { sex: null, birthday: null }, []],
  ['is corrected', { sex: 'male' as const, birthday: '1950-04-01' }, [{ value: 15.7, is_serious: false }]],
])('if a value derived in a released checkup becomes critical when the sex %s, it waits with the checkup for the call', async (_, before, derivedBefore) => {
  const patient = await testApp.add({ role: 'patient', last_name: '原', first_name: '薫' })
  await runQuery(sql`update users set sex = ${before.sex}, birthday = ${before.birthday} where id = ${patient.id}`)
  const [checkup] = await systemScope(testApp.context.db)
    .insert(test_packages)
    .values({ user_id: patient.id, kind: 'detail', status: 0, location: '', tested_at: '2026-11-01T00:00:00Z' })
    .returning()
  const { id } = checkup!
  const body = { user_id: patient.id, test_package_id: id, results: [{ category_name: 'creatinine', value: 3.2, recorded_at: '2026-11-01T00:00:00Z' }] }
  expect((await doctor.request('POST', '/api/test_results/bulk', { body })).body.items).toMatchObject([{ outcome: 'new' }])
  const release = (call: object = {}) => doctor.request('POST', `/api/test_packages/${id}/release`, { body: call })
  expect((await release()).status).toBe(200)
  const derived = () =>
    runQuery<{ id: number; value: number; is_serious: boolean }>(
      sql`select id, value, is_serious from test_results where user_id = ${patient.id} and is_derived and category_id = (select id from result_categories where name = 'egfr')`,
    )
  const shownTo = async (member: Member) => (await member.get(`/api/test_results?user_id=${patient.id}`)).body.items.length
  const stored = await derived()
  expect([stored, await shownTo(patient)]).toMatchObject([derivedBefore, 1 + derivedBefore.length])
  expect((await change(patient, patient.id, { sex: 'female', birthday: '1950-04-01' })).status).toBe(200)
  const ids = stored.length ? { id: stored[0]!.id } : {}
  expect(await derived()).toMatchObject([{ ...ids, value: 11.6, is_serious: true }])
  expect([await shownTo(patient), await shownTo(doctor)]).toEqual([0, 2])
  expect((await patient.get('/api/notifications')).body.items).toEqual([])
  const waiting = (await doctor.get('/api/releases')).body.items
  expect(waiting).toMatchObject([{ group: 'urgent', checkup: { id }, board_row: { untold_count: 1 } }])
  expect((await release()).body.fields).toHaveProperty('called_on')
  expect((await release({ called_on: '2026-11-21' })).status).toBe(200)
  expect(await shownTo(patient)).toBe(2)
})

test('a change of the sex of staff or of a merged patient changes no results', async () => {
  expect((await change(doctor, doctor.id, { sex: 'female' })).status).toBe(200)
  const { taro, hanako } = testApp
  await runQuery(sql`update patients set merged_into = ${hanako.id} where user_id = ${taro.id}`)
  expect((await change(testApp.staff.admin, taro.id, { sex: 'female' })).status).toBe(200)
  expect(await testResultEvents(taro.id)).toBe(0)
})
