import type { MessageRoom } from '@sukoyaka/wire/care/message-room'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeNetwork, press, setUpCardTests, showCard, text, wait } from '../../../test/render.tsx'
import { RemindDialog } from '../remind/RemindDialog.tsx'
import { WaitingBar } from '../room/WaitingBar.tsx'
import { RoomsColumn } from './RoomsColumn.tsx'

const staff = { id: 7, role: 'nurse' as const, last_name: '小林', first_name: '美咲', icon: null }
const messageWith = (body: string, more: object = {}) =>
  ({ id: 9, sender: staff, body, content_type: 'text', message_type: 'user', ...more }) as MessageRoom['last_message']
const room = (id: number, last_name: string, more: Partial<MessageRoom> = {}): MessageRoom => ({
  id,
  patient: { id, first_name: '恵子', last_name, first_name_kana: '', last_name_kana: '', icon: null, plan: null },
  chat: true,
  unread_count: 0,
  last_message_at: '2026-11-20T23:40:00Z',
  last_message: messageWith('次回の件、手配しました。'),
  last_read_message_id: null,
  unresponded_since: null,
  last_reminded_at: null,
  next_remind_at: null,
  ...more,
})
const paged = (items: unknown[]) => ({ items, page: 1, next_page: null, total_count: items.length })

// the fake clock starts at 9:00 on Saturday, 2026-11-21 in Tokyo
setUpCardTests(() => ({
  '/api/message_rooms/list': paged([
    room(1, '佐伯', {
      unread_count: 3,
      unresponded_since: '2026-11-20T21:00:00Z',
      last_message: messageWith('', { content_type: 'image', sender: { ...staff, id: 1, role: 'patient' } }),
    }),
    room(2, '田中', { last_message_at: '2026-11-20T03:00:00Z', next_remind_at: '2026-11-23T00:00:00Z', last_reminded_at: '2026-11-20T00:00:00Z' }),
    room(3, '吉田', { last_message_at: '2025-12-01T03:00:00Z', last_message: null }),
  ]),
  '/api/message_reminders': paged([]),
  '/api/messages/search': { items: [], page: 1, next_page: null },
  'POST /api/message_reminders': {},
  'PATCH /api/message_rooms/1': room(1, '佐伯'),
}))

const rowOf = (name: string) => screen.getByRole('link', { name: new RegExp(name) }).textContent

test('shows author, content and time of the last message, the waiting time and the reminder', async () => {
  await showCard(<RoomsColumn patientId={0} heading="h1" messageUrl={() => '/'} />, 'nurse')
  expect(rowOf('佐伯')).toContain('08:40')
  expect(rowOf('佐伯')).toContain('[画像]')
  expect(rowOf('佐伯')).toContain('要返信 3時間')
  expect(rowOf('佐伯')).toContain('未読 3件')
  expect(rowOf('田中')).toContain('昨日')
  expect(rowOf('田中')).toContain('小林：次回の件、手配しました。')
  expect(rowOf('田中')).toContain('あとで確認 11.23 09:00')
  expect(rowOf('吉田')).toContain('2025.12.01')
  expect(rowOf('吉田')).toContain('まだメッセージはありません')
})

test('searches messages from two characters on', async () => {
  await showCard(<RoomsColumn patientId={0} heading="h1" messageUrl={() => '/'} />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '血' } })
  await wait(600)
  expect(screen.queryByRole('heading', { name: 'メッセージ', level: 2 })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '血圧' } })
  await wait(1000)
  expect(screen.getByRole('heading', { name: 'メッセージ', level: 2 })).toBeTruthy()
  expect(text()).toContain('該当するメッセージはありません')
})

test('marks a room as needing no reply up to its last message; an observer cannot', async () => {
  const waitingRoom = room(1, '佐伯', { unresponded_since: '2026-11-20T21:00:00Z' })
  await showCard(<WaitingBar room={waitingRoom} />, 'observer')
  expect(text()).toContain('要返信・3時間経過')
  expect(screen.queryByRole('button')).toBeNull()
  await showCard(<WaitingBar room={waitingRoom} />, 'nurse')
  await press('返信不要')
  expect(fakeNetwork.requests).toEqual([{ method: 'PATCH', path: '/api/message_rooms/1', body: { needs_reply: false, up_to_message_id: 9 } }])
})

test('parses a typed time, shows the result and rejects invalid text before sending', async () => {
  await showCard(<RemindDialog room={room(1, '佐伯')} onClose={() => undefined} />, 'nurse')
  const typed = screen.getByLabelText('日時を入力')
  fireEvent.change(typed, { target: { value: 'そのうち' } })
  await press('設定')
  expect(text()).toContain('読み取れませんでした')
  fireEvent.change(typed, { target: { value: '明後日 9時' } })
  fireEvent.change(screen.getByLabelText('理由（任意）'), { target: { value: '血圧の記録を見る' } })
  await wait(100)
  expect(text()).toContain('11月23日（月）09:00 に未読として戻ります')
  await press('設定')
  expect(fakeNetwork.requests).toEqual([
    { method: 'POST', path: '/api/message_reminders', body: { patient_id: 1, remind_at: '2026-11-23T00:00:00.000Z', reason: '血圧の記録を見る' } },
  ])
})

test('a suggested time takes one click', async () => {
  await showCard(<RemindDialog room={room(1, '佐伯')} onClose={() => undefined} />, 'nurse')
  fireEvent.click(screen.getByRole('radio', { name: /今日の夕方/ }))
  await press('設定')
  expect(fakeNetwork.requests[0]?.body).toEqual({ patient_id: 1, remind_at: '2026-11-21T09:00:00.000Z', reason: '' })
})
