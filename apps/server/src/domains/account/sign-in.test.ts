import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, password, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(() => testApp.context.db.execute(sql`delete from limited_attempts`))

const email = 'hanako@example.com'
const requestCode = (extra: object = {}, headers: Record<string, string> = {}) =>
  testApp.request('POST', '/api/sign_in_v2', { body: { email, password, ...extra }, headers })
const answer = (challenge: string, otp: string, extra: object = {}) => testApp.request('POST', '/api/auth_otp', { body: { email, challenge, otp, ...extra } })
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')
const signIn = async () => {
  const { body } = await requestCode()
  return answer(body.challenge, testApp.codeFor(email))
}

test('mails a code for the right password and opens a session for the code', async () => {
  const { status, body } = await requestCode()
  expect(status).toBe(200)
  expect(body).toMatchObject({ message: expect.stringContaining('確認コード'), challenge: expect.any(String) })
  expect(body).not.toHaveProperty('access_token')
  const session = await answer(body.challenge, testApp.codeFor(email))
  expect(session.status).toBe(200)
  expect(session.body).toMatchObject({ id: testApp.hanako.id, role: 'patient', email })
  const profile = await testApp.request('GET', '/api/users/me', { headers: { authorization: `Token token="${session.body.access_token}", email="${email}"` } })
  expect(profile.body).toMatchObject({ id: testApp.hanako.id, last_name: '山田' })
})

test('accepts the e-mail address in capitals', async () => {
  const { body } = await requestCode({ email: 'Hanako@Example.COM' })
  expect(body.challenge).toEqual(expect.any(String))
})

test('an unknown e-mail address and a wrong password get the same response', async () => {
  const wrongPassword = await requestCode({ password: 'not-the-password' })
  const unknownAccount = await testApp.request('POST', '/api/sign_in_v2', { body: { email: 'nobody@example.com', password } })
  expect(wrongPassword.status).toBe(401)
  expect(unknownAccount.text).toBe(wrongPassword.text)
  expect(wrongPassword.body.code).toBe('credentials_invalid')
})

test('allows five wrong codes per challenge and returns the tries left', async () => {
  const { body } = await requestCode()
  const code = testApp.codeFor(email)
  for (const tries_left of [4, 3, 2, 1, 0]) expect((await answer(body.challenge, otherCode(code))).body).toMatchObject({ code: 'otp_invalid', tries_left })
  expect((await answer(body.challenge, code)).body.code).toBe('otp_used_up')
})

test('accepts a code once', async () => {
  const { body } = await requestCode()
  const code = testApp.codeFor(email)
  expect((await answer(body.challenge, code)).status).toBe(200)
  expect((await answer(body.challenge, code)).body.code).toBe('otp_expired')
})

test('rejects an expired code', async () => {
  const { body } = await requestCode()
  await testApp.context.db.execute(sql`update sign_in_challenges set expires_at = now() - interval '1 second' where used_at is null`)
  expect((await answer(body.challenge, testApp.codeFor(email))).body.code).toBe('otp_expired')
})

test('rejects a code with another person’s challenge', async () => {
  const ownAttempt = await requestCode()
  const taros = await testApp.request('POST', '/api/sign_in_v2', { body: { email: 'taro@example.com', password } })
  expect((await answer(taros.body.challenge, testApp.codeFor(email))).status).toBe(401)
  expect((await answer(ownAttempt.body.challenge, testApp.codeFor(email))).status).toBe(200)
})

test('sends a new code only after the waiting time and invalidates the old one', async () => {
  const first = await requestCode()
  const old = testApp.codeFor(email)
  const early = await requestCode({ challenge: first.body.challenge })
  expect(early.status).toBe(429)
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  await testApp.context.db.execute(sql`update sign_in_challenges set resend_at = now()`)
  const second = await requestCode({ challenge: first.body.challenge })
  expect(second.status).toBe(200)
  expect((await answer(first.body.challenge, old)).body.code).toBe('otp_expired')
  expect((await answer(second.body.challenge, testApp.codeFor(email))).status).toBe(200)
})

