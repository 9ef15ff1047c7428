// @vitest-environment happy-dom
import type { Role } from '@sukoyaka/wire/access'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json, press, text, wait } from '../../test/render-ui.tsx'
import { toasts } from '../../ui/overlay/toast.ts'
import { fakeServer, goal, pressed, respond, rows, setUpHabitTests, showGoals } from './test-render.tsx'

setUpHabitTests()

test('lists open goals with their notes, then achieved ones with their date', async () => {
  await showGoals('doctor')
  expect(screen.getByRole('heading', { name: '習慣目標 3' })).toBeTruthy()
  expect(rows()).toEqual(['食事夕食は就寝3時間前までに外食の日は軽めに', '運動1日8,000歩を歩く', '検診乳がん検診を受ける2026.10.30 達成'])
})

test('shows the week of a habit and the end of its pause', async () => {
  const week = [15, 16, 17, 18, 19, 20, 21].map((day) => ({ day: `2026-11-${day}`, done: day < 18 || null, source: null }))
  fakeServer.goals = [
    goal(1, '歩く', { kind: 'sport', days_per_week: 5, week, progress: 60 }),
    goal(2, '早く寝る', { kind: 'sleep', days_per_week: 3, week, paused_on: '2026-11-20', paused_until: '2026-11-25' }),
  ]
  await showGoals('doctor')
  expect(rows()).toEqual(['運動歩く7日中3日目標5日', '睡眠早く寝る7日中3日目標3日11.25まで休み'])
})

test('a doctor reduces the days per week', async () => {
  fakeServer.goals = [goal(1, '歩く', { kind: 'sport', days_per_week: 5 })]
  await showGoals('doctor')
  await press('編集：歩く', 500)
  fireEvent.click(screen.getByRole('radio', { name: '3日' }))
  await press('保存')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/1', body: { days_per_week: 3, updated_at: expect.any(String) } }])
})

test("achieves a goal on today's Tokyo date, keeps its position and undoes it from the toast", async () => {
  vi.setSystemTime(new Date('2026-11-20T16:00:00Z'))
  await showGoals('doctor')
  await press('達成：夕食は就寝3時間前までに')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/1', body: { achieved_on: '2026-11-21' } }])
  expect(pressed('達成：夕食は就寝3時間前までに')).toBe('true')
  expect(rows()[0]).toContain('2026.11.21 達成')
  await press('元に戻す')
  expect(fakeServer.requests[1]?.body).toEqual({ achieved_on: null })
  expect(pressed('達成：夕食は就寝3時間前までに')).toBe('false')
})

test('offers undo only for the latest step', async () => {
  await showGoals('doctor')
  await press('達成：1日8,000歩を歩く')
  await press('達成：1日8,000歩を歩く')
  expect(toasts.read().map(({ title }) => title)).toEqual(['達成を取り消しました'])
  await press('元に戻す')
  expect(toasts.read()).toEqual([])
  expect(pressed('達成：1日8,000歩を歩く')).toBe('true')
})

test('restores the original date when undoing a revoked achievement', async () => {
  await showGoals('doctor')
  await press('達成：乳がん検診を受ける')
  expect(pressed('達成：乳がん検診を受ける')).toBe('false')
  await press('元に戻す')
  expect(fakeServer.requests.map(({ body }) => body.achieved_on)).toEqual([null, '2026-10-30'])
})

test('shows an achievement optimistically, ignores a second press while saving, rolls back on 403 and retries', async () => {
  await showGoals('doctor')
  let respondNow = () => {}
  fakeServer.delay = new Promise((resolve) => {
    respondNow = resolve
  })
  fakeServer.errorResponse = { status: 403, body: { error: 'この操作を行う権限がありません。', code: 'forbidden' } }
  await press('達成：1日8,000歩を歩く')
  expect(pressed('達成：1日8,000歩を歩く')).toBe('true')
  await press('達成：1日8,000歩を歩く')
  expect(fakeServer.requests).toHaveLength(1)
  respondNow()
  await wait(300)
  expect(pressed('達成：1日8,000歩を歩く')).toBe('false')
  expect(screen.getByRole('alert').textContent).toBe('達成の変更を保存できませんでしたこの操作を行う権限がありません。')
  fakeServer.errorResponse = undefined
  await press('再試行')
  expect(pressed('達成：1日8,000歩を歩く')).toBe('true')
})

