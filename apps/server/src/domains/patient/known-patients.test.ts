import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { statementsDuring } from '../../../test/statements.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { eventually } from '../../../test/wait-until.ts'

let testApp: TestApp
let user_id: number

beforeAll(async () => {
  testApp = await openTestApp()
  user_id = testApp.hanako.id
})
const merge = (into: number | null) => testApp.context.db.execute(sql`update patients set merged_into = ${into} where user_id = ${user_id}`)
afterEach(() => merge(null))

const isCheck = (text: string) => /from "patients"/.test(text)
const read = async () => {
  const { result, statements } = await statementsDuring(() => testApp.staff.doctor.get(`/api/steps?user_id=${user_id}`))
  return { status: result.status, checks: statements.filter(({ text }) => isCheck(text)).length }
}

test('the second read of a record needs no statement to check the patient, and a read by another person is still logged', async () => {
  await read()
  expect(await read()).toEqual({ status: 200, checks: 0 })
  await testApp.staff.nurse.get(`/api/steps?user_id=${user_id}`)
  const { rows } = await testApp.context.db.execute(
    sql`select from audit_logs where user_id = ${testApp.staff.nurse.id} and patient_id = ${user_id} and action = 'GET /api/steps'`,
  )
  expect(rows).toHaveLength(1)
})

test('a patient merged by another server is not found: by a write at once, by a read as soon as this server is notified', async () => {
  await read()
  await merge(testApp.taro.id)
  const written = await testApp.staff.nurse.request('POST', '/api/allergy_reactions', { body: { user_id, kind: 'food', is_occured: true, description: '卵' } })
  expect(written.status).toBe(404)
  await eventually(async () => expect((await read()).status).toBe(404))
  await merge(null)
  expect(await read()).toMatchObject({ status: 200 })
})
