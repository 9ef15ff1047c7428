import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openWorld, password, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.context.db.execute(sql`delete from limited_attempts`))

const email = 'hanako@example.com'
const knock = (more: object = {}, headers: Record<string, string> = {}) => world.ask('POST', '/api/sign_in_v2', { body: { email, password, ...more }, headers })
const answer = (challenge: string, otp: string, more: object = {}) => world.ask('POST', '/api/auth_otp', { body: { email, challenge, otp, ...more } })
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const letIn = async () => {
  const { body } = await knock()
  return answer(body.challenge, world.codeFor(email))
}

test('mails a code for the right password and opens a session for the code', async () => {
  const { status, body } = await knock()
  expect(status).toBe(200)
  expect(body).toMatchObject({ message: expect.stringContaining('確認コード'), challenge: expect.any(String) })
  expect(body).not.toHaveProperty('access_token')
  const session = await answer(body.challenge, world.codeFor(email))
  expect(session.status).toBe(200)
  expect(session.body).toMatchObject({ id: world.hanako.id, role: 'patient', email })
  const me = await world.ask('GET', '/api/users/me', { headers: { authorization: `Token token="${session.body.access_token}", email="${email}"` } })
  expect(me.body).toMatchObject({ id: world.hanako.id, last_name: '山田' })
})

test('accepts the e-mail address in capitals', async () => {
  const { body } = await knock({ email: 'Hanako@Example.COM' })
  expect(body.challenge).toEqual(expect.any(String))
})

test('gives an unknown e-mail address and a wrong password the same answer', async () => {
  const fieldError = await knock({ password: 'not-the-password' })
  const unknown = await world.ask('POST', '/api/sign_in_v2', { body: { email: 'nobody@example.com', password } })
  expect(fieldError.status).toBe(401)
  expect(unknown.text).toBe(fieldError.text)
  expect(fieldError.body.code).toBe('credentials_invalid')
})

test('accepts five wrong codes per challenge and returns the tries left', async () => {
  const { body } = await knock()
  const code = world.codeFor(email)
  for (const tries_left of [4, 3, 2, 1, 0]) expect((await answer(body.challenge, other(code))).body).toMatchObject({ code: 'otp_invalid', tries_left })
  expect((await answer(body.challenge, code)).body.code).toBe('otp_used_up')
})

test('accepts a code once', async () => {
  const { body } = await knock()
  const code = world.codeFor(email)
  expect((await answer(body.challenge, code)).status).toBe(200)
  expect((await answer(body.challenge, code)).body.code).toBe('otp_expired')
})

test('rejects a code after ten minutes', async () => {
  const { body } = await knock()
  await world.context.db.execute(sql`update sign_in_challenges set expires_at = now() - interval '1 second' where used_at is null`)
  expect((await answer(body.challenge, world.codeFor(email))).body.code).toBe('otp_expired')
})

test('rejects a code with another person’s challenge', async () => {
  const mine = await knock()
  const taros = await world.ask('POST', '/api/sign_in_v2', { body: { email: 'taro@example.com', password } })
  expect((await answer(taros.body.challenge, world.codeFor(email))).status).toBe(401)
  expect((await answer(mine.body.challenge, world.codeFor(email))).status).toBe(200)
})

test('sends a new code after 30 seconds and invalidates the old one', async () => {
  const first = await knock()
  const old = world.codeFor(email)
  const early = await knock({ challenge: first.body.challenge })
  expect(early.status).toBe(429)
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  await world.context.db.execute(sql`update sign_in_challenges set resend_at = now()`)
  const second = await knock({ challenge: first.body.challenge })
  expect(second.status).toBe(200)
  expect((await answer(first.body.challenge, old)).body.code).toBe('otp_expired')
  expect((await answer(second.body.challenge, world.codeFor(email))).status).toBe(200)
})

test('refuses the sixth mail in 15 minutes, unless one of the codes was used', async () => {
  for (let n = 0; n < 5; n++) expect((await knock()).status).toBe(200)
  expect((await knock()).body.code).toBe('too_many')
  await world.context.db.execute(sql`delete from limited_attempts`)
  for (let n = 0; n < 4; n++) await knock()
  expect((await letIn()).status).toBe(200)
  expect((await knock()).status).toBe(200)
})

