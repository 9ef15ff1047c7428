// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text } from '../../../test/render.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import type { Checkup } from './schedule.ts'

const doctor = { id: 2, role: 'doctor', last_name: '中村', first_name: '健一', last_name_kana: '', first_name_kana: '', icon: null }
const interview = (id: number, conducted_at: string, more = {}) => ({
  id,
  interviewee_id: 1,
  kind: 'follow',
  name: '',
  conducted_at,
  ends_at: null,
  location: '',
  meeting_type: 'online',
  meeting_url: 'https://meet.example.com/a',
  status: 'scheduled',
  patient_summary: '',
  facility_id: null,
  participants: [doctor],
  ...more,
})
const checkup = (id: number, status: number, tested_at: string, more: Partial<Checkup> = {}): Checkup => ({
  id,
  kind: 'detail',
  name: '人間ドック（精密）',
  location: 'みなとさくらクリニック',
  status,
  tested_at,
  expected_data_reflection_date: null,
  included_in_plan: true,
  ...more,
})
const card = (items: Checkup[]) => (
  <ScheduleCard user_id={1} checkups={{ currentData: { items }, isError: false, isFetching: false, refetch: () => undefined }} />
)
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
setUpCardTests(() => ({ '/api/interviews': { items: [interview(1, '2026-11-27T05:00:00Z', { ends_at: '2026-11-27T05:30:00Z' })] } }))

test('lists upcoming appointments in chronological order with their status', async () => {
  await showCard(
    card([
      checkup(1, 1, '2027-02-21T00:00:00Z', { kind: 'followup', name: '' }),
      checkup(2, 1, '2026-12-09T00:00:00Z', { expected_data_reflection_date: '2026-12-23' }),
      checkup(3, 2, '2026-11-20T00:00:00Z', { expected_data_reflection_date: '2026-12-04' }),
      checkup(4, 0, '2026-10-14T00:00:00Z'),
    ]),
  )
  expect(rows()).toEqual([
    '11.20金人間ドック（精密）みなとさくらクリニック結果反映の目安 2026.12.04結果待ち',
    '11.27金フォロー面談14:00–14:30\u3000オンライン中村 健一 医師予約確定',
    '12.09水人間ドック（精密）みなとさくらクリニック結果反映の目安 2026.12.23日程調整中',
    '2月2027フォロー検査みなとさくらクリニックプランに含む未予約',
  ])
})

test('shows the join link from ten minutes before the start', async () => {
  fakeNetwork.responses['/api/interviews'] = { items: [interview(1, '2026-11-21T00:09:00Z'), interview(2, '2026-11-21T02:00:00Z')] }
  await showCard(card([]))
  const links = screen.getAllByRole('link', { name: 'フォロー面談に参加（新しいタブで開きます）' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://meet.example.com/a'])
})

test('never links to a non-HTTPS meeting URL, and omits past and cancelled interviews', async () => {
  fakeNetwork.responses['/api/interviews'] = {
    items: [
      interview(1, '2026-11-21T00:05:00Z', { meeting_url: 'javascript:alert(1)' }),
      interview(2, '2026-11-28T05:00:00Z', { status: 'cancelled' }),
      interview(3, '2026-11-20T05:00:00Z'),
    ],
  }
  await showCard(card([]))
  expect(rows()).toHaveLength(1)
  expect(screen.queryByRole('link', { name: /参加/ })).toBeNull()
})

test('shows a load error and retries the failed checkups', async () => {
  fakeNetwork.responses['/api/interviews'] = undefined
  const refetch = vi.fn()
  await showCard(<ScheduleCard user_id={1} checkups={{ isError: true, isFetching: false, refetch }} />)
  expect(text()).toContain('予定を読み込めませんでした')
  await press('もう一度読み込む')
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('shows the empty state for a patient without appointments', async () => {
  fakeNetwork.responses['/api/interviews'] = { items: [] }
  await showCard(card([]))
  expect(text()).toContain('予定はありません')
})

test('staff with permission book an interview for this patient; others see no button', async () => {
  for (const [role, count] of [
    ['nurse', 1],
    ['trainer', 0],
    ['patient', 0],
  ] as const) {
    await showCard(card([]), role)
    expect(screen.queryAllByRole('button', { name: '面談を登録' })).toHaveLength(count)
    cleanup()
  }
})
