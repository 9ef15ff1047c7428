import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { Toasts } from '../ui/overlay/Toasts.tsx'
import { dismissToast, toasts } from '../ui/overlay/toast.ts'
import { initJapanese } from './japanese.ts'
import { storeOf } from './store.ts'

type FormTestOptions = {
  now?: string
  /** Modules to preload, because fake timers do not wait for dynamic imports. */
  load?: () => Promise<unknown>[]
  /** Sets up the fake network before each test. */
  before: () => void
  respond: (url: string, init: RequestInit) => Promise<Response>
}

const fakedTimers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const

/** Test setup for forms: Japanese, fake timers, a custom fake network and toasts. */
export const setUpFormTests = ({ now = '2026-11-21T00:00:00Z', load = () => [], before, respond }: FormTestOptions) => {
  beforeAll(async () => {
    await Promise.all([...load(), initJapanese()])
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(now), toFake: [...fakedTimers] })
    before()
    vi.stubGlobal('fetch', respond)
  })
  afterEach(() => {
    cleanup()
    for (const item of toasts.read()) dismissToast(item.id)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

export const wait = async (ms: number) => {
  for (let elapsed = 0; elapsed < ms; elapsed += 50)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise(setImmediate)
    })
}

export const show = async (role: Role, card: ReactNode) => {
  render(
    <Provider store={storeOf(role)}>
      <MemoryRouter>{card}</MemoryRouter>
      <Toasts />
    </Provider>,
  )
  await wait(700)
}

/** Uses the last match, which is in the dialog rather than in the card below it. */
export const press = async (name: string | RegExp, ms = 300) => {
  fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!)
  await wait(ms)
}

export const text = () => document.body.textContent ?? ''
