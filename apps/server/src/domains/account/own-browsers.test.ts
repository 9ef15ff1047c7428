import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Member, openTestApp, password, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let jiro: Member
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  jiro = await testApp.add({ role: 'patient' })
})

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
/** Signs in with a code and trusts the device; returns the cookie of the device and the header that authorises the session. */
const signInTrusted = async () => {
  const headers = { 'user-agent': chrome }
  const { challenge } = (await testApp.request('POST', '/api/sign_in_v2', { body: { email: jiro.email, password }, headers })).body
  const body = { email: jiro.email, challenge, otp: testApp.codeFor(jiro.email), trust_device: true }
  const response = await testApp.request('POST', '/api/auth_otp', { body, headers })
  const cookie = String(response.headers['set-cookie']).split(';')[0]!
  return { cookie, authorization: `Token token="${response.body.access_token}", email="${jiro.email}"` }
}

test('lists the open sessions of the caller with browser and address family, and marks the current one', async () => {
  const { authorization } = await signInTrusted()
  const { items } = (await testApp.request('GET', '/api/sessions', { headers: { authorization } })).body
  expect(items).toHaveLength(2)
  expect(items.find((item: { is_current: boolean }) => item.is_current)).toMatchObject({ browser: 'Chrome, Windows', address_family: 'IPv4' })
  expect(JSON.stringify(items)).not.toContain('127.0.0.1')
  await testApp.context.db.execute(sql`update sessions set expires_at = now() where user_id = ${jiro.id} and browser = ''`)
  expect((await testApp.request('GET', '/api/sessions', { headers: { authorization } })).body.items).toHaveLength(1)
})

test('people can end one of their sessions or all but the current one, and no session of another person', async () => {
  const [second, third] = [await testApp.signIn(jiro), await testApp.signIn(jiro)]
  const idOf = async (member: Member) => (await member.get('/api/sessions')).body.items.find((item: { is_current: boolean }) => item.is_current).id
  const secondId = await idOf(second)
  expect((await testApp.taro.request('DELETE', `/api/sessions/${secondId}`)).status).toBe(404)
  expect((await jiro.request('DELETE', `/api/sessions/${secondId}`)).status).toBe(204)
  expect((await jiro.request('DELETE', `/api/sessions/${secondId}`)).status).toBe(404)
  expect((await second.get('/api/users/me')).status).toBe(401)
  expect((await jiro.request('DELETE', '/api/sessions')).status).toBe(204)
  expect([(await third.get('/api/users/me')).status, (await jiro.get('/api/users/me')).status, (await testApp.taro.get('/api/users/me')).status]).toEqual([
    401, 200, 200,
  ])
})

test('an idle session of staff is not listed', async () => {
  const nurse = await testApp.add({ role: 'nurse' })
  const other = await testApp.signIn(nurse)
  await testApp.context.db.execute(sql`update sessions set last_used_at = now() - interval '31 minutes' where user_id = ${nurse.id}`)
  const fresh = await testApp.signIn(other)
  expect((await fresh.get('/api/sessions')).body.items).toHaveLength(1)
})

test('lists trusted devices; one or all can be removed and then need a code again', async () => {
  const { cookie, authorization } = await signInTrusted()
  const headers = { authorization, cookie }
  const { items } = (await testApp.request('GET', '/api/trusted_devices', { headers })).body
  expect(items).toMatchObject([{ browser: 'Chrome, Windows', is_current: true }])
  const withCookie = () => testApp.request('POST', '/api/sign_in_v2', { body: { email: jiro.email, password }, headers: { cookie } })
  expect((await withCookie()).body).toHaveProperty('access_token')
  expect((await testApp.taro.request('DELETE', `/api/trusted_devices/${items[0].id}`)).status).toBe(404)
  expect((await testApp.request('DELETE', `/api/trusted_devices/${items[0].id}`, { headers })).status).toBe(204)
  expect((await withCookie()).body).toHaveProperty('challenge')
  const { cookie: newCookie } = await signInTrusted()
  expect((await jiro.request('DELETE', '/api/trusted_devices')).status).toBe(204)
  expect((await testApp.request('POST', '/api/sign_in_v2', { body: { email: jiro.email, password }, headers: { cookie: newCookie } })).body).toHaveProperty(
    'challenge',
  )
})
