import { addPushSubscription, getPushKey, removePushSubscription } from '@sukoyaka/wire/people/notification'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../api/session.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { storeOf } from '../../test/store.ts'
import { clearSession } from '../account/sign-out.ts'
import { PushDevice } from './PushDevice.tsx'
import { ReportBrowser } from './ReportBrowser.tsx'

setUpNetwork()

const input = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }
let isSubscribed = false
let key = ''
const subscription = {
  get options() {
    return { applicationServerKey: Uint8Array.from(atob(key), (char) => char.charCodeAt(0)).buffer }
  },
  toJSON: () => input,
  unsubscribe: async () => {
    isSubscribed = false
    return true
  },
}
const registration = {
  pushManager: {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      isSubscribed = true
      key = btoa(String.fromCharCode(...applicationServerKey))
      return subscription
    },
  },
}

beforeEach(() => {
  isSubscribed = false
  localStorage.clear()
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  const serviceWorker = { getRegistration: async () => registration, register: async () => registration, ready: Promise.resolve(registration) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  network.use(reply(getPushKey, { key: 'AAAA' }), reply(addPushSubscription, { id: 5 }), reply(removePushSubscription, null))
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

const sessionOf = (id: number, access_token: string) => {
  const store = storeOf('nurse')
  const me = { id, role: 'nurse' as const, first_name: '', last_name: '', email: 'a@example.com' }
  store.dispatch(signedIn({ me, credentials: { access_token, email: me.email, id } }))
  return store
}
const shell = (
  <>
    <ReportBrowser />
    <PushDevice />
  </>
)
const isOn = 'この端末で受け取っています'
const isOff = 'この端末では受け取っていません'

test('push stays on for the person who turned it on, also in their next session and after they change the password', async () => {
  const store = sessionOf(1, 'first')
  const { press } = show('nurse', shell, { store })
  await press('この端末で受け取る')
  await screen.findByText(isOn)
  expect(sent(addPushSubscription)).toEqual([input])
  cleanup()
  act(() => clearSession(store.dispatch))

  const next = sessionOf(1, 'second')
  const later = show('nurse', shell, { store: next })
  await screen.findByText(isOn)
  await waitFor(() => expect(sent(addPushSubscription)).toEqual([input, input]))
  const { me } = next.getState().session
  act(() => void next.dispatch(signedIn({ me: me!, credentials: { access_token: 'third', email: me!.email, id: 1 } })))
  await waitFor(() => expect(sent(addPushSubscription)).toHaveLength(3))

  await later.press('この端末では受け取らない')
  await screen.findByText(isOff)
  expect([isSubscribed, sent(removePushSubscription)]).toEqual([false, [{ id: 5 }]])
})

test('somebody else who signs in in this browser sees push turned off and can turn it on for themselves', async () => {
  const { press } = show('nurse', shell, { store: sessionOf(1, 'first') })
  await press('この端末で受け取る')
  await screen.findByText(isOn)
  cleanup()

  const other = show('nurse', shell, { store: sessionOf(2, 'second') })
  await screen.findByText(isOff)
  expect(sent(addPushSubscription)).toEqual([input])
  await other.press('この端末で受け取る')
  await screen.findByText(isOn)
  cleanup()

  show('nurse', shell, { store: sessionOf(1, 'third') })
  await screen.findByText(isOff)
  expect(sent(addPushSubscription)).toEqual([input, input])
})

test('a subscription that is older than the stored person belongs to the first person who signs in', async () => {
  isSubscribed = true
  show('nurse', shell, { store: sessionOf(1, 'first') })
  await screen.findByText(isOn)
  await waitFor(() => expect(sent(addPushSubscription)).toEqual([input]))
  cleanup()
  show('nurse', shell, { store: sessionOf(2, 'second') })
  await screen.findByText(isOff)
})

test('if the server has another key than that of the subscription, the browser subscribes again', async () => {
  isSubscribed = true
  key = 'BBBB'
  show('nurse', shell, { store: sessionOf(1, 'first') })
  await waitFor(() => expect(sent(addPushSubscription)).toEqual([input]))
  expect([isSubscribed, key]).toEqual([true, 'AAAA'])
})
