import type { Message } from '@sukoyaka/wire/care/message'
import { getMessage, pickMessage } from '@sukoyaka/wire/care/message'
import { expect, test } from 'vitest'
import { message, nurse } from '../test-data.ts'
import { makeThread } from './thread.ts'

type Reply = { data: object } | { error: { status: number | string; error: string } }
const page = (...items: Message[]): Reply => ({ data: { items, prev_page: null, next_page: null } })
const failed = (status: number | string): Reply => ({ error: { status, error: 'できませんでした' } })

/** A thread whose newest page has message 9 only; `around` answers requests for the messages around one. */
const threadWith = (around: (id: number) => Reply | Promise<Reply>) =>
  makeThread(1, (async (endpoint: { path: string }, { id }: { id?: number }) => (endpoint.path === pickMessage.path ? around(id!) : page(message(9)))) as never)
const shown = (thread: ReturnType<typeof makeThread>) => thread.read().loaded.messages.map(({ id }) => id)

test('a failed jump keeps the loaded messages; a jump to a message of another conversation, or a missing one, opens the end', async () => {
  let reply = failed('FETCH_ERROR')
  const thread = threadWith(() => reply)
  expect([await thread.open(), shown(thread)]).toEqual(['opened', [9]])
  expect([await thread.open(3), shown(thread), thread.read().failure?.error]).toEqual(['failed', [9], 'できませんでした'])
  reply = page(message(3))
  expect([await thread.open(3), shown(thread), thread.read().failure]).toEqual(['opened', [3], undefined])
  for (reply of [failed(404), page(message(3, { patient_id: 2 }))]) expect([await thread.open(3), shown(thread)]).toEqual(['opened', [9]])
})

test('ignores the messages of a jump if a second jump has started before they arrive', async () => {
  const first = Promise.withResolvers<Reply>()
  const thread = threadWith((id) => (id === 3 ? first.promise : page(message(4))))
  await thread.open()
  const opening = thread.open(3)
  expect(await thread.open(4)).toBe('opened')
  first.resolve(page(message(3)))
  expect([await opening, shown(thread)]).toEqual(['superseded', [4]])
})

test('a message that arrives while the first messages, or the last page of newer ones, are loading is loaded afterwards', async () => {
  const [end, last] = [Promise.withResolvers<Reply>(), Promise.withResolvers<Reply>()]
  const replies = [end.promise, page(message(10)), { data: { items: [message(3)], prev_page: null, next_page: 2 } }, last.promise, page(message(12))]
  const thread = makeThread(1, (async () => replies.shift()) as never)
  const opening = thread.open()
  void thread.catchUp()
  end.resolve(page(message(9)))
  await opening
  await expect.poll(() => shown(thread), { timeout: 3_000 }).toEqual([9, 10])
  await thread.open(3)
  const loading = thread.loadNewer()
  void thread.catchUp()
  last.resolve(page(message(9), message(10), message(11)))
  await loading
  await expect.poll(() => shown(thread), { timeout: 3_000 }).toEqual([3, 9, 10, 11, 12])
})

test('a message that arrives during a jump to the end, and is not in its response, is loaded afterwards', async () => {
  const end = Promise.withResolvers<Reply>()
  const replies = [page(message(9)), end.promise, page(message(10))]
  const thread = makeThread(1, (async () => replies.shift()) as never)
  await thread.open()
  const opening = thread.open()
  void thread.catchUp()
  end.resolve(page(message(9)))
  await opening
  await expect.poll(() => shown(thread), { timeout: 3_000 }).toEqual([9, 10])
})

test('a message that arrives during a jump is loaded while an earlier page request is pending; if its request fails, the next one loads it', async () => {
  const [newer, end] = [Promise.withResolvers<Reply>(), Promise.withResolvers<Reply>()]
  const around = { data: { items: [message(3)], prev_page: null, next_page: 2 } }
  const replies = [around, newer.promise, end.promise, page(message(10)), failed(503), page(message(11), message(12))]
  const thread = makeThread(1, (async () => replies.shift()) as never)
  await thread.open(3)
  const loading = thread.loadNewer()
  const opening = thread.open()
  void thread.catchUp()
  end.resolve(page(message(9)))
  await opening
  newer.resolve(page(message(4)))
  await loading
  await expect.poll(() => shown(thread), { timeout: 3_000 }).toEqual([9, 10])
  await thread.catchUp()
  expect(shown(thread)).toEqual([9, 10])
  await thread.catchUp()
  expect(shown(thread)).toEqual([9, 10, 11, 12])
})

test('with few unread messages, a conversation opens at its end if the newest page has them all, otherwise at the last read one', async () => {
  const newest: Reply = { data: { items: [message(30), message(9)], prev_page: null, next_page: 2 } }
  const thread = makeThread(1, (async (endpoint: { path: string }) => (endpoint.path === pickMessage.path ? page(message(7), message(5)) : newest)) as never)
  for (const [around, unreadCount, expected] of [
    [9, 12, [9, 30]],
    [7, 12, [5, 7]],
    [7, 13, [5, 7]],
  ] as const)
    expect([await thread.open(around, unreadCount), shown(thread)]).toEqual(['opened', expected])
})

test('a card that was replaced is removed, by its event or by the next refresh, and replies no longer quote it', async () => {
  const reply_to = { id: 7, sender: nurse, body: '問診のお願い', content_type: 'text' as const, is_deleted: false }
  const all = [message(3), message(7), message(8, { reply_to, reply_to_message_id: 7 }), message(9)]
  for (const update of ['reload', 'refresh'] as const) {
    let stored = all
    const call = async (endpoint: { path: string }, { id }: { id?: number }) =>
      endpoint.path === getMessage.path ? (stored.some((found) => found.id === id) ? { data: message(id!) } : failed(404)) : page(...stored)
    const thread = makeThread(1, call as never)
    await thread.open()
    expect(shown(thread)).toEqual([3, 7, 8, 9])
    stored = all.filter(({ id }) => id !== 7)
    await (update === 'reload' ? thread.reload([7]) : thread.refresh())
    expect([shown(thread), thread.read().loaded.messages[1]]).toMatchObject([[3, 8, 9], { reply_to: null, reply_to_message_id: null }])
  }
})

test('a message whose request fails stays', async () => {
  const call = async (endpoint: { path: string }) => (endpoint.path === getMessage.path ? failed(503) : page(message(7), message(9)))
  const thread = makeThread(1, call as never)
  await thread.open()
  await thread.reload([7])
  expect(shown(thread)).toEqual([7, 9])
})
