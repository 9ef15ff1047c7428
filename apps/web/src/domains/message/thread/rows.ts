import { tokyoDay } from '@sukoyaka/rules/time'
import type { Message } from '@sukoyaka/wire/care/message'
import type { OutboxMessage } from '../outbox/outbox-message.ts'

type Place = {
  key: string
  /** Date, for the first message of a day. */
  day?: string
  /** False if the previous message is by the same sender and close in time. */
  isFirstOfGroup: boolean
  isLastOfGroup: boolean
}
export type SentRow = Place & { message: Message; isFirstUnread: boolean }
export type UnsentRow = Place & { unsent: OutboxMessage }
export type Row = SentRow | UnsentRow

const groupWindowMs = 5 * 60_000

/** First message by someone else that was unread when the thread opened. */
export const firstUnreadOf = (messages: readonly Message[], unreadAfter: number | undefined, me_id: number): number | undefined =>
  unreadAfter === undefined ? undefined : messages.find(({ id, sender }) => id > unreadAfter && sender.id !== me_id)?.id

type RowFacts = { sender_id: number; at: string; ms: number; day: string; isGroupable: boolean; message?: Message; unsent?: OutboxMessage }

/** Cached per object, because computing the Tokyo day is slow and few messages change. */
const factsCache = new WeakMap<Message | OutboxMessage, RowFacts>()
const cachedFacts = (message: Message | OutboxMessage, compute: () => Pick<RowFacts, 'sender_id' | 'at' | 'isGroupable' | 'message' | 'unsent'>): RowFacts => {
  const cached = factsCache.get(message)
  if (cached) return cached
  const facts = compute()
  const newFacts = { ...facts, ms: Date.parse(facts.at), day: tokyoDay(facts.at) }
  factsCache.set(message, newFacts)
  return newFacts
}

const isSameGroup = (a: RowFacts | undefined, b: RowFacts | undefined) =>
  a !== undefined &&
  b !== undefined &&
  a.isGroupable &&
  b.isGroupable &&
  a.sender_id === b.sender_id &&
  Math.abs(b.ms - a.ms) <= groupWindowMs &&
  a.day === b.day

/** Rows of the thread: messages, then unsent ones the server does not have yet. */
export const rowsOf = (
  messages: readonly Message[],
  unsentMessages: readonly OutboxMessage[],
  { me_id, unreadAfter, hasNewer = false }: { me_id: number; unreadAfter?: number; hasNewer?: boolean },
): Row[] => {
  const unread = firstUnreadOf(messages, unreadAfter, me_id)
  const arrived = new Set(messages.flatMap(({ client_id }) => client_id ?? []))
  const pending = hasNewer ? [] : unsentMessages.filter(({ client_id }) => !arrived.has(client_id))
  const allFacts = [
    ...messages.map((message) =>
      cachedFacts(message, () => ({
        sender_id: message.sender.id,
        at: message.published_at,
        isGroupable: message.deleted_at === null && message.message_type === 'user',
        message,
      })),
    ),
    ...pending.map((unsent) => cachedFacts(unsent, () => ({ sender_id: me_id, at: unsent.at, isGroupable: true, unsent }))),
  ]
  return allFacts.map((row, index) => {
    const [before, after] = [allFacts[index - 1], allFacts[index + 1]]
    const { day } = row
    const isFirstUnread = row.message !== undefined && row.message.id === unread
    const place = {
      // the client_id stays the key, so that the row does not remount on confirmation
      key: row.unsent?.client_id ?? row.message?.client_id ?? `m${row.message?.id}`,
      ...(before?.day !== day && { day }),
      isFirstOfGroup: isFirstUnread || !isSameGroup(before, row),
      isLastOfGroup: !isSameGroup(row, after) || (after?.message !== undefined && after.message.id === unread),
    }
    return row.message ? { ...place, message: row.message, isFirstUnread } : { ...place, unsent: row.unsent! }
  })
}

export const idOfRow = (row: Row | undefined): number | undefined => (row && 'message' in row ? row.message.id : undefined)
