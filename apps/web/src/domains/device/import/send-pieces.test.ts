// @vitest-environment node
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Piece } from './piece-sender.ts'
import { postInWorkers, type Sent, sendPieces } from './send-pieces.ts'

const count = 4_001
const records = Array.from({ length: count }, (_, n) => {
  const at = (minute: number) => new Date(Date.UTC(2023, 0, 1, 0, minute)).toISOString().slice(0, 19).replace('T', ' ')
  return `<Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="W" startDate="${at(n)} +0000" endDate="${at(n + 1)} +0000" value="1"/>`
})
const file = new File([`<HealthData>${records.join('')}</HealthData>`], 'export.xml')

const taken = () => Response.json({ new: 2_000, same: 1, changed: 0, deleted: 0 }, { status: 201 })
const failed = (status: number, code: string, headers = {}) => Response.json({ error: 'x', code }, { status, headers })
type Post = { url: string; key: string | null; authorization: string | null; user_id: number; ids: string[]; at: number }

let answerPiece: ((event: { data: unknown }) => void) | undefined

/** Runs the code of the worker in this thread. */
class InlineWorker {
  static opened = 0
  static ended = 0
  onmessage: ((event: { data: unknown }) => void) | undefined
  constructor() {
    InlineWorker.opened++
  }
  postMessage = (message: Piece, transfer: ArrayBuffer[]) => {
    vi.stubGlobal('postMessage', (answer: unknown, options: { transfer: ArrayBuffer[] }) => this.onmessage?.({ data: structuredClone(answer, options) }))
    answerPiece!({ data: structuredClone(message, { transfer }) })
  }
  terminate = () => void InlineWorker.ended++
}
beforeAll(async () => {
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('addEventListener', (_: string, listener: typeof answerPiece) => {
    answerPiece = listener
  })
  await import('./piece-sender.ts')
})

/**
 * Sends the file; the posts get one response after the other, and then the last response again and again. Stubs `fetch` instead of using MSW, because a
 * worker requests paths without a host.
 */
const run = async (responses: (() => Response)[]) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const posts: Post[] = []
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Headers; body: Uint8Array }) => {
    const { user_id, samples } = JSON.parse(new TextDecoder().decode(body)) as { user_id: number; samples: { record_id: string }[] }
    const ids = samples.map(({ record_id }) => record_id)
    posts.push({ url, key: headers.get('idempotency-key'), authorization: headers.get('authorization'), user_id, ids, at: Date.now() })
    return responses[Math.min(posts.length, responses.length) - 1]!()
  })
  const reported: Sent[] = []
  let isDone = false
  // the token is renewed after the first piece
  const headers = (): Piece['headers'] => [['authorization', `token ${reported.length ? 'b' : 'a'}`]]
  const post = postInWorkers(() => new InlineWorker() as unknown as Worker)
  const sending = sendPieces({ file, user_id: 7, types: ['steps'] }, { post, headers, onRead: () => {}, onSent: (sent) => reported.push(sent) }).finally(() => {
    isDone = true
  })
  // all waits end at once
  while (!isDone) {
    await vi.runAllTimersAsync()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { error: await sending, posts, reported }
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('sends every sample once, in pieces with different idempotency keys and the current headers, at most four a second, and reports only counts', async () => {
  const { error, posts, reported } = await run([taken])
  expect(error).toBeUndefined()
  expect(posts.map(({ url, user_id, ids }) => [url, user_id, ids.length])).toEqual([2_000, 2_000, 1].map((length) => ['/apple_healthkits', 7, length]))
  expect(new Set(posts.flatMap(({ ids }) => ids)).size).toBe(count)
  expect(new Set(posts.map(({ key }) => key)).size).toBe(3)
  expect(posts.map(({ authorization }) => authorization)).toEqual(['token a', 'token b', 'token b'])
  expect(posts.map(({ at }) => at - posts[0]!.at)).toEqual([0, 250, 500])
  expect(reported).toEqual([1, 2, 3].map((n) => ({ new: 2_000 * n, same: n, changed: 0 })))
})

test('repeats a piece with the same key after a 503 and after a 429', async () => {
  const { error, posts, reported } = await run([() => failed(503, 'overloaded'), () => failed(429, 'too_many', { 'retry-after': '30' }), taken])
  expect(error).toBeUndefined()
  expect(posts.map(({ ids }) => ids.length)).toEqual([2_000, 2_000, 2_000, 2_000, 1])
  expect(new Set(posts.slice(0, 3).map(({ key }) => key)).size).toBe(1)
  expect(reported.at(-1)).toEqual({ new: 6_000, same: 3, changed: 0 })
})

test.each([
  [401, 'unauthenticated', 2],
  [500, 'internal', 4],
])('stops at a piece that fails with %i and returns the error', async (status, code, requests) => {
  const { error, posts, reported } = await run([taken, () => failed(status, code)])
  expect(error).toMatchObject({ status, code })
  expect(posts).toHaveLength(requests)
  expect(reported).toHaveLength(1)
})

test('replaces the worker after 20 posts, repeated ones included', async () => {
  const [opened, ended] = [InlineWorker.opened, InlineWorker.ended]
  const tooMany = () => failed(429, 'too_many', { 'retry-after': '30' })
  const { error, posts } = await run([...Array.from({ length: 40 }, () => tooMany), taken])
  expect(error).toBeUndefined()
  expect(posts).toHaveLength(43)
  expect([InlineWorker.opened - opened, InlineWorker.ended - ended]).toEqual([3, 2])
})
