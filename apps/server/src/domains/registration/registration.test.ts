import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
let policyIds: { privacy_policy_id: number; usage_policy_id: number }
let email: string
let count = 0
beforeAll(async () => {
  testApp = await openTestApp()
  const idOf = async (path: string) => (await testApp.request('GET', path)).body.id as number
  policyIds = { privacy_policy_id: await idOf('/api/privacy_policies/current'), usage_policy_id: await idOf('/api/usage_policies/current') }
})
beforeEach(async () => {
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  email = `misao${++count}@example.com`
})

const password = 'mikan-umi-8ji'
const misao = { last_name: '勅使河原', first_name: '美佐緒' }
const mailsTo = (address: string) => testApp.mails.filter(({ to }) => to === address)
const tokenFor = (address: string) => /\/activate\/([\w-]+)/.exec(mailsTo(address).at(-1)!.text)![1]!
const codeFor = (address: string) => /^\d{6}$/m.exec(mailsTo(address).at(-1)!.text)![0]
const invite = async (body: object = {}, sender = testApp.staff.concierge) => {
  const response = await sender.request('POST', '/api/users', { body: { role: 'patient', email, ...misao, ...body } })
  await testApp.runJobs()
  return response
}
const activate = (body: object = {}, headers: Record<string, string> = {}) =>
  testApp.request('POST', '/api/users/activations', {
    body: { token: tokenFor(email), password, ...misao, birthday: '1958-04-05', ...policyIds, ...body },
    headers: { 'accept-language': 'en', ...headers },
  })
const asSession = ({ access_token }: { access_token: string }) => ({ headers: { authorization: `Token token="${access_token}", email="${email}"` } })

test('an invited patient activates with the link, is signed in, and then signs in with a code', async () => {
  const invited = await invite()
  expect([invited.status, invited.body.email, invited.body.role]).toEqual([201, email, 'patient'])
  const { body } = await testApp.request('GET', `/api/users/activations/${tokenFor(email)}`)
  expect(body).toMatchObject({ email, role: 'patient', ...misao, expires_at: expect.any(String) })
  expect(Object.keys(body)).not.toContain('birthday')
  const address = { zip: '248-0005', prefecture: '神奈川県', city: '鎌倉市', street: '雪ノ下3丁目1-12', building: '' }
  const activated = await activate({ last_name_kana: 'てしがわら', first_name_kana: 'みさお', phone_number: '090 1234 0001', address, trust_device: true })
  expect([activated.status, activated.body.email]).toEqual([201, email])
  expect(String(activated.headers['set-cookie'])).toMatch(/^device=.*HttpOnly/)
  const me = (await testApp.request('GET', '/api/users/me', asSession(activated.body))).body
  expect(me).toMatchObject({ last_name_kana: 'テシガワラ', birthday: '1958-04-05', phone_number: '09012340001', address, policies_to_agree: [] })
  const { challenge } = (await testApp.request('POST', '/api/sign_in_v2', { body: { email, password } })).body
  const signedIn = await testApp.request('POST', '/api/auth_otp', { body: { email, challenge, otp: testApp.codeFor(email) } })
  expect(signedIn.body.id).toBe(me.id)
  const { rows } = await testApp.context.db.execute(
    sql`select p.kind, p.version from policy_agreements a join policies p on p.id = a.policy_id where a.user_id = ${me.id} order by p.kind`,
  )
  expect(rows).toEqual([
    { kind: 'privacy_policy', version: 1 },
    { kind: 'usage_policy', version: 1 },
  ])
  const { rows: rooms } = await testApp.context.db.execute(sql`select from message_rooms where patient_id = ${me.id}`)
  expect(rooms).toHaveLength(1)
})

test('reading an invitation, as mail scanners do, does not use it up; it can be activated once', async () => {
  await invite()
  const token = tokenFor(email)
  for (let i = 0; i < 3; i++) expect((await testApp.request('GET', `/api/users/activations/${token}`)).status).toBe(200)
  expect((await activate()).status).toBe(201)
  expect((await testApp.request('GET', `/api/users/activations/${token}`)).body.code).toBe('activation_invalid')
  const again = await activate({ token, password: 'another-umi-8ji' })
  expect([again.status, again.body.code]).toEqual([404, 'activation_invalid'])
})

test('of two simultaneous activations, one succeeds', async () => {
  await invite()
  const statuses = (await Promise.all([activate(), activate()])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 404])
})

