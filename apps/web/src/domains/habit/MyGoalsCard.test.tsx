import { changeHabitGoal, type HabitGoal, listHabitGoals, tickHabitGoalDay } from '@sukoyaka/wire/care/habit'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type CacheTag, invalidate } from '../../api/api.ts'
import { goal } from '../../test/data/goal.ts'
import { failure, network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { MyGoalsCard } from './MyGoalsCard.tsx'
import { rows, storeGoals, threeGoals, week } from './test-data.ts'

setUpNetwork()

const showGoals = async (...goals: HabitGoal[]) => {
  storeGoals(...goals)
  const shown = show('patient', <MyGoalsCard user_id={1} />)
  await screen.findAllByRole('listitem')
  return shown
}
/** Waits until the list was loaded again after this many changes; a press before that is ignored. */
const answered = (count: number) => waitFor(() => expect(sent(listHabitGoals)).toHaveLength(1 + count))
const isPressed = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed })

test('a patient achieves a goal, sees the date and undoes it', async () => {
  const { press } = await showGoals(...threeGoals)
  expect(screen.getByText('2つの目標')).toBeTruthy()
  await press('達成した：1日8,000歩を歩く')
  await screen.findByText('2つのうち1つ達成')
  expect(screen.getByText('11月21日（土）に達成しました')).toBeTruthy()
  await screen.findByText('達成を記録しました')
  await press('達成した：1日8,000歩を歩く')
  await screen.findByText('2つの目標')
  await screen.findByText('達成の記録を取り消しました')
  expect(sent(changeHabitGoal)).toEqual([
    { id: 2, achieved_on: '2026-11-21' },
    { id: 2, achieved_on: null },
  ])
})

test('collapses goals achieved weeks ago and offers no edit or delete', async () => {
  const { press } = await showGoals(...threeGoals)
  expect(rows()).toHaveLength(2)
  await press('以前に達成した目標も見る（1）')
  await screen.findByText('10月30日（金）に達成しました')
  expect(rows()).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /編集|削除/ })).toBeNull()
})

test('invites a patient without goals to choose one', async () => {
  storeGoals()
  const { user, press } = show('patient', <MyGoalsCard user_id={1} />)
  await screen.findByText('目標はまだありません')
  await press('目標を追加する')
  const dialog = within(await screen.findByRole('dialog', { name: '目標を追加する' }))
  await user.click(await dialog.findByRole('button', { name: '朝食を毎日食べる 追加' }))
  await dialog.findByRole('button', { name: '朝食を毎日食べる 追加済み' })
  expect(await screen.findByRole('button', { name: '達成した：朝食を毎日食べる' })).toBeTruthy()
})

test('shows a load error and retries', async () => {
  network.use(reply(listHabitGoals, () => failure(403, 'forbidden', 'この操作を行う権限がありません。')))
  const { press } = show('patient', <MyGoalsCard user_id={1} />)
  await screen.findByText('目標を読み込めませんでした')
  storeGoals(...threeGoals)
  await press('もう一度読み込む')
  await screen.findAllByRole('listitem')
  expect(rows()).toHaveLength(2)
})

test("records that today's habit was done and undoes it", async () => {
  const { press } = await showGoals(
    goal(1, '夕食は早めに', { days_per_week: 5, week: week('oo.o...') }),
    goal(2, '歩く', { days_per_week: 3, week: week('.......') }),
    goal(3, '検診'),
  )
  expect(screen.getByRole('heading', { level: 2, name: '今日の習慣' })).toBeTruthy()
  for (const words of ['2つのうち0つ', 'この7日で3日できました', '週3日が目安です', 'そのほかの目標']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^この7日で3日できました.*夕食は早めに$/ })).toBeTruthy()
  await press('今日できた：夕食は早めに')
  await screen.findByText('この7日で4日できました')
  expect(screen.getByText('2つのうち1つ')).toBeTruthy()
  await answered(1)
  await press('今日できた：夕食は早めに')
  await screen.findByText('この7日で3日できました')
  await answered(2)
  expect(sent(tickHabitGoalDay)).toEqual([
    { id: 1, day: '2026-11-21', done: true },
    { id: 1, day: '2026-11-21', done: null },
  ])
})

test('overrides a day derived from steps and records a forgotten day', async () => {
  const { press } = await showGoals(goal(1, '歩く', { days_per_week: 5, week: [...week('......'), { day: '2026-11-21', done: true, source: 'data' }] }))
  await press('今日できた：歩く')
  await answered(1)
  await press(/週5日が目安です/)
  await press('11月20日（金）にできた')
  await screen.findByText('この7日で1日できました')
  await answered(2)
  expect(sent(tickHabitGoalDay)).toEqual([
    { id: 1, day: '2026-11-21', done: false },
    { id: 1, day: '2026-11-20', done: true },
  ])
  expect(screen.getByText('この7日で1日できました')).toBeTruthy()
})

test('rolls back a day that failed to save and retries', async () => {
  const { press } = await showGoals(goal(1, '歩く', { days_per_week: 5, week: week('.......') }))
  const response = Promise.withResolvers<Response>()
  network.use(reply(tickHabitGoalDay, () => response.promise, { once: true }))
  await press('今日できた：歩く')
  await isPressed('今日できた：歩く', true)
  response.resolve(failure(403, 'forbidden', 'この操作を行う権限がありません。'))
  await isPressed('今日できた：歩く', false)
  await screen.findByText('習慣の記録を保存できませんでした')
  await press('再試行')
  await isPressed('今日できた：歩く', true)
  await answered(2)
  expect(sent(tickHabitGoalDay).map(({ done }) => done)).toEqual([true, true])
})

test('pauses the goals of an ill patient until resumed', async () => {
  const { press } = await showGoals(goal(1, '歩く', { days_per_week: 5, week: week('oo.....') }))
  await press('目標を見直す')
  await press('体調が悪いときのお休み')
  await screen.findByText(/^11月27日（金）までお休みします/)
  await press('お休みする')
  await answered(1)
  await press('今日の習慣に戻る')
  await screen.findByText(/11月27日（金）までお休みです/)
  expect(screen.queryByRole('button', { name: /今日できた/ })).toBeNull()
  await press('再開する：歩く')
  await isPressed('今日できた：歩く', false)
  await answered(2)
  expect(sent(changeHabitGoal)).toEqual([
    { id: 1, paused_until: '2026-11-27' },
    { id: 1, paused_until: null },
  ])
})

test('a habit is marked as achieved for good only in the review of the goals', async () => {
  const { press } = await showGoals(goal(1, '歩く', { days_per_week: 5, week: week('oo.....') }))
  expect(screen.queryByRole('button', { name: '達成した：歩く' })).toBeNull()
  await press('目標を見直す')
  await press('達成した：歩く')
  await screen.findByText('達成を記録しました')
  expect(sent(changeHabitGoal)).toEqual([{ id: 1, achieved_on: '2026-11-21' }])
})

test.each<CacheTag>(['steps', 'sleeps', 'lifestyles', 'test_results'])(
  'loads the goals again after a change of %s, from which their days can be derived',
  async (tag) => {
    const { store } = await showGoals(goal(1, '7時間眠る', { kind: 'sleep', days_per_week: 5, week: week('.......') }))
    storeGoals(goal(1, '7時間眠る', { kind: 'sleep', days_per_week: 5, week: week('.....o.') }))
    act(() => void store.dispatch(invalidate([tag])))
    await answered(1)
    await screen.findByText('この7日で1日できました')
  },
)
