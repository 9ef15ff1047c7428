import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, password, type TestApp } from '../../../test/test-app.ts'
import { eventually } from '../../../test/wait-until.ts'
import { type CallResponse, runOnceInSteps } from './idempotency.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const signIn = (key: string, extra: object = {}) =>
  testApp.request('POST', '/api/sign_in_v2', { body: { email: 'hanako@example.com', password, ...extra }, headers: { 'idempotency-key': key } })

test('the same key returns the same response and sends one mail', async () => {
  const first = await signIn('k1')
  const second = await signIn('k1')
  expect(second.status).toBe(200)
  expect(second.text).toBe(first.text)
  expect(testApp.mails).toHaveLength(1)
})

test('ten concurrent calls with one key run once', async () => {
  const before = testApp.mails.length
  const responses = await Promise.all(Array.from({ length: 10 }, () => signIn('k2')))
  expect(new Set(responses.map((a) => a.text)).size).toBe(1)
  expect(testApp.mails).toHaveLength(before + 1)
})

test('rejects the same key with another body', async () => {
  expect((await signIn('k1', { challenge: 'x' })).body.code).toBe('idempotency_key_reused')
})

test('the stored hash of a body does not depend on the password and is not the plain SHA-256 of the body', async () => {
  const body = { email: 'hanako@example.com', password }
  await signIn('secret')
  // a retry with another password gets the stored response, because the hash excludes the password
  expect((await signIn('secret', { password: 'another-password-30' })).status).toBe(200)
  const { rows } = await testApp.context.db.execute<{ hash: string; guess: string }>(
    sql`select encode(body_hash, 'hex') as hash, encode(sha256(${JSON.stringify(body)}::text::bytea), 'hex') as guess from idempotency_keys`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ hash, guess }) => hash === guess)).toEqual([])
})

test('a code sent twice with one key creates one session, and `idempotency_keys` does not contain the token of the session', async () => {
  const { body } = await signIn('k3')
  const otp = testApp.codeFor('hanako@example.com')
  const submitCode = () =>
    testApp.request('POST', '/api/auth_otp', {
      body: { email: 'hanako@example.com', challenge: body.challenge, otp, trust_device: true },
      headers: { 'idempotency-key': 'k4' },
    })
  const first = await submitCode()
  const second = await submitCode()
  expect(first.status).toBe(200)
  expect(second.text).toBe(first.text)
  expect(second.headers['set-cookie']).toEqual(first.headers['set-cookie'])
  const { rows } = await testApp.context.db.execute<{ dump: string }>(sql`select string_agg(encode(sealed_reply, 'escape'), '') as dump from idempotency_keys`)
  expect(rows[0]!.dump).not.toContain(first.body.access_token)
})

test('a second call that waits too long for the first one says that it is in progress, and gets the response later', async () => {
  const call = { key: 'slow', user_id: null, route: 'POST /slow', body: {} }
  const { promise, resolve } = Promise.withResolvers<CallResponse>()
  const first = runOnceInSteps(testApp.context.db, call, () => promise)
  const again = () => runOnceInSteps(testApp.context.db, call, () => Promise.reject(new Error('ran twice')), 0)
  await eventually(() => expect(again()).rejects.toMatchObject({ code: 'call_in_progress' }))
  resolve({ status: 201, reply: { id: 1 }, cookies: [] })
  await first
  expect(await again()).toMatchObject({ status: 201, reply: { id: 1 } })
})

test('a failed call does not use up its key: the next call with the key runs', async () => {
  expect((await signIn('k5', { password: 'not-the-password' })).status).toBe(401)
  expect((await signIn('k5')).status).toBe(200)
})

test('keys of different users are independent', async () => {
  const visit = (member: typeof testApp.hanako) =>
    member.request('POST', '/api/visits', { body: { page: '/admin', user_id: member.id }, headers: { 'idempotency-key': 'same' } })
  expect((await visit(testApp.hanako)).status).toBe(204)
  expect((await visit(testApp.taro)).status).toBe(204)
})

test('rejects an invalid key as malformed', async () => {
  expect(await signIn('a b')).toMatchObject({ status: 400, body: { code: 'malformed' } })
  expect(await signIn('x'.repeat(201))).toMatchObject({ status: 400, body: { code: 'malformed' } })
})
