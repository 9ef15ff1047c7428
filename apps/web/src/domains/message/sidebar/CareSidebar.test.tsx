import type { Role } from '@sukoyaka/wire/access'
import { listMessageRooms, type MessageRoom } from '@sukoyaka/wire/care/message-room'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { paged } from '../../../test/data/paged.ts'
import { stopTimers } from '../../../test/fake-timers.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { room } from '../test-data.ts'
import { CareSidebar, debounceMs } from './CareSidebar.tsx'
import { setSidebarOpen } from './open-state.ts'
import { stepLockMs } from './use-order-lock.ts'
import { openDelayMs, pollIntervalMs } from './use-rooms.ts'

setUpNetwork()

const roomOf = (id: number, last_name: string, unread_count = 0) => {
  const { patient, ...rest } = room(id, last_name, { unread_count })
  return { ...rest, patient: { ...patient, plan: id === 2 ? null : { id: 1, display_name: 'プレミアム' } } }
}
let rooms: MessageRoom[]
beforeEach(() => {
  rooms = [roomOf(1, '佐伯', 3), roomOf(2, '高橋')]
  network.use(reply(listMessageRooms, () => paged(rooms)))
  // a wide window
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  setSidebarOpen(true)
})

const showSidebar = (role: Role = 'doctor') => show(role, <CareSidebar patientId={1} />)
const Path = () => <p data-testid="path">{useLocation().pathname}</p>
const names = () => screen.queryAllByRole('link').map((link) => /佐伯|高橋|青木/.exec(link.textContent ?? '')?.[0])
const loaded = () => screen.findByRole('link', { name: /佐伯 恵子/ })
const search = (name = '患者名で検索') => screen.getAllByRole('searchbox', { name })[0]!

test("loads a doctor's patients 300 ms after opening, with plan and unread count, and marks the open patient", async () => {
  const { advance, until } = stopTimers()
  showSidebar()
  await advance(openDelayMs - 1)
  await settled()
  expect(sent(listMessageRooms)).toEqual([])
  await advance(1)
  await until(() => expect(sent(listMessageRooms)).toEqual([{ page: 1 }]))
  await loaded()
  const [first, second] = screen.getAllByRole('link')
  expect(first!.getAttribute('href')).toBe('/1/summary')
  expect(first!.getAttribute('aria-current')).toBe('page')
  expect(within(first!).getByText('未読 3件')).toBeTruthy()
  expect(first!.textContent).toContain('プレミアム')
  expect(second!.textContent).toContain('プランなし')
  expect(screen.getByText('2人')).toBeTruthy()
})

test('shows the empty state to a doctor without patients', async () => {
  rooms = []
  showSidebar()
  expect(await screen.findByText('患者はまだいません')).toBeTruthy()
})

test('shows an error if the list fails to load, and reloads it', async () => {
  let isDown = true
  network.use(reply(listMessageRooms, () => (isDown ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : paged(rooms))))
  const { user } = showSidebar()
  expect(await screen.findByText('患者一覧を読み込めませんでした')).toBeTruthy()
  const retry = screen.getByRole('button', { name: 'もう一度読み込む' })
  isDown = false
  await user.click(retry)
  await loaded()
  expect(names()).toEqual(['佐伯', '高橋'])
})

test('the member and company filters exclude each other', async () => {
  const { user } = showSidebar()
  await user.click(screen.getByRole('radio', { name: 'メンバー' }))
  await user.click(screen.getByRole('radio', { name: '法人' }))
  await user.click(screen.getByRole('checkbox', { name: '主治医が自分の患者のみ' }))
  await waitFor(() => expect(sent(listMessageRooms).at(-1)).toEqual({ page: 1, service_type: 'business', role: 'main_doctor' }))
})

test('a nurse can search by a doctor’s name', async () => {
  const { user } = showSidebar('nurse')
  await user.type(search('医師名で検索'), '中村')
  await waitFor(() => expect(sent(listMessageRooms).at(-1)).toEqual({ page: 1, q: { main_doctor_full_name_cont: '中村' } }))
})

test('a doctor cannot search by a doctor’s name', () => {
  showSidebar('doctor')
  expect(screen.queryByRole('searchbox', { name: '医師名で検索' })).toBeNull()
})

test('searches the converted name, not kana during IME composition', async () => {
  const { advance, until } = stopTimers()
  showSidebar()
  await advance(openDelayMs)
  // user-event cannot simulate IME composition
  fireEvent.compositionStart(search())
  fireEvent.change(search(), { target: { value: 'さえk' } })
  await advance(debounceMs)
  fireEvent.change(search(), { target: { value: '佐伯' } })
  fireEvent.compositionEnd(search(), { data: '佐伯' })
  await advance(debounceMs)
  await until(() => expect(sent(listMessageRooms)).toEqual([{ page: 1 }, { page: 1, q: { full_name_cont: '佐伯' } }]))
})

test('shows that a search has no results and clears it with one click', async () => {
  network.use(reply(listMessageRooms, ({ q }) => paged(q?.full_name_cont ? [] : rooms)))
  const { user, press } = showSidebar()
  await user.type(search(), 'zzz')
  expect(await screen.findByText('該当する患者はいません')).toBeTruthy()
  await press('条件を消去')
  await loaded()
  expect(search()).toHaveProperty('value', '')
})

