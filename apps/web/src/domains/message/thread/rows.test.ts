import type { Message } from '@sukoyaka/wire/care/message'
import { expect, test } from 'vitest'
import type { OutboxMessage } from '../outbox/outbox-message.ts'
import { message, patient } from '../test-data.ts'
import { loadedFrom, noMessages, withChanged, withEdit, withNewer, withOlder, withSent } from './loaded-messages.ts'
import { firstUnreadOf, idOfRow, rowsOf } from './rows.ts'

const me = 7
const messageWith = (id: number, at: string, sender_id = 1, more: Partial<Message> = {}) =>
  message(id, { sender: { ...patient, id: sender_id }, body: `${id}`, published_at: at, ...more })
const unsentMessage = (client_id: string) => ({ client_id, at: '2026-11-20T00:03:00Z', state: 'waiting' }) as OutboxMessage
const places = (rows: ReturnType<typeof rowsOf>) => rows.map(({ isFirstOfGroup, isLastOfGroup }) => `${isFirstOfGroup ? '[' : ''}${isLastOfGroup ? ']' : ''}`)

test('groups consecutive messages of one sender; another sender, a five-minute pause, midnight or a deleted message ends a group', () => {
  const rows = rowsOf(
    [
      messageWith(1, '2026-11-19T14:55:00Z'),
      messageWith(2, '2026-11-19T14:58:00Z'),
      // midnight in Tokyo
      messageWith(3, '2026-11-19T15:00:00Z'),
      messageWith(4, '2026-11-19T15:05:00Z'),
      messageWith(5, '2026-11-19T15:10:01Z'),
      messageWith(6, '2026-11-19T15:10:02Z', me),
      messageWith(7, '2026-11-19T15:10:03Z', me, { deleted_at: '2026-11-19T15:11:00Z' }),
    ],
    [],
    { me_id: me },
  )
  expect(places(rows)).toEqual(['[', ']', '[', ']', '[]', '[]', '[]'])
  expect(rows.map(({ day }) => day)).toEqual(['2026-11-19', undefined, '2026-11-20', undefined, undefined, undefined, undefined])
})

test('the unread line is before the first message by someone else after the last read message', () => {
  const thread = [
    messageWith(1, '2026-11-20T00:00:00Z'),
    messageWith(2, '2026-11-20T00:00:10Z', me),
    messageWith(3, '2026-11-20T00:00:20Z'),
    messageWith(4, '2026-11-20T00:00:30Z'),
  ]
  expect(firstUnreadOf(thread, 1, me)).toBe(3)
  expect(firstUnreadOf(thread, 4, me)).toBeUndefined()
  expect(firstUnreadOf(thread, undefined, me)).toBeUndefined()
  const rows = rowsOf(thread, [], { me_id: me, unreadAfter: 3 })
  expect(rows.map((row) => 'message' in row && row.isFirstUnread)).toEqual([false, false, false, true])
  // the unread line splits a group
  expect(places(rows)).toEqual(['[]', '[]', '[]', '[]'])
})

test('shows an unsent message last, and replaces it by the message of the server with the same client_id', () => {
  const before = rowsOf([messageWith(1, '2026-11-20T00:00:00Z')], [unsentMessage('a-client-id')], { me_id: me })
  const after = rowsOf(
    [messageWith(1, '2026-11-20T00:00:00Z'), messageWith(2, '2026-11-20T00:03:00Z', me, { client_id: 'a-client-id' })],
    [unsentMessage('a-client-id')],
    {
      me_id: me,
    },
  )
  expect(before.map(({ key }) => key)).toEqual(['m1', 'a-client-id'])
  expect(after.map(({ key }) => key)).toEqual(['m1', 'a-client-id'])
  expect(idOfRow(after[1])).toBe(2)
  expect(rowsOf([messageWith(1, '2026-11-20T00:00:00Z')], [unsentMessage('a-client-id')], { me_id: me, hasNewer: true })).toHaveLength(1)
})

test('merges pages at both ends without duplicates; after an own message was added, earlier messages still load', () => {
  const at = '2026-11-20T00:00:00Z'
  let loaded = loadedFrom([messageWith(12, at), messageWith(11, at)], true, true)
  loaded = withOlder(loaded, [messageWith(11, at), messageWith(10, at)], false)
  loaded = withNewer(loaded, [messageWith(13, at), messageWith(12, at)], false)
  expect(loaded.messages.map(({ id }) => id)).toEqual([10, 11, 12, 13])
  // 14 is from someone else and not loaded yet
  loaded = withSent(loaded, messageWith(15, at, me))
  expect(loaded.lastId).toBe(13)
  loaded = withNewer(loaded, [messageWith(15, at, me), messageWith(14, at)], false)
  expect(loaded.messages.map(({ id }) => id)).toEqual([10, 11, 12, 13, 14, 15])
  expect(loaded.lastId).toBe(15)
  expect(withSent(loadedFrom([messageWith(1, at)], false, true), messageWith(9, at, me)).messages).toHaveLength(1)
})

test('quotes of a deleted message lose their text', () => {
  const at = '2026-11-20T00:00:00Z'
  const quoting = messageWith(2, at, me, {
    reply_to_message_id: 1,
    reply_to: { id: 1, sender: patient, body: '秘密', content_type: 'text', is_deleted: false },
  })
  const loaded = loadedFrom([messageWith(1, at), quoting], false, false)
  const now = withChanged(loaded, [messageWith(1, at, 1, { body: '', deleted_at: at })])
  expect(now.messages[0]!.deleted_at).toBe(at)
  expect(now.messages[1]!.reply_to).toMatchObject({ body: '', is_deleted: true })
  expect(withChanged(loaded, [messageWith(99, at)])).toBe(loaded)
  expect(withEdit(loaded, 1, (message) => ({ ...message, like_count: 1 })).messages[0]!.like_count).toBe(1)
  expect(noMessages.messages).toEqual([])
})
