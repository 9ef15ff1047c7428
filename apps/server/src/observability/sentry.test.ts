import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type ReceivedEvent = { url: string; key: string; lines: Record<string, unknown>[]; body: string }
let received: ReceivedEvent[]
let sentry_dsn: string
let behaviour: 'take' | 'sleep'
let close: () => void
let report: typeof import('./sentry.ts').report
beforeEach(async () => {
  received = []
  behaviour = 'take'
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ url: request.url!, key: String(request.headers['x-sentry-auth']), lines: body.split('\n').map((line) => JSON.parse(line)), body })
    if (behaviour === 'take') response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sentry_dsn = `http://publickey@127.0.0.1:${(server.address() as { port: number }).port}/sentry/42`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  // resets the rate limit
  vi.resetModules()
  report = (await import('./sentry.ts')).report
})
afterEach(() => close())

test('sends an error with its stack frames to the configured Sentry project', async () => {
  const stack = 'Error: x\n    at openRecord (https://sukoyaka.example/assets/index-abc.js?v=1:10:20)\n    at https://sukoyaka.example/assets/react.js:1:2'
  expect(
    await report(
      { sentry_dsn },
      { source: 'browser', kind: 'PARSING_ERROR', status: 500, call: 'GET /api/users/12', page: '/:id/summary', stack, request_id: 'ab-1' },
    ),
  ).toBe(true)
  expect(received[0]).toMatchObject({ url: '/sentry/api/42/envelope/', key: expect.stringContaining('sentry_key=publickey') })
  const [head, item, event] = received[0]!.lines
  expect(head!.event_id).toBe(event!.event_id)
  expect(item).toEqual({ type: 'event' })
  expect(event).toMatchObject({
    platform: 'javascript',
    tags: { source: 'browser', status: 500, call: 'GET /api/users/0', page: '/:id/summary', request_id: 'ab-1' },
    exception: {
      values: [
        {
          type: 'PARSING_ERROR',
          stacktrace: {
            frames: [
              { function: '?', filename: '/assets/react.js', lineno: 1, colno: 2 },
              { function: 'openRecord', filename: '/assets/index-abc.js', lineno: 10, colno: 20 },
            ],
          },
        },
      ],
    },
  })
})

test('masks Japanese text, @ and query strings before sending to Sentry', async () => {
  const canary = 'カナリア hanako@example.com'
  await report(
    { sentry_dsn },
    {
      source: 'browser',
      kind: canary,
      call: `GET /api/users?q=${canary}`,
      page: `/${canary}`,
      stack: `Error: ${canary}\n    at f (https://x/a.js?${canary}:1:2)\n${canary}`,
      request_id: canary,
    },
  )
  expect(received).toHaveLength(1)
  expect(received[0]!.body).not.toMatch(/カナリア|hanako@/)
})

test('sends nothing without a DSN', async () => {
  expect(await report({ sentry_dsn: undefined }, { source: 'server', kind: 'TypeError' })).toBe(false)
  expect(received).toEqual([])
})

test('reports at most 30 errors a minute', async () => {
  await Promise.all(Array.from({ length: 40 }, () => report({ sentry_dsn }, { source: 'browser', kind: 'TypeError' })))
  expect(received).toHaveLength(30)
})

test('returns false if Sentry does not respond in time', async () => {
  behaviour = 'sleep'
  expect(await report({ sentry_dsn }, { source: 'server', kind: 'TypeError' })).toBe(false)
})
