import { act, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { beforeEach, expect, test, vi } from 'vitest'
import { signOut } from '../../domains/account/sign-out.ts'
import { setUpNetwork } from '../../test/network.ts'
import { storeOf } from '../../test/store.ts'
import { readPendingAnswers } from '../pending-answers.ts'
import { selectSession, sessionEnded, signedIn } from '../session.ts'
import { useUnsentAnswers } from '../use-unsent-answers.ts'
import { keepUnsent } from './keep.ts'

setUpNetwork()
// long enough for a slow machine: only a test that waits for a state that never comes reaches it
configure({ asyncUtilTimeout: 120_000 })

type Answers = Readonly<Record<string, number>>
type Saved = { data?: { updated_at: string }; error?: unknown; rejected: readonly string[] }
const offline = { error: { status: 'FETCH_ERROR' }, rejected: [] }
const success = { data: { updated_at: '2026-11-21T00:00:00Z' }, rejected: [] }
const save = vi.fn<(answers: Answers) => Promise<Saved>>()
beforeEach(() => {
  save.mockReset()
  save.mockResolvedValue(offline)
})

const open = (store = storeOf('patient')) => {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  const form = renderHook(() => useUnsentAnswers({ formKey: 'stress_check', owner: 1, unsent: readPendingAnswers<Answers>('stress_check', 1) ?? {}, save }), {
    wrapper,
  })
  const answer = async (answers: Answers, expected: string) => {
    act(() => form.result.current.send(answers))
    await waitFor(() => expect(form.result.current.state.kind).toBe(expected))
  }
  return { ...form, store, answer }
}
/** The answers that were sent, request by request. */
const sent = () => save.mock.calls.map(([answers]) => answers)
const isStored = () => readPendingAnswers('stress_check', 1) !== undefined
const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
const goOnline = () => {
  save.mockClear()
  save.mockResolvedValue(success)
  dispatchEvent(new Event('online'))
}

test('answers of a form that was left offline are sent once there is a network; until then the browser asks before the page is closed', async () => {
  const { answer, unmount } = open()
  await answer({ A1: 1 }, 'unsaved')
  unmount()
  expect([isStored(), isAsked()]).toEqual([true, true])
  goOnline()
  await waitFor(() => expect(isStored()).toBe(false))
  expect([sent(), isAsked()]).toEqual([[{ A1: 1 }], false])
})

test('a form that is opened again sends its answers itself, after the request of the form that was left', async () => {
  const late = Promise.withResolvers<Saved>()
  save.mockReturnValue(late.promise)
  const left = open()
  await left.answer({ A1: 1 }, 'saving')
  left.unmount()
  const { result } = open()
  act(() => result.current.send({ A1: 2 }))
  save.mockResolvedValue(success)
  late.resolve(success)
  await waitFor(() => expect(result.current.state.kind).toBe('saved'))
  expect(sent()).toEqual([{ A1: 1 }, { A1: 2 }])
  goOnline()
  expect([sent(), isStored(), isAsked()]).toEqual([[], false, false])
})

test('answers of a form that was left wait for the session of their author', async () => {
  const { answer, unmount, store } = open()
  const { me, credentials } = selectSession(store.getState())
  await answer({ A1: 1 }, 'unsaved')
  unmount()
  store.dispatch(sessionEnded('/'))
  await keepUnsent(1)
  sessionStorage.clear()
  goOnline()
  expect([sent(), isStored(), isAsked()]).toEqual([[], true, true])
  store.dispatch(signedIn({ me: me!, credentials: credentials! }))
  goOnline()
  await waitFor(() => expect(isStored()).toBe(false))
  expect(sent()).toEqual([{ A1: 1 }])
})

test('signing out deletes the answers of a form that was left', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network error')))
  const { answer, unmount, store } = open()
  await answer({ A1: 1 }, 'unsaved')
  unmount()
  const { me, credentials } = selectSession(store.getState())
  await store.dispatch(signOut())
  store.dispatch(signedIn({ me: me!, credentials: credentials! }))
  expect(isAsked()).toBe(false)
  goOnline()
  expect([sent(), isStored()]).toEqual([[], false])
})
