// @vitest-environment happy-dom

import type { Role } from '@sukoyaka/wire/access'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../../api/session.ts'
import { makeStore } from '../../../api/store.ts'
import { initJapanese } from '../../../test/render.tsx'
import { CareSidebar } from './CareSidebar.tsx'
import { setSidebarOpen } from './open-state.ts'

type ListRequest = { query: URLSearchParams; background: boolean }
let listRequests: ListRequest[]
let respond: (query: URLSearchParams) => unknown

const room = (id: number, last_name: string, unread_count = 0) => ({
  id: id + 1000,
  patient: {
    id,
    last_name,
    first_name: '恵子',
    last_name_kana: '',
    first_name_kana: '',
    icon: null,
    plan: id === 2 ? null : { id: 1, display_name: 'プレミアム' },
  },
  unread_count,
  last_message_at: null,
  unresponded_since: null,
  last_reminded_at: null,
  next_remind_at: null,
})
const page = (items: unknown[], next_page: number | null = null, total_count = items.length) => ({ items, page: 1, next_page, total_count })

beforeAll(async () => {
  await initJapanese()
})
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  listRequests = []
  respond = () => page([room(1, '佐伯', 3), room(2, '高橋')])
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const query = new URLSearchParams(String(url).split('?')[1])
    listRequests.push({ query, background: new Headers(init.headers).get('x-background') === '1' })
    const body = respond(query)
    return body === undefined ? new Response('{"error":"x"}', { status: 403 }) : new Response(JSON.stringify(body))
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  setSidebarOpen(true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const step = 50
/** Advances in steps, because React renders only between them. */
const advanceTimers = async (ms: number) => {
  for (let at = 0; at <= ms; at += step) await act(() => vi.advanceTimersByTimeAsync(at === 0 ? 0 : Math.min(step, ms - at + step)))
}
const show = async (role: Role = 'doctor') => {
  const store = makeStore()
  store.dispatch(
    signedIn({
      me: { id: 9, role, first_name: '健一', last_name: '中村', email: 'd@example.com' },
      credentials: { access_token: 't', email: 'd@example.com', id: 9 },
    }),
  )
  render(
    <Provider store={store}>
      <MemoryRouter>
        <CareSidebar patientId={1} />
      </MemoryRouter>
    </Provider>,
  )
  await advanceTimers(0)
}
const names = () => screen.queryAllByRole('link').map((link) => /佐伯|高橋|青木/.exec(link.textContent ?? '')?.[0])
const search = () => screen.getAllByRole('searchbox', { name: '患者名で検索' })[0]!

test("loads a doctor's patients 300 ms after opening, with plan, unread count and the current one marked", async () => {
  await show()
  await advanceTimers(250)
  expect(listRequests).toHaveLength(0)
  await advanceTimers(400)
  expect(listRequests[0]?.query.toString()).toBe('page=1')
  const first = screen.getByRole('link', { name: /佐伯 恵子/ })
  expect(first.getAttribute('href')).toBe('/1/summary')
  expect(first.getAttribute('aria-current')).toBe('page')
  expect(within(first).getByText('未読 3件')).toBeTruthy()
  expect(screen.getByRole('link', { name: /高橋/ }).textContent).toContain('プランなし')
  expect(screen.getByText('2人')).toBeTruthy()
})

test('shows the empty state to a doctor without patients', async () => {
  respond = () => page([])
  await show()
  await advanceTimers(1000)
  expect(screen.getByText('患者はまだいません')).toBeTruthy()
})

test('shows an error if the list fails to load, and reloads it', async () => {
  respond = () => undefined
  await show()
  await advanceTimers(1000)
  expect(screen.getByText('患者一覧を読み込めませんでした')).toBeTruthy()
  respond = () => page([room(1, '佐伯')])
  fireEvent.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await advanceTimers(400)
  expect(names()).toEqual(['佐伯'])
})

test('the member and company filters exclude each other', async () => {
  await show()
  fireEvent.click(screen.getByRole('radio', { name: 'メンバー' }))
  fireEvent.click(screen.getByRole('radio', { name: '法人' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '主治医が自分の患者のみ' }))
  await advanceTimers(600)
  const last = listRequests.at(-1)?.query
  expect(last?.getAll('service_type')).toEqual(['business'])
  expect(last?.get('role')).toBe('main_doctor')
})

test('only nurses can search by a doctor’s name', async () => {
  await show('doctor')
  expect(screen.queryByRole('searchbox', { name: '医師名で検索' })).toBeNull()
  cleanup()
  await show('nurse')
  fireEvent.change(screen.getByRole('searchbox', { name: '医師名で検索' }), { target: { value: '中村' } })
  await advanceTimers(900)
  expect(listRequests.at(-1)?.query.get('q[main_doctor_full_name_cont]')).toBe('中村')
})

test('searches the converted name, not kana during IME composition', async () => {
  await show()
  await advanceTimers(500)
  fireEvent.compositionStart(search())
  fireEvent.change(search(), { target: { value: 'さえk' } })
  await advanceTimers(2000)
  expect(listRequests.every(({ query }) => !query.has('q[full_name_cont]'))).toBe(true)
  fireEvent.change(search(), { target: { value: '佐伯' } })
  fireEvent.compositionEnd(search(), { data: '佐伯' })
  await advanceTimers(500)
  expect(listRequests.some(({ query }) => query.get('q[full_name_cont]') === '佐伯')).toBe(true)
})

test('shows that a search has no results and clears it with one click', async () => {
  respond = (query) => (query.has('q[full_name_cont]') ? page([]) : page([room(1, '佐伯')]))
  await show()
  fireEvent.change(search(), { target: { value: 'zzz' } })
  await advanceTimers(1500)
  fireEvent.click(screen.getByRole('button', { name: '条件を消去' }))
  await advanceTimers(1000)
  expect(names()).toEqual(['佐伯'])
})

test('polls every three seconds in the background and keeps the row order while the list has focus', async () => {
  await show()
  await advanceTimers(1000)
  screen.getByRole('link', { name: /高橋/ }).focus()
  respond = () => page([room(3, '青木'), room(2, '高橋', 7), room(1, '佐伯', 3)])
  await advanceTimers(3000)
  expect(listRequests.at(-1)?.background).toBe(true)
  expect(names()).toEqual(['佐伯', '高橋', '青木'])
  expect(within(screen.getByRole('link', { name: /高橋/ })).getByText('未読 7件')).toBeTruthy()
  ;(document.activeElement as HTMLElement).blur()
  respond = () => page([room(3, '青木'), room(2, '高橋', 8), room(1, '佐伯', 3)])
  await advanceTimers(3100)
  expect(names()).toEqual(['青木', '高橋', '佐伯'])
})

test('does not poll in a hidden window', async () => {
  await show()
  await advanceTimers(1000)
  const before = listRequests.length
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await advanceTimers(10_000)
  expect(listRequests).toHaveLength(before)
  hidden.mockRestore()
})

test('loads the next page near the end of the list, without duplicates', async () => {
  respond = (query) => (query.get('page') === '1' ? page([room(1, '佐伯'), room(2, '高橋')], 2, 3) : page([room(2, '高橋'), room(3, '青木')], null, 3))
  await show()
  await advanceTimers(1000)
  const box = screen.getByRole('list', { name: '患者' }).parentElement!
  const height = (scrollTop: number) =>
    Object.defineProperties(box, {
      scrollHeight: { value: 1000, configurable: true },
      clientHeight: { value: 500, configurable: true },
      scrollTop: { value: scrollTop, configurable: true },
    })
  height(470)
  fireEvent.scroll(box)
  await advanceTimers(500)
  expect(listRequests.some(({ query }) => query.get('page') === '2')).toBe(false)
  height(481)
  fireEvent.scroll(box)
  await advanceTimers(700)
  expect(listRequests.some(({ query }) => query.get('page') === '2')).toBe(true)
  expect(names()).toEqual(['佐伯', '高橋', '青木'])
})

test('arrow keys move through the patients, Home and End to the ends', async () => {
  await show()
  await advanceTimers(1000)
  const [first, second] = screen.getAllByRole('link')
  first!.focus()
  fireEvent.keyDown(first!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second!, { key: 'Home' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first!, { key: 'End' })
  expect(document.activeElement).toBe(second)
})

test('the [ key closes the list, shows the button that opens it again, and remembers the state', async () => {
  await show()
  fireEvent.keyDown(document.body, { key: '[' })
  await advanceTimers(50)
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.getByRole('button', { name: '患者を開く' })).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('sukoyaka.ui.care_sidebar') ?? '{}').open).toBe(false)
})
