import { addTask, changeTask, listTasks, type Task } from '@sukoyaka/wire/care/task'
import { listUsers } from '@sukoyaka/wire/people/account'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../api/api.ts'
import { paged, pageOf } from '../../test/data/paged.ts'
import { person } from '../../test/data/person.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { GivenTasks } from './GivenTasks.tsx'
import { TaskDialog } from './TaskDialog.tsx'
import { GivenTasksCard, MyTasksCard, TasksCard } from './TasksCard.tsx'

setUpNetwork()

const nurse = person(3, '小林', 'nurse')
const task = (id: number, content: string, due_on: string | null, more: Partial<Task> = {}): Task => ({
  id,
  user_id: 7,
  user: person(7, '佐伯', 'patient'),
  content,
  due_on,
  assignee_id: 3,
  assignee: nurse,
  interview_id: null,
  message: null,
  source: 'person',
  created_by: 3,
  done_at: null,
  done_by: null,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
  ...more,
})

let stored: Task[]
beforeEach(() => {
  stored = [
    task(1, '返信を確認', '2026-11-20'),
    task(2, '電話する', '2026-11-21', { assignee_id: null, assignee: null }),
    task(3, '書類', '2026-12-24'),
    task(4, '期限なし', null),
  ]
  network.use(
    reply(listTasks, ({ state }) => paged(stored.filter(({ done_at }) => (state === 'done') === (done_at !== null)))),
    reply(listUsers, paged([{ ...nurse, email: 'n@example.com', deactivated_at: null, is_registered: true }])),
    reply(changeTask, ({ id, done, ...change }) =>
      Object.assign(stored.find((item) => item.id === id)!, change, done === undefined ? {} : { done_at: done ? '2026-11-21T00:00:00Z' : null }),
    ),
    reply(addTask, ({ content }) => task(5, content, null)),
  )
})

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const showTasks = async (role: 'doctor' | 'observer' = 'doctor') => {
  const shown = show(role, <TasksCard user_id={7} />)
  await screen.findByText('期限なし')
  return shown
}

test('shows assignee and due date, with a clock if due today or overdue; the list of own tasks shows the patient', async () => {
  const { container, unmount } = await showTasks()
  expect(rows()).toEqual(['返信を確認小林 花子11.20（金） 期限超過', '電話する担当なし今日', '書類小林 花子12.24（木）', '期限なし小林 花子'])
  expect(container.querySelectorAll('.tabler-icon-clock')).toHaveLength(2)
  unmount()
  show('doctor', <MyTasksCard />)
  const links = await screen.findAllByRole('link', { name: '佐伯 花子' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/7/summary', '/7/summary', '/7/summary', '/7/summary'])
  expect(screen.queryByRole('button', { name: 'タスクを追加' })).toBeNull()
  expect(sent(listTasks)).toEqual([
    { user_id: 7, state: 'open' },
    { assignee_id: 'me', state: 'open' },
  ])
})

test('open and done tasks after the first 25 are shown page by page and can be changed', async () => {
  // pages of one row, to be fast; they count as pages of 25
  const pages = (name: string, done_at: string | null) => [1, 2, 3].map((id) => [task(id, `${name}${id}`, null, { done_at })])
  const lists = { open: pages('未完了', null), done: pages('完了', '2026-11-20T00:00:00Z') }
  stored = lists.open.flat()
  network.use(reply(listTasks, ({ state = 'open', page }) => pageOf(lists[state], page)))
  const { user, press } = show('doctor', <MyTasksCard />)
  await press('さらに表示（ほか50件）')
  await screen.findByText('未完了2')
  await press('さらに表示（ほか25件）')
  await screen.findByText('未完了3')
  expect(screen.queryByRole('button', { name: /さらに表示/ })).toBeNull()
  await press(/未完了3.*(開く|編集|変更)/)
  await user.type(await screen.findByRole('textbox', { name: /内容/ }), '：至急')
  await press('保存')
  await waitFor(() => expect(sent(changeTask)).toMatchObject([{ id: 3, content: '未完了3：至急', updated_at: '2026-11-20T00:00:00Z' }]))
  await press('完了したものを表示')
  await press('さらに表示（ほか50件）')
  await screen.findByText('完了2')
})

test('completes a task with one click and undoes it from the toast', async () => {
  const { press } = await showTasks()
  await press('「返信を確認」を完了にする')
  await waitFor(() => expect(screen.queryByText('返信を確認', { selector: 'li *' })).toBeNull())
  await press('元に戻す')
  await screen.findByRole('button', { name: '「返信を確認」を完了にする', pressed: false })
  expect(sent(changeTask)).toEqual([
    { id: 1, done: true },
    { id: 1, done: false, updated_at: '2026-11-20T00:00:00Z' },
  ])
})

test('an undo does not overwrite what somebody else changed since', async () => {
  const { press } = await showTasks()
  await press('「返信を確認」を完了にする')
  await screen.findByRole('button', { name: '元に戻す' })
  network.use(reply(changeTask, () => failure(409, 'conflict', 'ほかの人が先に変更しました。')))
  await press('元に戻す')
  await screen.findByText('ほかの人が先に変更しました。')
  // it would be rejected again
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull()
})

test('a button shows completed tasks', async () => {
  stored.push(task(5, '検査の予約', '2026-11-10', { done_at: '2026-11-09T00:00:00Z' }))
  const { press } = await showTasks()
  expect(screen.queryByText('検査の予約')).toBeNull()
  await press('完了したものを表示')
  await screen.findByText('検査の予約')
})

test('a new task needs a content; its assignee is found by name and chosen from the list', async () => {
  const { user, press } = await showTasks()
  await press('タスクを追加')
  const dialog = within(await screen.findByRole('dialog', { name: 'タスクを追加' }))
  await press('保存')
  await dialog.findByText('内容を入力してください。')
  await user.type(dialog.getByRole('textbox', { name: /内容/ }), '紹介状')
  const assignee = dialog.getByRole('combobox')
  await user.type(assignee, 'だれか')
  await press('保存')
  await dialog.findByText('一覧から選んでください。')
  await user.clear(assignee)
  await user.type(assignee, '小林')
  await user.click(await screen.findByRole('option', { name: /小林/ }))
  await press('保存')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(sent(addTask)).toEqual([{ user_id: 7, source: 'person', content: '紹介状', due_on: null, assignee_id: 3 }]))
})

test('read-only roles cannot change tasks, and a card that fails to load shows an error', async () => {
  const { unmount } = await showTasks('observer')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['完了したものを表示'])
  unmount()
  network.use(reply(listTasks, () => failure(403, 'forbidden', 'この操作を行う権限がありません。'), { once: true }))
  const { press } = show('doctor', <TasksCard user_id={8} />)
  await screen.findByText('タスクを読み込めませんでした')
  await press('もう一度読み込む')
  await screen.findByText('期限なし')
})

