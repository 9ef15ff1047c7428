import { getMessage, listMessages, type Message, pickMessage } from '@sukoyaka/wire/care/message'
import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import type { EndpointResult } from '../../../api/call-endpoint.ts'
import type { CallError } from '../../../api/call-error.ts'
import { type LoadedMessages, loadedFrom, noMessages, withChanged, withEdit, withNewer, withOlder, withSent } from './loaded-messages.ts'

export type CallEndpoint = <E extends Endpoint>(endpoint: E, input: Input<E>, background?: boolean) => Promise<EndpointResult<E>>
export type ThreadState = { loaded: LoadedMessages; isOpen: boolean; failure?: CallError; isReadingOlder: boolean; failedOlder: boolean }

/** Loads the messages around one, or the end of the thread if that message is not in this room. */
const loadWindow = async (ask: CallEndpoint, patient_id: number, around: number | undefined): Promise<LoadedMessages | CallError> => {
  if (around !== undefined) {
    const { data } = await ask(pickMessage, { id: around })
    if (data?.items.some((message) => message.id === around && message.patient_id === patient_id))
      return loadedFrom(data.items, data.prev_page !== null, data.next_page !== null)
  }
  const { data, error } = await ask(listMessages, { patient_id })
  return error ?? loadedFrom(data.items, data.next_page !== null, false)
}

/** Store of one open conversation. Ignores responses that arrive after it was opened at another message. */
export const makeThread = (patient_id: number, ask: CallEndpoint) => {
  let state: ThreadState = { loaded: noMessages, isOpen: false, isReadingOlder: false, failedOlder: false }
  const watchers = new Set<() => void>()
  let era = 0
  let catching: Promise<void> | undefined
  let isBehind = false

  const put = (change: Partial<ThreadState>) => {
    state = { ...state, ...change }
    for (const watcher of watchers) watcher()
  }
  const hold = (held: LoadedMessages) => held !== state.loaded && put({ loaded: held })

  const open = async (around?: number): Promise<boolean> => {
    era += 1
    const mine = era
    put({ failure: undefined, isReadingOlder: false, failedOlder: false })
    const found = await loadWindow(ask, patient_id, around)
    if (mine !== era) return false
    if (!('messages' in found)) {
      put({ failure: found })
      return false
    }
    put({ loaded: found, isOpen: true })
    return true
  }

  const older = async () => {
    const first = state.loaded.messages[0]
    if (!first || !state.loaded.hasOlder || state.isReadingOlder) return
    const mine = era
    put({ isReadingOlder: true, failedOlder: false })
    const { data } = await ask(listMessages, { patient_id, before_id: first.id })
    if (mine !== era) return
    put({ isReadingOlder: false, failedOlder: !data, ...(data && { loaded: withOlder(state.loaded, data.items, data.next_page !== null) }) })
  }

  /** Loads messages after the last known one: all of them, or only the next page. */
  const follow = async (isAll: boolean, background: boolean) => {
    for (;;) {
      isBehind = false
      const mine = era
      const { lastId } = state.loaded
      const { data } = lastId ? await ask(listMessages, { patient_id, after_id: lastId }, background) : await ask(listMessages, { patient_id }, background)
      if (mine !== era || !data) return
      const hasMore = lastId > 0 && data.next_page !== null
      hold(data.items.length || hasMore !== state.loaded.hasNewer ? withNewer(state.loaded, data.items, hasMore) : state.loaded)
      if (!isBehind && (!hasMore || !isAll)) return
    }
  }
  const following = (isAll: boolean, background: boolean) => {
    isBehind = true
    catching ??= follow(isAll, background).finally(() => {
      catching = undefined
    })
    return catching
  }

  const again = async (ids: readonly number[], background = true) => {
    const affected = ids.filter((id) => state.loaded.messages.some((message) => message.id === id || message.reply_to_message_id === id))
    const results = await Promise.all(affected.map((id) => ask(getMessage, { id }, background)))
    const changed = results.flatMap(({ data }) => data ?? [])
    hold(withChanged(state.loaded, changed))
  }

  return {
    read: () => state,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    open,
    older,
    newer: () => (state.loaded.hasNewer ? following(false, false) : undefined),
    /** If the end is loaded, loads everything up to the new end. */
    catchUp: () => (state.isOpen && !state.loaded.hasNewer ? following(true, true) : undefined),
    again,
    /** Updates receipts, reactions and deletions of the latest messages. */
    refresh: async () => {
      if (!state.isOpen) return
      const { data } = await ask(listMessages, { patient_id }, true)
      if (data) hold(withChanged(state.loaded, data.items))
      if (data && !state.loaded.hasNewer && data.items.some(({ id }) => id > state.loaded.lastId)) await following(true, true)
    },
    sent: (message: Message) => {
      if (message.patient_id === patient_id) hold(withSent(state.loaded, message))
    },
    edit: (id: number, change: (message: Message) => Message) => hold(withEdit(state.loaded, id, change)),
    has: (id: number) => state.loaded.messages.some((message) => message.id === id),
  }
}

export type Thread = ReturnType<typeof makeThread>
