import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { users } from './tables.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

const changes: [string, object][] = [
  ['whose password is changed', { password_hash: 'another' }],
  ['whose role is changed', { role: 'doctor' }],
  ['who is deactivated', { deactivated_at: '2026-11-21T00:00:00Z' }],
]

test.each(changes)('a person %s is signed out everywhere and their streams are ended', async (_, change) => {
  const nurse = await world.add({ role: 'nurse' })
  const elsewhere = await world.signedIn(nurse)
  const { rows } = await world.context.db.execute<{ id: number }>(sql`select id from sessions where user_id = ${nurse.id} order by id`)
  const told: number[] = []
  const unlisten = world.context.events.listen({ event: () => {}, ended: (id) => told.push(id) })
  await world.context.db.update(users).set(change).where(sql`id = ${nurse.id}`)
  for (const member of [nurse, elsewhere]) expect((await member.get('/api/users/me')).status).toBe(401)
  await expect.poll(() => told.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
  unlisten()
})

test('a changed name does not end the session', async () => {
  const nurse = await world.add({ role: 'nurse' })
  await world.context.db.update(users).set({ first_name: '花' }).where(sql`id = ${nurse.id}`)
  expect((await nurse.get('/api/users/me')).status).toBe(200)
})
