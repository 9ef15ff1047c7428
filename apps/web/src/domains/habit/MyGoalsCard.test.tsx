// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, text, wait } from '../../test/render-ui.tsx'
import { fakeServer, goal, pressed, rows, setUpHabitTests, showGoals } from './test-render.tsx'

setUpHabitTests()

test('a patient achieves a goal, sees the date and undoes it', async () => {
  await showGoals('patient')
  expect(text()).toContain('2つの目標')
  await press('達成した：1日8,000歩を歩く')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/2', body: { achieved_on: '2026-11-21' } }])
  expect(text()).toContain('2つのうち1つ達成')
  expect(text()).toContain('11月21日（土）に達成しました')
  await press('達成した：1日8,000歩を歩く')
  expect(fakeServer.requests[1]?.body).toEqual({ achieved_on: null })
  expect(text()).toContain('2つの目標')
})

test('collapses goals achieved weeks ago and offers no edit or delete', async () => {
  await showGoals('patient')
  expect(rows()).toHaveLength(2)
  await press('以前に達成した目標も見る（1）')
  expect(rows()).toHaveLength(3)
  expect(text()).toContain('10月30日（金）に達成しました')
  expect(screen.queryByRole('button', { name: /編集|削除/ })).toBeNull()
})

test('invites a patient without goals to choose one', async () => {
  fakeServer.goals = []
  await showGoals('patient')
  expect(text()).toContain('目標はまだありません')
  await press('目標を追加する', 700)
  const dialog = within(screen.getByRole('dialog', { name: '目標を追加する' }))
  fireEvent.click(dialog.getByRole('button', { name: '朝食を毎日食べる 追加' }))
  await wait(300)
  expect(rows().at(0)).toContain('朝食を毎日食べる')
})

const days = ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`)
/** `o` done, `x` not done, `.` not recorded; today last. */
const week = (marks: string) =>
  days.map((day, at) => ({ day, done: marks[at] === '.' ? null : marks[at] === 'o', source: marks[at] === '.' ? null : ('person' as const) }))

test("records that today's habit was done and undoes it", async () => {
  fakeServer.goals = [
    goal(1, '夕食は早めに', { days_per_week: 5, week: week('oo.o...') }),
    goal(2, '歩く', { days_per_week: 3, week: week('.......') }),
    goal(3, '検診'),
  ]
  await showGoals('patient')
  expect(screen.getByRole('heading', { level: 2, name: '今日の習慣' })).toBeTruthy()
  expect(text()).toContain('2つのうち0つ')
  expect(text()).toContain('今週3日できました')
  expect(text()).toContain('週3日が目安です')
  expect(text()).toContain('そのほかの目標')
  await press('今日できた：夕食は早めに')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/1/days/2026-11-21', body: { done: true } }])
  expect(text()).toContain('今週4日できました')
  expect(text()).toContain('2つのうち1つ')
  await press('今日できた：夕食は早めに')
  expect(fakeServer.requests[1]?.body).toEqual({ done: null })
})

test('overrides a day derived from steps and records a forgotten day', async () => {
  fakeServer.goals = [goal(1, '歩く', { days_per_week: 5, week: [...week('......').slice(0, 6), { day: '2026-11-21', done: true, source: 'data' }] })]
  await showGoals('patient')
  await press('今日できた：歩く')
  expect(fakeServer.requests[0]?.body).toEqual({ done: false })
  await press(/週5日が目安です/)
  await press('11月20日（金）にできた')
  expect(fakeServer.requests[1]).toMatchObject({ path: '/api/habit_goals/1/days/2026-11-20', body: { done: true } })
  expect(text()).toContain('今週1日できました')
})

test('rolls back a day that failed to save and retries', async () => {
  fakeServer.goals = [goal(1, '歩く', { days_per_week: 5, week: week('.......') })]
  fakeServer.errorResponse = { status: 403, body: { error: 'この操作を行う権限がありません。', code: 'forbidden' } }
  await showGoals('patient')
  await press('今日できた：歩く')
  expect(pressed('今日できた：歩く')).toBe('false')
  expect(text()).toContain('習慣の記録を保存できませんでした')
  fakeServer.errorResponse = undefined
  await press('再試行')
  expect(pressed('今日できた：歩く')).toBe('true')
})

test('pauses the goals of an ill patient until resumed', async () => {
  fakeServer.goals = [goal(1, '歩く', { days_per_week: 5, week: week('oo.....') })]
  await showGoals('patient')
  await press('目標を見直す')
  await press('体調が悪いときのお休み', 700)
  expect(text()).toContain('11月27日（金）までお休みします')
  await press('お休みする')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/1', body: { paused_until: '2026-11-27' } }])
  await press('今日の習慣に戻る')
  expect(text()).toContain('11月27日（金）までお休みです')
  expect(screen.queryByRole('button', { name: /今日できた/ })).toBeNull()
  await press('再開する：歩く')
  expect(fakeServer.requests[1]?.body).toEqual({ paused_until: null })
  expect(pressed('今日できた：歩く')).toBe('false')
})

test('achieves a habit for good only in a separate step', async () => {
  fakeServer.goals = [goal(1, '歩く', { days_per_week: 5, week: week('oo.....') })]
  await showGoals('patient')
  expect(screen.queryByRole('button', { name: '達成した：歩く' })).toBeNull()
  await press('目標を見直す')
  await press('達成した：歩く')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/1', body: { achieved_on: '2026-11-21' } }])
})
