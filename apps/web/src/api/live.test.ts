import { addHabitGoal, listHabitGoals } from '@sukoyaka/wire/care/habit'
import { getDeviceSync } from '@sukoyaka/wire/record/device-day'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Connection, openConnection } from '../test/event-connection.ts'
import { api, mutationEndpoint, queryEndpoint } from './api.ts'
import { followEvents } from './live.ts'
import { isConnected, onEvent } from './on-event.ts'
import { selectSession, signedIn } from './session.ts'
import { makeStore, type Store } from './store.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    listTheGoals: queryEndpoint(build, listHabitGoals, 'habit_goals'),
    readTheDevices: queryEndpoint(build, getDeviceSync, 'device_samples'),
    addTheGoal: mutationEndpoint(build, addHabitGoal),
  }),
})

let connections: Connection[]
let requestedUrls: string[]
let errorResponse: (() => Response) | undefined
let connectCount: number
let failing = false
let writeHeaders: Record<string, string> = {}
let hold: Promise<void> | undefined
let stop: () => void
let tokens = 0

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const setHidden = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

const signIn = (store = makeStore()) => {
  tokens += 1
  const credentials = { access_token: `t${tokens}`, email: 'doctor@example.com', id: 2 }
  store.dispatch(signedIn({ me: { id: 2, role: 'doctor', first_name: '', last_name: '', email: 'doctor@example.com' }, credentials }))
  return store
}
/** Queries the goals of patient 1 and opens the event stream. */
const openPage = async () => {
  const store = signIn()
  void store.dispatch(endpoints.listTheGoals.initiate({ user_id: 1 }) as never)
  await wait(0)
  stop = followEvents(store)
  await wait(0)
  connections[0]?.send('retry: 3000\nid: 7\n\n')
  await wait(0)
  requestedUrls = []
  return store
}
const goalsChanged = (id: number, patient_id: number) => `id: ${id}\ndata: {"changes":["habit_goals"],"patient_id":${patient_id}}\n\n`

beforeEach(() => {
  vi.useFakeTimers()
  connections = []
  requestedUrls = []
  connectCount = 0
  errorResponse = undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/events') {
      connectCount += 1
      return errorResponse?.() ?? openConnection(init, connections)
    }
    requestedUrls.push(url)
    await hold
    if (failing) return new Response('{"error":"x","code":"forbidden"}', { status: 403 })
    return new Response('{"items":[]}', { headers: init.method === 'POST' ? writeHeaders : {} })
  })
})
afterEach(() => {
  stop()
  setHidden(false)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an event refetches the changed queries of its patient, not those of other patients', async () => {
  await openPage()
  expect(connections[0]!.headers.get('authorization')).toContain('doctor@example.com')
  expect(connections[0]!.headers.get('x-background')).toBe('1')
  connections[0]!.send(goalsChanged(8, 99))
  await wait(500)
  expect(requestedUrls).toEqual([])
  // an event that arrives in two chunks and has an unknown tag
  connections[0]!.send('id: 9\ndata: {"changes":["habit_')
  connections[0]!.send('goals","of_tomorrow"],"patient_id":1}\n\n:\n\n')
  await wait(500)
  expect(requestedUrls).toEqual(['/api/habit_goals?user_id=1'])
})

test('a change while a query of its patient loads for the first time refetches the query', async () => {
  const store = await openPage()
  hold = new Promise((resolve) => setTimeout(resolve, 500))
  void store.dispatch(endpoints.listTheGoals.initiate({ user_id: 3 }) as never)
  connections[0]!.send(goalsChanged(8, 3))
  await wait(1_000)
  expect(requestedUrls.filter((url) => url === '/api/habit_goals?user_id=3')).toHaveLength(2)
})

test('refetches failed queries when the stream is connected again', async () => {
  const store = await openPage()
  failing = true
  await store.dispatch(endpoints.listTheGoals.initiate({ user_id: 3 }) as never)
  failing = false
  requestedUrls = []
  connections[0]!.end()
  await wait(5_000)
  expect(connections).toHaveLength(2)
  expect(requestedUrls).toEqual(['/api/habit_goals?user_id=3'])
})

test('combines events close in time into one refetch', async () => {
  await openPage()
  for (let id = 8; id < 28; id += 1) connections[0]!.send(goalsChanged(id, 1))
  await wait(500)
  expect(requestedUrls).toHaveLength(1)
})

test('a change by this window is refetched after its response, and not again for its own event or for earlier events', async () => {
  const store = await openPage()
  const add = async (newestEvent: string) => {
    writeHeaders = { 'x-newest-event': newestEvent }
    await store.dispatch(endpoints.addTheGoal.initiate({ user_id: 1, content: '散歩', category: 'exercise' } as never) as never)
    await wait(0)
  }
  const refetches = () => requestedUrls.filter((url) => url === '/api/habit_goals?user_id=1').length
  connections[0]!.send(goalsChanged(8, 1))
  connections[0]!.send(goalsChanged(9, 1))
  await add('10')
  connections[0]!.send(goalsChanged(10, 1))
  await wait(500)
  expect(refetches()).toBe(1)
  connections[0]!.send(goalsChanged(11, 1))
  await wait(500)
  expect(refetches()).toBe(2)
})

