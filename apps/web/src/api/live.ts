import { listenEvents } from '@sukoyaka/wire/boards/platform'
import { type Tag, tags } from '@sukoyaka/wire/endpoint'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { api } from './api.ts'
import { headersOf } from './call.ts'
import { emitEvent, setConnected } from './on-event.ts'
import { cacheUtil } from './query-cache.ts'
import { selectSession, sessionEnded } from './session.ts'
import type { State, Store } from './store.ts'

const firstWait = 1_000
const maxWaitMs = 30_000
/** The server sends a heartbeat every 20 s, so longer silence means a dead connection. */
const silentFor = 45_000
/** Delay before a hidden window disconnects; browsers limit connections per server. */
const hiddenFor = 5_000
/** Combines events within this window, in ms, into one refetch. */
const gather = 100

/** Last event id of this session, sent on reconnect to receive missed events. */
let read: { token: string; id: string } | undefined

const known = (changes: unknown): Tag[] => (Array.isArray(changes) ? tags.filter((tag) => changes.includes(tag)) : [])

/** Whether the cached query belongs to another patient than the change. */
const isOfAnother = (asked: unknown, patient_id: number) => {
  const { user_id, interviewee_id, user_ids, q } = (asked ?? {}) as { user_id?: unknown; interviewee_id?: unknown; user_ids?: unknown; q?: { id_eq?: unknown } }
  const one = user_id ?? interviewee_id ?? q?.id_eq
  return one !== undefined ? one !== patient_id : Array.isArray(user_ids) && !user_ids.includes(patient_id)
}

/** Changed tags with cached queries of the changed patient; other patients need no refetch. */
const heldOf = (state: State, changed: Tag[], patient_id: unknown): Tag[] => {
  if (typeof patient_id !== 'number') return changed
  return changed.filter((tag) => cacheUtil.selectInvalidatedBy(state, [tag]).some(({ originalArgs }) => !isOfAnother(originalArgs, patient_id)))
}

/**
 * Subscribes to `GET /api/events` while signed in and refetches changed lists. Waits for in-flight requests so optimistic updates are not
 * overwritten. Returns a function that stops it.
 */
export const followEvents = ({ dispatch, getState }: Pick<Store, 'dispatch' | 'getState'>) => {
  const session = selectSession(getState())
  const token = session.credentials?.access_token ?? ''
  let line: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let isOver = false

  const waiting = new Set<Tag>()
  let flushing: ReturnType<typeof setTimeout> | undefined
  const readAgain = (changed: readonly Tag[]) => {
    for (const tag of changed) waiting.add(tag)
    if (!waiting.size) return
    flushing ??= setTimeout(() => {
      flushing = undefined
      const all = [...waiting]
      waiting.clear()
      dispatch(api.util.invalidateTags(all))
    }, gather)
  }

  const hear = ({ event, data }: EventSourceMessage) => {
    if (event === 'resync') {
      emitEvent('resync')
      return readAgain(tags)
    }
    try {
      const { changes, patient_id, kind, record_id } = JSON.parse(data) as Record<'changes' | 'patient_id' | 'kind' | 'record_id', unknown>
      if (typeof kind === 'string' && typeof record_id === 'number') emitEvent({ kind, record_id, patient_id })
      readAgain(heldOf(getState(), known(changes), patient_id))
    } catch {
      // an unreadable frame still means a change, so refetch everything
      readAgain(tags)
    }
  }

  const again = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(open, ms * (0.75 + Math.random() / 2))
  }

  const refused = async (response: Response) => {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    const isMine = selectSession(getState()).credentials?.access_token === token
    if (code === 'unauthenticated') {
      stop()
      if (isMine) dispatch(sessionEnded(location.pathname + location.search))
    } else if (response.status === 403) stop()
    else again(Math.max(wait, Number(response.headers.get('retry-after')) * 1000 || 0))
  }

  const listen = async (body: ReadableStream<Uint8Array>, heard: () => void) => {
    const reader = body.getReader()
    const text = new TextDecoder()
    const parser = createParser({
      onEvent: hear,
      onId: (id) => {
        read = { token, id }
      },
      onRetry: (ms) => {
        wait = ms
      },
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      parser.feed(text.decode(value, { stream: true }))
    }
  }

  const open = async () => {
    shut()
    if (isOver || document.hidden) return
    const mine = new AbortController()
    line = mine
    let silence: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => mine.abort(), silentFor)
    }
    heard()
    const headers = headersOf({ background: true }, session)
    headers.set('accept', 'text/event-stream')
    if (read?.token === token) headers.set('last-event-id', read.id)
    const pause = wait
    wait = Math.min(wait * 2, maxWaitMs)
    try {
      const response = await fetch(listenEvents.path, { headers, signal: mine.signal, cache: 'no-store' })
      if (!response.ok || !response.body) return await refused(response)
      if (line === mine) setConnected(true)
      await listen(response.body, heard)
      if (line === mine) again(wait)
    } catch {
      if (line === mine) again(pause)
    } finally {
      clearTimeout(silence)
      if (line === mine) {
        line = undefined
        setConnected(false)
      }
    }
  }
  const shut = () => {
    clearTimeout(timer)
    const last = line
    line = undefined
    setConnected(false)
    last?.abort()
  }

  const anew = () => {
    wait = firstWait
    void open()
  }
  const seen = () => {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(shut, hiddenFor)
    else if (!line) anew()
  }
  const stop = () => {
    isOver = true
    shut()
    clearTimeout(flushing)
    clearTimeout(hidden)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', anew)
    removeEventListener('pagehide', shut)
    removeEventListener('pageshow', seen)
  }
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', anew)
  addEventListener('pagehide', shut)
  addEventListener('pageshow', seen)
  void open()
  return stop
}