test('polls every three seconds in the background and keeps the row order while the list has focus', async () => {
  const backgrounds: boolean[] = []
  const note = ({ request }: { request: Request }) => void backgrounds.push(request.headers.get('x-background') === '1')
  network.events.on('request:start', note)
  const { advance, until } = stopTimers()
  const { user } = showSidebar()
  await loaded()
  act(() => screen.getByRole('link', { name: /高橋/ }).focus())
  rooms = [roomOf(3, '青木'), roomOf(2, '高橋', 7), roomOf(1, '佐伯', 3)]
  await advance(pollIntervalMs)
  await until(() => expect(names()).toEqual(['佐伯', '高橋', '青木']))
  expect(within(screen.getByRole('link', { name: /高橋/ })).getByText('未読 7件')).toBeTruthy()
  await user.click(document.body)
  rooms = [roomOf(3, '青木'), roomOf(2, '高橋', 8), roomOf(1, '佐伯', 3)]
  await advance(pollIntervalMs)
  await until(() => expect(names()).toEqual(['青木', '高橋', '佐伯']))
  expect(backgrounds).toEqual([false, true, true])
  network.events.removeListener('request:start', note)
})

test('keeps the row order after a step with j, so that the next step skips nobody', async () => {
  const { advance, until } = stopTimers()
  const { user } = showSidebar()
  await loaded()
  await user.keyboard('j')
  rooms = [roomOf(3, '青木'), roomOf(2, '高橋', 7), roomOf(1, '佐伯', 3)]
  await advance(pollIntervalMs)
  await until(() => expect(names()).toEqual(['佐伯', '高橋', '青木']))
  await advance(stepLockMs + pollIntervalMs)
  await until(() => expect(names()).toEqual(['青木', '高橋', '佐伯']))
})

test('does not poll in a hidden window', async () => {
  const { advance, until } = stopTimers()
  showSidebar()
  await loaded()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await advance(5 * pollIntervalMs)
  hidden.mockRestore()
  await advance(pollIntervalMs)
  await until(() => expect(sent(listMessageRooms)).toHaveLength(2))
})

test('loads the next page near the end of the list, without duplicates', async () => {
  network.use(
    reply(listMessageRooms, ({ page }) => ({
      items: page === 1 ? [roomOf(1, '佐伯'), roomOf(2, '高橋')] : [roomOf(2, '高橋'), roomOf(3, '青木')],
      page: page ?? 1,
      next_page: page === 1 ? 2 : null,
      total_count: 3,
    })),
  )
  showSidebar()
  await loaded()
  const box = screen.getByRole('list', { name: '患者' }).parentElement!
  // happy-dom has no layout
  const scrollTo = (scrollTop: number) => {
    Object.defineProperties(box, {
      scrollHeight: { value: 1000, configurable: true },
      clientHeight: { value: 500, configurable: true },
      scrollTop: { value: scrollTop, configurable: true },
    })
    fireEvent.scroll(box)
  }
  scrollTo(470)
  await settled()
  expect(sent(listMessageRooms)).toEqual([{ page: 1 }])
  scrollTo(481)
  await waitFor(() => expect(names()).toEqual(['佐伯', '高橋', '青木']))
  expect(sent(listMessageRooms)).toEqual([{ page: 1 }, { page: 2 }])
})

test('keeps the rows if a further page fails to load, says so, and loads that page on retry', async () => {
  let isDown = true
  network.use(
    reply(listMessageRooms, ({ page }) => {
      if (page === 1) return { ...paged([roomOf(1, '佐伯')]), next_page: 2 }
      return isDown ? failure(403, 'forbidden', 'この操作を行う権限がありません。') : paged([roomOf(3, '青木')])
    }),
  )
  const { press } = showSidebar()
  await loaded()
  const box = screen.getByRole('list', { name: '患者' }).parentElement!
  Object.defineProperties(box, { scrollHeight: { value: 100, configurable: true }, clientHeight: { value: 100, configurable: true } })
  fireEvent.scroll(box)
  expect((await screen.findByRole('alert')).textContent).toContain('続きを読み込めませんでした')
  expect(names()).toEqual(['佐伯'])
  isDown = false
  await press('再試行')
  await waitFor(() => expect(names()).toEqual(['佐伯', '青木']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('arrow keys move through the patients, Home and End to the ends', async () => {
  const { user } = showSidebar()
  const first = await loaded()
  const second = screen.getByRole('link', { name: /高橋/ })
  act(() => first.focus())
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(second)
})

test('the [ key closes the list, shows the button that opens it again, and remembers the state', async () => {
  const { user } = showSidebar()
  await user.keyboard('[[')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(screen.getByRole('button', { name: '患者を開く' })).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('sukoyaka.ui.care_sidebar') ?? '{}').open).toBe(false)
})

test('shows the open patient above the list, highlighted, while no loaded page contains them; j and k start from there', async () => {
  network.use(reply(listMessageRooms, ({ patient_id }) => paged(patient_id ? [roomOf(9, '青木')] : rooms)))
  const { user } = show(
    'doctor',
    <>
      <CareSidebar patientId={9} />
      <Path />
    </>,
  )
  const pinned = await screen.findByRole('list', { name: '開いている患者' })
  expect(within(pinned).getByRole('link', { name: /青木/ }).getAttribute('aria-current')).toBe('page')
  await loaded()
  expect(names()).toEqual(['青木', '佐伯', '高橋'])
  await user.keyboard('k')
  expect(screen.getByTestId('path').textContent).toBe('/')
  await user.keyboard('j')
  expect(screen.getByTestId('path').textContent).toBe('/1/summary')
})
