import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { Client } from 'fhir-kit-client'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, password, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let client_id: string
const redirect_uri = 'https://app.example.com/callback?from=sukoyaka'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const code_challenge = createHash('sha256').update(verifier).digest('base64url')

beforeAll(async () => {
  testApp = await openTestApp()
  const { admin } = testApp.staff
  const body = { name: '健康手帳', redirect_uris: [redirect_uri], scopes: ['patient/*.rs', 'user/*.rs', 'offline_access'], is_active: true }
  const added = await admin.request('POST', '/api/admin/connected_apps', { body })
  expect(added.status).toBe(201)
  client_id = added.body.client_id
})

const ask = (member: Member, scope: string, more: object = {}) =>
  member.request('POST', '/api/app_authorizations', { body: { client_id, redirect_uri, scope, state: 's1', code_challenge, is_approved: true, ...more } })
const codeIn = ({ body }: { body: { redirect_to: string } }) => new URL(body.redirect_to).searchParams.get('code')!
const exchange = (fields: Record<string, string>) =>
  testApp.request('POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: new URLSearchParams({ client_id, ...fields }).toString(),
  })
const exchangeCode = (code: string, more: Record<string, string> = {}) =>
  exchange({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...more })
const tokenFor = async (member: Member, scope: string) => (await exchangeCode(codeIn(await ask(member, scope)))).body
const getAs = (token: string, path: string) => testApp.request('GET', path, { headers: { authorization: `Bearer ${token}` } })

test('an app gets a token for a code, reads FHIR over HTTP and refreshes the token, until the person revokes the grant', async () => {
  const { hanako, taro, app, context } = testApp
  const described = await hanako.get(
    `/api/app_authorizations?${new URLSearchParams({ client_id, redirect_uri, scope: 'patient/*.rs launch/patient offline_access openid' })}`,
  )
  expect(described.body).toEqual({ name: '健康手帳', scopes: ['patient/*.rs', 'launch/patient', 'offline_access'], redirect_uri })
  const answered = await ask(hanako, 'patient/*.rs launch/patient offline_access openid')
  expect(new URL(answered.body.redirect_to).searchParams.get('from')).toBe('sukoyaka')
  expect(new URL(answered.body.redirect_to).searchParams.get('state')).toBe('s1')
  const { status, body, headers } = await exchangeCode(codeIn(answered))
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'patient/*.rs launch/patient offline_access', patient: String(hanako.id) })
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const client = new Client({ baseUrl: `http://127.0.0.1:${port}/fhir/R4`, bearerToken: body.access_token })
  expect(await client.read({ resourceType: 'Patient', id: body.patient })).toMatchObject({ birthDate: '1968-03-14' })
  expect((await getAs(body.access_token, `/fhir/R4/Patient/${taro.id}`)).status).toBe(404)
  // calls of `/api` reject the token of an app
  for (const path of ['/api/users/me', `/api/allergy_reactions?user_id=${hanako.id}`]) expect((await getAs(body.access_token, path)).status).toBe(401)
  const { rows } = await context.db.execute(sql`select from app_tokens where position(token_hash in convert_to(${body.access_token}, 'UTF8')) > 0`)
  expect(rows).toEqual([])
  const refreshed = await exchange({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
  expect(refreshed.body).toMatchObject({ patient: String(hanako.id), refresh_token: expect.any(String) })
  expect((await getAs(refreshed.body.access_token, '/fhir/R4/Condition')).status).toBe(200)
  const [grant] = (await hanako.get('/api/app_grants')).body.items
  expect(grant).toMatchObject({ name: '健康手帳', last_used_at: expect.any(String) })
  expect((await taro.request('DELETE', `/api/app_grants/${grant.id}`)).status).toBe(404)
  expect((await hanako.request('DELETE', `/api/app_grants/${grant.id}`)).status).toBe(204)
  for (const token of [body.access_token, refreshed.body.access_token]) expect((await getAs(token, '/fhir/R4/Condition')).status).toBe(401)
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: refreshed.body.refresh_token })).body).toMatchObject({ error: 'invalid_grant' })
})

test('a code works once, within a minute and only with its verifier, app and redirect URI; a second use revokes the grant', async () => {
  const { hanako, context } = testApp
  const wrongs: Record<string, string>[] = [
    { code_verifier: `${verifier}x` },
    { redirect_uri: 'https://app.example.com/callback' },
    { client_id: 'another-client' },
  ]
  for (const wrong of wrongs) {
    const { status, body } = await exchangeCode(codeIn(await ask(hanako, 'patient/*.rs')), wrong)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  }
  const late = codeIn(await ask(hanako, 'patient/*.rs'))
  await context.db.execute(sql`update app_grants set code_expires_at = now() where code_used_at is null`)
  expect((await exchangeCode(late)).body.error).toBe('invalid_grant')
  const code = codeIn(await ask(hanako, 'patient/*.rs'))
  const { body } = await exchangeCode(code)
  expect(body.refresh_token).toBeUndefined()
  expect((await getAs(body.access_token, '/fhir/R4/Condition')).status).toBe(200)
  expect((await exchangeCode(code)).body.error).toBe('invalid_grant')
  expect((await getAs(body.access_token, '/fhir/R4/Condition')).status).toBe(401)
})

