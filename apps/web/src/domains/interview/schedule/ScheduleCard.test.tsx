import { type Interview, listInterviews } from '@sukoyaka/wire/care/interview'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as data from '../../../test/data/interview.ts'
import { person } from '../../../test/data/person.ts'
import { failure, network, reply, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import type { Checkup } from './schedule.ts'

const interview = (id: number, conducted_at: string, more: Partial<Interview> = {}) =>
  data.interview(id, conducted_at, { meeting_url: 'https://meet.example.com/a', participants: [person(2, '中村')], ...more })
const checkup = (id: number, status: number, tested_at: string | null, more: Partial<Checkup> = {}): Checkup => ({
  id,
  kind: 'detail',
  name: '人間ドック（精密）',
  location: 'みなとさくらクリニック',
  status,
  tested_at,
  expected_data_reflection_date: null,
  included_in_plan: true,
  suggested_datetimes: [],
  ...more,
})
const loaded = (items: Checkup[]) => ({ currentData: { items }, isError: false, isFetching: false, refetch: () => undefined })
const card = (...checkups: Checkup[]) => <ScheduleCard user_id={1} checkups={loaded(checkups)} />
const cardLoaded = () => waitFor(() => expect(screen.getByRole('region').getAttribute('aria-busy')).toBeNull())
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const interviews = (...items: Interview[]) => network.use(reply(listInterviews, { items }))
setUpNetwork()
beforeEach(() => interviews(interview(1, '2026-11-27T05:00:00Z', { ends_at: '2026-11-27T05:30:00Z' })))

test('lists upcoming appointments in chronological order with their status', async () => {
  show(
    'doctor',
    card(
      checkup(1, 1, null, { expected_data_reflection_date: '2027-03-03', kind: 'followup', name: '' }),
      checkup(2, 1, '2026-12-09T00:00:00Z', { expected_data_reflection_date: '2026-12-23', suggested_datetimes: [1, 2, 3] }),
      checkup(3, 2, '2026-11-20T00:00:00Z', { expected_data_reflection_date: '2026-12-04' }),
      checkup(4, 0, '2026-10-14T00:00:00Z'),
    ),
  )
  await cardLoaded()
  expect(rows()).toEqual([
    '11.20金人間ドック（精密）みなとさくらクリニック結果反映の目安 2026.12.04結果待ち',
    '11.27金フォロー面談14:00–14:30\u3000オンライン中村 花子 医師予約確定',
    '12.09水人間ドック（精密）みなとさくらクリニック第1希望（ほかに2件）結果反映の目安 2026.12.23日程調整中',
    '日程未定フォロー検査みなとさくらクリニックプランに含む未予約',
  ])
})

test('shows the join link from ten minutes before the start', async () => {
  interviews(interview(1, '2026-11-21T00:09:00Z'), interview(2, '2026-11-21T02:00:00Z'))
  show('doctor', card())
  const links = await screen.findAllByRole('link', { name: 'フォロー面談に参加（新しいタブで開きます）' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://meet.example.com/a'])
})

test('never links to a non-HTTPS meeting URL, and omits past and cancelled interviews', async () => {
  interviews(
    interview(1, '2026-11-21T00:05:00Z', { meeting_url: 'javascript:alert(1)' }),
    interview(2, '2026-11-28T05:00:00Z', { status: 'cancelled' }),
    interview(3, '2026-11-20T05:00:00Z'),
  )
  show('doctor', card())
  await cardLoaded()
  expect(rows()).toHaveLength(1)
  expect(screen.queryByRole('link', { name: /参加/ })).toBeNull()
})

test('shows a load error and retries the failed interviews and checkups', async () => {
  network.use(reply(listInterviews, () => failure(403, 'forbidden', 'できません')))
  const refetch = vi.fn()
  const { press } = show('doctor', <ScheduleCard user_id={1} checkups={{ isError: true, isFetching: false, refetch }} />)
  expect(await screen.findByText('予定を読み込めませんでした')).toBeTruthy()
  interviews()
  await press('もう一度読み込む')
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('shows the empty state for a patient without appointments', async () => {
  interviews()
  show('doctor', card())
  expect(await screen.findByText('予定はありません')).toBeTruthy()
})

test.each([
  ['a nurse books an interview for this patient', 'nurse', 1],
  ['a trainer sees no button to book', 'trainer', 0],
  ['a patient sees no button to book', 'patient', 0],
] as const)('%s', async (_, role, count) => {
  show(role, card())
  await cardLoaded()
  expect(screen.queryAllByRole('button', { name: '面談を登録' })).toHaveLength(count)
})
