import type { Tag } from '@sukoyaka/wire/all'
import { listenEvents } from '@sukoyaka/wire/boards/platform'
import { createParser, type EventSourceMessage, type ParserCallbacks } from 'eventsource-parser'
import { onNewDay } from '../ui/page/new-day.ts'
import { type CacheTag, everything, fetchedUpTo, forgetEventNumbers, invalidate, refetchFailed } from './api.ts'
import { headersOf } from './call.ts'
import { noteLastEvent, readLastEvent } from './etag-cache.ts'
import { emitEvent, isConnected, windowId } from './on-event.ts'
import { cacheUtil } from './query-cache.ts'
import { selectSession, sessionEnded } from './session.ts'
import type { State, Store } from './store.ts'

const firstRetryDelayMs = 1_000
const maxRetryDelayMs = 30_000
/** The server sends a heartbeat every 20 s, so longer silence means a dead connection. */
const silenceTimeoutMs = 45_000
/** Delay before a hidden window disconnects; browsers limit connections per server. */
const hiddenTimeoutMs = 5_000
/** Events within this time cause one refetch. */
const debounceMs = 100
/** Debounce of tags that change in quick succession, such as during the import of a phone's export. */
const bulkDebounceMs = 3_000
const bulkTags: readonly CacheTag[] = ['device_samples', 'device_days']

/** The token that the stream was opened with last. */
let lastToken: string | undefined

/** Tags of an event. Unknown tags, such as those of a newer server, are kept: nothing is cached under them, so they refetch nothing. */
const tagsOf = (changes: unknown) => (Array.isArray(changes) ? changes.filter((tag): tag is Tag => typeof tag === 'string') : [])

/** Whether the cached query belongs to another patient than the change. */
const isOfAnotherPatient = (args: unknown, patient_id: number) => {
  const { user_id, interviewee_id, user_ids, q } = (args ?? {}) as { user_id?: unknown; interviewee_id?: unknown; user_ids?: unknown; q?: { id_eq?: unknown } }
  const id = user_id ?? interviewee_id ?? q?.id_eq
  return id !== undefined ? id !== patient_id : Array.isArray(user_ids) && !user_ids.includes(patient_id)
}

/** Whether a query of this patient or of no single patient loads for the first time. The server may have read its data before the change. */
const isLoading = ({ api: slice }: State, patient_id: number) =>
  Object.values(slice?.queries ?? {}).some(
    (query) => query?.status === 'pending' && query.data === undefined && !isOfAnotherPatient(query.originalArgs, patient_id),
  )

/**
 * Changed tags with at least one cached query of the changed patient or of no single patient; queries of other patients need no refetch. All changed tags
 * if the event names no patient, or while such a query loads for the first time, because it has no tags yet.
 */
const cachedTags = (state: State, changed: Tag[], patient_id: unknown): Tag[] => {
  if (typeof patient_id !== 'number' || isLoading(state, patient_id)) return changed
  return changed.filter((tag) => cacheUtil.selectInvalidatedBy(state, [tag]).some(({ originalArgs }) => !isOfAnotherPatient(originalArgs, patient_id)))
}

const streamHeaders = (session: Parameters<typeof headersOf>[1]) => {
  const headers = headersOf({ background: true }, session)
  headers.set('accept', 'text/event-stream')
  headers.set('x-window-id', windowId)
  // the first connection starts before the first queries, however much later it is opened, such as in a tab that was opened in the background
  const id = readLastEvent()
  if (id) headers.set('last-event-id', id)
  return headers
}

type StoreAccess = Pick<Store, 'dispatch' | 'getState'>

/** Invalidates changed tags together, at most once in `intervalMs`. */
const refetcher = ({ dispatch }: StoreAccess, intervalMs: number) => {
  /** Tags with their newest event. */
  const waiting = new Map<CacheTag, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    refetch: (changed: readonly CacheTag[], event: number) => {
      for (const tag of changed) waiting.set(tag, event)
      if (!waiting.size) return
      timer ??= setTimeout(() => {
        timer = undefined
        // a call of this window may have refetched some of the tags meanwhile
        const changedSince = [...waiting].flatMap(([tag, id]) => (id <= (fetchedUpTo.get(tag) ?? 0) ? [] : tag))
        waiting.clear()
        dispatch(invalidate(changedSince))
      }, intervalMs)
    },
    cancel: () => clearTimeout(timer),
  }
}

/** Lets bulk tags wait longer than others. */
const tagRefetcher = (store: StoreAccess) => {
  const [soon, later] = [refetcher(store, debounceMs), refetcher(store, bulkDebounceMs)]
  return {
    refetch: (changed: readonly CacheTag[], event: number) => {
      const isBulk = (tag: CacheTag) => bulkTags.includes(tag)
      soon.refetch(
        changed.filter((tag) => !isBulk(tag)),
        event,
      )
      later.refetch(changed.filter(isBulk), event)
    },
    cancel: () => {
      soon.cancel()
      later.cancel()
    },
  }
}

/** Calls `onSilence` when `silenceTimeoutMs` have passed since the last restart. */
const silenceTimer = (onSilence: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  return {
    cancel,
    restart: () => {
      cancel()
      timer = setTimeout(onSilence, silenceTimeoutMs)
    },
  }
}