test('a refresh token that is used twice ends the grant', async () => {
  const { hanako } = testApp
  const { access_token, refresh_token } = await tokenFor(hanako, 'patient/*.rs offline_access')
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: access_token })).body.error).toBe('invalid_grant')
  const first = await exchange({ grant_type: 'refresh_token', refresh_token })
  expect(first.status).toBe(200)
  expect((await exchange({ grant_type: 'refresh_token', refresh_token })).body.error).toBe('invalid_grant')
  expect((await getAs(first.body.access_token, '/fhir/R4/Condition')).status).toBe(401)
})

test('of two calls with one refresh token at the same time, one gets a token, and the grant ends', async () => {
  const { hanako } = testApp
  const { refresh_token } = await tokenFor(hanako, 'patient/*.rs offline_access')
  const refresh = () => exchange({ grant_type: 'refresh_token', refresh_token })
  const both = await Promise.all([refresh(), refresh()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const { body } = both.find(({ status }) => status === 200)!
  expect((await getAs(body.access_token, '/fhir/R4/Condition')).status).toBe(401)
})

test('90 days after the consent, neither a refreshed token nor its access token works, and the app is not listed', async () => {
  const { hanako, context } = testApp
  const { refresh_token } = await tokenFor(hanako, 'patient/*.rs offline_access')
  const [grant] = (await hanako.get('/api/app_grants')).body.items
  const setAge = (age: string) => context.db.execute(sql`update app_grants set created_at = now() - ${age}::interval where id = ${grant.id}`)
  await setAge('89 days 23 hours 30 minutes')
  const { status, body } = await exchange({ grant_type: 'refresh_token', refresh_token })
  expect([status, (await getAs(body.access_token, '/fhir/R4/Condition')).status]).toEqual([200, 200])
  expect(body.expires_in).toBeGreaterThan(1_700)
  expect(body.expires_in).toBeLessThanOrEqual(1_800)
  await setAge('90 days')
  expect((await hanako.get('/api/app_grants')).body.items.map(({ id }: { id: number }) => id)).not.toContain(grant.id)
  expect((await getAs(body.access_token, '/fhir/R4/Condition')).status).toBe(401)
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).body.error).toBe('invalid_grant')
})

test('scopes limit the resource types; staff can read only by scopes of `user/`, and only what their role may read', async () => {
  const { hanako, staff } = testApp
  const narrow = await tokenFor(hanako, 'patient/AllergyIntolerance.rs')
  expect((await getAs(narrow.access_token, '/fhir/R4/AllergyIntolerance')).status).toBe(200)
  expect((await getAs(narrow.access_token, '/fhir/R4/Condition')).body).toMatchObject({ issue: [{ code: 'forbidden' }] })
  const doctors = await tokenFor(staff.doctor, 'user/*.rs patient/*.rs')
  expect(doctors).toMatchObject({ scope: 'user/*.rs' })
  expect(doctors.patient).toBeUndefined()
  expect((await getAs(doctors.access_token, `/fhir/R4/Condition?patient=${hanako.id}`)).status).toBe(200)
  expect((await getAs(doctors.access_token, `/fhir/R4/AuditEvent?patient=${hanako.id}`)).status).toBe(403)
  expect((await ask(staff.doctor, 'patient/*.rs')).body.code).toBe('scope_invalid')
})

test('nobody is redirected to an unregistered URI, and the token of an inactive app or a revoked token reads nothing', async () => {
  const { hanako, staff } = testApp
  expect((await ask(hanako, 'patient/*.rs', { redirect_uri: 'https://evil.example.com/' })).body.code).toBe('app_unknown')
  expect((await ask(hanako, 'patient/*.rs', { is_approved: false })).body.redirect_to).toContain('error=access_denied')
  const { access_token } = await tokenFor(hanako, 'patient/*.rs')
  const [app] = (await staff.admin.get('/api/admin/connected_apps')).body.items
  const { id, client_id: _, ...input } = app
  const change = (body: object) => staff.admin.request('PUT', `/api/admin/connected_apps/${id}`, { body })
  const bad = await change({ ...input, redirect_uris: ['http://app.example.com/'] })
  expect(bad.body).toMatchObject({ code: 'invalid', fields: { redirect_uris: [expect.any(String)] } })
  const { body } = await change({ ...input, is_active: false })
  expect((await getAs(access_token, '/fhir/R4/Condition')).status).toBe(401)
  expect((await ask(hanako, 'patient/*.rs')).body.code).toBe('app_unknown')
  await change({ ...input, updated_at: body.updated_at })
  expect((await getAs(access_token, '/fhir/R4/Condition')).status).toBe(200)
  const revoked = await testApp.request('POST', '/oauth/revoke', { body: { token: access_token, client_id } })
  expect([revoked.status, (await getAs(access_token, '/fhir/R4/Condition')).status]).toEqual([200, 401])
})

