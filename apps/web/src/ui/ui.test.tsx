import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { RemindBell } from '../domains/message/remind/RemindBell.tsx'
import { stopTimers } from '../test/fake-timers.ts'
import { setUpNetwork } from '../test/network.ts'
import { show } from '../test/show.tsx'
import { Button } from './button/Button.tsx'
import { DatePicker } from './date/DatePicker.tsx'
import { SearchInput } from './form/SearchInput.tsx'
import { TextInput } from './form/TextInput.tsx'
import { ResizablePanel } from './layout/ResizablePanel.tsx'
import { useSkeleton } from './loading/Skeleton.tsx'
import { toast, toasts } from './overlay/toast.ts'
import { firstCharacter } from './status/Avatar.tsx'
import { Flag } from './status/Flag.tsx'
import { StatusMark } from './status/StatusMark.tsx'
import { UnreadBadge } from './status/UnreadBadge.tsx'

setUpNetwork()

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
  show('nurse', <UnreadBadge count={128} />)
  expect(screen.getByText('99+')).toBeTruthy()
  expect(screen.getByText('未読 128件')).toBeTruthy()
})

test('shows no badge without unread messages', () => {
  const { container } = show('nurse', <UnreadBadge count={0} />)
  expect(container.textContent).toBe('')
})

test('shows when the next reminder of a conversation is due, in Tokyo time', () => {
  show('nurse', <RemindBell next_remind_at="2026-11-23T00:00:00Z" />)
  expect(screen.getByText('あとで確認 11.23 09:00')).toBeTruthy()
})

test('staff and patients see the same result in different words', () => {
  const { rerender, container } = show('nurse', <StatusMark status={1} audience="staff" direction="high" />)
  expect(container.textContent).toBe('異常')
  rerender(<StatusMark status={1} audience="patient" direction="high" />)
  expect(container.textContent).toBe('基準より高い')
  rerender(<StatusMark status={2} audience="patient" direction="low" />)
  expect(container.textContent).toBe('基準より少し低い')
  rerender(<StatusMark status={undefined} audience="patient" />)
  expect(container.textContent).toBe('判定待ち')
})

test('screen readers skip status marks and flag letters and read their text', () => {
  show(
    'nurse',
    <>
      <StatusMark status={2} audience="staff" withWord={false} />
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

test('a loading button ignores further clicks', async () => {
  const onClick = vi.fn()
  const { press } = show(
    'nurse',
    <Button loading onClick={onClick}>
      保存
    </Button>,
  )
  await press('保存')
  expect(onClick).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: '保存' }).getAttribute('aria-busy')).toBe('true')
})

test('the error of a field is shown and describes the field for screen readers', () => {
  show('nurse', <TextInput label="電話番号" required error="この電話番号はすでに登録されています" />)
  const input = screen.getByRole('textbox', { name: '電話番号' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
  const described = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('この電話番号はすでに登録されています')
})

test('IME input searches only the converted text, and the clear button empties the search', async () => {
  const onSearch = vi.fn()
  const { press } = show('nurse', <Search onSearch={onSearch} />)
  const input = screen.getByRole<HTMLInputElement>('searchbox')
  // user-event has no composition
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: 'さえｋ' } })
  expect(input.value).toBe('さえｋ')
  expect(onSearch).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { value: '佐伯' } })
  fireEvent.compositionEnd(input)
  expect(onSearch.mock.calls).toEqual([['佐伯']])
  await press('消去')
  expect(onSearch).toHaveBeenLastCalledWith('')
})

test('accepts a birthday in full-width digits', async () => {
  const onChange = vi.fn()
  const { user } = show('nurse', <DatePicker label="生年月日" value={null} onChange={onChange} max="2026-11-21" />)
  await user.type(screen.getByRole('textbox', { name: '生年月日' }), '１９６８／３／１４')
  await user.tab()
  expect(onChange).toHaveBeenCalledWith('1968-03-14')
})

test('rejects a day after the maximum and keeps the previous value', async () => {
  const onChange = vi.fn()
  const { user } = show('nurse', <DatePicker label="生年月日" value="1968-03-14" onChange={onChange} max="2026-11-21" />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: '生年月日' })
  await user.type(input, '2027.01.01', { initialSelectionStart: 0, initialSelectionEnd: input.value.length })
  expect(input.value).toBe('2027.01.01')
  await user.keyboard('{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.getByText('2026.11.21 以前の日付を入力してください')).toBeTruthy()
})

test('shows no skeleton for a fast response, and once visible keeps it for a minimum time', async () => {
  const { advance } = stopTimers()
  const { rerender, container } = show('nurse', <Page loading />)
  await advance(140)
  expect(container.textContent).toBe('page')
  await advance(20)
  expect(container.textContent).toBe('skeleton')
  rerender(<Page loading={false} />)
  await advance(250)
  expect(container.textContent).toBe('skeleton')
  await advance(100)
  expect(container.textContent).toBe('page')
})

test('resizes the patient list by keyboard', async () => {
  const widths: number[] = []
  const { user, press } = show('nurse', <Panel widths={widths} />)
  const grip = screen.getByRole('separator', { name: '患者一覧の幅' })
  await user.tab()
  expect(document.activeElement).toBe(grip)
  await user.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{/Shift}{Home}{End}')
  expect(widths).toEqual([336, 272, 120, 600])
  expect(grip.getAttribute('aria-valuenow')).toBe('600')
  await user.keyboard('{Enter}')
  expect(screen.queryByText('list')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '患者一覧を開く' }))
  await press('患者一覧を開く')
  expect(screen.getByText('list')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('患者一覧の幅')
})

test('resizes the patient list by pointer, at most once a frame, and resets it with a double click', async () => {
  const { advance } = stopTimers()
  const widths: number[] = []
  const { user } = show('nurse', <Panel widths={widths} />)
  const grip = screen.getByRole('separator', { name: '患者一覧の幅' })
  const moveTo = (clientX: number) => ({ target: grip, coords: { clientX } })
  await user.pointer([{ keys: '[MouseLeft>]', ...moveTo(320) }, moveTo(330), moveTo(350)])
  expect(widths).toEqual([])
  await advance(16)
  expect(widths).toEqual([350])
  await user.pointer([moveTo(2000), { keys: '[/MouseLeft]', ...moveTo(2000) }])
  expect(widths).toEqual([350, 600])
  expect(grip.getAttribute('aria-valuenow')).toBe('600')
  await user.dblClick(grip)
  expect(grip.getAttribute('aria-valuenow')).toBe('320')
})

test('a toast closes after five seconds, but not while hovered', async () => {
  const { advance } = stopTimers()
  const { user } = show('nurse', null)
  act(() => void toast.success('保存しました'))
  await advance(4900)
  const toastText = screen.getByRole('status')
  await user.hover(toastText)
  await advance(10_000)
  expect(screen.queryByText('保存しました')).not.toBeNull()
  await user.unhover(toastText)
  await advance(90)
  expect(screen.queryByText('保存しました')).not.toBeNull()
  await advance(20)
  expect(screen.queryByText('保存しました')).toBeNull()
})

test('retries a failed message from its toast, and shows three toasts at most', async () => {
  const onRetry = vi.fn()
  const { press } = show('nurse', null)
  act(() => {
    toast.info('1')
    toast.info('2')
    toast.info('3')
    toast.error('送信できませんでした', { onRetry })
    toast.info('3')
  })
  expect(toasts.read().map((item) => item.title)).toEqual(['2', '送信できませんでした', '3'])
  expect(screen.getByRole('alert').textContent).toBe('送信できませんでした')
  await press('再試行')
  expect(onRetry).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
