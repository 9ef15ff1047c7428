import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { clearResponseCache } from '../api/etag-cache.ts'
import { initJapanese } from './japanese.ts'
import { storeOf } from './store.ts'

/** Fake network: responses by path, and the writes that were sent. A path without a response returns 403. */
export const fakeNetwork: { responses: Record<string, unknown>; requests: { method: string; path: string; body: unknown }[]; rejectsWrites: boolean } = {
  responses: {},
  requests: [],
  rejectsWrites: false,
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
