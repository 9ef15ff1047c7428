import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lockRow, waitForLocks } from '../../../test/row-locks.ts'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

test('a doctor sets the lipid risk of a patient; nothing is assumed before that, and the risk does not change how results are judged', async () => {
  const { hanako, taro, staff } = testApp
  const get = async (user_id: number) => (await staff.trainer.get(`/api/lipid_risk?user_id=${user_id}`)).body
  const put = (body: object, member = staff.doctor) => member.request('PUT', '/api/lipid_risk', { body })
  expect(await get(hanako.id)).toEqual({ user_id: hanako.id, risk: null, set_by: null, updated_at: null })
  const ldl = { category_name: 'ldl_cholesterol', value: 130, recorded_at: '2026-01-10T00:00:00Z' }
  await staff.nurse.request('POST', '/api/test_results/bulk', { body: { user_id: hanako.id, results: [ldl] } })
  const results = async () => (await staff.nurse.get(`/api/test_results?user_id=${hanako.id}`)).body.items
  const before = await results()
  const { body } = await put({ user_id: hanako.id, risk: 'secondary', updated_at: null })
  expect(body).toMatchObject({ risk: 'secondary', set_by: { id: staff.doctor.id } })
  expect([await get(hanako.id), (await get(taro.id)).risk]).toEqual([body, null])
  expect(await results()).toEqual(before)
  expect((await put({ user_id: hanako.id, risk: 'low', updated_at: null })).body.code).toBe('conflict')
  expect((await put({ user_id: hanako.id, risk: 'none' })).status).toBe(422)
  expect((await put({ user_id: hanako.id, risk: 'low' }, staff.trainer)).status).toBe(403)
  // patients neither read nor set it
  expect((await hanako.get(`/api/lipid_risk?user_id=${hanako.id}`)).status).toBe(403)
  expect((await put({ user_id: hanako.id, risk: 'low' }, hanako)).status).toBe(403)
  expect((await put({ user_id: hanako.id, risk: null, updated_at: body.updated_at })).body.risk).toBeNull()
})

test('of two members of staff who set the first risk of a patient at the same moment, the second gets a conflict', async () => {
  const { staff, context } = testApp
  const { id: user_id } = await testApp.add({ role: 'patient' })
  const release = await lockRow(context, sql`patients where user_id = ${user_id}`)
  const put = (member: Member, risk: string) => member.request('PUT', '/api/lipid_risk', { body: { user_id, risk, updated_at: null } })
  const responses = [put(staff.doctor, 'low'), put(staff.nurse, 'secondary')]
  await waitForLocks(context, 2)
  await release()
  const [first, second] = (await Promise.all(responses)).toSorted((a, b) => a.status - b.status)
  expect([first!.status, second!.status, second!.body.code]).toEqual([200, 409, 'conflict'])
  expect((await staff.doctor.get(`/api/lipid_risk?user_id=${user_id}`)).body).toEqual(first!.body)
})
