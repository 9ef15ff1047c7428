import type { Role } from '@sukoyaka/wire/access'
import { addHabitGoal, changeHabitGoal, type HabitGoal, listHabitGoals, removeHabitGoal } from '@sukoyaka/wire/care/habit'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { goal } from '../../test/data/goal.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { HabitGoalsCard } from './HabitGoalsCard.tsx'
import { rows, storeGoals, threeGoals, week } from './test-data.ts'

setUpNetwork()

const showGoals = async (role: Role, goals: HabitGoal[] = threeGoals) => {
  storeGoals(...goals)
  const shown = show(role, <HabitGoalsCard user_id={1} />)
  await screen.findAllByRole('listitem')
  return shown
}
const isPressed = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed })
const refusal = () => failure(403, 'forbidden', 'この操作を行う権限がありません。')

test('lists open goals with their notes, then achieved ones with their date', async () => {
  await showGoals('doctor')
  expect(screen.getByRole('heading', { name: '習慣目標 3' })).toBeTruthy()
  expect(rows()).toEqual(['食事夕食は就寝3時間前までに外食の日は軽めに', '運動1日8,000歩を歩く', '検査・測定乳がん検診を受ける2026.10.30 達成'])
})

test('shows the week of a habit and the end of its pause', async () => {
  await showGoals('doctor', [
    goal(1, '歩く', { kind: 'sport', days_per_week: 5, week: week('ooo....'), progress: 60 }),
    goal(2, '早く寝る', { kind: 'sleep', days_per_week: 3, week: week('ooo....'), paused_on: '2026-11-20', paused_until: '2026-11-25' }),
  ])
  expect(rows()).toEqual(['運動歩く7日中3日目標5日', '睡眠早く寝る7日中3日目標3日11.25まで休み'])
})

test('a doctor reduces the days per week', async () => {
  const { user, press } = await showGoals('doctor', [goal(1, '歩く', { kind: 'sport', days_per_week: 5 })])
  await press('編集：歩く')
  await user.click(await screen.findByRole('radio', { name: '3日' }))
  await press('保存')
  await screen.findByText('習慣目標を保存しました')
  expect(sent(changeHabitGoal)).toEqual([{ id: 1, days_per_week: 3, updated_at: '2026-10-01T00:00:00Z' }])
})

test("marks a goal as achieved on today's Tokyo date and keeps its position; undo in the toast reverts it", async () => {
  vi.setSystemTime(new Date('2026-11-20T16:00:00Z'))
  const { press } = await showGoals('doctor')
  await press('達成：夕食は就寝3時間前までに')
  await isPressed('達成：夕食は就寝3時間前までに', true)
  await waitFor(() => expect(sent(listHabitGoals)).toHaveLength(2))
  await settled()
  expect(rows()[0]).toContain('2026.11.21 達成')
  await press('元に戻す')
  await isPressed('達成：夕食は就寝3時間前までに', false)
  await waitFor(() => expect(sent(listHabitGoals)).toHaveLength(3))
  expect(rows()[0]).toContain('夕食は就寝3時間前までに')
  expect(sent(changeHabitGoal)).toEqual([
    { id: 1, achieved_on: '2026-11-21' },
    { id: 1, achieved_on: null, updated_at: '2026-10-01T00:00:00Z' },
  ])
})

test('only the latest change can be undone', async () => {
  const { press } = await showGoals('doctor')
  await press('達成：1日8,000歩を歩く')
  await screen.findByText('達成にしました')
  await press('達成：1日8,000歩を歩く')
  await screen.findByText('達成を取り消しました')
  expect(screen.queryByText('達成にしました')).toBeNull()
  await press('元に戻す')
  await isPressed('達成：1日8,000歩を歩く', true)
  await waitFor(() => expect(sent(changeHabitGoal)).toHaveLength(3))
  expect(screen.queryByRole('button', { name: '元に戻す' })).toBeNull()
})

test('restores the original date when the revocation of an achievement is undone', async () => {
  const { press } = await showGoals('doctor')
  await press('達成：乳がん検診を受ける')
  await isPressed('達成：乳がん検診を受ける', false)
  await press('元に戻す')
  await isPressed('達成：乳がん検診を受ける', true)
  expect(rows()[2]).toContain('2026.10.30 達成')
  await waitFor(() => expect(sent(changeHabitGoal).map(({ achieved_on }) => achieved_on)).toEqual([null, '2026-10-30']))
})

