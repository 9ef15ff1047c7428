import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
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

test('the startup server returns 503 with the same headers and a time to retry', async () => {
  const server = await startStartupServer({ ...testApp.context.config, port: 0, host: '127.0.0.1' })
  const response = await send(head('/api/users/me'), server.port)
  await server.close()
  expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(response.headers).toMatch(/^retry-after: \d+\r?$/m)
  expectOurError(response)
})
