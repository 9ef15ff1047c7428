import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { eventually } from '../../test/wait-until.ts'
import { policyOfPage } from './headers.ts'
import { startStartupServer } from './startup-server.ts'

let testApp: TestApp
let port: number
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  port = (testApp.app.server.address() as { port: number }).port
})
afterAll(() => testApp.app.close())

/** Sends bytes that no HTTP client would send and returns the whole response. */
const send = (text: string, to = port) =>
  new Promise<{ status: number; headers: string; body: { error: string; code: string } }>((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(text, 'latin1'))
    let response = ''
    socket.on('data', (chunk) => (response += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [headers = '', body = ''] = response.split('\r\n\r\n')
      // without the sizes of a chunked body
      const [json = ''] = /\{.*\}/s.exec(body) ?? []
      if (json) resolve({ status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body: JSON.parse(json) })
      else reject(new Error(`no JSON in ${response}`))
    })
  })

const head = (path: string, extraHeaders = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-language: en\r\n${extraHeaders}\r\n`

const expectOurError = ({ headers, body }: Awaited<ReturnType<typeof send>>) => {
  expect(body.error).toMatch(/^[\x20-\x7e’]+$/)
  for (const header of ['content-security-policy:', 'x-content-type-options: nosniff', 'cache-control: no-store', 'content-type: application/json'])
    expect(headers).toContain(header)
}

test.each([
  ['an invalid escape in the path', head('/api/users/%ff'), 400, 'malformed'],
  ['a path parameter that is too long', head(`/api/users/${'1'.repeat(600)}`), 414, 'uri_too_long'],
  ['headers that are too large', head('/', `x-a: ${'a'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
  ['a header without a name', head('/', ': a\r\n'), 400, 'malformed'],
  ['a request that is no HTTP', 'accept-language: en\r\n\r\n', 400, 'malformed'],
])('%s gets an error of the contract in the caller’s language with the security headers', async (_what, bytes, status, code) => {
  const response = await send(bytes)
  expect(response).toMatchObject({ status, body: { code } })
  expectOurError(response)
})

test('the startup server returns 503 with the security headers and Retry-After', async () => {
  const server = await startStartupServer({ ...testApp.context.config, port: 0, host: '127.0.0.1' })
  const response = await send(head('/api/users/me'), server.port)
  await server.close()
  expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(response.headers).toMatch(/^retry-after: \d+\r?$/m)
  expectOurError(response)
})

test('a statement that PostgreSQL cancels, as after its time limit, gives 503 with Retry-After', async () => {
  const { context, hanako } = testApp
  const owner = new pg.Client({ connectionString: context.pool.options.connectionString! })
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table habit_goals in access exclusive mode')
  const waiting = hanako.get(`/api/habit_goals?user_id=${hanako.id}`)
  // the error is the same as that of statement_timeout
  await eventually(async () => {
    const { rows } = await owner.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and application_name = 'sukoyaka'",
    )
    expect(rows.length).toBeGreaterThan(0)
  })
  const { status, body, headers } = await waiting
  await owner.end()
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '5'])
  expect((await hanako.get(`/api/habit_goals?user_id=${hanako.id}`)).status).toBe(200)
})

const stripe = { secret_key: 'sk_live_1234567890', publishable_key: 'pk_live_1234567890', webhook_secrets: ['whsec_1234567890'] }

test('the content security policy allows Stripe only on pages where a card is entered, and only if the keys of Stripe are set', () => {
  for (const path of ['/shop/checkout', '/en/shop/checkout', '/kr/shop/orders/12', '/settings/payment/', '/settings/contract'])
    expect(policyOfPage(path, { stripe })).toMatch(
      /script-src 'self' https:\/\/js\.stripe\.com .*connect-src 'self' https:\/\/api\.stripe\.com; frame-src https:\/\/js/,
    )
  for (const path of ['/', '/shop', '/shop/cart', '/shop/orders', '/12/summary', '/shop/checkout/x', '/settings/account'])
    expect(policyOfPage(path, { stripe })).toBeUndefined()
  expect(policyOfPage('/shop/checkout', { stripe: undefined })).toBeUndefined()
})