test.each(['open', 'done', 'done meanwhile'])(
  'a retry after a rejected save opens the current version of a task (%s) with the typed changes',
  async (state) => {
    const done_at = '2026-11-20T00:00:00Z'
    if (state === 'done') stored[0]!.done_at = done_at
    const { user, press } = await showTasks()
    if (state === 'done') await press('完了したものを表示')
    await screen.findByText('返信を確認')
    const count = sent(listTasks).length
    await press(/返信を確認.*(開く|編集|変更)/)
    const content = () => screen.findByRole<HTMLInputElement>('textbox', { name: /内容/ })
    await user.clear(await content())
    await user.type(await content(), '返信を再確認')
    network.use(
      reply(
        changeTask,
        () => {
          stored = stored.map((item) => (item.id === 1 ? { ...item, updated_at: '2026-11-20T00:00:01Z', done_at: state === 'open' ? null : done_at } : item))
          return failure(409, 'conflict', 'ほかの人が先に変更しました。')
        },
        { once: true },
      ),
    )
    await press('保存')
    await screen.findByText('ほかの人が先に変更しました。')
    await waitFor(() => expect(sent(listTasks).length).toBeGreaterThan(count))
    await settled()
    await press('再試行')
    expect((await content()).value).toBe('返信を再確認')
    await press('保存')
    await waitFor(() => expect(sent(changeTask)).toHaveLength(2))
    expect(sent(changeTask)).toMatchObject([
      { content: '返信を再確認', updated_at: '2026-11-20T00:00:00Z' },
      { content: '返信を再確認', updated_at: '2026-11-20T00:00:01Z' },
    ])
  },
)

