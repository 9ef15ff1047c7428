import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Member, openTestApp, password, type TestApp } from '../../../test/test-app.ts'
import { accountJobs } from './jobs.ts'
import { type AccountMail, accountMailQueue } from './mail-queue.ts'
import { issueToken } from './token-store.ts'

let testApp: TestApp
let jiro: Member
let count = 0
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  await testApp.context.db.execute(sql`delete from limited_attempts`)
  jiro = await testApp.add({ role: 'patient', last_name: '鈴木', first_name: '次郎', email: `jiro${++count}@example.com` })
})

const newPassword = 'yuugata-no-kaze'
const mailsTo = (address: string) => testApp.mails.filter(({ to }) => to === address)
const lastMail = (address: string) => mailsTo(address).at(-1)!
const askReset = (email: string, headers: Record<string, string> = {}) => testApp.request('POST', '/reset_passwords', { body: { email }, headers })
/** The token in the newest mail to this address. */
const tokenFor = (email: string) => /reset_password\/([\w-]+)/.exec(lastMail(email).text)![1]!
const reset = (body: object) => testApp.request('PUT', '/api/users/reset_password', { body })
const mailedToken = async (email: string) => {
  expect((await askReset(email)).status).toBe(204)
  await testApp.runJobs()
  return tokenFor(email)
}
const canSignIn = async (email: string, password: string) => (await testApp.request('POST', '/api/sign_in_v2', { body: { email, password } })).status === 200

test('a mailed link sets a new password once; this ends all sessions and removes all trusted devices', async () => {
  await testApp.context.db.execute(
    sql`insert into trusted_devices (user_id, token_hash, expires_at) values (${jiro.id}, ${Buffer.from(jiro.email)}, now() + interval '1 day')`,
  )
  const token = await mailedToken(jiro.email)
  expect(lastMail(jiro.email).subject).not.toContain(token)
  expect((await reset({ token, email: jiro.email.toUpperCase(), password: newPassword })).status).toBe(204)
  expect((await jiro.get('/api/users/me')).status).toBe(401)
  expect((await testApp.context.db.execute(sql`select from trusted_devices where user_id = ${jiro.id}`)).rowCount).toBe(0)
  expect([await canSignIn(jiro.email, password), await canSignIn(jiro.email, newPassword)]).toEqual([false, true])
  expect((await reset({ token, password: newPassword })).body.code).toBe('reset_invalid')
  await testApp.runJobs()
  expect(lastMail(jiro.email).subject).toContain('パスワードが変更されました')
})

test('an invitation that was issued just after the registration is invalid, and the job mails no other', async () => {
  const { context } = testApp
  const { id, email } = jiro
  // a call that began before the registration can leave such a token
  const { token, code } = await context.db.transaction((tx) => issueToken(tx, { user_id: id, kind: 'activation', email }, context))
  expect((await testApp.request('GET', `/api/users/activations/${token}`)).body.code).toBe('activation_invalid')
  const idOf = async (path: string) => (await testApp.request('GET', path)).body.id as number
  const policies = { privacy_policy_id: await idOf('/api/privacy_policies/current'), usage_policy_id: await idOf('/api/usage_policies/current') }
  const name = { last_name: '佐伯', first_name: '花子', birthday: '1968-03-14' }
  const activation = await testApp.request('POST', '/api/users/activations', { body: { token, password: 'another-umi-8ji', ...name, ...policies } })
  expect([activation.status, activation.body.code]).toEqual([404, 'activation_invalid'])
  expect((await testApp.request('POST', '/api/users/activation_tokens', { body: { email, otp: code } })).status).toBe(401)
  expect([await canSignIn(email, 'another-umi-8ji'), await canSignIn(email, password)]).toEqual([false, true])
  const before = testApp.mails.length
  await context.jobs.send(context.db, accountMailQueue, { language: 'ja', kind: 'activation', user_id: id })
  await testApp.runJobs()
  expect(testApp.mails).toHaveLength(before)
})

test('a known, an unknown and a deactivated address get the same response; only the known one gets a mail', async () => {
  const gone = await testApp.add({ role: 'patient', email: `gone${count}@example.com` })
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
  const queued = async (email: string) => {
    const { text, status } = await askReset(email)
    return `${status} ${text} ${await testApp.runJobs()}`
  }
  const [known, ...others] = [await queued(jiro.email), await queued('nobody@example.com'), await queued(gone.email)]
  expect(others).toEqual([known, known])
  expect([jiro.email, 'nobody@example.com', gone.email].map((address) => mailsTo(address).length)).toEqual([1, 0, 0])
})

