import { getUser, signOut as signOutCall } from '@sukoyaka/wire/people/account'
import { act, configure, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { SignedIn, SignedOut } from '../../app/route-guards.tsx'
import { signOut } from '../../domains/account/sign-out.ts'
import { startSession } from '../../domains/account/start-session.ts'
import { followCookies } from '../../domains/account/startup.ts'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { storeOf } from '../../test/store.ts'
import { formDraftOf, saveFormDraft } from '../form-drafts.ts'
import { sessionEnded } from '../session.ts'
import { filesOf, storeFilesAgain } from './files.ts'

setUpNetwork()
// long enough for a slow machine: only a test that waits for a state that never comes reaches it
configure({ asyncUtilTimeout: 120_000 })

/** The database of files; happy-dom has none. */
let storedFiles: Map<string, unknown>
const request = <T,>(result: T) => {
  const pending = { result, onsuccess: () => {} }
  queueMicrotask(() => pending.onsuccess())
  return pending
}
const files = {
  put: (value: unknown, key: string) => request(storedFiles.set(key, value)),
  get: (key: string) => request(storedFiles.get(key)),
  getAllKeys: () => request([...storedFiles.keys()]),
}
const database = {
  open: () => request({ transaction: () => ({ objectStore: () => files }), close: () => {} }),
  deleteDatabase: () => storedFiles.clear(),
}

const draft = '{"body":"書きかけ","mentions":[],"reply_to":null,"is_urgent":false}'
const refused = '[{"client_id":"m","patient_id":7,"state":"refused"}]'
const unsent = { 'unsent.draft.1.7': draft, 'unsent.messages.1': refused, 'unsent.tray.1.7': '["f"]' }
const answers = { 'unsent.1.questionnaire.4': '{"q1":{"value":"1"}}' }

beforeEach(() => {
  storedFiles = new Map([['f', [new File(['x'], 'a.pdf')]]])
  vi.stubGlobal('indexedDB', database)
  localStorage.clear()
  Object.assign(localStorage, unsent, { 'unsent.draft.11.7': draft })
  Object.assign(sessionStorage, answers)
  // a response without the policies: none has to be agreed to
  network.use(reply(getUser, () => failure(404, 'not_found', '')))
})

const open = (store = storeOf('nurse')) => {
  const routes = [
    { Component: SignedIn, children: [{ path: '/', element: '本日' }] },
    { Component: SignedOut, children: [{ path: '/sign_in', element: 'ログイン' }] },
  ]
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </Provider>,
  )
  return store
}
const end = async (store: ReturnType<typeof open>) => {
  act(() => void store.dispatch(sessionEnded('/')))
  await screen.findByText('ログイン')
  await waitFor(() => expect([localStorage.length, sessionStorage.length, storedFiles.size]).toEqual([0, 0, 0]))
}
const session = (id: number) => ({ id, role: 'nurse' as const, first_name: '', last_name: '', email: `${id}@example.com`, access_token: `new${id}` })
const stored = () => ({ ...Object.fromEntries(Object.entries(localStorage)), ...Object.fromEntries(Object.entries(sessionStorage)) })
const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('what is unsent when the session ends is only in memory until the same user signs in, and then stored again', async () => {
  const store = open()
  await end(store)
  expect(isAsked()).toBe(true)
  act(() => store.dispatch(startSession(session(1))))
  await screen.findByText('本日')
  await waitFor(() => expect([stored(), [...storedFiles.keys()]]).toEqual([{ ...unsent, ...answers }, ['f']]))
  expect(isAsked()).toBe(false)
})

test('another user who signs in gets none of it', async () => {
  const store = open()
  await end(store)
  act(() => store.dispatch(startSession(session(2))))
  await screen.findByText('本日')
  expect([stored(), storedFiles.size, await filesOf(1, 'f'), isAsked()]).toEqual([{}, 0, undefined, false])
})

test('the other windows of the browser leave in the storage what the one with the sign-in has stored again', async () => {
  const store = open()
  const other = storeOf('nurse')
  other.dispatch(sessionEnded('/'))
  await end(store)
  act(() => store.dispatch(startSession(session(1))))
  await waitFor(() => expect(storedFiles.size).toBe(1))
  await other.dispatch(followCookies())
  expect([Object.fromEntries(Object.entries(localStorage)), storedFiles.size]).toEqual([unsent, 1])
})

test('signing out deletes what is unsent', async () => {
  network.use(reply(signOutCall, null))
  const store = open()
  await act(async () => store.dispatch(signOut()))
  await screen.findByText('ログイン')
  expect([stored(), storedFiles.size, await filesOf(1, 'f'), isAsked()]).toEqual([{}, 0, undefined, false])
})

test('files that are stored again do not return after the user has signed out', async () => {
  network.use(reply(signOutCall, null))
  const store = open()
  for (const id of ['g', 'h']) saveFormDraft(1, `unsent.files.${id}`, [new File(['x'], 'b.pdf')])
  const storing = storeFilesAgain(1)
  await act(async () => store.dispatch(signOut()))
  storedFiles.clear()
  await storing
  expect([storedFiles.size, await filesOf(1, 'h')]).toEqual([0, undefined])
})

test('the text is kept if the code that keeps the files cannot be loaded', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('not found')))
  vi.doMock('./take.ts', load)
  const store = open()
  await end(store)
  act(() => store.dispatch(startSession(session(1))))
  await screen.findByText('本日')
  expect(formDraftOf(1, 'unsent.draft.1.7')).toEqual(JSON.parse(draft))
  expect(load).toHaveBeenCalled()
  vi.doUnmock('./take.ts')
})
