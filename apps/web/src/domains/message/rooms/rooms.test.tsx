import { searchMessages } from '@sukoyaka/wire/care/message'
import { addMessageReminder, listMessageReminders, type MessageReminder } from '@sukoyaka/wire/care/message-mark'
import { searchMessageNotes } from '@sukoyaka/wire/care/message-note'
import { changeMessageRoom, countMessageRooms, listMessageRooms } from '@sukoyaka/wire/care/message-room'
import { listUsers, type Person } from '@sukoyaka/wire/people/account'
import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { paged } from '../../../test/data/paged.ts'
import { person } from '../../../test/data/person.ts'
import { failure, network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { toasts } from '../../../ui/overlay/toast.ts'
import { RemindDialog } from '../remind/RemindDialog.tsx'
import { AssignDialog } from '../room/AssignDialog.tsx'
import { useNextWaitingKey } from '../room/NextWaiting.tsx'
import { RoomHead } from '../room/RoomHead.tsx'
import { WaitingBar } from '../room/WaitingBar.tsx'
import { lastMessage, patient, room } from '../test-data.ts'
import { RoomsColumn } from './RoomsColumn.tsx'

// 9:00 on Saturday, 2026-11-21 in Tokyo
setUpNetwork()

const reminder: MessageReminder = {
  id: 4,
  patient_id: 1,
  message_id: null,
  remind_at: '2026-11-23T00:00:00Z',
  reason: '',
  done_at: null,
  created_at: '2026-11-21T00:00:00Z',
  patient,
}
beforeEach(() =>
  network.use(
    reply(
      listMessageRooms,
      paged([
        room(1, '佐伯', {
          unread_count: 3,
          unresponded_since: '2026-11-20T21:00:00Z',
          last_message: lastMessage('', { content_type: 'image', sender: patient }),
        }),
        room(2, '田中', { last_message_at: '2026-11-20T03:00:00Z', next_remind_at: '2026-11-23T00:00:00Z', last_reminded_at: '2026-11-20T00:00:00Z' }),
        room(3, '吉田', { last_message_at: '2025-12-01T03:00:00Z', last_message: null }),
      ]),
    ),
    reply(countMessageRooms, { unread: 12, unresponded: 7, notifiable: 0, assigned: 3 }),
    reply(listMessageReminders, paged([])),
    reply(addMessageReminder, reminder),
  ),
)

const rowOf = async (name: string) => (await screen.findByRole('link', { name: new RegExp(name) })).textContent

const noop = () => undefined

test('shows author, content and time of the last message, the waiting time and the reminder', async () => {
  show('nurse', <RoomsColumn patientId={0} heading="h1" messageUrl={() => '/'} />)
  for (const words of ['08:40', '[画像]', '要返信 3時間', '未読 3件']) expect(await rowOf('佐伯')).toContain(words)
  for (const words of ['昨日', '小林：次回の件、手配しました。', 'あとで確認 11.23 09:00']) expect(await rowOf('田中')).toContain(words)
  for (const words of ['2025.12.01', 'まだメッセージはありません']) expect(await rowOf('吉田')).toContain(words)
})

test('the filters show their counts, which come from one call with the other criteria of the list', async () => {
  const { user } = show('nurse', <RoomsColumn patientId={0} heading="h1" messageUrl={() => '/'} />)
  for (const [name, chip] of [
    ['未読のみ12', '未読のみ'],
    ['要返信7', '要返信'],
    ['自分の担当3', '自分の担当'],
  ])
    expect((await screen.findByRole('radio', { name: new RegExp(`^${chip}\\s?\\d+$`) })).closest('label')?.textContent).toBe(name)
  await user.click(screen.getByRole('button', { name: /絞り込み/ }))
  await user.click(screen.getByRole('radio', { name: '法人' }))
  await waitFor(() => expect(sent(countMessageRooms)).toEqual([{}, { service_type: 'business' }]))
})

test('a single Latin letter searches people only, a single kanji people and messages', async () => {
  network.use(reply(searchMessages, { items: [], page: 1, next_page: null }), reply(searchMessageNotes, { items: [], page: 1, next_page: null }))
  const { user } = show('doctor', <RoomsColumn patientId={0} heading="h1" messageUrl={() => '/'} />)
  await user.type(screen.getByRole('searchbox'), 'k')
  await waitFor(() => expect(sent(listMessageRooms).at(-1)).toMatchObject({ q: { full_name_cont: 'k' } }))
  expect(screen.queryByRole('heading', { name: 'メッセージ', level: 2 })).toBeNull()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '血')
  expect(await screen.findByRole('heading', { name: 'メッセージ', level: 2 })).toBeTruthy()
  expect(await screen.findByText('1文字のときは、新しい3,000件の中から探します。')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), '圧')
  expect(await screen.findByText(/^言葉の一部や、/)).toBeTruthy()
  expect(screen.getByText('該当するメッセージはありません')).toBeTruthy()
  expect(sent(searchMessages)).toEqual(['血', '血圧'].map((q) => ({ q, page: 1 })))
})

