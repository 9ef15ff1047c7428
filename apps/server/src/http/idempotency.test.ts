import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openWorld, password, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

const knock = (key: string, more: object = {}) =>
  world.ask('POST', '/api/sign_in_v2', { body: { email: 'hanako@example.com', password, ...more }, headers: { 'idempotency-key': key } })

test('the same key returns the same response and sends one mail', async () => {
  const first = await knock('k1')
  const again = await knock('k1')
  expect(again.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(world.letters).toHaveLength(1)
})

test('ten concurrent calls with one key run once', async () => {
  const before = world.letters.length
  const answers = await Promise.all(Array.from({ length: 10 }, () => knock('k2')))
  expect(new Set(answers.map((a) => a.text)).size).toBe(1)
  expect(world.letters).toHaveLength(before + 1)
})

test('rejects the same key with another body', async () => {
  expect((await knock('k1', { challenge: 'x' })).body.code).toBe('idempotency_key_reused')
})

test('a code sent twice with one key creates one session, and the table does not contain its token', async () => {
  const { body } = await knock('k3')
  const otp = world.codeFor('hanako@example.com')
  const answer = () =>
    world.ask('POST', '/api/auth_otp', {
      body: { email: 'hanako@example.com', challenge: body.challenge, otp, trust_device: true },
      headers: { 'idempotency-key': 'k4' },
    })
  const first = await answer()
  const again = await answer()
  expect(first.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie'])
  const { rows } = await world.context.db.execute<{ dump: string }>(sql`select string_agg(encode(sealed_reply, 'escape'), '') as dump from idempotency_keys`)
  expect(rows[0]!.dump).not.toContain(first.body.access_token)
})

test('a failed call releases its key', async () => {
  expect((await knock('k5', { password: 'not-the-password' })).status).toBe(401)
  expect((await knock('k5')).status).toBe(200)
})

test('keys of different users are independent', async () => {
  const visit = (who: typeof world.hanako) =>
    who.ask('POST', '/api/visits', { body: { page: '/admin', user_id: who.id }, headers: { 'idempotency-key': 'same' } })
  expect((await visit(world.hanako)).status).toBe(204)
  expect((await visit(world.taro)).status).toBe(204)
})

test('rejects an invalid key as malformed', async () => {
  expect((await knock('a b')).status).toBe(400)
  expect((await knock('x'.repeat(201))).status).toBe(400)
})
