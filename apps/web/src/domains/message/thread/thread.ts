import { getMessage, listMessages, type Message, pickMessage } from '@sukoyaka/wire/care/message'
import type { Endpoint, Input } from '@sukoyaka/wire/endpoint'
import type { EndpointResult } from '../../../api/call-endpoint.ts'
import type { CallError } from '../../../api/call-error.ts'
import { makeObservable } from '../../../ui/page/observable.ts'
import {
  type LoadedMessages,
  loadedFrom,
  noMessages,
  withChanged,
  withEdit,
  withNewer,
  withOlder,
  withoutRemoved,
  withPage,
  withSent,
} from './loaded-messages.ts'

export type CallEndpoint = <E extends Endpoint>(endpoint: E, input: Input<E>, background?: boolean) => Promise<EndpointResult<E>>
export type ThreadState = { loaded: LoadedMessages; isOpen: boolean; failure?: CallError; isReadingOlder: boolean; failedOlder: boolean }

/** Up to this number of unread messages, the newest page usually has them all and some before them. */
const maxUnreadAtEnd = 12

const loadEnd = async (call: CallEndpoint, patient_id: number): Promise<LoadedMessages | CallError> => {
  const { data, error } = await call(listMessages, { patient_id })
  return error ?? loadedFrom(data.items, data.next_page !== null, false)
}

/**
 * Loads the messages around `around`; without it, or if that message is not in this room, the end of the thread. `unreadCount` is the number of unread
 * messages after `around`: the end is loaded if it has them all.
 */
const loadWindow = async (call: CallEndpoint, patient_id: number, around: number | undefined, unreadCount: number) => {
  if (around === undefined) return loadEnd(call, patient_id)
  if (unreadCount <= maxUnreadAtEnd) {
    const end = await loadEnd(call, patient_id)
    if (!('messages' in end) || !end.hasOlder || end.messages.some(({ id }) => id <= around)) return end
  }
  const { data, error } = await call(pickMessage, { id: around })
  if (error && error.status !== 404) return error
  const isFound = data?.items.some((message) => message.id === around && message.patient_id === patient_id)
  return isFound ? loadedFrom(data!.items, data!.prev_page !== null, data!.next_page !== null) : loadEnd(call, patient_id)
}

/** Whether the message is loaded, itself or as the quote of a reply. */
const isShown = ({ messages }: LoadedMessages, id: number) => messages.some((message) => message.id === id || message.reply_to_message_id === id)

/** Whether there are more pages, or why none was loaded: `outdated` if the thread was opened anew meanwhile. */
type PageResult = 'more' | 'end' | 'failed' | 'outdated'

/**
 * Returns a function that loads one page, or all pages one after the other. A request during a load starts another load after it, unless that load failed or
 * is outdated.
 */
const pageLoader = (load: (background: boolean) => Promise<PageResult>) => {
  let loading: Promise<PageResult> | undefined
  let isRequested = false
  const run = async (isAll: boolean, background: boolean) => {
    for (;;) {
      isRequested = false
      const result = await load(background)
      if (result === 'failed' || result === 'outdated' || (!isRequested && (result === 'end' || !isAll))) return result
    }
  }
  return (isAll: boolean, background: boolean) => {
    isRequested = true
    loading ??= run(isAll, background).finally(() => {
      loading = undefined
    })
    return loading
  }
}

/** `catchUp` loads what is new; if loading is not possible then, it remembers this, and `loadMissed` loads it later. */
const catchUpOnce = (canLoad: () => boolean, load: () => Promise<PageResult>) => {
  let isBehind = false
  const loadMissed = async () => {
    while (isBehind && canLoad()) {
      isBehind = false
      const result = await load()
      if (result === 'failed' || result === 'outdated') isBehind = true
      if (result === 'failed') return
    }
  }
  const catchUp = () => {
    isBehind = true
    return loadMissed()
  }
  return { catchUp, loadMissed }
}