test('a retry after a 409 sends the current version of a task that was moved to another page', async () => {
  const pages = (...ids: number[]) => ids.map((id) => [stored.find((item) => item.id === id)!])
  const list = { order: [1, 2, 3, 4] }
  network.use(
    reply(listTasks, ({ page }) => pageOf(pages(...list.order), page)),
    reply(
      changeTask,
      () => {
        const saved = { ...stored[1]!, due_on: '2027-01-10', updated_at: '2026-11-20T00:00:01Z' }
        stored[1] = saved
        list.order = [1, 3, 4, 2]
        return HttpResponse.json({ error: 'ほかの人が先に変更しました。', code: 'conflict', versions: { saved, sent: {} } }, { status: 409 })
      },
      { once: true },
    ),
  )
  const { user, press } = show('doctor', <MyTasksCard />)
  await press('さらに表示（ほか75件）')
  await press(/電話する.*(開く|編集|変更)/)
  await user.type(await screen.findByRole('textbox', { name: /内容/ }), '（至急）')
  await press('保存')
  await screen.findByText('ほかの人が先に変更しました。')
  await screen.findByText('書類')
  await press('再試行')
  await press('保存')
  await waitFor(() => expect(sent(changeTask)).toHaveLength(2))
  expect(sent(changeTask)[1]).toEqual({ id: 2, content: '電話する（至急）', due_on: '2027-01-10', assignee_id: null, updated_at: '2026-11-20T00:00:01Z' })
})

test('a task from a message shows the message in the form and in the list, and links to it', async () => {
  const message = { id: 12, body: '朝の血圧が\n高いです' }
  stored = [task(1, '折り返す', null, { message })]
  const { unmount } = show('doctor', <TasksCard user_id={7} />)
  expect((await screen.findByRole('link', { name: '朝の血圧が 高いです' })).getAttribute('href')).toBe('/messages/7?message=12')
  unmount()
  const { user, press } = show('doctor', <TaskDialog user_id={7} message={message} onClose={() => undefined} onRejected={() => undefined} />)
  await screen.findByRole('link', { name: '朝の血圧が 高いです' })
  await user.type(screen.getByRole('textbox', { name: /内容/ }), '折り返す')
  await press('保存')
  await waitFor(() => expect(sent(addTask)).toMatchObject([{ user_id: 7, content: '折り返す', message_id: 12 }]))
})

test('shows tasks that the user assigned to others in a card with patient and assignee, and as lines of a board row', async () => {
  const { press, unmount } = show('doctor', <GivenTasksCard />)
  await screen.findByText('頼んだタスク')
  expect(rows()[0]).toBe('返信を確認佐伯 花子小林 花子11.20（金） 期限超過')
  expect(sent(listTasks)).toEqual([{ given_by: 'me', state: 'open' }])
  await press(/返信を確認.*(開く|編集|変更)/)
  expect((await screen.findByRole('dialog')).textContent).toContain('佐伯 花子')
  unmount()
  const { container } = show('doctor', <GivenTasks tasks={[task(1, '電話する', '2026-11-22')]} />)
  expect(container.textContent).toContain('電話する小林 花子に依頼 明日')
  show('doctor', <GivenTasks tasks={[task(2, '確認する', null, { assignee_id: null, assignee: null })]} />)
  expect(screen.getByText('確認する').parentElement?.textContent).toBe('確認する担当なし')
})

test('the card of tasks assigned to others and its open dialog stay when the last task is done meanwhile', async () => {
  stored = [task(1, '返信を確認', null)]
  const { user, press, store } = show('doctor', <GivenTasksCard />)
  await press(/返信を確認.*(開く|編集|変更)/)
  const content = await screen.findByRole<HTMLInputElement>('textbox', { name: /内容/ })
  await user.type(content, '（至急）')
  stored = [task(1, '返信を確認', null, { done_at: '2026-11-21T00:00:00Z' })]
  store.dispatch(api.util.invalidateTags(['tasks']))
  await waitFor(() => expect(sent(listTasks).length).toBeGreaterThan(1))
  await settled()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /内容/ }).value).toBe('返信を確認（至急）')
})

test.each(['{Enter}', '{Control>}{Enter}{/Control}', '{Tab}'])(
  'an unreadable due date is shown as an error after %s and nothing is saved, until it is readable',
  async (keys) => {
    const { user, press } = show('nurse', <TaskDialog user_id={7} task={stored[0]!} onClose={() => {}} onRejected={() => {}} />)
    const due = await screen.findByRole('textbox', { name: /期限/ })
    await user.clear(due)
    await user.type(due, `2026/11/31${keys}`)
    if (keys === '{Tab}') await press('保存')
    await screen.findByText(/明日 のように入力してください/)
    expect(document.activeElement).toBe(due)
    expect(sent(changeTask)).toEqual([])
    await user.clear(due)
    await user.type(due, '2026/11/30{Enter}')
    await waitFor(() => expect(sent(changeTask)).toMatchObject([{ id: 1, due_on: '2026-11-30' }]))
  },
)