test('shows an achievement optimistically, ignores a second press while saving, rolls back on 403 and retries', async () => {
  const { press } = await showGoals('doctor')
  const response = Promise.withResolvers<Response>()
  network.use(reply(changeHabitGoal, () => response.promise, { once: true }))
  await press('達成：1日8,000歩を歩く')
  await isPressed('達成：1日8,000歩を歩く', true)
  await press('達成：1日8,000歩を歩く')
  await isPressed('達成：1日8,000歩を歩く', true)
  response.resolve(refusal())
  await isPressed('達成：1日8,000歩を歩く', false)
  expect((await screen.findByRole('alert')).textContent).toBe('達成の変更を保存できませんでしたこの操作を行う権限がありません。')
  expect(sent(changeHabitGoal)).toHaveLength(1)
  await press('再試行')
  await isPressed('達成：1日8,000歩を歩く', true)
  await waitFor(() => expect(sent(changeHabitGoal)).toHaveLength(2))
})

test('adds a goal from a template and marks the templates of goals that the patient already has', async () => {
  const { user, press } = await showGoals('doctor')
  await press('習慣目標を追加')
  const dialog = within(await screen.findByRole('dialog', { name: '習慣目標を追加' }))
  const existing = await dialog.findByRole('button', { name: '朝食を毎日食べる 追加済み' })
  expect(existing.getAttribute('aria-disabled')).toBe('true')
  await user.click(existing)
  await user.click(dialog.getByRole('button', { name: '1日8,000歩歩く 追加' }))
  await dialog.findByRole('button', { name: '1日8,000歩歩く 追加済み' })
  expect(dialog.getByText('1件追加しました')).toBeTruthy()
  await waitFor(() => expect(rows()).toContain('運動1日8,000歩歩く'))
  expect(sent(addHabitGoal)).toEqual([{ user_id: 1, template_id: 12 }])
})

test('validates a freely written goal and keeps the input after a 422', async () => {
  const { user, press } = await showGoals('doctor')
  await press('習慣目標を追加')
  await user.click(await screen.findByRole('radio', { name: '自由に書く' }))
  await press('追加')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '目標' })
  await screen.findByText('目標を入力してください')
  expect(screen.getByText('種類を選んでください')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await user.type(field, ' 週3回、昼休みに歩く {Enter}')
  await user.click(screen.getByRole('radio', { name: '運動' }))
  network.use(reply(addHabitGoal, () => failure(422, 'invalid', '入力内容をご確認ください。', { content: ['形式が正しくありません。'] }), { once: true }))
  await press('追加')
  await screen.findByText('形式が正しくありません。')
  expect(field.value).toBe(' 週3回、昼休みに歩く \n')
  await press('追加')
  await screen.findByText('習慣目標を追加しました')
  expect(screen.queryByRole('dialog')).toBeNull()
  const row = { user_id: 1, content: '週3回、昼休みに歩く', kind: 'sport' }
  expect(sent(addHabitGoal)).toEqual([row, row])
})

