import type { Message } from '@sukoyaka/wire/care/message'

/** Loaded part of a thread, oldest first. There are no gaps up to `lastId`; own messages that follow may have a gap before them. */
export type LoadedMessages = { messages: readonly Message[]; lastId: number; hasOlder: boolean; hasNewer: boolean }

export const noMessages: LoadedMessages = { messages: [], lastId: 0, hasOlder: false, hasNewer: false }

const mergeMessages = (loaded: readonly Message[], items: readonly Message[]): Message[] => {
  const byId = new Map(loaded.map((message) => [message.id, message]))
  for (const message of items) byId.set(message.id, message)
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

const newestOf = (items: readonly Message[]) => items.reduce((max, { id }) => Math.max(max, id), 0)

export const loadedFrom = (items: readonly Message[], hasOlder: boolean, hasNewer: boolean): LoadedMessages => ({
  messages: mergeMessages([], items),
  lastId: newestOf(items),
  hasOlder,
  hasNewer,
})

export const withOlder = (loaded: LoadedMessages, items: readonly Message[], hasOlder: boolean): LoadedMessages => ({
  ...loaded,
  messages: mergeMessages(loaded.messages, items),
  hasOlder,
})

/** Appends messages after `lastId`. */
export const withNewer = (loaded: LoadedMessages, items: readonly Message[], hasNewer: boolean): LoadedMessages => ({
  ...loaded,
  messages: mergeMessages(loaded.messages, items),
  lastId: Math.max(loaded.lastId, newestOf(items)),
  hasNewer,
})

/** Replaces loaded messages with their current state. Quotes of a deleted message lose their text too. */
export const withChanged = (loaded: LoadedMessages, items: readonly Message[]): LoadedMessages => {
  const now = new Map(items.map((message) => [message.id, message]))
  if (!loaded.messages.some(({ id, reply_to }) => now.has(id) || (reply_to && now.has(reply_to.id)))) return loaded
  return {
    ...loaded,
    messages: loaded.messages.map((message) => {
      const own = now.get(message.id) ?? message
      const quoted = own.reply_to && now.get(own.reply_to.id)
      return quoted?.deleted_at && own.reply_to && !own.reply_to.is_deleted ? { ...own, reply_to: { ...own.reply_to, body: '', is_deleted: true } } : own
    }),
  }
}

/** Removes messages whose rows are gone, such as the card of a repeated questionnaire request. Replies then quote nothing. */
export const withoutRemoved = (loaded: LoadedMessages, isRemoved: (id: number) => boolean): LoadedMessages => {
  if (!loaded.messages.some(({ id, reply_to }) => isRemoved(id) || (reply_to && isRemoved(reply_to.id)))) return loaded
  return {
    ...loaded,
    messages: loaded.messages
      .filter(({ id }) => !isRemoved(id))
      .map((message) => (message.reply_to && isRemoved(message.reply_to.id) ? { ...message, reply_to: null, reply_to_message_id: null } : message)),
  }
}

/** Replaces the messages of a page with their current state, and removes those between its first and last message that it does not have. */
export const withPage = (loaded: LoadedMessages, items: readonly Message[]): LoadedMessages => {
  const ids = new Set(items.map(({ id }) => id))
  const [first, last] = [Math.min(...ids), Math.max(...ids)]
  const removed = new Set(loaded.messages.map(({ id }) => id).filter((id) => id > first && id < last && !ids.has(id)))
  return withoutRemoved(withChanged(loaded, items), (id) => removed.has(id))
}

/** Adds an own message the server just confirmed, unless unloaded pages lie before it. `lastId` stays, because messages of others may be missing before it. */
export const withSent = (loaded: LoadedMessages, message: Message): LoadedMessages =>
  loaded.hasNewer && message.id > loaded.lastId ? loaded : { ...loaded, messages: mergeMessages(loaded.messages, [message]) }

export const withEdit = (loaded: LoadedMessages, id: number, edit: (message: Message) => Message): LoadedMessages => ({
  ...loaded,
  messages: loaded.messages.map((message) => (message.id === id ? edit(message) : message)),
})
