import { tokyoDay } from '@sukoyaka/rules/time'
import type { Message } from '@sukoyaka/wire/care/message'
import type { MessageNote } from '@sukoyaka/wire/care/message-note'
import type { OutboxMessage } from '../outbox/outbox-message.ts'

type RowBase = {
  key: string
  /** Date, for the first row of a day. */
  day?: string
  /** A group has one sender, one day and gaps of at most `groupWindowMs`; the unread line divides it. A note, card or deleted message is a group of its own. */
  isFirstOfGroup: boolean
  isLastOfGroup: boolean
}
export type SentRow = RowBase & { message: Message; isFirstUnread: boolean }
export type UnsentRow = RowBase & { unsent: OutboxMessage }
export type NoteRow = RowBase & { note: MessageNote }
export type Row = SentRow | UnsentRow | NoteRow

const groupWindowMs = 5 * 60_000

/** First message by someone else that was unread when the thread opened. */
export const firstUnreadOf = (messages: readonly Message[], unreadAfter: number | undefined, me_id: number): number | undefined =>
  unreadAfter === undefined ? undefined : messages.find(({ id, sender }) => id > unreadAfter && sender.id !== me_id)?.id

type RowFacts = { sender_id: number; at: string; ms: number; day: string; isGroupable: boolean; message?: Message; unsent?: OutboxMessage; note?: MessageNote }

/** Cached per object, because computing the Tokyo day is slow and few messages change. */
const factsCache = new WeakMap<Message | OutboxMessage | MessageNote, RowFacts>()
const cachedFacts = (message: Message | OutboxMessage | MessageNote, compute: () => Omit<RowFacts, 'ms' | 'day'>): RowFacts => {
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

/** Inserts the notes between the messages by time. Notes before and after the loaded messages are left out while there are more messages there. */
const withNotes = (sent: readonly RowFacts[], notes: readonly MessageNote[], { hasOlder, hasNewer }: { hasOlder: boolean; hasNewer: boolean }): RowFacts[] => {
  const [from, to] = [hasOlder ? (sent[0]?.ms ?? 0) : 0, hasNewer ? (sent.at(-1)?.ms ?? 0) : Number.POSITIVE_INFINITY]
  const rest = notes
    .map((note) => cachedFacts(note, () => ({ sender_id: note.author.id, at: note.created_at, isGroupable: false, note })))
    .filter(({ ms }) => ms >= from && ms <= to)
    .sort((a, b) => a.ms - b.ms)
  const rows: RowFacts[] = []
  for (const message of sent) {
    while (rest.length && rest[0]!.ms < message.ms) rows.push(rest.shift()!)
    rows.push(message)
  }
  return [...rows, ...rest]
}

type RowOptions = { me_id: number; unreadAfter?: number | undefined; hasOlder?: boolean; hasNewer?: boolean; notes?: readonly MessageNote[] }

/** Rows of the thread: messages with the notes between them, then, if the end is loaded, unsent ones the server does not have yet. */
export const rowsOf = (
  messages: readonly Message[],
  unsentMessages: readonly OutboxMessage[],
  { me_id, unreadAfter, hasOlder = false, hasNewer = false, notes = [] }: RowOptions,
): Row[] => {
  const unread = firstUnreadOf(messages, unreadAfter, me_id)
  const arrived = new Set(messages.flatMap(({ client_id }) => client_id ?? []))
  const pending = hasNewer ? [] : unsentMessages.filter(({ client_id }) => !arrived.has(client_id))
  const sent = messages.map((message) =>
    cachedFacts(message, () => ({
      sender_id: message.sender.id,
      at: message.published_at,
      isGroupable: message.deleted_at === null && message.message_type === 'user',
      message,
    })),
  )
  const allFacts = [
    ...withNotes(sent, notes, { hasOlder, hasNewer }),
    ...pending.map((unsent) => cachedFacts(unsent, () => ({ sender_id: me_id, at: unsent.at, isGroupable: true, unsent }))),
  ]
  return allFacts.map((row, index) => {
    const [before, after] = [allFacts[index - 1], allFacts[index + 1]]
    const { day } = row
    const isFirstUnread = row.message !== undefined && row.message.id === unread
    const place = {
      // the client_id stays the key, so that the row does not remount on confirmation
      key: row.note ? `n${row.note.id}` : (row.unsent?.client_id ?? row.message?.client_id ?? `m${row.message?.id}`),
      ...(before?.day !== day && { day }),
      isFirstOfGroup: isFirstUnread || !isSameGroup(before, row),
      isLastOfGroup: !isSameGroup(row, after) || (after?.message !== undefined && after.message.id === unread),
    }
    if (row.note) return { ...place, note: row.note }
    return row.message ? { ...place, message: row.message, isFirstUnread } : { ...place, unsent: row.unsent! }
  })
}

export const idOfRow = (row: Row | undefined): number | undefined => (row && 'message' in row ? row.message.id : undefined)