test('a repeated invitation, its expiry, a new address and a deactivated account make a link invalid', async () => {
  const { id } = (await invite()).body
  const first = tokenFor(email)
  const { nurse, observer, admin } = testApp.staff
  expect((await observer.request('POST', `/api/users/${id}/invitations`, { body: {} })).status).toBe(403)
  expect((await nurse.request('POST', `/api/users/${id}/invitations`, { body: { language: 'en' } })).status).toBe(204)
  expect((await activate({ token: first })).body.code).toBe('activation_invalid')
  await testApp.runJobs()
  expect(mailsTo(email).at(-1)!.subject).toBe('Sukoyaka: your invitation')
  for (const change of [sql`deactivated_at = now()`, sql`email = 'moved' || email`]) {
    await testApp.context.db.execute(sql`update users set ${change} where id = ${id}`)
    expect((await activate()).body.code).toBe('activation_invalid')
    await testApp.context.db.execute(sql`update users set deactivated_at = null, email = ${email} where id = ${id}`)
  }
  await testApp.context.db.execute(sql`update account_tokens set expires_at = now() where user_id = ${id}`)
  expect((await activate()).body.code).toBe('activation_invalid')
  expect((await admin.request('POST', `/api/users/${id}/invitations`, { body: {} })).status).toBe(204)
  await testApp.runJobs()
  // in the language of the invitation before
  expect(mailsTo(email).at(-1)!.subject).toBe('Sukoyaka: your invitation')
  expect((await activate()).status).toBe(201)
  const late = await admin.request('POST', `/api/users/${id}/invitations`, { body: {} })
  expect([late.status, late.body.code]).toEqual([422, 'already_activated'])
})

test('the code of the mail opens the invitation, and the link stays valid', async () => {
  await invite()
  const open = (otp: string, address = email) => testApp.request('POST', '/api/users/activation_tokens', { body: { email: address, otp } })
  const code = codeFor(email)
  const wrong = await open(code === '000000' ? '000001' : '000000')
  const unknown = await open(code, 'nobody@example.com')
  expect([wrong.status, wrong.text]).toEqual([401, unknown.text])
  const { status, body } = await open(code, email.toUpperCase())
  expect(status).toBe(200)
  for (const token of [body.token, tokenFor(email)]) expect((await testApp.request('GET', `/api/users/activations/${token}`)).status).toBe(200)
  expect((await activate({ token: body.token })).status).toBe(201)
})

test('a printed invitation replaces an earlier printed one, and one whose mail is still to be sent', async () => {
  const { admin, concierge } = testApp.staff
  const { id } = (await concierge.request('POST', '/api/users', { body: { role: 'patient', email, ...misao } })).body
  const sheets = `/api/users/${id}/activation_sheets`
  expect((await testApp.staff.observer.request('POST', sheets, { body: {} })).status).toBe(403)
  expect((await admin.request('POST', `/api/users/${concierge.id}/activation_sheets`, { body: {} })).status).toBe(404)
  const first = (await admin.request('POST', sheets, { body: {} })).body
  const sheet = (await admin.request('POST', sheets, { body: { language: 'en' } })).body
  expect(sheet).toMatchObject({ email, code: expect.stringMatching(/^\d{6}$/), page: expect.stringMatching(/\/en\/activate$/) })
  await testApp.runJobs()
  expect(mailsTo(email)).toEqual([])
  const token = sheet.link.slice(sheet.page.length + 1)
  expect((await testApp.request('GET', `/api/users/activations/${first.link.split('/').at(-1)}`)).status).toBe(404)
  expect((await testApp.request('POST', '/api/users/activation_tokens', { body: { email, otp: sheet.code } })).status).toBe(200)
  const profile = { ...misao, password, birthday: '1958-04-05', ...policyIds }
  expect((await testApp.request('POST', '/api/users/activations', { body: { token, ...profile } })).status).toBe(201)
  expect((await admin.request('POST', sheets, { body: {} })).body.code).toBe('already_activated')
})

test('after five wrong codes the right one is rejected too, but the link is not', async () => {
  await invite()
  const code = codeFor(email)
  const open = (otp: string) => testApp.request('POST', '/api/users/activation_tokens', { body: { email, otp } })
  for (let i = 0; i < 5; i++) expect((await open(code === '000000' ? '000001' : '000000')).status).toBe(401)
  expect((await open(code)).status).toBe(401)
  expect((await activate()).status).toBe(201)
})

