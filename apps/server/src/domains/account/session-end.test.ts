import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { users } from './tables.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const changes: [string, object][] = [
  ['whose password is changed', { password_hash: 'another' }],
  ['whose role is changed', { role: 'doctor' }],
  ['who is deactivated', { deactivated_at: '2026-11-21T00:00:00Z' }],
]

test.each(changes)('a person %s is signed out everywhere and their streams are ended', async (_, change) => {
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