test('a request for a reset stores neither its token in plain text nor the address of an unknown person', async () => {
  await askReset('unknown-person@example.com')
  const token = await mailedToken(jiro.email)
  await askReset('unknown-person@example.com')
  const { rows } = await testApp.context.db.execute<{ text: string }>(
    sql`select (select string_agg(t::text, ' ') from account_tokens t) || coalesce((select string_agg(j.data::text, ' ') from pgboss.job j), '') || (select string_agg(l::text, ' ') from limited_attempts l) as text`,
  )
  expect(rows[0]!.text).not.toContain(token)
  expect(rows[0]!.text).not.toContain('unknown-person')
})

test('writes the mail in the language of the request and links to the page in that language', async () => {
  await askReset(jiro.email, { 'accept-language': 'en' })
  await testApp.runJobs()
  expect(lastMail(jiro.email)).toMatchObject({ subject: 'Sukoyaka: set a new password', text: expect.stringContaining('/en/reset_password/') })
})

test('a reset link is invalid after a newer one, with another address, after an hour, and once the account is deactivated or has another address', async () => {
  const first = await mailedToken(jiro.email)
  const second = await mailedToken(jiro.email)
  const codeOf = async (body: object) => (await reset(body)).body?.code
  expect(await codeOf({ token: first, password: newPassword })).toBe('reset_invalid')
  expect(await codeOf({ token: second, email: 'taro@example.com', password: newPassword })).toBe('reset_invalid')
  expect((await reset({ token: second, email: 'taro@example.com', password: newPassword })).status).toBe(404)
  await testApp.context.db.execute(sql`update account_tokens set expires_at = now() where user_id = ${jiro.id}`)
  expect(await codeOf({ token: second, password: newPassword })).toBe('reset_invalid')
  const third = await mailedToken(jiro.email)
  await testApp.context.db.execute(sql`update users set deactivated_at = now() where id = ${jiro.id}`)
  expect(await codeOf({ token: third, password: newPassword })).toBe('reset_invalid')
  await testApp.context.db.execute(sql`update users set deactivated_at = null, email = 'moved' || email where id = ${jiro.id}`)
  expect(await codeOf({ token: third, password: newPassword })).toBe('reset_invalid')
  expect(await canSignIn(`moved${jiro.email}`, password)).toBe(true)
})

test.each([
  ['short', 'password_short'],
  ['sukoyaka2026', 'password_guessable'],
  ['aaaaaaaaaaaaaaa', 'password_guessable'],
  ['q1w2e3r4t5', 'password_common'],
  ['Basketball2024!', 'password_common'],
  ['x'.repeat(129), 'too_long'],
])('rejects the new password %s and keeps the link', async (weak, reason) => {
  const token = await mailedToken(jiro.email)
  const { status, body } = await testApp.request('PUT', '/api/users/reset_password', { body: { token, password: weak }, headers: { 'accept-language': 'en' } })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['password']])
  const words = { password_short: 'at least 10', password_guessable: 'easy to guess', password_common: 'leaked', too_long: 'long' }[reason]!
  expect(body.fields.password[0]).toContain(words)
  expect((await reset({ token, password: newPassword })).status).toBe(204)
})

test('a password of staff needs 13 characters', async () => {
  const nurse = await testApp.add({ role: 'nurse', email: `nurse-${count}@example.com` })
  const token = await mailedToken(nurse.email)
  const short = await reset({ token, password: 'kawa-no-mizu' })
  expect([short.status, short.body.fields]).toEqual([422, { password: ['13文字以上にしてください。'] }])
  expect((await reset({ token, password: 'kawa-no-mizu-2' })).status).toBe(204)
})

test('refuses the sixth request for a reset of one address in 15 minutes, whether or not there is an account', async () => {
  for (const email of [jiro.email, 'nobody@example.com']) {
    for (let i = 0; i < 5; i++) expect((await askReset(email)).status).toBe(204)
    expect((await askReset(email)).status).toBe(429)
  }
})

const update = (member: Member, body: object) => member.request('PUT', '/api/users/update_auth_info', { body })

test('changing the password needs the old one, ends all sessions and opens a new one', async () => {
  const other = await testApp.signIn(jiro)
  const wrong = await update(jiro, { old_password: 'not-the-password', password: newPassword })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'password_wrong'])
  const { status, body } = await update(jiro, { old_password: password, password: newPassword })
  expect([status, body.id, body.email]).toEqual([200, jiro.id, jiro.email])
  for (const member of [jiro, other]) expect((await member.get('/api/users/me')).status).toBe(401)
  const headers = { authorization: `Token token="${body.access_token}", email="${jiro.email}"` }
  expect((await testApp.request('GET', '/api/users/me', { headers })).status).toBe(200)
  await testApp.runJobs()
  expect(lastMail(jiro.email).subject).toContain('パスワードが変更されました')
})

