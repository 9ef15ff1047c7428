import { addSteps, listSteps } from '@sukoyaka/wire/record/activity'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { useAddStepsMutation } from './api.ts'
import { StepsTodayCard } from './StepsTodayCard.tsx'
import { step } from './test-data.ts'

setUpNetwork()

test('shows today’s steps, the remaining steps and the week as a table', async () => {
  network.use(reply(listSteps, { items: [step('2026-11-21', 6842), step('2026-11-20', 5999), step('2026-11-18', 6000)] }))
  show('patient', <StepsTodayCard user_id={1} goal={8000} />)
  await screen.findByText('6,842')
  for (const words of ['目標 8,000歩', 'あと1,158歩で目標です。健康の目安6,000歩は超えました。', '09:04 更新']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '11.15（日）記録なし',
    '11.16（月）記録なし',
    '11.17（火）記録なし',
    '11.18（水）6,000歩',
    '11.19（木）記録なし',
    '11.20（金）5,999歩（目安より少なめ）',
    '11.21（土）6,842歩',
  ])
})

test('uses the recommended steps when the patient has no goal and shows a day without steps as missing, not 0', async () => {
  network.use(reply(listSteps, { items: [step('2026-11-20', 7000)] }))
  show('patient', <StepsTodayCard user_id={1} />)
  await screen.findByText('目安 6,000歩')
  expect(screen.getByText('今日の歩数はまだ届いていません。')).toBeTruthy()
  expect(screen.getByRole('region', { name: '今日の歩数' }).textContent).not.toMatch(/(^|[^,\d])0歩/)
})

test('does not say that the recommended steps are passed when the goal is lower', async () => {
  network.use(reply(listSteps, { items: [step('2026-11-21', 3000)] }))
  show('patient', <StepsTodayCard user_id={1} goal={4000} />)
  await screen.findByText('目標 4,000歩')
  expect(screen.getByText('あと1,000歩で目標です。')).toBeTruthy()
})

test.each([
  ['shows how the numbers came about if a device counted on a day of the week', '2026-11-15', true],
  ['does not show how the numbers came about if a device counted before the week only', '2026-11-14', false],
])('%s', async (_, measured_on, isShown) => {
  network.use(reply(listSteps, { items: [step('2026-11-20', 7000), step(measured_on, 6000, { origin: 'apple_health' })] }))
  show('patient', <StepsTodayCard user_id={1} why={<p>歩数の根拠</p>} />)
  await screen.findByText('目安 6,000歩')
  expect(screen.queryByText('歩数の根拠') !== null).toBe(isShown)
})

test('shows an empty state with a link to the devices without steps, and a retry when loading fails', async () => {
  network.use(reply(listSteps, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('patient', <StepsTodayCard user_id={1} />)
  await screen.findByText('歩数を読み込めませんでした')
  network.use(reply(listSteps, { items: [] }))
  await press('もう一度読み込む')
  await screen.findByText('歩数の記録はまだありません')
  expect(screen.getByRole('link', { name: '機器とデータの同期' }).getAttribute('href')).toBe('/settings/devices')
})

function SaveSteps() {
  const [add] = useAddStepsMutation()
  return (
    <button type="button" onClick={() => void add({ user_id: 1, steps: [{ measured_on: '2026-11-21', count: 812 }] })}>
      保存
    </button>
  )
}

test('shows the first steps of today while they are being saved', async () => {
  const response = Promise.withResolvers<{ items: [] }>()
  network.use(
    reply(listSteps, { items: [step('2026-11-20', 7000)] }),
    reply(addSteps, () => response.promise),
  )
  const { press } = show(
    'patient',
    <>
      <StepsTodayCard user_id={1} />
      <SaveSteps />
    </>,
  )
  await screen.findByText('目安 6,000歩')
  await press('保存')
  await screen.findByText('812')
  expect(screen.getByText('09:00 更新')).toBeTruthy()
  response.resolve({ items: [] })
})
