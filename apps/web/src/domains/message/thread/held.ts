import type { Message } from '@sukoyaka/wire/care/message'

/** Loaded part of a thread, oldest first and without gaps up to `upTo`; own newer messages may follow. */
export type Held = { messages: readonly Message[]; upTo: number; hasOlder: boolean; hasNewer: boolean }

export const nothing: Held = { messages: [], upTo: 0, hasOlder: false, hasNewer: false }

const merged = (held: readonly Message[], items: readonly Message[]): Message[] => {
  const byId = new Map(held.map((message) => [message.id, message]))
  for (const message of items) byId.set(message.id, message)
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

const newestOf = (items: readonly Message[]) => items.reduce((max, { id }) => Math.max(max, id), 0)

export const begun = (items: readonly Message[], hasOlder: boolean, hasNewer: boolean): Held => ({
  messages: merged([], items),
  upTo: newestOf(items),
  hasOlder,
  hasNewer,
})

export const withOlder = (held: Held, items: readonly Message[], hasOlder: boolean): Held => ({ ...held, messages: merged(held.messages, items), hasOlder })

/** Appends messages after `upTo`. */
export const withNewer = (held: Held, items: readonly Message[], hasNewer: boolean): Held => ({
  ...held,
  messages: merged(held.messages, items),
  upTo: Math.max(held.upTo, newestOf(items)),
  hasNewer,
})

/** Replaces loaded messages with their current state. Quotes of a deleted message lose their text too. */
export const withChanged = (held: Held, items: readonly Message[]): Held => {
  const now = new Map(items.map((message) => [message.id, message]))
  if (!held.messages.some(({ id, reply_to }) => now.has(id) || (reply_to && now.has(reply_to.id)))) return held
  return {
    ...held,
    messages: held.messages.map((message) => {
      const own = now.get(message.id) ?? message
      const quoted = own.reply_to && now.get(own.reply_to.id)
      return quoted?.deleted_at && own.reply_to && !own.reply_to.is_deleted ? { ...own, reply_to: { ...own.reply_to, body: '', is_deleted: true } } : own
    }),
  }
}

/** Appends an own message the server just confirmed, if the end is loaded. `upTo` stays, because messages of others may be missing before it. */
export const withSent = (held: Held, message: Message): Held =>
  held.hasNewer && message.id > held.upTo ? held : { ...held, messages: merged(held.messages, [message]) }

export const edited = (held: Held, id: number, edit: (message: Message) => Message): Held => ({
  ...held,
  messages: held.messages.map((message) => (message.id === id ? edit(message) : message)),
})
