// @vitest-environment happy-dom
import { listHabitGoals } from '@sukoyaka/wire/care/habit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, read } from './api.ts'
import { followEvents } from './live.ts'
import { isConnected, onConnectionChange, onEvent } from './on-event.ts'
import { selectSession, signedIn } from './session.ts'
import { makeStore } from './store.ts'

const { endpoints } = api.injectEndpoints({ endpoints: (build) => ({ listTheGoals: read(build, listHabitGoals, 'habit_goals') }) })

type Line = { headers: Headers; signal: AbortSignal; say: (text: string) => void; end: () => void }
let lines: Line[]
let reads: string[]
let refusal: (() => Response) | undefined
let asks: number
let stop: () => void
let tokens = 0

const encoder = new TextEncoder()
const openLine = (init: RequestInit) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
      lines.push({
        headers: init.headers as Headers,
        signal: init.signal!,
        say: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
      })
    },
  })
  return new Response(body)
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Shows patient 1's goals with the event stream open. */
const openPage = async () => {
  const store = makeStore()
  tokens += 1
  const credentials = { access_token: `t${tokens}`, email: 'doctor@example.com', id: 2 }
  store.dispatch(signedIn({ me: { id: 2, role: 'doctor', first_name: '', last_name: '', email: 'doctor@example.com' }, credentials }))
  void store.dispatch(endpoints.listTheGoals.initiate({ user_id: 1 }) as never)
  await wait(0)
  stop = followEvents(store)
  await wait(0)
  lines[0]?.say('retry: 3000\nid: 7\n\n')
  await wait(0)
  reads = []
  return store
}
const goalsChanged = (id: number, patient_id: number) => `id: ${id}\ndata: {"changes":["habit_goals"],"patient_id":${patient_id}}\n\n`

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  reads = []
  asks = 0
  refusal = undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/events') {
      asks += 1
      return refusal?.() ?? openLine(init)
    }
    reads.push(url)
    return new Response('{"items":[]}')
  })
})
afterEach(() => {
  stop()
  hide(false)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('refetches what another user changed, but not for other patients', async () => {
  await openPage()
  expect(lines[0]!.headers.get('authorization')).toContain('doctor@example.com')
  expect(lines[0]!.headers.get('x-background')).toBe('1')
  lines[0]!.say(goalsChanged(8, 99))
  await wait(500)
  expect(reads).toEqual([])
  // in chunks as networks split them, with an unknown tag
  lines[0]!.say('id: 9\ndata: {"changes":["habit_')
  lines[0]!.say('goals","of_tomorrow"],"patient_id":1}\n\n:\n\n')
  await wait(500)
  expect(reads).toEqual(['/api/habit_goals?user_id=1'])
})

test('combines events close in time into one refetch', async () => {
  await openPage()
  for (let id = 8; id < 28; id += 1) lines[0]!.say(goalsChanged(id, 1))
  await wait(500)
  expect(reads).toHaveLength(1)
})

test('reconnects after a broken connection with the last event id, and refetches everything after a resync', async () => {
  await openPage()
  lines[0]!.say(goalsChanged(12, 99))
  await wait(200)
  lines[0]!.end()
  await wait(5_000)
  expect(lines).toHaveLength(2)
  expect(lines[1]!.headers.get('last-event-id')).toBe('12')
  lines[1]!.say('retry: 3000\nid: 900\nevent: resync\ndata: {}\n\n')
  await wait(500)
  expect(reads).toHaveLength(1)
})

test('reconnects after silence longer than two heartbeats', async () => {
  await openPage()
  await wait(30_000)
  lines[0]!.say(':\n\n')
  await wait(30_000)
  expect(lines).toHaveLength(1)
  await wait(30_000)
  expect(lines[0]!.signal.aborted).toBe(true)
  expect(lines).toHaveLength(2)
})

test('backs off while the server is down and reconnects immediately once online', async () => {
  await openPage()
  refusal = () => new Response('{"code":"unavailable"}', { status: 503 })
  lines[0]!.end()
  await wait(120_000)
  expect(asks).toBeGreaterThan(3)
  expect(asks).toBeLessThan(12)
  refusal = undefined
  dispatchEvent(new Event('online'))
  await wait(0)
  expect(lines).toHaveLength(2)
})

test('a hidden window closes the connection and catches up when visible again', async () => {
  await openPage()
  hide(true)
  await wait(2_000)
  expect(lines[0]!.signal.aborted).toBe(false)
  await wait(10_000)
  expect(lines[0]!.signal.aborted).toBe(true)
  hide(false)
  await wait(0)
  expect(lines[1]!.headers.get('last-event-id')).toBe('7')
})

test('stops when the session ends', async () => {
  const store = await openPage()
  refusal = () => new Response('{"error":"x","code":"unauthenticated"}', { status: 401 })
  lines[0]!.end()
  await wait(10_000)
  expect(selectSession(store.getState()).status).toBe('signed_out')
  refusal = undefined
  await wait(120_000)
  expect(lines).toHaveLength(1)
})

test('disconnects on sign-out', async () => {
  await openPage()
  stop()
  expect(lines[0]!.signal.aborted).toBe(true)
  await wait(120_000)
  expect(lines).toHaveLength(1)
})

test('publishes single-record events and the connection state', async () => {
  const heard: unknown[] = []
  const lineStates: boolean[] = []
  const stopHearing = onEvent((item) => heard.push(item))
  const stopWatching = onConnectionChange(() => lineStates.push(isConnected()))
  await openPage()
  expect(isConnected()).toBe(true)
  lines[0]!.say('id: 8\ndata: {"changes":["messages"],"patient_id":1,"kind":"message.new","record_id":42}\n\n')
  lines[0]!.say(goalsChanged(9, 1))
  lines[0]!.say('event: resync\ndata: {}\n\n')
  await wait(200)
  expect(heard).toEqual([{ kind: 'message.new', record_id: 42, patient_id: 1 }, 'resync'])
  refusal = () => new Response('{"code":"unavailable"}', { status: 503 })
  lines[0]!.end()
  await wait(5_000)
  expect(isConnected()).toBe(false)
  refusal = undefined
  dispatchEvent(new Event('online'))
  await wait(0)
  expect(lineStates).toEqual([true, false, true])
  stopHearing()
  stopWatching()
})