test('adds a goal from a template and marks the templates of goals that the patient already has', async () => {
  await showGoals('doctor')
  await press('習慣目標を追加', 700)
  const dialog = within(screen.getByRole('dialog', { name: '習慣目標を追加' }))
  expect(dialog.getByRole('button', { name: '朝食を毎日食べる 追加済み' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(dialog.getByRole('button', { name: '朝食を毎日食べる 追加済み' }))
  fireEvent.click(dialog.getByRole('button', { name: '1日8,000歩歩く 追加' }))
  await wait(300)
  expect(fakeServer.requests).toEqual([{ method: 'POST', path: '/api/habit_goals', body: { user_id: 1, template_id: 12 } }])
  expect(dialog.getByRole('button', { name: '1日8,000歩歩く 追加済み' })).toBeTruthy()
  expect(dialog.getByText('1件追加しました')).toBeTruthy()
  expect(rows()).toContain('食事1日8,000歩歩く')
})

test('validates a freely written goal and keeps the input after a 422', async () => {
  await showGoals('doctor')
  await press('習慣目標を追加', 700)
  fireEvent.click(screen.getByRole('radio', { name: '自由に書く' }))
  await wait(100)
  const save = () => screen.getAllByRole('button', { name: '追加' }).at(-1)!
  fireEvent.click(save())
  await wait(100)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '目標' })
  expect(document.activeElement).toBe(field)
  expect(text()).toContain('目標を入力してください')
  expect(text()).toContain('種類を選んでください')
  fireEvent.change(field, { target: { value: ' 週3回、昼休みに歩く \n' } })
  fireEvent.click(screen.getByRole('radio', { name: '運動' }))
  fakeServer.errorResponse = { status: 422, body: { error: '入力内容をご確認ください。', code: 'invalid', fields: { content: ['形式が正しくありません。'] } } }
  fireEvent.click(save())
  await wait(300)
  expect(text()).toContain('形式が正しくありません。')
  expect(field.value).toBe(' 週3回、昼休みに歩く \n')
  fakeServer.errorResponse = undefined
  fireEvent.click(save())
  await wait(300)
  expect(fakeServer.requests.at(-1)?.body).toEqual({ user_id: 1, content: '週3回、昼休みに歩く', kind: 'sport' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(text()).toContain('習慣目標を追加しました')
})

test("sends only the kind when the template's text is unchanged", async () => {
  await showGoals('doctor')
  await press('編集：夕食は就寝3時間前までに', 500)
  fireEvent.click(screen.getByRole('radio', { name: '睡眠' }))
  await press('保存')
  expect(fakeServer.requests).toEqual([{ method: 'PUT', path: '/api/habit_goals/1', body: { kind: 'sleep', updated_at: expect.any(String) } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('deletes a goal after confirmation and restores it on failure', async () => {
  await showGoals('doctor')
  await press('編集：1日8,000歩を歩く', 500)
  await press('削除')
  const dialog = screen.getByRole('dialog', { name: '習慣目標を削除' })
  expect(dialog.textContent).toContain('1日8,000歩を歩く')
  expect(fakeServer.requests).toEqual([])
  fakeServer.errorResponse = { status: 409, body: { error: 'ほかの人が先に変更しました。', code: 'conflict' } }
  await press('目標を削除')
  expect(fakeServer.requests).toEqual([{ method: 'DELETE', path: '/api/habit_goals/2', body: {} }])
  expect(rows()).toHaveLength(3)
  expect(screen.getByRole('alert').textContent).toContain('ほかの人が先に変更しました。')
  fakeServer.errorResponse = undefined
  await press('再試行')
  expect(rows()).toHaveLength(2)
})

test.each<Role>(['observer', 'concierge'])('shows the goals read-only to %s', async (role) => {
  await showGoals(role)
  expect(rows()).toHaveLength(3)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('shows a load error and retries', async () => {
  vi.stubGlobal('fetch', async () => json({ error: 'x' }, 403))
  await showGoals('doctor')
  expect(text()).toContain('習慣目標を読み込めませんでした')
  vi.stubGlobal('fetch', respond)
  await press('もう一度読み込む', 700)
  expect(rows()).toHaveLength(3)
})

test('shows eight of twenty goals, and all on request', async () => {
  fakeServer.goals = Array.from({ length: 20 }, (_, at) => goal(at + 1, `目標${at + 1}`))
  await showGoals('doctor')
  expect(rows()).toHaveLength(8)
  await press('すべて表示（20件）')
  expect(rows()).toHaveLength(20)
})

test('restores the draft after a sign-out, but not after it was discarded', async () => {
  await showGoals('doctor')
  await press('習慣目標を追加', 700)
  fireEvent.click(screen.getByRole('radio', { name: '自由に書く' }))
  await wait(100)
  fireEvent.change(screen.getByRole('textbox', { name: '目標' }), { target: { value: '昼休みに歩く' } })
  cleanup()
  await showGoals('doctor')
  await press('習慣目標を追加', 700)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '目標' }).value).toBe('昼休みに歩く')
  await press('キャンセル')
  await press('破棄して閉じる')
  await press('習慣目標を追加', 700)
  expect(screen.queryByRole('textbox', { name: '目標' })).toBeNull()
})

test('truncates a long goal until expanded', async () => {
  fakeServer.goals = [goal(1, '寿'.repeat(500)), goal(2, '歩く')]
  await showGoals('doctor')
  const more = screen.getByRole('button', { name: '全文を表示' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await press('全文を表示')
  expect(screen.getByRole('button', { name: '短く表示' }).getAttribute('aria-expanded')).toBe('true')
})
