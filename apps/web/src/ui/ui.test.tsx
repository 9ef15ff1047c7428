// @vitest-environment happy-dom
import { common } from '@sukoyaka/phrases/common'
import { ui } from '@sukoyaka/phrases/ui'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RemindBell } from '../domains/message/remind/RemindBell.tsx'
import { Button } from './button/Button.tsx'
import { DatePicker } from './date/DatePicker.tsx'
import { SearchInput } from './form/SearchInput.tsx'
import { TextInput } from './form/TextInput.tsx'
import { ResizablePanel } from './layout/ResizablePanel.tsx'
import { useSkeleton } from './loading/Skeleton.tsx'
import { Toasts } from './overlay/Toasts.tsx'
import { dismissToast, toast, toasts } from './overlay/toast.ts'
import { firstCharacter } from './status/Avatar.tsx'
import { Flag } from './status/Flag.tsx'
import { StatusMark } from './status/StatusMark.tsx'
import { UnreadBadge } from './status/UnreadBadge.tsx'

beforeAll(async () => {
  const resources = { ja: { common: common.ja, ui: ui.ja } }
  await i18next.use(initReactI18next).init({ lng: 'ja', resources, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  for (const item of toasts.read()) dismissToast(item.id)
  vi.useRealTimers()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function Search({ onSearch }: { onSearch: (value: string) => void }) {
  const [value, setValue] = useState('')
  const onChange = (next: string) => {
    onSearch(next)
    setValue(next)
  }
  return <SearchInput label="検索" value={value} onChange={onChange} />
}

const Page = ({ loading }: { loading: boolean }) => (useSkeleton(loading) ? 'skeleton' : 'page')

function Panel({ widths }: { widths: number[] }) {
  const [width, setWidth] = useState(320)
  const [open, setOpen] = useState(true)
  const onWidthChange = (next: number) => {
    widths.push(next)
    setWidth(next)
  }
  return (
    <ResizablePanel side="right" width={width} onWidthChange={onWidthChange} open={open} onOpenChange={setOpen} label="患者一覧">
      list
    </ResizablePanel>
  )
}

test('shows 99+ for more than 99 unread messages, with the exact number for screen readers', () => {
  render(<UnreadBadge count={128} />)
  expect(screen.getByText('99+')).toBeTruthy()
  expect(screen.getByText('未読 128件')).toBeTruthy()
})

test('shows no badge without unread messages', () => {
  const { container } = render(<UnreadBadge count={0} />)
  expect(container.textContent).toBe('')
})

test('shows when the next reminder of a conversation is due, in Tokyo time', () => {
  render(<RemindBell next_remind_at="2026-11-23T00:00:00Z" />)
  expect(screen.getByText('あとで確認 11.23 09:00')).toBeTruthy()
})

test('a doctor and a patient see the same result in different words', () => {
  const { rerender, container } = render(<StatusMark status={1} reader="staff" direction="high" />)
  expect(container.textContent).toBe('異常')
  rerender(<StatusMark status={1} reader="patient" direction="high" />)
  expect(container.textContent).toBe('基準より高い')
  rerender(<StatusMark status={2} reader="patient" direction="low" />)
  expect(container.textContent).toBe('基準より少し低い')
  rerender(<StatusMark status={undefined} reader="patient" />)
  expect(container.textContent).toBe('判定待ち')
})

test('screen readers skip status marks and flag letters and read their text', () => {
  render(
    <>
      <StatusMark status={2} reader="staff" with_word={false} />
      <Flag direction="low" />
    </>,
  )
  expect(document.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('注意')).toBeTruthy()
  expect(screen.getByText('L').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('基準より低い')).toBeTruthy()
})

test.each([
  ['𠮷田', '𠮷'],
  ['葛󠄀城', '葛󠄀'],
  ['佐伯', '佐'],
  [' Smith', 'S'],
  ['', ''],
])('the avatar of %s shows %s', (name, first) => {
  expect(firstCharacter(name)).toBe(first)
})

test('a loading button ignores further clicks', () => {
  const onClick = vi.fn()
  render(
    <Button loading onClick={onClick}>
      保存
    </Button>,
  )
  const button = screen.getByRole('button', { name: '保存' })
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('shows the error on the rejected field', () => {
  render(<TextInput label="電話番号" required error="この電話番号はすでに登録されています" />)
  const input = screen.getByRole('textbox', { name: '電話番号' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
  const described = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('この電話番号はすでに登録されています')
})

test('IME input searches only the converted text, and the clear button empties the search', () => {
  const onSearch = vi.fn()
  render(<Search onSearch={onSearch} />)
  const input = screen.getByRole('searchbox') as HTMLInputElement
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: 'さえｋ' } })
  expect(input.value).toBe('さえｋ')
  expect(onSearch).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: '佐伯' } })
  fireEvent.compositionEnd(input)
  expect(onSearch.mock.calls).toEqual([['佐伯']])
  fireEvent.click(screen.getByRole('button', { name: '消去' }))
  expect(onSearch).toHaveBeenLastCalledWith('')
})

test('accepts a birthday in full-width digits', () => {
  const onChange = vi.fn()
  render(<DatePicker label="生年月日" value={null} onChange={onChange} max="2026-11-21" />)
  const input = screen.getByRole('textbox', { name: '生年月日' })
  fireEvent.change(input, { target: { value: '１９６８／３／１４' } })
  fireEvent.blur(input)
  expect(onChange).toHaveBeenCalledWith('1968-03-14')
})

test('rejects a day after the maximum and clears the previous value', () => {
  const onChange = vi.fn()
  render(<DatePicker label="生年月日" value="1968-03-14" onChange={onChange} max="2026-11-21" />)
  const input = screen.getByRole('textbox', { name: '生年月日' })
  fireEvent.change(input, { target: { value: '2027.01.01' } })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  expect(onChange).toHaveBeenCalledWith(null)
  expect(screen.getByText('2026.11.21 以前の日付を入力してください')).toBeTruthy()
})

test('shows no skeleton for a fast response, and once visible keeps it for a minimum time', () => {
  const { rerender, container } = render(<Page loading />)
  wait(140)
  expect(container.textContent).toBe('page')
  wait(20)
  expect(container.textContent).toBe('skeleton')
  rerender(<Page loading={false} />)
  wait(250)
  expect(container.textContent).toBe('skeleton')
  wait(100)
  expect(container.textContent).toBe('page')
})

test('resizes the patient list by keyboard and pointer', () => {
  const widths: number[] = []
  render(<Panel widths={widths} />)
  const grip = screen.getByRole('separator', { name: '患者一覧の幅' })
  fireEvent.keyDown(grip, { key: 'ArrowRight' })
  fireEvent.keyDown(grip, { key: 'ArrowLeft', shiftKey: true })
  fireEvent.keyDown(grip, { key: 'Home' })
  fireEvent.keyDown(grip, { key: 'End' })
  expect(widths).toEqual([336, 272, 120, 600])
  expect(grip.getAttribute('aria-valuenow')).toBe('600')
  fireEvent.doubleClick(grip)
  expect(grip.getAttribute('aria-valuenow')).toBe('320')

  widths.length = 0
  fireEvent.pointerDown(grip, { button: 0, clientX: 320, pointerId: 1 })
  fireEvent.pointerMove(grip, { clientX: 330, pointerId: 1 })
  fireEvent.pointerMove(grip, { clientX: 350, pointerId: 1 })
  expect(widths).toEqual([])
  wait(16)
  expect(widths).toEqual([350])
  fireEvent.pointerMove(grip, { clientX: 2000, pointerId: 1 })
  fireEvent.pointerUp(grip, { pointerId: 1 })
  expect(widths).toEqual([350, 600])

  fireEvent.keyDown(grip, { key: 'Enter' })
  expect(screen.queryByText('list')).toBeNull()
  const tab = screen.getByRole('button', { name: '患者一覧を開く' })
  expect(document.activeElement).toBe(tab)
  fireEvent.click(tab)
  expect(screen.getByText('list')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('患者一覧の幅')
})

test('a toast closes after five seconds, but not while hovered', () => {
  render(<Toasts />)
  act(() => void toast.success('保存しました'))
  wait(4900)
  const toastText = screen.getByRole('status')
  fireEvent.pointerEnter(toastText)
  wait(10_000)
  expect(screen.queryByText('保存しました')).not.toBeNull()
  fireEvent.pointerLeave(toastText)
  wait(90)
  expect(screen.queryByText('保存しました')).not.toBeNull()
  wait(20)
  expect(screen.queryByText('保存しました')).toBeNull()
})

test('retries a failed message from its toast, and shows three toasts at most', () => {
  const onRetry = vi.fn()
  render(<Toasts />)
  act(() => {
    toast.info('1')
    toast.info('2')
    toast.info('3')
    toast.error('送信できませんでした', { onRetry })
    toast.info('3')
  })
  expect(toasts.read().map((item) => item.title)).toEqual(['2', '送信できませんでした', '3'])
  expect(screen.getByRole('alert').textContent).toBe('送信できませんでした')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
