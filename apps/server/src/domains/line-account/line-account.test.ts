import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type Member, openTestApp, type TestApp } from '../../../test/test-app.ts'

const channel = { id: '2000000001', secret: '0123456789abcdef0123456789abcdef' }
let testApp: TestApp
/** The last request to `line`, which stands in for LINE. */
let asked: URLSearchParams | undefined
/** What `line` answers next. */
let answer: { status: number; body: object; isCut?: boolean }
const line = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  asked = new URLSearchParams(Buffer.concat(chunks).toString())
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  if (answer.isCut) response.write('{"id_token":', () => response.destroy())
  else response.end(JSON.stringify(answer.body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const { port } = line.address() as AddressInfo
  testApp = await openTestApp({
    env: { LINE_CHANNEL_ID: channel.id, LINE_CHANNEL_SECRET: channel.secret, LINE_TOKEN_URL: `http://127.0.0.1:${port}/token` },
  })
  return () => line.close()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hanakosLine = `U${'a'.repeat(32)}`
const state = async (member: Member) => (await member.get('/line_accounts')).body
const tokenFor = async (member: Member, claims: object = {}, { alg = 'HS256', secret = channel.secret } = {}) => {
  const { nonce } = await state(member)
  const exp = Math.floor(Date.now() / 1000) + 3600
  const content = `${part({ alg, typ: 'JWT' })}.${part({ iss: 'https://access.line.me', aud: channel.id, sub: hanakosLine, exp, nonce, ...claims })}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
const link = (member: Member, id_token: string) => member.request('POST', '/line_accounts', { body: { id_token } })

test('links and unlinks one’s own account; a LINE user belongs to one account', async () => {
  const { hanako, taro } = testApp
  expect(await state(hanako)).toMatchObject({ channel_id: channel.id, nonce: expect.any(String), linked_at: null })
  const linked = await link(hanako, await tokenFor(hanako))
  expect([linked.status, linked.body.linked_at]).toEqual([201, expect.any(String)])
  const taken = await link(taro, await tokenFor(taro))
  expect([taken.status, taken.body.code]).toEqual([422, 'line_account_taken'])
  expect((await hanako.request('DELETE', '/line_accounts')).status).toBe(204)
  expect((await state(hanako)).linked_at).toBeNull()
  expect((await link(taro, await tokenFor(taro))).status).toBe(201)
})

test('exchanges the code of a login for an ID token; an error says whether LINE refused the code or was unavailable', async () => {
  const member = await testApp.add({ role: 'patient' })
  const sendCode = async (body: object = { code: 'abc' }) => {
    const response = await member.request('POST', '/line_accounts', { body })
    return [response.status, response.body.code ?? typeof response.body.linked_at]
  }
  answer = { status: 400, body: { error: 'invalid_grant' } }
  expect(await sendCode()).toEqual([401, 'signature_invalid'])
  answer = { status: 500, body: {} }
  expect(await sendCode()).toEqual([503, 'unavailable'])
  answer = { status: 200, body: {}, isCut: true }
  expect(await sendCode()).toEqual([503, 'unavailable'])
  expect(await sendCode({})).toEqual([422, 'invalid'])
  answer = { status: 200, body: { id_token: await tokenFor(member, { sub: `U${'b'.repeat(32)}` }) } }
  expect(await sendCode()).toEqual([201, 'string'])
  expect(Object.fromEntries(asked!)).toEqual({
    ...{ grant_type: 'authorization_code', code: 'abc', client_id: channel.id, client_secret: channel.secret },
    redirect_uri: `${testApp.context.config.public_url}/settings/line`,
  })
})

test.each<[string, object, object]>([
  ['another secret', {}, { secret: 'another secret' }],
  ['no algorithm', {}, { alg: 'none' }],
  ['another channel', { aud: '2000000002' }, {}],
  ['another issuer', { iss: 'https://example.com' }, {}],
  ['an expired token', { exp: 1 }, {}],
  ['the nonce of another session', { nonce: 'other' }, {}],
  ['no LINE user', { sub: 'hanako' }, {}],
])('rejects an ID token with %s', async (_, claims, signing) => {
  const { hanako } = testApp
  const response = await link(hanako, await tokenFor(hanako, claims, signing))
  expect([response.status, response.body.code]).toEqual([401, 'signature_invalid'])
  expect((await hanako.get('/api/users/me')).status).toBe(200)
})