test('after ten wrong passwords rejects even the right one, except on a trusted device', async () => {
  const { body } = await knock()
  const session = await answer(body.challenge, world.codeFor(email), { trust_device: true })
  const device = String(session.headers['set-cookie']).split(';')[0]!
  for (const part of ['Max-Age=2592000', 'Path=/api', 'HttpOnly', 'SameSite=Strict']) expect(String(session.headers['set-cookie']).split('; ')).toContain(part)
  for (let n = 0; n < 10; n++) expect((await knock({ password: 'not-the-password' })).status).toBe(401)
  const late = await knock()
  expect(late.status).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(800)
  const trusted = await knock({}, { cookie: device })
  expect(trusted.body).toMatchObject({ id: world.hanako.id, access_token: expect.any(String) })
})

test('a trusted device is trusted for its own account only', async () => {
  const { body } = await knock()
  const session = await answer(body.challenge, world.codeFor(email), { trust_device: true })
  const device = String(session.headers['set-cookie']).split(';')[0]!
  const taro = await world.ask('POST', '/api/sign_in_v2', { body: { email: 'taro@example.com', password }, headers: { cookie: device } })
  expect(taro.body).toHaveProperty('challenge')
})

test('the old sign-in endpoint asks for a code', async () => {
  expect((await world.ask('POST', '/api/sign_in', { body: { email, password } })).body.code).toBe('otp_required')
  expect((await world.ask('POST', '/api/sign_in', { body: { email, password: 'not-the-password' } })).body.code).toBe('credentials_invalid')
})

test('the old sign-in endpoint signs in people who need no code', async () => {
  const jiro = await world.add({ role: 'patient', otp_required: false })
  expect((await world.ask('POST', '/api/sign_in', { body: { email: jiro.email, password } })).body).toMatchObject({
    id: jiro.id,
    access_token: expect.any(String),
  })
})

test('signing out ends this session only', async () => {
  const first = (await letIn()).body.access_token
  const second = (await letIn()).body.access_token
  const as = (token: string) => ({ headers: { authorization: `Token token="${token}", email="${email}"` } })
  expect((await world.ask('DELETE', '/api/sign_out', as(first))).status).toBe(204)
  expect((await world.ask('GET', '/api/users/me', as(first))).body.code).toBe('unauthenticated')
  expect((await world.ask('GET', '/api/users/me', as(second))).status).toBe(200)
})

test('rejects a token with another person’s e-mail address', async () => {
  const { token } = world.hanako
  expect((await world.ask('GET', '/api/users/me', { headers: { authorization: `Token token="${token}", email="taro@example.com"` } })).status).toBe(401)
})

test('signs out staff after 30 idle minutes and after 12 hours, but not patients', async () => {
  const { nurse } = world.staff
  await world.context.db.execute(sql`update sessions set last_used_at = now() - interval '31 minutes'`)
  expect((await nurse.get('/api/users/me')).status).toBe(401)
  expect((await world.hanako.get('/api/users/me')).status).toBe(200)
  await world.context.db.execute(sql`update sessions set last_used_at = now(), expires_at = now() - interval '1 second' where user_id = ${nurse.id}`)
  expect((await nurse.get('/api/users/me')).status).toBe(401)
})

test('a background request does not prolong a session', async () => {
  const { doctor } = world.staff
  await world.context.db.execute(sql`update sessions set last_used_at = now() - interval '20 minutes' where user_id = ${doctor.id}`)
  const idle = async () =>
    (
      await world.context.db.execute<{ idle: boolean }>(
        sql`select last_used_at < now() - interval '19 minutes' as idle from sessions where user_id = ${doctor.id}`,
      )
    ).rows[0]!.idle
  await doctor.get('/api/users/me', { headers: { 'x-background': '1' } })
  expect(await idle()).toBe(true)
  await doctor.get('/api/users/me')
  expect(await idle()).toBe(false)
})

test('a deactivated person is signed out at once and cannot sign in', async () => {
  const jiro = await world.add({ role: 'patient' })
  await world.context.db.execute(sql`update users set deactivated_at = now() where id = ${jiro.id}`)
  expect((await jiro.get('/api/users/me')).status).toBe(401)
  expect((await world.ask('POST', '/api/sign_in_v2', { body: { email: jiro.email, password } })).body.code).toBe('credentials_invalid')
})

test('the sign-in tables hold no token, challenge or e-mail address in plain text', async () => {
  const { body } = await knock()
  const code = world.codeFor(email)
  const session = await answer(body.challenge, code, { trust_device: true })
  const held = await world.context.db.execute<{ dump: string }>(sql`
    select concat((select string_agg(s::text, '') from sessions s), (select string_agg(c::text, '') from sign_in_challenges c), (select string_agg(d::text, '') from trusted_devices d),
      (select string_agg(i::text, '') from idempotency_keys i), (select string_agg(l::text, '') from limited_attempts l)) as dump`)
  const { dump } = held.rows[0]!
  for (const secret of [session.body.access_token, body.challenge, email]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
