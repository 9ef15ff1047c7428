import {
  getStressDraft,
  getStressLink,
  type JobStressCheck,
  listJobStressChecks,
  requestStressInterview,
  type StressScale,
} from '@sukoyaka/wire/record/stress-check'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { StressChecks } from './StressChecks.tsx'

setUpNetwork()

const scale = (code: string, display_name: string, domain: StressScale['domain'], evaluation_point: number): StressScale => ({
  code,
  display_name,
  domain,
  raw: 9,
  evaluation_point,
})
const sums = { A: 18, B: 13, C: 6, high_stress: true }
const check = (id: number, answered_at: string, fatigue: number): JobStressCheck => ({
  id,
  user_id: 1,
  answered_at,
  source: 'page',
  consented_at: answered_at,
  is_high_stress: true,
  method: 'scale_conversion',
  total_score: { A: 41, B: 74, C: 34, high_stress: false },
  scale_conversion: sums,
  scales: [
    scale('workload_quality', '仕事の質的負担', 'job_stressors', 4),
    scale('fatigue', '疲労感', 'stress_reactions', fatigue),
    scale('support', '上司からの支援', 'support', 3),
    scale('satisfaction', '仕事や生活の満足度', 'satisfaction', 2),
  ],
  interview_requested_at: null,
  interview_note: '',
  created_at: answered_at,
  updated_at: answered_at,
})
const serveChecks = () =>
  network.use(
    reply(listJobStressChecks, { items: [check(2, '2026-10-28T00:00:00Z', 1), check(1, '2025-10-30T00:00:00Z', 2)] }),
    reply(getStressDraft, { user_id: 1, answers: [], updated_at: null }),
    reply(getStressLink, { user_id: 1, url: null }),
  )

test('staff see the direction, numbers, the previous point, satisfaction and the sums of both methods', async () => {
  serveChecks()
  show('doctor', <StressChecks user_id={1} isOwn={false} />)
  const fatigue = (await screen.findByText('疲労感')).closest('li')!
  expect(within(fatigue).getByRole('img', { name: '5段階の1（数字が大きいほど良い） 前回 2' })).toBeTruthy()
  expect(fatigue.textContent).toContain('良くない')
  expect(fatigue.textContent).toContain('前回 2　−1')
  expect(screen.getByText('1 悪い')).toBeTruthy()
  expect(screen.getByText('どの項目も右ほど良い状態')).toBeTruthy()
  expect(screen.getByText('仕事や生活の満足度')).toBeTruthy()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([[], ['18', '13', '6', '24', '該当'], ['41', '74', '34', '75', '非該当']])
  expect(screen.getByText('評価点1は疲労感。前回より悪くなった項目は1、良くなった項目は0です。')).toBeTruthy()
  expect(screen.getAllByText('高ストレス者に該当します')).toHaveLength(3)
})

test('a patient sees a summary and the scales that need attention, but no words meant for staff', async () => {
  serveChecks()
  show('patient', <StressChecks user_id={1} isOwn />)
  await screen.findByText(/気になるところは疲労感です。/)
  expect(screen.getByText('右へいくほど良い状態です。点線の丸は前回です。')).toBeTruthy()
  expect(screen.getByText('ほかの2項目を見る')).toBeTruthy()
  expect(screen.getAllByText('ストレスが高め')).toHaveLength(2)
  expect(document.body.textContent).not.toMatch(/設問文|該当/)
})

test('a patient with high stress reads who will see the result before asking for an interview, and can withdraw the request', async () => {
  serveChecks()
  const asked = { ...check(2, '2026-10-28T00:00:00Z', 1), interview_requested_at: '2026-11-18T00:00:00Z', interview_note: '眠れません' }
  network.use(
    reply(requestStressInterview, ({ requested }) => {
      network.use(reply(listJobStressChecks, { items: [requested ? asked : check(2, '2026-10-28T00:00:00Z', 1)] }))
      return asked
    }),
  )
  const { user, press } = show('patient', <StressChecks user_id={1} isOwn />)
  await user.click((await screen.findAllByRole('button', { name: '面接指導を申し出る' }))[0]!)
  await screen.findByText(/この結果が担当チームに共有され、担当の医師に知らされます/)
  await user.type(screen.getByLabelText(/伝えておきたいこと/), '眠れません')
  expect(sent(requestStressInterview)).toEqual([])
  await press('申し出る')
  await screen.findByText(/2026\.11\.18に申し出ました/)
  await press('申し出を取り消す')
  await screen.findByText(/結果の共有は続きます/)
  await user.click(screen.getAllByRole('button', { name: '申し出を取り消す' }).at(-1)!)
  await waitFor(() =>
    expect(sent(requestStressInterview)).toEqual([
      { id: 2, requested: true, note: '眠れません' },
      { id: 2, requested: false },
    ]),
  )
  await screen.findByRole('button', { name: '面接指導を申し出る' })
})

test('staff see a request with its note and the day by which the interview is due', async () => {
  serveChecks()
  network.use(
    reply(listJobStressChecks, {
      items: [{ ...check(2, '2026-10-28T00:00:00Z', 1), interview_requested_at: '2026-11-18T00:00:00Z', interview_note: '眠れません' }],
    }),
  )
  show('doctor', <StressChecks user_id={1} isOwn={false} />)
  await screen.findByText('本人の申出 2026.11.18')
  expect(screen.getByText(/2026\.12\.18まで/)).toBeTruthy()
  expect(screen.getByText('眠れません')).toBeTruthy()
  expect(screen.getByRole('link', { name: '医師面接の日程を提案する' }).getAttribute('href')).toBe('/messages/1')
  expect(screen.queryByRole('button', { name: '面接指導を申し出る' })).toBe(null)
})

test('the note of a request for an interview is marked as Japanese on a page in another language', async () => {
  network.use(
    reply(listJobStressChecks, {
      items: [{ ...check(2, '2026-10-28T00:00:00Z', 1), interview_requested_at: '2026-11-18T00:00:00Z', interview_note: '眠れません' }],
    }),
    reply(getStressDraft, { user_id: 1, answers: [], updated_at: null }),
    reply(getStressLink, { user_id: 1, url: null }),
  )
  await act(() => i18n.changeLanguage('en'))
  try {
    show('patient', <StressChecks user_id={1} isOwn />)
    expect((await screen.findByText('眠れません')).lang).toBe('ja')
  } finally {
    await act(() => i18n.changeLanguage('ja'))
  }
})
