import { common } from '@sukoyaka/phrases/common'
import { ui } from '@sukoyaka/phrases/ui'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addWords, i18n } from '../../i18n/i18n.ts'
import { Calendar } from './Calendar.tsx'

beforeAll(() => {
  for (const language of ['ja', 'en', 'kr'] as const) {
    addWords(language, 'ui', ui[language])
    addWords(language, 'common', common[language])
  }
})
beforeEach(() => {
  // 23 November in Tokyo, still the 22nd in UTC
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T20:00:00Z') })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await i18n.changeLanguage('ja')
})
const show = (value: string | null, limits: { min?: string; max?: string } = {}) => {
  const onPick = vi.fn()
  render(<Calendar value={value} {...limits} onPick={onPick} />)
  return { onPick, user: userEvent.setup() }
}
const focusedName = () => document.activeElement?.textContent

test.each([
  ['ja', '2026年11月23日月曜日、本日', '2026年11月、月を選ぶ'],
  ['en', 'Monday, 23 November 2026, today', 'November 2026, choose a month'],
  ['kr', '2026년 11월 23일 월요일, 오늘', '2026년 11월, 월 선택'],
] as const)('in %s screen readers get the full date of today (Tokyo day)', async (language, day, title) => {
  await i18n.changeLanguage(language)
  show(null)
  const today = screen.getByRole('button', { name: new RegExp(day.replace('Monday, ', 'Monday,? ')) })
  expect(document.activeElement).toBe(today)
  expect(today.getAttribute('aria-current')).toBe('date')
  expect(screen.getByRole('button', { name: title })).toBeTruthy()
})

test('the selected day takes the focus, and its cell is selected', () => {
  show('1968-03-14')
  expect(focusedName()).toMatch(/^1968年3月14日木曜日/)
  expect(document.activeElement?.closest('td')?.getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('grid', { name: '1968年3月' })).toBeTruthy()
})

test('a birthday decades ago is reached by choosing the decade, the year and the month', async () => {
  const { user, onPick } = show('2026-11-23')
  await user.click(screen.getByRole('button', { name: '2026年11月、月を選ぶ' }))
  await user.click(screen.getByRole('button', { name: '2026年、年を選ぶ' }))
  for (let decade = 0; decade < 6; decade++) await user.click(screen.getByRole('button', { name: '前の10年' }))
  await user.click(screen.getByRole('button', { name: '1968' }))
  expect(screen.getByRole('grid', { name: '1968年' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '3月' }))
  expect(focusedName()).toMatch(/^1968年3月23日/)
  await user.keyboard('{ArrowUp}{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith('1968-03-16')
})

test('days outside of the limits can be neither reached by keys nor picked', async () => {
  const { user, onPick } = show(null, { min: '2026-11-20', max: '2026-11-25' })
  await user.keyboard('{PageDown}')
  expect(focusedName()).toMatch(/^2026年11月25日/)
  await user.keyboard('{ArrowRight}{ArrowDown}{End}')
  expect(focusedName()).toMatch(/^2026年11月25日/)
  await user.click(screen.getByRole('button', { name: /2026年11月26日/ }))
  expect(onPick).not.toHaveBeenCalled()
  for (const name of ['前の月', '次の月']) expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})
