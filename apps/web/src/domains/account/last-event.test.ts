import { getUser } from '@sukoyaka/wire/people/account'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteEvent } from '../../api/call.ts'
import { clearCallState } from '../../api/etag-cache.ts'
import { followEvents } from '../../api/live.ts'
import { signedIn } from '../../api/session.ts'
import { makeStore } from '../../api/store.ts'
import { type Connection, openConnection } from '../../test/event-connection.ts'

let connections: Connection[]
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

beforeEach(() => {
  vi.useFakeTimers()
  clearCallState()
  connections = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => openConnection(init, connections))
})
afterEach(() => {
  stop()
  setHidden(false)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a tab that was opened in the background catches up from its first call once it is visible', async () => {
  setHidden(true)
  const store = signIn()
  noteEvent(getUser, '5')
  stop = followEvents(store)
  await wait(60_000)
  expect(connections).toHaveLength(0)
  setHidden(false)
  await wait(0)
  expect(connections[0]!.headers.get('last-event-id')).toBe('5')
})

test('a renewed session goes on after the last event; a new one starts after its first call', async () => {
  const store = signIn()
  noteEvent(getUser, '5')
  stop = followEvents(store)
  await wait(0)
  connections[0]!.send('id: 7\n\n')
  await wait(0)
  const follow = async () => {
    stop()
    signIn(store)
    stop = followEvents(store)
    await wait(0)
    return connections.at(-1)!.headers.get('last-event-id')
  }
  expect(await follow()).toBe('7')
  clearCallState()
  noteEvent(getUser, '9')
  expect(await follow()).toBe('9')
})
