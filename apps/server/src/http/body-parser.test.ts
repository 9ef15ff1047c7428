import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

const send = async (payload: Buffer, headers: Record<string, string> = {}) => {
  const { token, email } = testApp.hanako
  const authorization = `Token token="${token}", email="${email}"`
  const response = await testApp.app.inject({
    method: 'PATCH',
    url: '/api/users/me',
    payload,
    headers: { authorization, 'content-type': 'application/json', ...headers },
  })
  return { status: response.statusCode, code: response.json().code, first_name: response.json().first_name }
}
const bodyWithName = (name: Buffer) => Buffer.concat([Buffer.from('{"first_name":"'), name, Buffer.from('"}')])

test('stores a name as it was sent, with or without a byte order mark', async () => {
  expect(await send(bodyWithName(Buffer.from('𠮷子🌸')))).toMatchObject({ status: 200, first_name: '𠮷子🌸' })
  expect(await send(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bodyWithName(Buffer.from('花子'))]))).toMatchObject({ status: 200, first_name: '花子' })
})

test.each([
  ['an invalid byte', [0xff]],
  ['a truncated character', [0xe8, 0x8a]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a lone surrogate', [0xed, 0xa0, 0x80]],
])('rejects a name with %s instead of storing a question mark', async (_, bytes) => {
  expect(await send(bodyWithName(Buffer.from(bytes)))).toMatchObject({ status: 400, code: 'malformed' })
})

test('rejects a compressed body', async () => {
  const gzipped = gzipSync(bodyWithName(Buffer.from('花子')))
  expect(await send(gzipped, { 'content-encoding': 'gzip' })).toMatchObject({ status: 400, code: 'malformed' })
})

test('rejects a body with sixty thousand fields', async () => {
  const names = `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`
  expect(await send(Buffer.from(names))).toMatchObject({ status: 400, code: 'malformed' })
})
