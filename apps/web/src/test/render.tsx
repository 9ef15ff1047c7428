import { namespaces } from '@sukoyaka/phrases/all'
import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { clearResponseCache } from '../api/etag-cache.ts'
import { signedIn } from '../api/session.ts'
import { makeStore } from '../api/store.ts'

/** Fake network: responses by path, and the writes that were sent. A path without a response returns 403. */
export const fakeNetwork: { responses: Record<string, unknown>; requests: { method: string; path: string; body: unknown }[]; rejectsWrites: boolean } = {
  responses: {},
  requests: [],
  rejectsWrites: false,
}

/** Initialises i18next with all Japanese texts, so that no test fetches them. */
export const initJapanese = async () => {
  const ja = Object.fromEntries(Object.entries(namespaces).map(([name, words]) => [name, words.ja]))
  await i18next.use(initReactI18next).init({ lng: 'ja', resources: { ja }, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
}

/** Person as the API returns it in relations. */
export const person = (id: number, last_name: string, role: Role = 'doctor') => ({
  id,
  role,
  last_name,
  first_name: '花子',
  last_name_kana: '',
  first_name_kana: '',
  icon: null,
})

/** Store with a signed-in user of this role, with id 1. */
export const storeOf = (role: Role) => {
  const store = makeStore()
  store.dispatch(
    signedIn({ me: { id: 1, role, first_name: '', last_name: '', email: 'a@example.com' }, credentials: { access_token: 't', email: 'a@example.com', id: 1 } }),
  )
  return store
}

/** Test setup for cards: Japanese, 9:00 on 2026-11-21 in Tokyo, and `responses` before each test. */
export const setUpCardTests = (responses: () => Record<string, unknown>) => {
  beforeAll(async () => {
    await initJapanese()
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z') })
    fakeNetwork.responses = responses()
    fakeNetwork.requests = []
    fakeNetwork.rejectsWrites = false
    clearResponseCache()
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? 'GET'
      const path = String(url).split('?')[0]!
      const forbidden = () => new Response('{"error":"できません","code":"forbidden"}', { status: 403 })
      if (method !== 'GET') {
        if (path !== '/api/client_errors') fakeNetwork.requests.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : undefined })
        if (fakeNetwork.rejectsWrites) return forbidden()
      }
      const body = fakeNetwork.responses[method === 'GET' ? path : `${method} ${path}`]
      return body === undefined ? forbidden() : new Response(JSON.stringify(body))
    })
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

export const wait = async (ms: number) => {
  for (let elapsed = 0; elapsed < ms; elapsed += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}

export const showCard = async (card: ReactNode, role: Role = 'doctor') => {
  const store = storeOf(role)
  const { container } = render(
    <Provider store={store}>
      <MemoryRouter>{card}</MemoryRouter>
    </Provider>,
  )
  await wait(800)
  return container
}

export const text = () => document.body.textContent ?? ''
export const press = async (name: string | RegExp, ms = 800) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await wait(ms)
}