test('the link to a file in a resource opens with a token of its user and scope, not with another token or after the grant is revoked', async () => {
  const { hanako, taro, staff, context, app } = testApp
  const addDocument = async (patient: Member, text: string) => {
    const key = context.random(18).toString('hex')
    await context.files.put(key, Readable.from([text]))
    await context.db.execute(sql`
      with f as (insert into files (user_id, owner, key, kind, content_type, name, size) values (${patient.id}, 'message', ${key}, 'document', 'application/pdf', '紹介状.pdf', ${text.length}) returning id),
      m as (insert into messages (patient_id, sender_id, body, content_type) values (${patient.id}, ${patient.id}, '', 'file') returning id)
      insert into message_files (message_id, patient_id, file_id) select m.id, ${patient.id}, f.id from m, f`)
  }
  await addDocument(hanako, 'a letter to Hanako')
  await addDocument(taro, 'a letter to Taro')
  const urlIn = ({ body }: { body: { entry: { resource: { content: { attachment: { url: string } }[] } }[] } }) =>
    new URL(body.entry[0]!.resource.content[0]!.attachment.url).pathname
  const { access_token } = await tokenFor(hanako, 'patient/DocumentReference.rs')
  const url = urlIn(await getAs(access_token, '/fhir/R4/DocumentReference'))
  const opened = await getAs(access_token, url)
  expect([opened.status, opened.text, opened.headers['content-type']]).toEqual([200, 'a letter to Hanako', 'application/pdf'])
  const { rows } = await context.db.execute(
    sql`select outcome from audit_logs where action = 'GET /files/:signed' and user_id = ${hanako.id} and patient_id = ${hanako.id}`,
  )
  expect(rows).toEqual([{ outcome: 'done' }])
  const [narrow, others, doctors] = [
    await tokenFor(hanako, 'patient/Media.rs'),
    await tokenFor(taro, 'patient/*.rs'),
    await tokenFor(staff.doctor, 'user/*.rs'),
  ]
  for (const token of [narrow, others, doctors]) expect((await getAs(token.access_token, url)).status).toBe(404)
  const own = urlIn(await getAs(doctors.access_token, `/fhir/R4/DocumentReference?patient=${taro.id}`))
  expect((await getAs(doctors.access_token, own)).text).toBe('a letter to Taro')
  // an invalid token does not fall back to the cookies of a browser
  const cookie = `accessToken=${hanako.token}; email=${encodeURIComponent(hanako.email)}`
  expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
  expect((await app.inject({ url, headers: { cookie, authorization: 'Bearer unknown-token-of-nobody' } })).statusCode).toBe(404)
  const [grant] = (await hanako.get('/api/app_grants')).body.items.filter(({ scopes }: { scopes: string[] }) => scopes[0] === 'patient/DocumentReference.rs')
  await hanako.request('DELETE', `/api/app_grants/${grant.id}`)
  expect((await getAs(access_token, url)).status).toBe(404)
})

test.each<[string, (person: Member) => Promise<unknown>]>([
  ['a new password', (person) => person.request('PUT', '/api/users/update_auth_info', { body: { old_password: password, password: 'yuugata-no-kaze-8ji' } })],
  ['the end of all sessions', ({ id }) => testApp.staff.admin.request('DELETE', `/api/users/${id}/sessions`)],
  [
    'a deactivation, also after a reactivation',
    async ({ id }) => {
      for (const method of ['POST', 'DELETE'] as const) await testApp.staff.admin.request(method, `/api/users/${id}/deactivation`)
    },
  ],
])('%s ends the access of the connected apps of this person alone', async (_, act) => {
  const [person, other] = [await testApp.add({ role: 'doctor' }), testApp.staff.nurse]
  const [own, others] = [await tokenFor(person, 'user/*.rs offline_access'), await tokenFor(other, 'user/*.rs')]
  const read = async (token: string) => (await getAs(token, '/fhir/R4/Patient')).status
  expect([await read(own.access_token), await read(others.access_token)]).toEqual([200, 200])
  await act(person)
  expect([await read(own.access_token), await read(others.access_token)]).toEqual([401, 200])
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: own.refresh_token })).body).toMatchObject({ error: 'invalid_grant' })
})