test("sends only the kind when the template's text is unchanged", async () => {
  const { user, press } = await showGoals('doctor')
  await press('編集：夕食は就寝3時間前までに')
  await user.click(await screen.findByRole('radio', { name: '睡眠' }))
  await press('保存')
  await screen.findByText('習慣目標を保存しました')
  expect(sent(changeHabitGoal)).toEqual([{ id: 1, kind: 'sleep', updated_at: '2026-10-01T00:00:00Z' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was typed stays when the question about a pause or the deletion is cancelled, and when the goal is resumed', async () => {
  const paused = goal(2, '早く寝る', { kind: 'sleep', days_per_week: 3, paused_on: '2026-11-20', paused_until: '2026-11-25' })
  const { user, press } = await showGoals('doctor', [paused])
  await press('編集：早く寝る')
  const text = () => screen.findByDisplayValue('早く寝る。')
  await user.type(await screen.findByDisplayValue('早く寝る'), '。')
  await press('再開する')
  await press('休みにする')
  await press('キャンセル')
  await text()
  await press('削除')
  await press('キャンセル')
  await text()
  await press('削除')
  await press('目標を削除')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the target of followed steps is shown and changed with the text of the goal', async () => {
  const steps = { id: 7, category_type: 'step', category_id: null, is_sync_action: true, target: 8000, status: null } as const
  const { user, press } = await showGoals('doctor', [goal(2, '1日8,000歩を歩く', { kind: 'sport', days_per_week: 5, categories: [steps] })])
  await press('編集：1日8,000歩を歩く')
  const target = await screen.findByRole<HTMLInputElement>('textbox', { name: /1日の目標歩数/ })
  expect(target.value).toBe('8000')
  const write = async (text: string) => {
    await user.clear(target)
    await user.type(target, text)
    await press('保存')
  }
  await write('0')
  await screen.findByText('1から100,000までの整数で入力してください')
  expect(sent(changeHabitGoal)).toEqual([])
  await write('４，０００')
  await screen.findByText('習慣目標を保存しました')
  expect(sent(changeHabitGoal)).toEqual([{ id: 2, updated_at: '2026-10-01T00:00:00Z', categories_attributes: [{ id: 7, target: 4000 }] }])
})

test('deletes a goal after confirmation and restores it on failure', async () => {
  const { press } = await showGoals('doctor')
  await press('編集：1日8,000歩を歩く')
  await press('削除')
  const dialog = await screen.findByRole('dialog', { name: '習慣目標を削除' })
  expect(dialog.textContent).toContain('1日8,000歩を歩く')
  expect(sent(removeHabitGoal)).toEqual([])
  const response = Promise.withResolvers<Response>()
  network.use(reply(removeHabitGoal, () => response.promise, { once: true }))
  await press('目標を削除')
  await waitFor(() => expect(rows()).toHaveLength(2))
  response.resolve(failure(409, 'conflict', 'ほかの人が先に変更しました。'))
  expect((await screen.findByRole('alert')).textContent).toContain('ほかの人が先に変更しました。')
  expect(rows()).toHaveLength(3)
  await press('再試行')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await screen.findByText('習慣目標を削除しました')
  expect(sent(removeHabitGoal)).toEqual([{ id: 2 }, { id: 2 }])
})

test.each<Role>(['observer', 'concierge'])('shows the goals read-only to %s', async (role) => {
  await showGoals(role)
  expect(rows()).toHaveLength(3)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('shows a load error and retries', async () => {
  storeGoals(...threeGoals)
  network.use(reply(listHabitGoals, refusal, { once: true }))
  const { press } = show('doctor', <HabitGoalsCard user_id={1} />)
  await screen.findByText('習慣目標を読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findAllByRole('listitem')
  expect(rows()).toHaveLength(3)
})

test('shows eight of twenty goals, and all on request', async () => {
  const { press } = await showGoals(
    'doctor',
    Array.from({ length: 20 }, (_, at) => goal(at + 1, `目標${at + 1}`)),
  )
  expect(rows()).toHaveLength(8)
  await press('すべて表示（20件）')
  expect(rows()).toHaveLength(20)
})

test('restores the draft when the card is shown again, but not after it was discarded', async () => {
  const { user, press } = await showGoals('doctor')
  await press('習慣目標を追加')
  await user.click(await screen.findByRole('radio', { name: '自由に書く' }))
  await user.type(await screen.findByRole('textbox', { name: '目標' }), '昼休みに歩く')
  cleanup()
  const second = await showGoals('doctor')
  await second.press('習慣目標を追加')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '目標' })).value).toBe('昼休みに歩く')
  await second.press('キャンセル')
  await second.press('破棄して閉じる')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await second.press('習慣目標を追加')
  await screen.findByRole('radio', { name: '自由に書く', checked: false })
  expect(screen.queryByRole('textbox', { name: '目標' })).toBeNull()
})

test('truncates a long goal until expanded', async () => {
  const { press } = await showGoals('doctor', [goal(1, '寿'.repeat(500)), goal(2, '歩く')])
  expect(screen.getByRole('button', { name: '全文を表示' }).getAttribute('aria-expanded')).toBe('false')
  await press('全文を表示')
  expect(screen.getByRole('button', { name: '短く表示' }).getAttribute('aria-expanded')).toBe('true')
})