test('the e-mail address is changed with the code mailed to the new one; both addresses get a notice', async () => {
  const email = `new-${jiro.email}`
  const { body: challenge } = await update(jiro, { old_password: password, email })
  expect(challenge).toMatchObject({ challenge: expect.any(String), message: expect.any(String) })
  expect((await jiro.get('/api/users/me')).body.email).toBe(jiro.email)
  expect(mailsTo(jiro.email)).toEqual([])
  const otp = testApp.codeFor(email)
  const wrongCode = otp === '000000' ? '000001' : '000000'
  const confirm = (otp: string) => update(jiro, { old_password: password, email, challenge: challenge.challenge, otp })
  expect((await confirm(wrongCode)).body).toMatchObject({ code: 'otp_invalid', tries_left: 4 })
  const { body: session } = await confirm(otp)
  expect(session).toMatchObject({ id: jiro.id, email, access_token: expect.any(String) })
  expect(await canSignIn(email, password)).toBe(true)
  expect(await canSignIn(jiro.email, password)).toBe(false)
  await testApp.runJobs()
  for (const address of [email, jiro.email]) {
    expect(lastMail(address).subject).toContain('メールアドレスが変更されました')
    expect(lastMail(address).text).toContain('ほかの端末のログイン、信頼した端末の登録、アプリとの連携は解除されています。')
  }
})

test('the new address gets one notice, however often the one to a dead previous address is retried', async () => {
  const { context } = testApp
  const email = `new-${jiro.email}`
  const { body } = await update(jiro, { old_password: password, email })
  expect((await update(jiro, { old_password: password, email, challenge: body.challenge, otp: testApp.codeFor(email) })).status).toBe(200)
  const { rows } = await context.db.execute<{ data: AccountMail }>(sql`delete from pgboss.job where name = ${accountMailQueue} returning data`)
  const before = testApp.mails.length
  const send: typeof context.mail.send = (message) => (message.to === jiro.email ? Promise.reject(new Error('unknown address')) : context.mail.send(message))
  const run = ({ data }: { data: AccountMail }) => accountJobs[0]!.work({ ...context, mail: { ...context.mail, send } }, data, new AbortController().signal)
  const outcomes = await Promise.allSettled(rows.map(run))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const failed = rows.filter((_, index) => outcomes[index]!.status === 'rejected')
  for (const job of failed) await expect(run(job)).rejects.toThrow('unknown address')
  expect(testApp.mails.slice(before).map(({ to }) => to)).toEqual([email])
})

test('rejects the e-mail address of another account, a weak password and an empty change, and changes nothing', async () => {
  const taken = await update(jiro, { old_password: password, email: 'Hanako@example.com', password: newPassword })
  expect([taken.status, taken.body.code]).toEqual([422, 'email_taken'])
  expect((await update(jiro, { old_password: password, password: 'sukoyaka2026' })).body.fields).toHaveProperty('password')
  expect((await update(jiro, { old_password: password })).status).toBe(422)
  expect((await update(jiro, { old_password: password, password: newPassword, role: 'admin' })).status).toBe(400)
  expect((await jiro.get('/api/users/me')).status).toBe(200)
  expect(await canSignIn(jiro.email, password)).toBe(true)
})

test('rejects the current e-mail address as the new one, and ends no session', async () => {
  const other = await testApp.signIn(jiro)
  const { status, body } = await update(jiro, { old_password: password, email: jiro.email })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['email']])
  for (const member of [jiro, other]) expect((await member.get('/api/users/me')).status).toBe(200)
})

test('a challenge of another person or for another address does not change the e-mail address', async () => {
  const email = `new-${jiro.email}`
  const { body } = await update(testApp.hanako, { old_password: password, email: `hanako-${email}` })
  const answer = { old_password: password, email: `hanako-${email}`, challenge: body.challenge, otp: testApp.codeFor(`hanako-${email}`) }
  expect((await update(jiro, answer)).body.code).toBe('otp_expired')
  expect((await update(testApp.hanako, { ...answer, email })).body.code).toBe('otp_expired')
})

test('refuses to mail another code to the same address right after the first', async () => {
  const body = { old_password: password, email: `new-${jiro.email}` }
  expect((await update(jiro, body)).status).toBe(200)
  expect((await update(jiro, body)).body.code).toBe('resend_too_early')
})

test('after ten wrong old passwords rejects even the right one', async () => {
  for (let i = 0; i < 10; i++) expect((await update(jiro, { old_password: 'not-the-password', password: newPassword })).status).toBe(401)
  expect((await update(jiro, { old_password: password, password: newPassword })).status).toBe(429)
})

test('records denied resets in the audit log', async () => {
  await reset({ token: 'unknown', password: newPassword })
  const { rows } = await testApp.context.db.execute<{ action: string }>(
    sql`select action from audit_logs where outcome = 'denied' and action like '%reset_password' limit 1`,
  )
  expect(rows).toEqual([{ action: 'PUT /api/users/reset_password' }])
})
