// @vitest-environment happy-dom

import type { Task } from '@sukoyaka/wire/care/task'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork, person, press, setUpCardTests, showCard, text, wait } from '../../test/render.tsx'
import { toasts } from '../../ui/overlay/toast.ts'
import { MyTasksCard, TasksCard } from './TasksCard.tsx'
import './TaskDialog.tsx'

const task = (id: number, content: string, due_on: string | null, assigned = true): Task => ({
  id,
  user_id: 7,
  user: person(7, '佐伯', 'patient'),
  content,
  due_on,
  assignee_id: assigned ? 3 : null,
  assignee: assigned ? person(3, '小林', 'nurse') : null,
  interview_id: null,
  source: 'person',
  created_by: 3,
  done_at: null,
  done_by: null,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
})
const paged = (items: object[]) => ({ items, page: 1, next_page: null, total_count: items.length })
const staff = { ...person(3, '小林', 'nurse'), email: 'n@example.com', deactivated_at: null }

setUpCardTests(() => ({
  '/api/tasks': paged([
    task(1, '返信を確認', '2026-11-20'),
    task(2, '電話する', '2026-11-21', false),
    task(3, '書類', '2026-12-24'),
    task(4, '期限なし', null),
  ]),
  '/api/users': paged([staff]),
  'PUT /api/tasks/1': task(1, '返信を確認', '2026-11-20'),
  'PUT /api/tasks/3': task(3, '書類', '2026-12-24'),
  'POST /api/tasks': task(5, '新しい', null),
}))

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

test('shows assignee and due date, with a clock if due today or overdue; the list of own tasks shows the patient', async () => {
  const container = await showCard(<TasksCard user_id={7} />)
  expect(rows()).toEqual(['返信を確認小林 花子11.20（金） 期限超過', '電話する担当なし今日', '書類小林 花子12.24（木）', '期限なし小林 花子'])
  expect(container.querySelectorAll('.tabler-icon-clock')).toHaveLength(2)
  cleanup()
  await showCard(<MyTasksCard />)
  expect(screen.getAllByRole('link', { name: '佐伯 花子' })[0]?.getAttribute('href')).toBe('/7/summary')
  expect(screen.queryByRole('button', { name: 'タスクを追加' })).toBeNull()
})

test('completes a task with one click and undoes it from the toast', async () => {
  await showCard(<TasksCard user_id={7} />)
  await press('「返信を確認」を完了にする')
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ method: 'PUT', path: '/api/tasks/1', body: { done: true } })
  toasts.read().at(-1)!.onUndo!()
  await wait(300)
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ body: { done: false } })
})

test('a new task needs a content and an assignee from the list, who is found by name', async () => {
  await showCard(<TasksCard user_id={7} />)
  await press('タスクを追加')
  const dialog = within(screen.getByRole('dialog', { name: 'タスクを追加' }))
  await press('保存')
  expect(text()).toContain('内容を入力してください。')
  fireEvent.change(dialog.getByRole('textbox', { name: /内容/ }), { target: { value: '紹介状' } })
  const assignee = dialog.getByRole('combobox')
  fireEvent.change(assignee, { target: { value: 'だれか' } })
  await press('保存')
  expect(text()).toContain('一覧から選んでください。')
  await wait(600)
  fireEvent.click(assignee)
  await wait(100)
  fireEvent.click(screen.getByRole('option', { name: /小林/ }))
  await press('保存')
  expect(fakeNetwork.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/tasks',
    body: { user_id: 7, source: 'person', content: '紹介状', due_on: null, assignee_id: 3 },
  })
})

test('read-only roles have no actions, and a card that fails to load shows an error', async () => {
  await showCard(<TasksCard user_id={7} />, 'observer')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['完了したもの'])
  cleanup()
  fakeNetwork.responses = {}
  await showCard(<TasksCard user_id={8} />)
  expect(text()).toContain('タスクを読み込めませんでした')
})

test('a retry after a rejected save opens the current version with the typed changes', async () => {
  await showCard(<TasksCard user_id={7} />)
  await press(/返信を確認.*(開く|編集|変更)/)
  const content = () => screen.getByRole<HTMLInputElement>('textbox', { name: /内容/ })
  fireEvent.change(content(), { target: { value: '返信を再確認' } })
  fakeNetwork.rejectsWrites = true
  fakeNetwork.responses['/api/tasks'] = paged([{ ...task(1, '返信を確認', '2026-11-20'), updated_at: '2026-11-20T00:00:01Z' }])
  await press('保存')
  fakeNetwork.rejectsWrites = false
  toasts.read().at(-1)!.onRetry!()
  await wait(300)
  expect(content().value).toBe('返信を再確認')
  await press('保存')
  expect(fakeNetwork.requests.at(-1)).toMatchObject({ method: 'PUT', body: { content: '返信を再確認', updated_at: '2026-11-20T00:00:01Z' } })
})