/** Store of one open conversation. Ignores pages that were requested before the conversation was opened again, for example by a jump. */
export const makeThread = (patient_id: number, call: CallEndpoint) => {
  const { read, set, subscribe } = makeObservable<ThreadState>({ loaded: noMessages, isOpen: false, isReadingOlder: false, failedOlder: false })
  let openCount = 0
  let isOpening = false

  const put = (change: Partial<ThreadState>) => set({ ...read(), ...change })
  const setLoaded = (next: LoadedMessages) => next !== read().loaded && put({ loaded: next })

  /** On failure, `failure` of the state has the reason, and the loaded messages stay. */
  const open = async (around?: number, unreadCount = Number.POSITIVE_INFINITY): Promise<'opened' | 'failed' | 'superseded'> => {
    openCount += 1
    const ownCount = openCount
    isOpening = true
    put({ failure: undefined, isReadingOlder: false, failedOlder: false })
    const found = await loadWindow(call, patient_id, around, unreadCount)
    if (ownCount !== openCount) return 'superseded'
    isOpening = false
    const isFound = 'messages' in found
    put(isFound ? { loaded: found, isOpen: true } : { failure: found })
    void loadMissed()
    return isFound ? 'opened' : 'failed'
  }

  const loadOlder = async () => {
    const first = read().loaded.messages[0]
    if (!first || !read().loaded.hasOlder || read().isReadingOlder) return
    const ownCount = openCount
    put({ isReadingOlder: true, failedOlder: false })
    const { data } = await call(listMessages, { patient_id, before_id: first.id })
    if (ownCount !== openCount) return
    put({ isReadingOlder: false, failedOlder: !data, ...(data && { loaded: withOlder(read().loaded, data.items, data.next_page !== null) }) })
  }

  /** Loads the page after `lastId`, or the newest page. */
  const fetchNewer = async (background: boolean): Promise<PageResult> => {
    const ownCount = openCount
    const { lastId } = read().loaded
    const { data } = lastId ? await call(listMessages, { patient_id, after_id: lastId }, background) : await call(listMessages, { patient_id }, background)
    if (ownCount !== openCount) return 'outdated'
    if (!data) return 'failed'
    const hasMore = lastId > 0 && data.next_page !== null
    setLoaded(data.items.length || hasMore !== read().loaded.hasNewer ? withNewer(read().loaded, data.items, hasMore) : read().loaded)
    return hasMore ? 'more' : 'end'
  }
  const requestNewer = pageLoader(fetchNewer)
  const isEndLoaded = () => !isOpening && read().isOpen && !read().loaded.hasNewer
  const { catchUp, loadMissed } = catchUpOnce(isEndLoaded, () => requestNewer(true, true))

  const reload = async (ids: readonly number[], background = true) => {
    const affected = ids.filter((id) => isShown(read().loaded, id))
    const results = await Promise.all(affected.map(async (id) => ({ id, ...(await call(getMessage, { id }, background)) })))
    const changed = results.flatMap(({ data }) => data ?? [])
    const removed = new Set(results.filter(({ error }) => error?.status === 404).map(({ id }) => id))
    setLoaded(withoutRemoved(withChanged(read().loaded, changed), (id) => removed.has(id)))
  }

  return {
    read,
    subscribe,
    open,
    loadOlder,
    loadNewer: () => (read().loaded.hasNewer ? requestNewer(false, false).then(loadMissed) : undefined),
    /** Call this when a message was sent. Loads everything up to the new end of the thread; if the end is not loaded, it waits until it is. */
    catchUp,
    reload,
    /** Updates the latest messages, whose receipts, reactions or deletion may have changed, and loads newer ones if the end is loaded. */
    refresh: async () => {
      if (!read().isOpen) return
      const { data } = await call(listMessages, { patient_id }, true)
      if (data) setLoaded(withPage(read().loaded, data.items))
      if (data?.items.some(({ id }) => id > read().loaded.lastId)) await catchUp()
    },
    addSent: (message: Message) => {
      if (message.patient_id === patient_id) setLoaded(withSent(read().loaded, message))
    },
    edit: (id: number, change: (message: Message) => Message) => setLoaded(withEdit(read().loaded, id, change)),
    has: (id: number) => read().loaded.messages.some((message) => message.id === id),
  }
}

export type Thread = ReturnType<typeof makeThread>