test('finds staff notes, labels them as notes and highlights the searched word', async () => {
  const found = { id: 5, patient_id: 1, author: person(8, '小林', 'nurse'), body: '服薬を電話で確認', mentions: [], created_at: '2026-11-20T00:00:00Z' }
  network.use(
    reply(searchMessages, { items: [], page: 1, next_page: null }),
    reply(searchMessageNotes, { items: [{ ...found, patient, message_id: 9 }], page: 1, next_page: null }),
  )
  const { user } = show('doctor', <RoomsColumn patientId={0} heading="h1" messageUrl={(owner, message_id) => `/messages/${owner}?message=${message_id}`} />)
  await user.type(screen.getByRole('searchbox'), '服薬')
  const link = await screen.findByRole('link', { name: /スタッフ内メモ.*服薬/ })
  expect([link.getAttribute('href'), link.querySelector('mark')?.textContent]).toEqual(['/messages/1?message=9', '服薬'])
  expect(sent(searchMessageNotes)).toEqual([{ q: '服薬', page: 1 }])
})

test('assigns a conversation to oneself by default or to a colleague found by name, and removes the assignment', async () => {
  const nurse = person(8, '小林', 'nurse')
  network.use(
    reply(changeMessageRoom, room(1, '佐伯')),
    reply(listUsers, paged([{ ...nurse, email: 'n@example.com', deactivated_at: null, is_registered: true }])),
  )
  const open = (assignee: Person | null = null) => {
    const { user, press, unmount } = show('doctor', <AssignDialog room={room(1, '佐伯', { assignee })} onClose={() => unmount()} onReopen={() => undefined} />)
    return { user, press }
  }
  await open().press('保存')
  await waitFor(() => expect(sent(changeMessageRoom)).toEqual([{ id: 1, assignee_id: 1, previous_assignee_id: null }]))
  const field = () => screen.getByRole('combobox', { name: '担当' })
  const { user, press } = open()
  await user.clear(field())
  await user.type(field(), '小林')
  // the options are loaded after a delay
  await waitFor(() => expect(sent(listUsers).at(-1)).toMatchObject({ q: { full_name_cont: '小林' } }))
  await settled()
  await user.click(await screen.findByRole('option', { name: /小林/ }))
  expect(field()).toHaveProperty('value', '小林 花子')
  await press('保存')
  await waitFor(() => expect(sent(changeMessageRoom).at(-1)).toEqual({ id: 1, assignee_id: 8, previous_assignee_id: null }))
  const removal = open(nurse)
  await removal.user.clear(field())
  await removal.press('保存')
  await waitFor(() => expect(sent(changeMessageRoom).at(-1)).toEqual({ id: 1, assignee_id: null, previous_assignee_id: 8 }))
})

test('a colleague who took the conversation while the dialog was open keeps it, and the dialog, opened again, says who has it', async () => {
  network.use(
    reply(listUsers, paged([])),
    reply(changeMessageRoom, () => failure(409, 'conflict', 'ほかの人が先に変更しました。')),
  )
  const dialog = (assignee: Person | null) => <AssignDialog room={room(1, '佐伯', { assignee })} onClose={noop} onReopen={noop} />
  const first = show('doctor', dialog(null))
  expect(screen.queryByText(/^現在の担当/)).toBeNull()
  first.rerender(dialog(person(8, '小林', 'nurse')))
  await first.press('保存')
  await waitFor(() => expect(toasts.read().at(-1)).toMatchObject({ kind: 'error', title: '担当を保存できませんでした', onRetry: expect.any(Function) }))
  first.unmount()
  const second = show('doctor', dialog(person(8, '小林', 'nurse')))
  expect(screen.getByText('現在の担当：小林 花子')).toBeTruthy()
  await second.press('保存')
  await waitFor(() =>
    expect(sent(changeMessageRoom)).toEqual([
      { id: 1, assignee_id: 1, previous_assignee_id: null },
      { id: 1, assignee_id: 1, previous_assignee_id: 8 },
    ]),
  )
})

test('the header of a conversation shows the name of the assignee as text', () => {
  const head = { heading: 'h1' as const, others: [], isSearching: false, searchButton: { current: null }, onSearch: noop, onRemind: noop, onAssign: noop }
  show('doctor', <RoomHead {...head} team_count={5} room={room(1, '佐伯', { assignee: person(8, '小林', 'nurse') })} />)
  expect(screen.getByText('担当：小林 花子・').parentElement!.textContent).toBe('担当：小林 花子・担当チーム 5人が参加')
})

const waitingRoom = room(1, '佐伯', { unresponded_since: '2026-11-20T21:00:00Z' })

test('marks a room as needing no reply up to its last message', async () => {
  network.use(reply(changeMessageRoom, room(1, '佐伯')))
  const { press } = show('nurse', <WaitingBar room={waitingRoom} />)
  await press('返信不要')
  await waitFor(() => expect(sent(changeMessageRoom)).toEqual([{ id: 1, needs_reply: false, up_to_message_id: 9 }]))
})

