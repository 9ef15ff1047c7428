import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, send } from './call.ts'
import { clearCallState } from './etag-cache.ts'
import type { SessionState } from './session.ts'

const get: Call = { endpoint: { method: 'GET', path: '/api/users/:id' }, input: { id: 'me' } }
const post: Call = { endpoint: { method: 'POST', path: '/api/visits' }, input: { page: '/', user_id: 1 } }
const doctorSession: SessionState = { status: 'signed_in', credentials: { access_token: 'tok', email: 'doctor@example.com', id: 2 } }

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { status, headers })
type Responder = (url: string, init: RequestInit & { headers: Headers }) => Response | Promise<Response>
/** Replaces `fetch` without MSW: under MSW, the fetch of happy-dom answers a known ETag from its own cache, and an aborted request never ends. */
const mockFetch = (...responders: Responder[]) => {
  const fetchMock = vi.fn((url: string, init: RequestInit & { headers: Headers }) => {
    const responder = responders[Math.min(fetchMock.mock.calls.length, responders.length) - 1]
    return Promise.resolve().then(() => responder!(url, init))
  })
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}
const run = async (call: Call, signal = new AbortController().signal, session: SessionState | undefined = doctorSession) => {
  const result = send(call, session, signal)
  await vi.runAllTimersAsync()
  return result
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  clearCallState()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('request headers', () => {
  test('sends authentication, language and API version', async () => {
    const fetchMock = mockFetch(() => json(200, { id: 2 }))
    await run(get)
    const [url, { headers }] = fetchMock.mock.calls[0]!
    expect(url).toBe('/api/users/me')
    expect(headers.get('accept')).toBe('application/vnd.sukoyaka.v1+json')
    expect(headers.get('accept-language')).toBe('ja')
    expect(headers.get('authorization')).toBe('Token token="tok", email="doctor@example.com"')
    expect(headers.get('x-background')).toBeNull()
    expect(headers.get('idempotency-key')).toBeNull()
  })
  test('marks a read long after the last input as background, but not a write', async () => {
    const fetchMock = mockFetch(() => json(200, {}))
    const sentAfter = async (ms: number, call: Call) => {
      now.mockReturnValue(ms)
      await run(call)
      return fetchMock.mock.calls.at(-1)![1].headers.get('x-background')
    }
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    dispatchEvent(new Event('keydown'))
    expect([await sentAfter(29_000, get), await sentAfter(30_000, get), await sentAfter(30_000, post)]).toEqual([null, '1', null])
    dispatchEvent(new Event('pointerdown'))
    expect([await sentAfter(59_000, get), await sentAfter(61_000, get)]).toEqual([null, '1'])
  })
  test('marks polling as background', async () => {
    const fetchMock = mockFetch(() => json(200, {}))
    await run({ ...get, background: true })
    expect(fetchMock.mock.calls[0]![1].headers.get('x-background')).toBe('1')
  })
})

describe('retries', () => {
  test.each([400, 401, 403, 404, 409, 422, 429, 499])('does not retry after %i', async (status) => {
    const fetchMock = mockFetch(() => json(status, { error: 'いいえ', code: 'invalid' }))
    expect((await run(get)).error).toMatchObject({ status, error: 'いいえ', code: 'invalid' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
  test.each([500, 502, 503])('retries twice after %i', async (status) => {
    const fetchMock = mockFetch(() => json(status, {}))
    expect((await run(get)).error).toMatchObject({ status })
    expect(fetchMock).toHaveBeenCalledTimes(3)
  })
  test('retries after a network failure, and the retry can succeed', async () => {
    const fetchMock = mockFetch(
      () => Promise.reject(new TypeError('gone')),
      () => json(200, { id: 2 }),
    )
    expect((await run(get)).data).toEqual({ id: 2 })
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })
  const keysOf = (fetchMock: ReturnType<typeof mockFetch>) => fetchMock.mock.calls.map(([, { headers }]) => headers.get('idempotency-key'))
  test('a POST keeps its idempotency key over retries, and when the caller repeats it because its outcome is unknown', async () => {
    const fetchMock = mockFetch(() => json(500, {}))
    await run(post)
    await run(post)
    const keys = keysOf(fetchMock)
    expect(keys).toHaveLength(6)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
  test.each([200, 422])('after the response %i to a POST, the same POST has a new idempotency key', async (status) => {
    const fetchMock = mockFetch(() => json(status, {}))
    await run(post)
    await run(post)
    expect(new Set(keysOf(fetchMock)).size).toBe(2)
  })
  test('both POSTs of a double click have the same idempotency key, a POST with another body has another key', async () => {
    const fetchMock = mockFetch(() => json(200, {}))
    await Promise.all([run(post), run(post), run({ ...post, input: { page: '/', user_id: 2 } })])
    expect(new Set(keysOf(fetchMock)).size).toBe(2)
  })
  test('an idempotency key is not reused after the response cache was cleared, as when another user signs in', async () => {
    const fetchMock = mockFetch(() => json(500, {}))
    await run(post)
    clearCallState()
    await run(post)
    expect(new Set(keysOf(fetchMock)).size).toBe(2)
  })
})

describe('results and errors', () => {
  test('a network failure has the status FETCH_ERROR', async () => {
    mockFetch(() => Promise.reject(new TypeError('gone')))
    expect((await run(get)).error?.status).toBe('FETCH_ERROR')
  })
  test('a response that is not JSON has the status PARSING_ERROR and names its HTTP status', async () => {
    mockFetch(() => new Response('<html>', { status: 200 }))
    expect((await run(get)).error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: 200 })
  })
  test('a timeout has the status TIMEOUT_ERROR', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    mockFetch(() => Promise.reject(new DOMException('late', 'TimeoutError')))
    expect((await run(get)).error?.status).toBe('TIMEOUT_ERROR')
  })
  test('an aborted call ends immediately and is not retried', async () => {
    const controller = new AbortController()
    const fetchMock = mockFetch(() => {
      controller.abort()
      return Promise.reject(new DOMException('stop', 'AbortError'))
    })
    expect((await run(get, controller.signal)).error).toEqual({ status: 'ABORTED', error: 'request aborted' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
  test('the data of a 204 response is null', async () => {
    mockFetch(() => new Response(null, { status: 204 }))
    expect(await run(post)).toEqual({ data: null })
  })
  test('the error of a rejected confirmation code has the number of tries left', async () => {
    mockFetch(() => json(401, { error: '違います', code: 'otp_invalid', tries_left: 3 }))
    expect((await run(post)).error).toMatchObject({ code: 'otp_invalid', tries_left: 3 })
  })
  test('a gateway error without a message gets the default message', async () => {
    mockFetch(() => new Response('<html>', { status: 502 }))
    expect((await run(get)).error).toMatchObject({ status: 502, error: expect.stringContaining('サーバー') })
  })
})

describe('ETag cache', () => {
  const etagResponder: Responder = (_, { headers }) =>
    headers.get('if-none-match') === '"1"' ? new Response(null, { status: 304 }) : json(200, { id: 2 }, { etag: '"1"' })
  test('returns the identical object for an unchanged list', async () => {
    mockFetch(etagResponder)
    const first = await run(get)
    const second = await run(get)
    expect(second.data).toBe(first.data)
  })
  test('is cleared on sign-out', async () => {
    const fetchMock = mockFetch(etagResponder)
    await run(get)
    clearCallState()
    await run(get)
    expect(fetchMock.mock.calls[1]![1].headers.get('if-none-match')).toBeNull()
  })
  test('does not store a response that arrives after sign-out', async () => {
    const fetchMock = mockFetch(() => {
      clearCallState()
      return json(200, { id: 2 }, { etag: '"1"' })
    }, etagResponder)
    await run(get)
    await run(get)
    expect(fetchMock.mock.calls[1]![1].headers.get('if-none-match')).toBeNull()
  })
  test('leaves reference data to the browser cache', async () => {
    const fetchMock = mockFetch(etagResponder)
    const plans: Call = { endpoint: { method: 'GET', path: '/api/plans', cache: 'reference' }, input: {} }
    await run(plans)
    await run(plans)
    expect(fetchMock.mock.calls[1]![1].headers.get('if-none-match')).toBeNull()
  })
})