test('refuses the sixth mail in 15 minutes, unless one of the codes was used', async () => {
  for (let i = 0; i < 5; i++) expect((await requestCode()).status).toBe(200)
  expect((await requestCode()).body.code).toBe('too_many')
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  for (let i = 0; i < 4; i++) await requestCode()
  expect((await signIn()).status).toBe(200)
  expect((await requestCode()).status).toBe(200)
})

test('after ten wrong passwords rejects even the right one, except on a trusted device', async () => {
  const { body } = await requestCode()
  const session = await answer(body.challenge, testApp.codeFor(email), { trust_device: true })
  const device = String(session.headers['set-cookie']).split(';')[0]!
  for (const part of ['Max-Age=2592000', 'Path=/api', 'HttpOnly', 'SameSite=Strict']) expect(String(session.headers['set-cookie']).split('; ')).toContain(part)
  for (let i = 0; i < 10; i++) expect((await requestCode({ password: 'not-the-password' })).status).toBe(401)
  const late = await requestCode()
  expect(late.status).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(800)
  const trusted = await requestCode({}, { cookie: device })
  expect(trusted.body).toMatchObject({ id: testApp.hanako.id, access_token: expect.any(String) })
})

test('an administrator unlocks an account after ten wrong passwords, on its trusted device too', async () => {
  const { body } = await requestCode()
  const session = await answer(body.challenge, testApp.codeFor(email), { trust_device: true })
  const cookie = String(session.headers['set-cookie']).split(';')[0]!
  const signInFrom = async (headers: Record<string, string>) => (await requestCode({}, headers)).status
  for (const device of [undefined, cookie]) for (let i = 0; i < 10; i++) await requestCode({ password: 'not-the-password' }, device ? { cookie: device } : {})
  expect([await signInFrom({}), await signInFrom({ cookie })]).toEqual([429, 429])
  expect((await testApp.staff.admin.request('DELETE', `/api/users/${testApp.hanako.id}/lock`)).status).toBe(204)
  expect([await signInFrom({}), await signInFrom({ cookie })]).toEqual([200, 200])
})

test('an administrator unlocks an account after too many mails and wrong codes of every kind', async () => {
  const unlock = async () => expect((await testApp.staff.admin.request('DELETE', `/api/users/${testApp.hanako.id}/lock`)).status).toBe(204)
  const { body } = await requestCode()
  // an account allows 50 wrong codes a day
  await testApp.context.db.execute(
    sql`insert into limited_attempts (kind, key) select 'sign_in_code', ${String(testApp.hanako.id)} from generate_series(1, 50)`,
  )
  expect((await answer(body.challenge, testApp.codeFor(email))).body.code).toBe('too_many')
  await unlock()
  expect((await answer(body.challenge, testApp.codeFor(email))).status).toBe(200)
  const requests = {
    mail: () => requestCode(),
    reset: () => testApp.request('POST', '/reset_passwords', { body: { email } }),
    activation: () => testApp.request('POST', '/api/users/activation_tokens', { body: { email, otp: '000000' } }),
  }
  for (const request of Object.values(requests)) {
    for (let i = 0; i < 10; i++) await request()
    expect((await request()).status).toBe(429)
    await unlock()
    expect((await request()).status).not.toBe(429)
  }
})

test('a trusted device is trusted for its own account only', async () => {
  const { body } = await requestCode()
  const session = await answer(body.challenge, testApp.codeFor(email), { trust_device: true })
  const device = String(session.headers['set-cookie']).split(';')[0]!
  const taro = await testApp.request('POST', '/api/sign_in_v2', { body: { email: 'taro@example.com', password }, headers: { cookie: device } })
  expect(taro.body).toHaveProperty('challenge')
})