test.each<[object, string]>([
  [{ password: 'short' }, 'password'],
  [{ password: 'teshigawara' }, ''],
  [{ password: '1234567890' }, 'password'],
  [{ last_name: ' ' }, 'last_name'],
  [{ last_name_kana: '勅使河原' }, 'last_name_kana'],
  [{ birthday: undefined }, 'birthday'],
  [{ birthday: '2999-01-01' }, 'birthday'],
  [{ birthday: '1958-02-30' }, 'birthday'],
  [{ birthday: '1850-02-03' }, 'birthday'],
  [{ phone_number: 'ring me' }, 'phone_number'],
  [{ privacy_policy_id: undefined }, 'privacy_policy_id'],
  [{ usage_policy_id: undefined }, 'usage_policy_id'],
])('an activation with %j is rejected for the field "%s" and changes nothing, or succeeds if no field is wrong', async (body, field) => {
  await invite()
  const response = await activate(body)
  if (!field) return expect(response.status).toBe(201)
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]])
  expect((await testApp.request('GET', `/api/users/activations/${tokenFor(email)}`)).body).toMatchObject(misao)
  expect((await activate()).status).toBe(201)
})

test('a rejected activation names all wrong fields at once', async () => {
  await invite()
  const { body } = await activate({ password: 'short', last_name_kana: '勅使', birthday: '2999-01-01', privacy_policy_id: undefined })
  expect(Object.keys(body.fields).sort()).toEqual(['birthday', 'last_name_kana', 'password', 'privacy_policy_id'])
})

test('an activation with the phone number of another person changes nothing', async () => {
  await testApp.hanako.request('PATCH', '/api/users/me', { body: { phone_number: '09000005555' } })
  await invite()
  const response = await activate({ phone_number: '090-0000-5555' })
  expect([response.status, response.body.code]).toEqual([422, 'phone_number_taken'])
  expect(response.body.error).toContain('already')
  expect((await activate()).status).toBe(201)
})

test('rejects an activation with fields that are not part of the call', async () => {
  await invite()
  for (const body of [{ role: 'admin' }, { email: 'other@example.com' }, { otp_required: false }]) expect((await activate(body)).status).toBe(400)
})

test('an admin invites staff, a concierge may not; a trainer and a patient invite nobody', async () => {
  expect((await invite({ role: 'doctor' })).status).toBe(403)
  expect((await invite({}, testApp.staff.trainer)).status).toBe(403)
  expect((await testApp.hanako.request('POST', '/api/users', { body: { role: 'patient', email, ...misao } })).status).toBe(403)
  expect(mailsTo(email)).toEqual([])
  expect((await invite({ role: 'nurse' }, testApp.staff.admin)).status).toBe(201)
  expect((await activate({ birthday: undefined })).body.role).toBe('nurse')
})

test('rejects an invitation with the e-mail address or phone number of another account or a kana name in kanji, and creates nobody', async () => {
  await testApp.taro.request('PATCH', '/api/users/me', { body: { phone_number: '09000007777' } })
  const taken = await invite({ email: 'Hanako@example.com' })
  expect([taken.status, taken.body.code, Object.keys(taken.body.fields)]).toEqual([422, 'email_taken', ['email']])
  expect((await invite({ phone_number: '090-0000-7777' })).body.code).toBe('phone_number_taken')
  expect((await invite({ first_name_kana: '美佐緒' })).body.fields).toHaveProperty('first_name_kana')
  expect((await testApp.context.db.execute(sql`select from users where email = ${email}`)).rowCount).toBe(0)
})

test('a person without a password who asks for a reset gets the invitation again', async () => {
  await invite()
  await testApp.request('POST', '/reset_passwords', { body: { email } })
  await testApp.runJobs()
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['【すこやか】ご登録のご案内', '【すこやか】ご登録のご案内'])
  expect((await activate()).status).toBe(201)
})

