import { expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
}
const waitForStatus = ({ hanako }: TestApp, status: number) =>
  vi.waitFor(
    async () => {
      const response = await hanako.get('/api/users/me')
      expect(response.status).toBe(status)
      return response
    },
    { timeout: 240_000, interval: 10 },
  )

test('returns 503 with Retry-After while the event loop is delayed, and 200 again afterwards; without a limit always 200', async () => {
  const limited = await openTestApp({ env: { LOAD_LIMIT_MS: '100' } })
  const unlimited = await openTestApp()
  await waitForStatus(limited, 200)
  const blocking = setInterval(() => block(200), 0)
  const { headers, body } = await waitForStatus(limited, 503)
  expect((await unlimited.hanako.get('/api/users/me')).status).toBe(200)
  clearInterval(blocking)
  expect(headers['retry-after']).toBe('5')
  expect(body.code).toBe('unavailable')
  await waitForStatus(limited, 200)
}, 600_000)
