import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'
import { systemScope } from '../../access/system-scope.ts'
import { loadReference } from '../../reference/load.ts'
import { test_packages } from './tables.ts'

let testApp: TestApp
let hanako: Member, doctor: Member
beforeAll(async () => {
  testApp = await openTestApp({ overrides: { clock: () => new Date('2026-11-21T03:00:00Z') } })
  ;({ hanako } = testApp)
  ;({ doctor } = testApp.staff)
  await loadReference(testApp.context.db)
})

const recorded_at = '2026-11-01T00:00:00.000Z'
const execute = (query: ReturnType<typeof sql>) => testApp.context.db.execute<Record<string, unknown>>(query)
const judgeAll = async () => {
  await testApp.context.jobs.send(testApp.context.db, 'judge_patients', {})
  expect(await testApp.runJobs()).toContain('judge_patients')
}
/** Stores the value as servers did that did not round, and marks the patient as a migration does. */
const storeUnrounded = async (name: string, value: number) => {
  await execute(sql`
    update test_results set value = ${value}, entered_value = null, entered_unit = null, is_serious = false
    where user_id = ${hanako.id} and category_id = (select id from result_categories where name = ${name})`)
  await execute(sql`update patients set judge_again = true where user_id = ${hanako.id}`)
}
const stored = async () =>
  (
    await execute(sql`
      select c.name, r.value, r.entered_value, r.entered_unit, r.is_serious, r.is_derived, r.updated_at = r.created_at as "isUnedited"
      from test_results r join result_categories c on c.id = r.category_id where r.user_id = ${hanako.id} order by c.name`)
  ).rows

test('the job rounds values that were stored unrounded and derives again, and withdraws the release if one becomes critical', async () => {
  const [checkup] = await systemScope(testApp.context.db)
    .insert(test_packages)
    .values({ user_id: hanako.id, kind: 'detail', status: 0, location: '', tested_at: recorded_at })
    .returning()
  const { id } = checkup!
  const results = [
    { category_name: 'potassium', value: 5.9, recorded_at },
    { category_name: 'weight', value: 60, recorded_at },
    { category_name: 'height', value: 160, recorded_at },
  ]
  const body = { user_id: hanako.id, test_package_id: id, results }
  expect((await doctor.request('POST', '/api/test_results/bulk', { body })).status).toBe(200)
  const release = (call: object = {}) => doctor.request('POST', `/api/test_packages/${id}/release`, { body: call })
  expect((await release()).status).toBe(200)
  const shownTo = async (member: Member) => (await member.get(`/api/test_results?user_id=${hanako.id}`)).body.items.length

  await storeUnrounded('weight', 62.04)
  await judgeAll()
  const weight = { name: 'weight', value: 62, entered_value: 62.04, entered_unit: 'kg' }
  expect(await stored()).toMatchObject([{ name: 'bmi', value: 24.2, is_derived: true }, { name: 'height', value: 160, entered_value: null }, {}, weight])
  expect(await shownTo(hanako)).toBe(4)

  await storeUnrounded('potassium', 5.96)
  await judgeAll()
  const potassium = { name: 'potassium', value: 6, entered_value: 5.96, entered_unit: 'mEq/L', is_serious: true, isUnedited: true }
  expect(await stored()).toMatchObject([{}, {}, potassium, weight])
  expect([await shownTo(hanako), await shownTo(doctor)]).toEqual([0, 4])
  const waiting = (await doctor.get('/api/releases')).body.items
  expect(waiting).toMatchObject([{ group: 'urgent', checkup: { id }, board_row: { untold_count: 1 } }])
  expect((await release()).body.fields).toHaveProperty('called_on')
})

test('the job leaves the results of a merged patient', async () => {
  const taro = testApp.taro.id
  await execute(sql`
    insert into test_results (user_id, category_id, recorded_at, value)
    select ${taro}, id, ${recorded_at}, 5.96 from result_categories where name = 'potassium'`)
  await execute(sql`update patients set merged_into = ${hanako.id}, judge_again = true where user_id = ${taro}`)
  await judgeAll()
  expect((await execute(sql`select value from test_results where user_id = ${taro}`)).rows).toEqual([{ value: 5.96 }])
})
