import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { eventually } from '../../../../test/wait-until.ts'
import { users } from '../tables.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const changes: [string, object][] = [
  ['whose password is changed', { password_hash: 'another' }],
  ['whose role is changed', { role: 'doctor' }],
  ['who is deactivated', { deactivated_at: '2026-11-21T00:00:00Z' }],
]

test.each(changes)('a person %s is signed out everywhere, and the server is notified of each ended session', async (_, change) => {
  const nurse = await testApp.add({ role: 'nurse' })
  const otherSession = await testApp.signIn(nurse)
  const { rows } = await testApp.context.db.execute<{ id: number }>(sql`select id from sessions where user_id = ${nurse.id} order by id`)
  const endedIds: number[] = []
  const unsubscribe = testApp.context.events.listen({ onEvents: () => {}, onSessionEnded: (id) => endedIds.push(id) })
  await testApp.context.db.update(users).set(change).where(sql`id = ${nurse.id}`)
  for (const member of [nurse, otherSession]) expect((await member.get('/api/users/me')).status).toBe(401)
  await expect.poll(() => endedIds.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
  unsubscribe()
})

test('a changed name does not end the session', async () => {
  const nurse = await testApp.add({ role: 'nurse' })
  await testApp.context.db.update(users).set({ first_name: '花' }).where(sql`id = ${nurse.id}`)
  expect((await nurse.get('/api/users/me')).status).toBe(200)
})

test('successive calls share look-ups of the session; a session is rejected soon after its end, even if no call ended it', async () => {
  const nurse = await testApp.add({ role: 'nurse' })
  const { identify, pool, db } = testApp.context
  const querySpy = vi.spyOn(pool, 'query')
  const identified = await Promise.all([identify(nurse.token, nurse.email, false), identify(nurse.token, nurse.email, false)])
  const first = querySpy.mock.calls.length
  for (let i = 0; i < 20; i++) identified.push(await identify(nurse.token, nurse.email, false))
  // a busy machine may take longer than the age of the cache
  expect(querySpy.mock.calls.length - first).toBeLessThan(20)
  expect(new Set(identified.map((identity) => identity?.id))).toEqual(new Set([nurse.id]))
  querySpy.mockRestore()
  await db.execute(sql`update sessions set ended_at = now() where user_id = ${nurse.id}`)
  expect(await identify(nurse.token, nurse.email, false, true)).toBeUndefined()
  await eventually(async () => expect(await identify(nurse.token, nurse.email, false)).toBeUndefined())
})

test('a session is found only with the e-mail address of its account, in upper or lower case', async () => {
  const nurse = await testApp.add({ role: 'nurse' })
  const { identify } = testApp.context
  expect(await identify(nurse.token, nurse.email.toUpperCase(), false)).toMatchObject({ id: nurse.id })
  expect(await identify(nurse.token, 'another@example.com', false)).toBeUndefined()
})
