// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { StepsTodayCard } from './StepsTodayCard.tsx'

const step = (measured_on: string, count: number) => ({ id: count, user_id: 1, measured_on, count, status: 0, origin: '', updated_at: '2026-11-21T00:04:00Z' })
setUpCardTests(() => ({ '/api/steps': { items: [step('2026-11-21', 6842), step('2026-11-20', 5999), step('2026-11-18', 6000)] } }))

test('shows today’s steps, the remaining steps and the week as a table', async () => {
  await showCard(<StepsTodayCard user_id={1} goal={8000} />, 'patient')
  for (const words of ['6,842', '目標 8,000歩', 'あと1,158歩で目標です。健康の目安6,000歩は超えました。', '09:04 更新']) expect(text()).toContain(words)
  const rows = [...document.querySelectorAll('tr')].map((row) => row.textContent)
  expect(rows.slice(-4)).toEqual(['11.18（水）6,000歩', '11.19（木）記録なし', '11.20（金）5,999歩（目安より少なめ）', '11.21（土）6,842歩'])
})

test('uses the recommended steps when the patient has no goal and shows a day without steps as missing, not 0', async () => {
  fakeNetwork.responses['/api/steps'] = { items: [step('2026-11-20', 7000)] }
  await showCard(<StepsTodayCard user_id={1} />, 'patient')
  expect(text()).toContain('目安 6,000歩')
  expect(text()).toContain('今日の歩数はまだ届いていません。')
  expect(text()).not.toMatch(/(^|[^,\d])0歩/)
})

test('does not say that the recommended steps are passed when the goal is lower', async () => {
  fakeNetwork.responses['/api/steps'] = { items: [step('2026-11-21', 3000)] }
  await showCard(<StepsTodayCard user_id={1} goal={4000} />, 'patient')
  expect(text()).toContain('目標 4,000歩')
  expect(text()).toContain('あと1,000歩で目標です。')
  expect(text()).not.toContain('超えました')
})

test('shows an empty state without steps and a retry when loading fails', async () => {
  fakeNetwork.responses['/api/steps'] = undefined
  await showCard(<StepsTodayCard user_id={1} />, 'patient')
  expect(text()).toContain('歩数を読み込めませんでした')
  fakeNetwork.responses['/api/steps'] = { items: [] }
  await press('もう一度読み込む')
  await wait(100)
  expect(text()).toContain('歩数の記録はまだありません')
})