test('requests for an invitation are listed for those who invite, once per address, until the person is invited', async () => {
  const ask = (body: object) => testApp.request('POST', '/api/invite_requests', { body: { email, name: '勅使河原 美佐緒', ...body } })
  expect((await ask({})).status).toBe(204)
  expect((await ask({ email: email.toUpperCase(), note: '電話をください' })).status).toBe(204)
  expect((await ask({ email: 'hanako@example.com' })).status).toBe(204)
  const list = async () =>
    (await testApp.staff.concierge.get('/api/invite_requests')).body.items.filter((item: { email: string }) => item.email.toLowerCase() === email)
  expect(await list()).toMatchObject([{ note: '電話をください' }])
  expect((await testApp.staff.trainer.get('/api/invite_requests')).status).toBe(403)
  await invite()
  expect(await list()).toEqual([])
})

const stateOf = async (registered = 'waiting') => {
  const { body } = await testApp.staff.nurse.get(`/api/invitations?registered=${registered}`)
  return body.items.find((item: { email: string }) => item.email === email)?.state
}

const invitationEvents = async (patient_id: number) =>
  (await testApp.context.db.execute<{ n: number }>(sql`select count(*)::int as n from events where patient_id = ${patient_id} and changes = '{invitations}'`))
    .rows[0]!.n

test('a nurse sees whether an invitation is unsent, sent, opened, printed, expired, revoked or activated; a trainer sees none', async () => {
  const { nurse, doctor } = testApp.staff
  const { id } = (await nurse.request('POST', '/api/users', { body: { role: 'patient', email, ...misao } })).body
  expect(await stateOf()).toBe('unsent')
  await testApp.runJobs()
  expect(await stateOf()).toBe('sent')
  const before = await invitationEvents(id)
  await testApp.request('GET', `/api/users/activations/${tokenFor(email)}`)
  await testApp.request('GET', `/api/users/activations/${tokenFor(email)}`)
  expect([await stateOf(), (await invitationEvents(id)) - before]).toEqual(['opened', 1])
  await doctor.request('POST', `/api/users/${id}/activation_sheets`, { body: {} })
  expect(await stateOf()).toBe('printed')
  await testApp.context.db.execute(sql`update account_tokens set expires_at = now() where user_id = ${id}`)
  expect(await stateOf()).toBe('expired')
  const revoke = () => nurse.request('DELETE', `/api/users/${id}/invitations`)
  expect([(await revoke()).status, await stateOf()]).toEqual([204, 'revoked'])
  await nurse.request('POST', `/api/users/${id}/invitations`, { body: {} })
  await testApp.runJobs()
  expect(await stateOf()).toBe('sent')
  const beforeUse = await invitationEvents(id)
  expect((await activate({ phone_number: '090-5555-0101', last_name_kana: 'てしがわら', first_name_kana: 'みさお' })).status).toBe(201)
  expect([await stateOf(), await stateOf('activated'), (await invitationEvents(id)) > beforeUse]).toEqual([undefined, 'activated', true])
  expect((await revoke()).body.code).toBe('already_activated')
  expect((await testApp.staff.trainer.get('/api/invitations')).status).toBe(403)
})

test('a revoked invitation cannot be used, and its mail is not sent if it is still queued', async () => {
  const { nurse } = testApp.staff
  const { id } = (await nurse.request('POST', '/api/users', { body: { role: 'patient', email, ...misao } })).body
  await nurse.request('DELETE', `/api/users/${id}/invitations`)
  await testApp.runJobs()
  expect([mailsTo(email), await stateOf()]).toEqual([[], 'revoked'])
  await nurse.request('POST', `/api/users/${id}/invitations`, { body: {} })
  await testApp.runJobs()
  await nurse.request('DELETE', `/api/users/${id}/invitations`)
  expect((await activate()).body.code).toBe('activation_invalid')
})

test('nothing is mailed for an invitation on paper', async () => {
  await invite({ by: 'sheet' })
  expect([mailsTo(email), await stateOf()]).toEqual([[], 'unsent'])
})

test('does not store the token and the code of an invitation, and its code is not in the subject of the mail', async () => {
  await invite()
  const { rows } = await testApp.context.db.execute<{ text: string }>(
    sql`select coalesce((select string_agg(t::text, ' ') from account_tokens t), '') || coalesce((select string_agg(j.data::text, ' ') from pgboss.job j), '') as text`,
  )
  expect(rows[0]!.text).not.toContain(tokenFor(email))
  expect(rows[0]!.text).not.toMatch(new RegExp(`\\b${codeFor(email)}\\b`))
  expect(mailsTo(email).at(-1)!.subject).not.toContain(codeFor(email))
})
