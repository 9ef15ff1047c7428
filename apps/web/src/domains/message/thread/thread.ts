import { getMessage, listMessages, type Message, pickMessage } from '@sukoyaka/wire/care/message'
import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import type { EndpointResult } from '../../../api/ask.ts'
import type { CallError } from '../../../api/call-error.ts'
import { begun, edited, type Held, nothing, withChanged, withNewer, withOlder, withSent } from './held.ts'

export type Asking = <E extends Endpoint>(endpoint: E, input: Input<E>, background?: boolean) => Promise<EndpointResult<E>>
export type ThreadState = { held: Held; isOpen: boolean; failure?: CallError; isReadingOlder: boolean; failedOlder: boolean }

/** Loads the messages around one, or the end of the thread if that message is not in this room. */
const loadWindow = async (ask: Asking, patient_id: number, around: number | undefined): Promise<Held | CallError> => {
  if (around !== undefined) {
    const { data } = await ask(pickMessage, { id: around })
    if (data?.items.some((message) => message.id === around && message.patient_id === patient_id))
      return begun(data.items, data.prev_page !== null, data.next_page !== null)
  }
  const { data, error } = await ask(listMessages, { patient_id })
  return error ?? begun(data.items, data.next_page !== null, false)
}

/** Store of one open conversation. Ignores responses that arrive after it was opened at another message. */
export const makeThread = (patient_id: number, ask: Asking) => {
  let state: ThreadState = { held: nothing, isOpen: false, isReadingOlder: false, failedOlder: false }
  const watchers = new Set<() => void>()
  let era = 0
  let catching: Promise<void> | undefined
  let isBehind = false

  const put = (change: Partial<ThreadState>) => {
    state = { ...state, ...change }
    for (const watcher of watchers) watcher()
  }
  const hold = (held: Held) => held !== state.held && put({ held })

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
    put({ held: found, isOpen: true })
    return true
  }

  const older = async () => {
    const first = state.held.messages[0]
    if (!first || !state.held.hasOlder || state.isReadingOlder) return
    const mine = era
    put({ isReadingOlder: true, failedOlder: false })
    const { data } = await ask(listMessages, { patient_id, before_id: first.id })
    if (mine !== era) return
    put({ isReadingOlder: false, failedOlder: !data, ...(data && { held: withOlder(state.held, data.items, data.next_page !== null) }) })
  }

  /** Loads messages after the last known one: all of them, or only the next page. */
  const follow = async (isAll: boolean, background: boolean) => {
    for (;;) {
      isBehind = false
      const mine = era
      const { upTo } = state.held
      const { data } = upTo ? await ask(listMessages, { patient_id, after_id: upTo }, background) : await ask(listMessages, { patient_id }, background)
      if (mine !== era || !data) return
      const hasMore = upTo > 0 && data.next_page !== null
      hold(data.items.length || hasMore !== state.held.hasNewer ? withNewer(state.held, data.items, hasMore) : state.held)
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
    const affected = ids.filter((id) => state.held.messages.some((message) => message.id === id || message.reply_to_message_id === id))
    const answers = await Promise.all(affected.map((id) => ask(getMessage, { id }, background)))
    const changed = answers.flatMap(({ data }) => data ?? [])
    hold(withChanged(state.held, changed))
  }

  return {
    read: () => state,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    open,
    older,
    newer: () => (state.held.hasNewer ? following(false, false) : undefined),
    /** If the end is loaded, loads everything up to the new end. */
    catchUp: () => (state.isOpen && !state.held.hasNewer ? following(true, true) : undefined),
    again,
    /** Updates receipts, reactions and deletions of the latest messages. */
    refresh: async () => {
      if (!state.isOpen) return
      const { data } = await ask(listMessages, { patient_id }, true)
      if (data) hold(withChanged(state.held, data.items))
      if (data && !state.held.hasNewer && data.items.some(({ id }) => id > state.held.upTo)) await following(true, true)
    },
    sent: (message: Message) => {
      if (message.patient_id === patient_id) hold(withSent(state.held, message))
    },
    edit: (id: number, change: (message: Message) => Message) => hold(edited(state.held, id, change)),
    has: (id: number) => state.held.messages.some((message) => message.id === id),
  }
}

export type Thread = ReturnType<typeof makeThread>