test.each([
  ['a resync', () => void connections[0]!.send('id: 3\nevent: resync\ndata: {}\n\n')],
  [
    'a new session',
    (store: Store) => {
      stop()
      stop = followEvents(signIn(store))
    },
  ],
])('after %s an event with a lower id than those before causes a refetch, as needed for a restored database', async (_, begin) => {
  const store = await openPage()
  const add = () => store.dispatch(endpoints.addTheGoal.initiate({ user_id: 1, content: '散歩', category: 'exercise' } as never) as never)
  writeHeaders = { 'x-newest-event': '10' }
  await add()
  begin(store)
  await wait(500)
  // a rejected call has no event
  failing = true
  await add()
  failing = false
  await wait(500)
  requestedUrls = []
  connections.at(-1)!.send(goalsChanged(4, 1))
  await wait(500)
  expect(requestedUrls).toEqual(['/api/habit_goals?user_id=1'])
})

test('device samples, which change in many events, are refetched at most once in three seconds', async () => {
  const store = await openPage()
  void store.dispatch(endpoints.readTheDevices.initiate({ user_id: 1 }) as never)
  await wait(0)
  requestedUrls = []
  for (let id = 8; id < 28; id += 1) {
    connections[0]!.send(`id: ${id}\ndata: {"changes":["device_samples"],"patient_id":1}\n\n`)
    await wait(250)
  }
  expect(requestedUrls).toEqual(['/api/device_syncs?user_id=1'])
})

test('reconnects after a broken connection with the last event id, and refetches everything after a resync', async () => {
  await openPage()
  connections[0]!.send(goalsChanged(12, 99))
  await wait(200)
  connections[0]!.end()
  await wait(5_000)
  expect(connections).toHaveLength(2)
  expect(connections[1]!.headers.get('last-event-id')).toBe('12')
  connections[1]!.send('retry: 3000\nid: 900\nevent: resync\ndata: {}\n\n')
  await wait(500)
  expect(requestedUrls).toHaveLength(1)
})

test('reconnects after silence longer than two heartbeats', async () => {
  await openPage()
  await wait(30_000)
  connections[0]!.send(':\n\n')
  await wait(30_000)
  expect(connections).toHaveLength(1)
  await wait(30_000)
  expect(connections[0]!.signal.aborted).toBe(true)
  expect(connections).toHaveLength(2)
})

test('backs off while the server is down and reconnects immediately once online', async () => {
  await openPage()
  errorResponse = () => new Response('{"code":"unavailable"}', { status: 503 })
  connections[0]!.end()
  await wait(120_000)
  expect(connectCount).toBeGreaterThan(3)
  expect(connectCount).toBeLessThan(12)
  errorResponse = undefined
  dispatchEvent(new Event('online'))
  await wait(0)
  expect(connections).toHaveLength(2)
})

test('a hidden window closes the connection and catches up when visible again', async () => {
  await openPage()
  setHidden(true)
  await wait(2_000)
  expect(connections[0]!.signal.aborted).toBe(false)
  await wait(10_000)
  expect(connections[0]!.signal.aborted).toBe(true)
  setHidden(false)
  await wait(0)
  expect(connections[1]!.headers.get('last-event-id')).toBe('7')
})

test('a response that the session is invalid ends the session and the attempts to reconnect', async () => {
  const store = await openPage()
  errorResponse = () => new Response('{"error":"x","code":"unauthenticated"}', { status: 401 })
  connections[0]!.end()
  await wait(10_000)
  expect(selectSession(store.getState()).status).toBe('signed_out')
  errorResponse = undefined
  await wait(120_000)
  expect(connections).toHaveLength(1)
})

test('disconnects on sign-out', async () => {
  await openPage()
  stop()
  expect(connections[0]!.signal.aborted).toBe(true)
  await wait(120_000)
  expect(connections).toHaveLength(1)
})

test('publishes single-record events and the connection state', async () => {
  const events: unknown[] = []
  const connectionStates: boolean[] = []
  const unsubscribeEvents = onEvent((item) => events.push(item))
  const unsubscribeState = isConnected.subscribe(() => connectionStates.push(isConnected.read()))
  await openPage()
  expect(isConnected.read()).toBe(true)
  connections[0]!.send('id: 8\ndata: {"changes":["messages"],"patient_id":1,"kind":"message.new","record_id":42}\n\n')
  connections[0]!.send(goalsChanged(9, 1))
  connections[0]!.send('event: resync\ndata: {}\n\n')
  await wait(200)
  expect(events).toEqual([{ kind: 'message.new', record_id: 42, patient_id: 1 }, 'resync'])
  errorResponse = () => new Response('{"code":"unavailable"}', { status: 503 })
  connections[0]!.end()
  await wait(5_000)
  expect(isConnected.read()).toBe(false)
  errorResponse = undefined
  dispatchEvent(new Event('online'))
  await wait(0)
  expect(connectionStates).toEqual([true, false, true])
  unsubscribeEvents()
  unsubscribeState()
})

test('when a new day begins in Tokyo, a visible window refetches its queries; a hidden one does so once it is visible', async () => {
  vi.setSystemTime('2026-11-21T14:59:00Z')
  await openPage()
  await wait(59_000)
  expect(requestedUrls).toEqual([])
  await wait(30_000)
  expect(requestedUrls).toEqual(['/api/habit_goals?user_id=1'])
  setHidden(true)
  await wait(3_600_000)
  vi.setSystemTime('2026-11-22T22:00:00Z')
  await wait(30_000)
  setHidden(false)
  await wait(0)
  expect(requestedUrls).toEqual(['/api/habit_goals?user_id=1', '/api/habit_goals?user_id=1'])
})
