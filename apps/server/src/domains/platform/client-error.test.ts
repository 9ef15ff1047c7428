import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})

test('accepts 30 of 40 concurrent reports, rejects the rest with 429 and blocks no other request', async () => {
  const report = () => testApp.request('POST', '/api/client_errors', { body: { kind: 'FETCH_ERROR' } })
  const responses = await Promise.all([...Array.from({ length: 40 }, report), testApp.hanako.get('/api/users/me')])
  const count = (expectedStatus: number) => responses.filter(({ status }) => status === expectedStatus).length
  expect([count(204), count(429), count(200)]).toEqual([30, 10, 1])
})
