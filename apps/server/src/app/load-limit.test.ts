import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { eventually } from '../../test/wait-until.ts'

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
}
const background = { headers: { 'x-background': '1' } }
const waitForStatus = ({ hanako }: TestApp, status: number) =>
  eventually(async () => {
    const response = await hanako.request('GET', '/api/users/me', background)
    expect(response.status).toBe(status)
    return response
  })

test('while the event loop is delayed, background requests get 503 with Retry-After and requests caused by user actions are served', async () => {
  const limited = await openTestApp({ env: { LOAD_LIMIT_MS: '100' } })
  const unlimited = await openTestApp()
  await waitForStatus(limited, 200)
  const blocking = setInterval(() => block(200), 0)
  const { headers, body } = await waitForStatus(limited, 503)
  expect((await limited.hanako.get('/api/users/me')).status).toBe(200)
  expect((await unlimited.hanako.request('GET', '/api/users/me', background)).status).toBe(200)
  clearInterval(blocking)
  expect(headers['retry-after']).toBe('5')
  expect(body.code).toBe('unavailable')
  await waitForStatus(limited, 200)
})
