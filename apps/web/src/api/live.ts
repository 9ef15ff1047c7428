import { listenEvents } from '@sukoyaka/wire/boards/platform'
import { type Tag, tags } from '@sukoyaka/wire/endpoint'
import { api } from './api.ts'
import { headersOf } from './call.ts'
import { type Frame, frameReader } from './event-frames.ts'
import { emitEvent, setConnected } from './on-event.ts'
import { selectSession, sessionEnded } from './session.ts'
import type { State, Store } from './store.ts'

const firstWait = 1_000
const maxWaitMs = 30_000
/** The server speaks at least every 20 s: a line that is silent for longer is dead, though nobody said so. */
const silentFor = 45_000
/** A window nobody looks at needs no line, and a browser has few for one server. */
const hiddenFor = 5_000
/** Events of one moment are read as one. */
const gather = 100

/** How far this session has read: whoever comes back to the stream is told what happened meanwhile. */
let read: { token: string; id: string } | undefined

const known = (changes: unknown): Tag[] => (Array.isArray(changes) ? tags.filter((tag) => changes.includes(tag)) : [])

/** Whether a kept answer is another patient's than the one that changed. */
const isOfAnother = (asked: unknown, patient_id: number) => {
  const { user_id, interviewee_id, user_ids, q } = (asked ?? {}) as { user_id?: unknown; interviewee_id?: unknown; user_ids?: unknown; q?: { id_eq?: unknown } }
  const one = user_id ?? interviewee_id ?? q?.id_eq
  return one !== undefined ? one !== patient_id : Array.isArray(user_ids) && !user_ids.includes(patient_id)
}

/** What of the changed lists this page holds: of other patients nothing has to be read again. */
const heldOf = (state: State, changed: Tag[], patient_id: unknown): Tag[] => {
  if (typeof patient_id !== 'number') return changed
  return changed.filter((tag) => api.util.selectInvalidatedBy(state as never, [tag]).some(({ originalArgs }) => !isOfAnother(originalArgs, patient_id)))
}

/**
 * Follows `GET /api/events` for as long as somebody is signed in and has the lists read again that changed. One that is being read or
 * written is read after that, so that what was foreseen is not taken back. Answers how to stop.
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

  const hear = ({ id, event, data, retry }: Frame) => {
    if (id !== undefined) read = { token, id }
    if (retry !== undefined) wait = retry
    if (event === 'resync') {
      emitEvent('resync')
      return readAgain(tags)
    }
    if (data === '') return
    try {
      const { changes, patient_id, kind, record_id } = JSON.parse(data) as Record<'changes' | 'patient_id' | 'kind' | 'record_id', unknown>
      if (typeof kind === 'string' && typeof record_id === 'number') emitEvent({ kind, record_id, patient_id })
      readAgain(heldOf(getState(), known(changes), patient_id))
    } catch {
      // a frame that is no event of ours says that something changed, and not what
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
    const frames = frameReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      frames.take(text.decode(value, { stream: true })).forEach(hear)
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