test('links a waiting conversation to the next waiting one and an answered one to the first waiting one; the only waiting one has no link', async () => {
  const waiting = (id: number, name: string) => room(id, name, { unresponded_since: '2026-11-20T21:00:00Z' })
  let items = [waiting(2, '田中'), waiting(1, '佐伯'), waiting(3, '吉田')]
  network.use(reply(listMessageRooms, () => paged(items)))
  const next = () => screen.findByRole('link', { name: /^次へ/ })
  const first = show('nurse', <WaitingBar room={waitingRoom} isPage />)
  expect((await next()).getAttribute('href')).toBe('/messages/3')
  first.unmount()
  items = [waiting(2, '田中'), waiting(3, '吉田')]
  const answered = show('nurse', <WaitingBar room={room(1, '佐伯')} isPage />)
  expect((await next()).getAttribute('href')).toBe('/messages/2')
  expect(screen.getByText('要返信の会話がほかにあります')).toBeTruthy()
  answered.unmount()
  items = [waiting(1, '佐伯')]
  show('nurse', <WaitingBar room={waitingRoom} isPage />)
  await settled()
  expect(screen.queryByRole('link')).toBeNull()
})

test('the count of other waiting conversations excludes the open one, even if it is beyond the first page of the list', async () => {
  network.use(
    reply(listMessageRooms, paged([room(2, '田中', { unresponded_since: '2026-11-19T21:00:00Z' })])),
    reply(countMessageRooms, { unread: 0, unresponded: 31, notifiable: 0, assigned: 0 }),
  )
  show('nurse', <WaitingBar room={waitingRoom} isPage />)
  expect(await screen.findByText('次へ（あと30件）')).toBeTruthy()
})

function PageWithKey() {
  useNextWaitingKey(undefined)
  return <p>{useLocation().pathname}</p>
}

test('the key N opens the next waiting conversation', async () => {
  network.use(reply(listMessageRooms, paged([room(2, '田中', { unresponded_since: '2026-11-20T21:00:00Z' })])))
  const { user } = show('nurse', <PageWithKey />)
  await settled()
  await user.keyboard('n')
  expect(await screen.findByText('/messages/2')).toBeTruthy()
})

test('an observer sees that a room awaits a reply but cannot mark it as needing none', () => {
  show('observer', <WaitingBar room={waitingRoom} />)
  expect(screen.getByText('要返信・3時間経過')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('parses a typed time, shows the result and rejects invalid text before sending', async () => {
  const { user, press } = show('nurse', <RemindDialog room={room(1, '佐伯')} onClose={() => undefined} />)
  const typed = screen.getByLabelText('日時を入力')
  await user.type(typed, 'そのうち')
  await press('設定')
  expect(await screen.findByText(/読み取れませんでした/)).toBeTruthy()
  expect(sent(addMessageReminder)).toEqual([])
  await user.clear(typed)
  await user.type(typed, '明後日 9時')
  await user.type(screen.getByLabelText('理由（任意）'), '血圧の記録を見る')
  expect(await screen.findByText('11月23日（月）09:00 に未読として戻ります')).toBeTruthy()
  await press('設定')
  await waitFor(() => expect(sent(addMessageReminder)).toEqual([{ patient_id: 1, remind_at: '2026-11-23T00:00:00.000Z', reason: '血圧の記録を見る' }]))
})

test('saves a reminder at a suggested time', async () => {
  const { user, press } = show('nurse', <RemindDialog room={room(1, '佐伯')} onClose={() => undefined} />)
  await user.click(screen.getByRole('radio', { name: /今日の夕方/ }))
  await press('設定')
  await waitFor(() => expect(sent(addMessageReminder)).toEqual([{ patient_id: 1, remind_at: '2026-11-21T09:00:00.000Z', reason: '' }]))
})

test('a conversation still shows that it awaits a reply while its assignment is being saved', async () => {
  const saving = Promise.withResolvers<void>()
  network.use(
    reply(listUsers, paged([])),
    reply(changeMessageRoom, async () => {
      await saving.promise
      return room(1, '佐伯')
    }),
  )
  const { press } = show(
    'doctor',
    <>
      <RoomsColumn patientId={0} heading="h1" messageUrl={(owner) => `/messages/${owner}`} />
      <AssignDialog room={room(1, '佐伯')} onClose={() => undefined} onReopen={() => undefined} />
    </>,
  )
  const row = () => screen.getByText('佐伯', { exact: false, selector: 'a *' }).closest('a')
  await waitFor(() => expect(row()?.textContent).toContain('3時間'))
  await press('保存')
  await waitFor(() => expect(sent(changeMessageRoom)).toEqual([{ id: 1, assignee_id: 1, previous_assignee_id: null }]))
  expect(row()?.textContent).toContain('3時間')
  saving.resolve()
})