test('the old sign-in endpoint asks for a code', async () => {
  expect((await testApp.request('POST', '/api/sign_in', { body: { email, password } })).body.code).toBe('otp_required')
  expect((await testApp.request('POST', '/api/sign_in', { body: { email, password: 'not-the-password' } })).body.code).toBe('credentials_invalid')
})

test('the old sign-in endpoint signs in people who need no code', async () => {
  const jiro = await testApp.add({ role: 'patient', otp_required: false })
  expect((await testApp.request('POST', '/api/sign_in', { body: { email: jiro.email, password } })).body).toMatchObject({
    id: jiro.id,
    access_token: expect.any(String),
  })
})

test('signing out ends this session only', async () => {
  const first = (await signIn()).body.access_token
  const second = (await signIn()).body.access_token
  const authHeaders = (token: string) => ({ headers: { authorization: `Token token="${token}", email="${email}"` } })
  expect((await testApp.request('DELETE', '/api/sign_out', authHeaders(first))).status).toBe(204)
  expect((await testApp.request('GET', '/api/users/me', authHeaders(first))).body.code).toBe('unauthenticated')
  expect((await testApp.request('GET', '/api/users/me', authHeaders(second))).status).toBe(200)
})

test('rejects a token with another person’s e-mail address', async () => {
  const { token } = testApp.hanako
  expect((await testApp.request('GET', '/api/users/me', { headers: { authorization: `Token token="${token}", email="taro@example.com"` } })).status).toBe(401)
})

test('staff are signed out after 30 idle minutes and when their session expires; idle patients stay signed in', async () => {
  const { nurse } = testApp.staff
  await testApp.context.db.execute(sql`update sessions set last_used_at = now() - interval '31 minutes'`)
  expect((await nurse.get('/api/users/me')).status).toBe(401)
  expect((await testApp.hanako.get('/api/users/me')).status).toBe(200)
  await testApp.context.db.execute(sql`update sessions set last_used_at = now(), expires_at = now() - interval '1 second' where user_id = ${nurse.id}`)
  expect((await nurse.get('/api/users/me')).status).toBe(401)
})

test('a background request does not prolong a session', async () => {
  const { doctor } = testApp.staff
  await testApp.context.db.execute(sql`update sessions set last_used_at = now() - interval '20 minutes' where user_id = ${doctor.id}`)
  const isIdle = async () =>
    (
      await testApp.context.db.execute<{ idle: boolean }>(
        sql`select last_used_at < now() - interval '19 minutes' as idle from sessions where user_id = ${doctor.id}`,
      )
    ).rows[0]!.idle
  await doctor.get('/api/users/me', { headers: { 'x-background': '1' } })
  expect(await isIdle()).toBe(true)
  await doctor.get('/api/users/me')
  expect(await isIdle()).toBe(false)
})

test('a deactivated person is signed out at once and cannot sign in', async () => {
  const jiro = await testApp.add({ role: 'patient' })
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${jiro.id}`)
  expect((await jiro.get('/api/users/me')).status).toBe(401)
  expect((await testApp.request('POST', '/api/sign_in_v2', { body: { email: jiro.email, password } })).body.code).toBe('credentials_invalid')
})

test('the sign-in tables hold no token, challenge or e-mail address in plain text', async () => {
  const { body } = await requestCode()
  const code = testApp.codeFor(email)
  const session = await answer(body.challenge, code, { trust_device: true })
  const storedData = await testApp.context.db.execute<{ dump: string }>(sql`
    select concat((select string_agg(s::text, '') from sessions s), (select string_agg(c::text, '') from sign_in_challenges c), (select string_agg(d::text, '') from trusted_devices d),
      (select string_agg(i::text, '') from idempotency_keys i), (select string_agg(l::text, '') from limited_attempts l)) as dump`)
  const { dump } = storedData.rows[0]!
  for (const secret of [session.body.access_token, body.challenge, email]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
