import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeAuthenticator } from '../../../../test/authenticator.ts'
import { type Member, openTestApp, password } from '../../../../test/test-app.ts'

const testApp = await openTestApp()
const { hanako, taro, staff, context, mails } = testApp
const { hostname: rpId, origin } = new URL(context.config.public_url)

type Authenticator = ReturnType<typeof makeAuthenticator>
const createOptions = async (member: Member, body: object = { old_password: password }) => member.request('POST', '/api/passkeys/options', { body })
const addPasskey = async (member: Member, authenticator: Authenticator, more: object = {}) => {
  const { challenge } = (await createOptions(member)).body
  return member.request('POST', '/api/passkeys', { body: authenticator.create({ origin, rpId, challenge, ...more }) })
}
const signInChallenge = async (): Promise<string> => (await testApp.request('POST', '/api/passkey_challenges', { body: {} })).body.challenge
const signIn = async (authenticator: Authenticator, more: object = {}) => {
  const options = { origin, rpId, challenge: await signInChallenge(), ...more }
  return testApp.request('POST', '/api/passkey_sign_in', { body: authenticator.get(options) })
}

test('a person who adds a passkey gets a mail and can sign in with the passkey alone', async () => {
  const authenticator = makeAuthenticator()
  const added = await addPasskey(hanako, authenticator)
  expect([added.status, added.body.name, added.body.last_used_at]).toEqual([201, 'テスト端末', null])
  await testApp.runJobs()
  expect(mails.at(-1)).toMatchObject({ to: hanako.email, subject: expect.stringContaining('パスキーが登録されました') })
  const { status, body } = await signIn(authenticator)
  expect([status, body.id, body.email]).toEqual([200, hanako.id, hanako.email])
  const authorization = `Token token="${body.access_token}", email="${body.email}"`
  expect((await testApp.request('GET', '/api/users/me', { headers: { authorization } })).body.id).toBe(hanako.id)
  expect((await hanako.get('/api/passkeys')).body.items).toMatchObject([{ id: added.body.id, last_used_at: expect.any(String) }])
  expect((await hanako.request('PATCH', `/api/passkeys/${added.body.id}`, { body: { name: '電話' } })).body.name).toBe('電話')
  expect((await taro.request('DELETE', `/api/passkeys/${added.body.id}`)).status).toBe(404)
  expect((await hanako.request('DELETE', `/api/passkeys/${added.body.id}`)).status).toBe(204)
  expect((await signIn(authenticator)).body.code).toBe('passkey_unknown')
})

test('refuses a sign-in with a wrong, used or expired challenge, from another origin, of an unverified person, or with a lower counter', async () => {
  const authenticator = makeAuthenticator()
  expect((await addPasskey(taro, authenticator)).status).toBe(201)
  const challenge = await signInChallenge()
  expect((await signIn(authenticator, { challenge })).status).toBe(200)
  const expired = await signInChallenge()
  await context.db.execute(sql`update passkey_challenges set expires_at = now()`)
  const registration = (await createOptions(taro)).body.challenge
  for (const wrong of [
    { challenge },
    { challenge: expired },
    { challenge: registration },
    { challenge: 'AAAA' },
    { origin: 'https://evil.example.com' },
    { rpId: 'evil.example.com' },
    { isVerified: false },
    { counter: 1 },
  ])
    expect([wrong, (await signIn(authenticator, wrong)).body.code]).toEqual([wrong, 'passkey_rejected'])
  expect((await signIn(makeAuthenticator())).body.code).toBe('passkey_unknown')
  expect((await signIn(authenticator, { counter: 100 })).status).toBe(200)
})

test('refuses a registration with another person’s challenge, another origin, or a passkey that exists', async () => {
  const authenticator = makeAuthenticator()
  expect((await addPasskey(staff.nurse, authenticator)).status).toBe(201)
  const { challenge } = (await createOptions(staff.doctor)).body
  for (const wrong of [{ challenge }, { origin: 'https://evil.example.com' }, { isVerified: false }])
    expect((await addPasskey(staff.nurse, makeAuthenticator(), wrong)).body.code).toBe('passkey_rejected')
  expect((await addPasskey(staff.doctor, authenticator)).body.code).toBe('passkey_rejected')
  expect((await staff.doctor.get('/api/passkeys')).body.items).toEqual([])
})

test('adding a passkey needs the password, or a sign-in within ten minutes', async () => {
  expect((await createOptions(staff.trainer, {})).status).toBe(200)
  await context.db.execute(sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${staff.trainer.id}`)
  const { status, body } = await createOptions(staff.trainer, {})
  expect([status, Object.keys(body.fields)]).toEqual([422, ['old_password']])
  expect((await createOptions(staff.trainer, { old_password: 'wrong' })).body.code).toBe('password_wrong')
})

test('an account with 20 passkeys gets no options for another one, but an error for the field `name`', async () => {
  const trainer = staff.trainer
  await context.db.execute(sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    select ${trainer.id}, 'credential-' || n, '', 0, '{}', 'passkey ' || n from generate_series(1, 20) n`)
  const { status, body } = await createOptions(trainer)
  expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', ['name']])
})

test('if an account with 19 passkeys adds two at the same time, only one is stored', async () => {
  const { concierge } = staff
  await context.db.execute(sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    select ${concierge.id}, 'credential-of-concierge-' || n, '', 0, '{}', 'passkey ' || n from generate_series(1, 19) n`)
  const challenges = [(await createOptions(concierge)).body.challenge, (await createOptions(concierge)).body.challenge]
  const responses = await Promise.all(
    challenges.map((challenge) => concierge.request('POST', '/api/passkeys', { body: makeAuthenticator().create({ origin, rpId, challenge }) })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(Object.keys(responses.find(({ status }) => status === 422)!.body.fields)).toEqual(['name'])
  expect((await concierge.get('/api/passkeys')).body.items).toHaveLength(20)
})

test('a deactivated account cannot sign in with a passkey', async () => {
  const person = await testApp.add({ role: 'trainer' })
  const authenticator = makeAuthenticator()
  await addPasskey(person, authenticator)
  await context.db.execute(sql`update users set deactivated_at = now() where id = ${person.id}`)
  expect((await signIn(authenticator)).body.code).toBe('passkey_unknown')
})
