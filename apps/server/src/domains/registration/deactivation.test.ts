import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const change = async (method: 'POST' | 'DELETE', id: number, sender: Member = testApp.staff.admin) => {
  const { status, body } = await sender.request(method, `/api/users/${id}/deactivation`)
  return [status, body?.code]
}
const me = async (member: Member) => (await member.get('/api/users/me')).status

test('a deactivated person is signed out everywhere at once, and may sign in anew after the account is activated again', async () => {
  const leaver = await testApp.add({ role: 'trainer', last_name: '退職' })
  const second = await testApp.signIn(leaver)
  const { db } = testApp.context
  await db.execute(sql`insert into trusted_devices (user_id, token_hash, expires_at) values (${leaver.id}, 'x', now() + interval '1 day')`)
  expect([await me(leaver), await me(second)]).toEqual([200, 200])
  expect(await change('POST', leaver.id)).toEqual([204, undefined])
  expect([await me(leaver), await me(second)]).toEqual([401, 401])
  const { rows } = await db.execute(sql`select from trusted_devices where user_id = ${leaver.id}`)
  expect(rows).toEqual([])
  expect(await change('POST', leaver.id)).toEqual([204, undefined])
  expect(await change('DELETE', leaver.id)).toEqual([204, undefined])
  // the old sessions stay ended
  expect([await me(leaver), await me(await testApp.signIn(leaver))]).toEqual([401, 200])
})

test('a doctor may not deactivate anybody, and an unknown account is not found', async () => {
  expect(await change('POST', testApp.hanako.id, testApp.staff.doctor)).toEqual([403, 'forbidden'])
  expect(await change('POST', 999_999)).toEqual([404, 'not_found'])
  expect(await change('DELETE', 999_999)).toEqual([404, 'not_found'])
})

test('of two administrators who deactivate each other at the same time, one stays; the last one cannot be deactivated', async () => {
  const { admin } = testApp.staff
  const other = await testApp.add({ role: 'admin', last_name: '管理' })
  const outcomes = await Promise.all([change('POST', other.id, admin), change('POST', admin.id, other)])
  // the later call was rejected because its target was the last administrator by then, or because its caller was signed out
  const rejected = outcomes.filter(([status]) => status !== 204)
  expect(rejected).toHaveLength(1)
  expect([
    [422, 'last_admin'],
    [401, 'unauthenticated'],
  ]).toContainEqual(rejected[0])
  const remaining = outcomes[0]![0] === 204 ? admin : other
  expect(await change('POST', remaining.id, remaining)).toEqual([422, 'last_admin'])
  expect(await me(remaining)).toBe(200)
})
