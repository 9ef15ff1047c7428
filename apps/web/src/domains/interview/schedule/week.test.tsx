// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpCardTests, showCard, text } from '../../../test/render.tsx'
import { DayList } from './DayList.tsx'
import { WeekGrid } from './WeekGrid.tsx'

// preload the module, because fake timers do not wait for a dynamic import
await import('@holiday-jp/holiday_jp/lib/holidays.js')
setUpCardTests(() => ({}))
const interviewOnHoliday = (id: number, from: string, until: string, last_name: string) => ({
  id,
  kind: 'follow' as const,
  name: '',
  conducted_at: `2026-11-23T${from}:00+09:00`,
  ends_at: `2026-11-23T${until}:00+09:00`,
  moves: [],
  status: 'scheduled' as const,
  meeting_type: 'online' as const,
  interviewee: { id, role: 'patient' as const, last_name, first_name: '花子', last_name_kana: '', first_name_kana: '', icon: null },
})
const interviews = [
  interviewOnHoliday(1, '10:00', '10:30', '勅使河原'),
  interviewOnHoliday(2, '10:15', '10:45', '山田'),
  interviewOnHoliday(3, '13:00', '13:30', '佐藤'),
] as never[]

test('shows the name of a public holiday in the week and in the list', async () => {
  await showCard(<WeekGrid monday="2026-11-23" interviews={[]} onFree={undefined} />)
  expect(screen.getAllByText(/の日$/).map(({ textContent }) => textContent)).toEqual(['勤労感謝の日'])
  await showCard(<DayList interviews={interviews} />)
  expect(screen.getByRole('heading', { name: /11\.23/ }).textContent).toContain('勤労感謝の日')
})

test('short interviews side by side show names only, a single one also shows its time; both have the time in the accessible name', async () => {
  await showCard(<WeekGrid monday="2026-11-23" interviews={interviews} onFree={undefined} />)
  const blockNames = (name: RegExp) =>
    [...screen.getByRole('link', { name }).querySelectorAll('b:not(.visually-hidden)')].map(({ textContent }) => textContent?.trim())
  expect(blockNames(/^10:00 勅使河原 花子/)).toEqual(['勅使河原 花子'])
  expect(blockNames(/^10:15 山田 花子/)).toEqual(['山田 花子'])
  expect(blockNames(/^13:00 佐藤 花子/)).toEqual(['13:00', '佐藤 花子'])
  expect(text()).toContain('フォロー面談')
})