/** Delay before the next reconnect in ms; each attempt doubles it up to `maxRetryDelayMs`, and the server may set it. */
const makeRetryDelay = () => {
  let delayMs = firstRetryDelayMs
  return {
    get: () => delayMs,
    set: (ms: number) => {
      delayMs = ms
    },
    /** Returns the delay before the doubling. */
    double: () => {
      const previousMs = delayMs
      delayMs = Math.min(delayMs * 2, maxRetryDelayMs)
      return previousMs
    },
  }
}

/** Refetches what has changed according to a message of the stream. Emits an event to the listeners if the message is a resync or about a single record. */
const handleMessage = ({ id, event, data }: EventSourceMessage, { getState }: StoreAccess, refetch: (changed: readonly CacheTag[], event: number) => void) => {
  const refetchAll = () => refetch([everything], Number.POSITIVE_INFINITY)
  if (event === 'resync') {
    emitEvent('resync')
    forgetEventNumbers()
    return refetchAll()
  }
  try {
    const { changes, patient_id, kind, record_id } = JSON.parse(data) as Record<'changes' | 'patient_id' | 'kind' | 'record_id', unknown>
    if (typeof kind === 'string' && typeof record_id === 'number') emitEvent({ kind, record_id, patient_id })
    refetch(cachedTags(getState(), tagsOf(changes), patient_id), id === undefined ? Number.POSITIVE_INFINITY : Number(id))
  } catch {
    // an unreadable frame still means a change, so refetch everything
    refetchAll()
  }
}

/** Parses server-sent events until the stream ends. */
const readStream = async (body: ReadableStream<Uint8Array>, onChunk: () => void, callbacks: ParserCallbacks) => {
  const reader = body.getReader()
  const text = new TextDecoder()
  const parser = createParser(callbacks)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onChunk()
    parser.feed(text.decode(value, { stream: true }))
  }
}

/** Called for each new connection of the stream. Refetches failed queries, which may have failed while there was no connection. */
const onConnected = (store: StoreAccess) => {
  isConnected.set(true)
  refetchFailed(store)
}

type Connection = { isOpen: () => boolean; reconnect: () => void; close: () => void }

/**
 * Closes the connection once the window has been hidden for `hiddenTimeoutMs` or its page is left; reconnects when the window is visible or online again.
 * Returns a function that stops this.
 */
const followWindow = ({ isOpen, reconnect, close }: Connection) => {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(close, hiddenTimeoutMs)
    else if (!isOpen()) reconnect()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('online', reconnect)
  addEventListener('pagehide', close)
  addEventListener('pageshow', onVisibilityChange)
  return () => {
    clearTimeout(hiddenTimer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('online', reconnect)
    removeEventListener('pagehide', close)
    removeEventListener('pageshow', onVisibilityChange)
  }
}

/**
 * Subscribes to `GET /api/events` while signed in and refetches changed lists, and all of them when a new day
 * begins, because no event says that `/today` or the week of a goal is of another day then. RTK Query delays the refetch until no request is pending, so
 * that optimistic updates are not overwritten. Returns a function that ends the subscription.
 */
export const followEvents = (store: StoreAccess) => {
  const { dispatch, getState } = store
  const session = selectSession(getState())
  const token = session.credentials?.access_token ?? ''
  // a later session may belong to a restored database, where ids start again from a lower number
  if (lastToken !== undefined && lastToken !== token) forgetEventNumbers()
  lastToken = token
  let connection: AbortController | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const retryDelay = makeRetryDelay()
  let isOver = false
  const { refetch, cancel } = tagRefetcher(store)
  const callbacks: ParserCallbacks = {
    onEvent: (message) => handleMessage(message, store, refetch),
    onId: noteLastEvent,
    onRetry: retryDelay.set,
  }

  const retryAfter = (ms: number) => {
    clearTimeout(retryTimer)
    if (!isOver) retryTimer = setTimeout(open, ms * (0.75 + Math.random() / 2))
  }

  const onErrorResponse = async (response: Response) => {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    const isMine = selectSession(getState()).credentials?.access_token === token
    if (code === 'unauthenticated') {
      stop()
      if (isMine) dispatch(sessionEnded(location.pathname + location.search))
    } else if (response.status === 403) stop()
    else retryAfter(Math.max(retryDelay.get(), Number(response.headers.get('retry-after')) * 1000 || 0))
  }

  const open = async () => {
    close()
    if (isOver || document.hidden) return
    const mine = new AbortController()
    connection = mine
    const silence = silenceTimer(() => mine.abort())
    silence.restart()
    const delayMs = retryDelay.double()
    try {
      const response = await fetch(listenEvents.path, { headers: streamHeaders(session), signal: mine.signal, cache: 'no-store' })
      if (!response.ok || !response.body) return await onErrorResponse(response)
      if (connection === mine) onConnected(store)
      await readStream(response.body, silence.restart, callbacks)
      if (connection === mine) retryAfter(retryDelay.get())
    } catch {
      if (connection === mine) retryAfter(delayMs)
    } finally {
      silence.cancel()
      if (connection === mine) {
        connection = undefined
        isConnected.set(false)
      }
    }
  }
  const close = () => {
    clearTimeout(retryTimer)
    const last = connection
    connection = undefined
    isConnected.set(false)
    last?.abort()
  }

  const reconnect = () => {
    retryDelay.set(firstRetryDelayMs)
    void open()
  }
  const ends = [followWindow({ isOpen: () => connection !== undefined, reconnect, close }), onNewDay(() => dispatch(invalidate([everything])))]
  const stop = () => {
    isOver = true
    close()
    cancel()
    for (const end of ends) end()
  }
  void open()
  return stop
}
