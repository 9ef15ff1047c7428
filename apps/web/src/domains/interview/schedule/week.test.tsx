import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { interview } from '../../../test/data/interview.ts'
import { interviewee, person } from '../../../test/data/person.ts'
import { setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { DayList } from './DayList.tsx'
import { WeekGrid } from './WeekGrid.tsx'

setUpNetwork()
const interviewOnHoliday = (id: number, from: string, until: string, last_name: string) =>
  interview(id, `2026-11-23T${from}:00+09:00`, { ends_at: `2026-11-23T${until}:00+09:00`, interviewee: interviewee(id, last_name) })
const interviews = [
  interviewOnHoliday(1, '10:00', '10:30', '勅使河原'),
  interviewOnHoliday(2, '10:15', '10:45', '山田'),
  interviewOnHoliday(3, '13:00', '13:30', '佐藤'),
]

test('shows the name of a public holiday in the week and in the list', async () => {
  const { unmount } = show('doctor', <WeekGrid monday="2026-11-23" interviews={[]} onFree={undefined} />)
  expect((await screen.findAllByText(/の日$/)).map(({ textContent }) => textContent)).toEqual(['勤労感謝の日'])
  unmount()
  show('doctor', <DayList interviews={interviews} />)
  expect(await screen.findByRole('heading', { name: /11\.23.*勤労感謝の日/ })).toBeTruthy()
})

test('short interviews side by side show names only, a single one also shows its time; both have the time in the accessible name', () => {
  show('doctor', <WeekGrid monday="2026-11-23" interviews={interviews} onFree={undefined} />)
  const blockNames = (name: RegExp) =>
    [...screen.getByRole('link', { name }).querySelectorAll('b:not(.visually-hidden)')].map(({ textContent }) => textContent?.trim())
  expect(blockNames(/^10:00 勅使河原 花子/)).toEqual(['勅使河原 花子'])
  expect(blockNames(/^10:15 山田 花子/)).toEqual(['山田 花子'])
  expect(blockNames(/^13:00 佐藤 花子/)).toEqual(['13:00', '佐藤 花子'])
  expect(screen.getAllByText(/フォロー面談/)).toHaveLength(3)
})

test('rows of the list start with time and patient, have participants, and show a cancelled interview struck out with its reason', async () => {
  const [first] = interviews
  const cancelled = { ...interviews[2]!, status: 'cancelled' as const, cancel_reason: '本人の希望' }
  show('doctor', <DayList interviews={[{ ...first!, participants: [person(1, '鈴木'), person(2, '小林', 'nurse')] }, cancelled]} />)
  const [row, other] = await screen.findAllByRole('listitem').then((items) => items.filter(({ parentElement }) => parentElement?.closest('li') === null))
  expect(row!.textContent).toMatch(/^10:00–10:30.*勅使河原 花子.*フォロー面談.*鈴木 花子 医師.*小林 花子 看護師/)
  expect(other!.textContent).toMatch(/13:00.*取り消しの理由：本人の希望.*取り消し$/)
  expect(other!.firstElementChild!.hasAttribute('data-cancelled')).toBe(true)
  expect(screen.getByText('1件')).toBeTruthy()
})

test('the list of this week begins with today; days that are over come last', async () => {
  const day = (id: number, days: number) => {
    const at = new Date(Date.now() + days * 86_400_000).toISOString()
    return interview(id, at, { ends_at: at, interviewee: interviewee(id, `患者${id}`) })
  }
  show('doctor', <DayList interviews={[day(1, -1), day(2, 0), day(3, 1)]} />)
  await screen.findByRole('heading', { name: 'この週の終わった日' })
  expect(screen.getAllByRole('link', { name: /^患者/ }).map(({ textContent }) => textContent)).toEqual(['患者2 花子', '患者3 花子', '患者1 花子'])
})

test('the hours beside the week have the format of interview times', () => {
  show('doctor', <WeekGrid monday="2026-11-23" interviews={[]} onFree={undefined} />)
  expect(screen.getByText('09:00')).toBeTruthy()
})
