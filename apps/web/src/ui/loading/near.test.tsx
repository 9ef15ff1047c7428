import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Near } from './Near.tsx'
import { showAll } from './near.ts'

class Observer {
  static all: Observer[] = []
  targets: Element[] = []
  readonly onSeen: (entries: { isIntersecting: boolean }[]) => void
  readonly options: IntersectionObserverInit
  constructor(onSeen: Observer['onSeen'], options: IntersectionObserverInit) {
    this.onSeen = onSeen
    this.options = options
    Observer.all.push(this)
  }
  observe(target: Element) {
    this.targets.push(target)
  }
  disconnect() {
    this.targets = []
  }
}

/** Reports the changes in one call, as a browser does if the page was busy meanwhile. */
const inView = (...changes: boolean[]) =>
  act(() => {
    for (const observer of Observer.all) if (observer.targets.length) observer.onSeen(changes.map((isIntersecting) => ({ isIntersecting })))
  })
const margins = () => Observer.all.flatMap(({ targets, options }) => targets.map(() => options.rootMargin))

beforeEach(() => {
  Observer.all = []
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  const [isLoading, setLoading] = useState(true)
  return (
    <main style={{ overflowY: 'auto' }} data-testid="page">
      <section aria-busy={isLoading}>
        <button type="button" onClick={() => setLoading(false)}>
          読み込む
        </button>
      </section>
      <Near title="手術歴" height={160}>
        <p>虫垂切除術</p>
      </Near>
      <Near>
        <p>おすすめ</p>
      </Near>
    </main>
  )
}
const isLoaded = () => screen.queryByText('虫垂切除術') !== null

test('a card in view loads once the content above it has loaded; a card below the window shows its heading and loads nothing', async () => {
  render(<Page />)
  expect(screen.getByRole('heading', { name: '手術歴' })).toBeTruthy()
  inView(true)
  expect(isLoaded()).toBe(false)
  inView(false)
  fireEvent.click(screen.getByRole('button'))
  inView(true)
  await screen.findByText('虫垂切除術')
  expect(screen.queryByRole('heading', { name: '手術歴' })).toBeNull()
})

test('after the first scrolling, cards load when they are a screen away, even while other content loads', () => {
  render(<Page />)
  const page = screen.getByTestId('page')
  fireEvent.scroll(page)
  // a scroll event at the top does not count
  expect(margins()).toEqual([undefined, undefined])
  page.scrollTop = 10
  fireEvent.scroll(page)
  expect(margins()).toEqual(['100% 0px', '100% 0px'])
  expect(isLoaded()).toBe(false)
  inView(true)
  expect(isLoaded()).toBe(true)
})

test('if a busy page reports several changes at once, only the newest counts', () => {
  render(<Page />)
  const page = screen.getByTestId('page')
  page.scrollTop = 10
  fireEvent.scroll(page)
  inView(true, false)
  expect(isLoaded()).toBe(false)
  inView(false, true)
  expect(isLoaded()).toBe(true)
})

test.each([
  ['printing', () => fireEvent(window, new Event('beforeprint'))],
  ['searching in the page', () => fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })],
  ['stepping by Tab', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['a link to a card', () => act(showAll)],
])('%s shows all cards', (_, need) => {
  render(<Page />)
  expect(isLoaded()).toBe(false)
  need()
  expect(isLoaded()).toBe(true)
  expect(screen.getByText('おすすめ')).toBeTruthy()
})
