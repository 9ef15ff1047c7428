import { addFileMessage, addImageMessage, addMessage, type Message } from '@sukoyaka/wire/care/message'
import { api } from '../../../api/api.ts'
import { type Answer, answerTo } from '../../../api/call.ts'
import type { SessionState } from '../../../api/session.ts'
import type { Store } from '../../../api/store.ts'
import { upload } from '../../../api/upload.ts'
import { isFinal } from '../../../api/use-resend.ts'
import { i18n } from '../../../i18n/i18n.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { boxOf, editBox, readBox, type Waiting } from './box.ts'
import { dropFiles, dropFilesBut, filesOf, keepFiles } from './files.ts'
import { heldBy } from './tray.ts'

const firstPause = 5_000
const maxPauseDays = 60_000

/** Only one window sends at a time, by Web Lock; without support for locks, the idempotency key prevents duplicates. */
const alone = (name: string, act: () => Promise<void>) => (navigator.locks ? navigator.locks.request(name, act) : act())

/** Outbox of a user: sends messages in order, retries until the server confirms them, and never sends one twice. */
export const makeOutbox = (user_id: number, { getState, dispatch }: Pick<Store, 'getState' | 'dispatch'>) => {
  const watchers = new Set<() => void>()
  const takers = new Set<(message: Message) => void>()
  const progress = new Map<string, number>()
  const stopping = new Map<string, AbortController>()
  let shown = readBox(user_id)
  let pumping: Promise<void> | undefined
  let isAsked = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause
  let isOver = false
  const isTheirs = () => (getState() as { session?: SessionState }).session?.me?.id === user_id

  const look = () => {
    shown = readBox(user_id)
    for (const watcher of watchers) watcher()
  }
  const change = (edit: (list: Waiting[]) => Waiting[]) => {
    editBox(user_id, edit, isTheirs())
    look()
  }
  const set = (client_id: string, to: Partial<Waiting>) => change((list) => list.map((one) => (one.client_id === client_id ? { ...one, ...to } : one)))
  const drop = (client_id: string) => {
    change((list) => list.filter((one) => one.client_id !== client_id))
    void dropFiles(client_id)
  }

  const send = async ({ client_id, patient_id, body, mentions, reply_to, is_urgent, content_type, again }: Waiting): Promise<Answer | 'files are gone'> => {
    const input = {
      patient_id,
      body,
      client_id,
      ...(mentions.length && { mention_ids: mentions.map(({ id }) => id) }),
      ...(reply_to && { reply_to_message_id: reply_to.id }),
      ...(is_urgent && { is_urgent }),
    }
    const key = again ? `${client_id}-${again}` : client_id
    const stop = new AbortController()
    stopping.set(client_id, stop)
    try {
      if (content_type === 'text') return await answerTo({ endpoint: addMessage, input, key }, { getState, dispatch, signal: stop.signal })
      const files = await filesOf(client_id)
      if (!files) return 'files are gone'
      const isImages = content_type === 'image'
      const onSent = (share: number) => {
        progress.set(client_id, share)
        look()
      }
      // from here on the upload can be aborted
      onSent(0)
      const named = { [isImages ? 'images[]' : 'files[]']: files }
      return await dispatch(upload(isImages ? addImageMessage : addFileMessage, input, named, { signal: stop.signal, onSent, key }))
    } finally {
      stopping.delete(client_id)
      progress.delete(client_id)
    }
  }

  const say = async (one: Waiting, why?: string) => {
    await i18n.loadNamespaces('conversation')
    const onRetry = () => retry(one.client_id)
    toast.error(i18n.t('conversation:send.failed'), { text: why, onRetry })
  }

  /** Returns whether to continue with the next message. */
  const sendNext = async (one: Waiting): Promise<boolean> => {
    const answer = await send(one)
    if (isOver) return false
    if (answer === 'files are gone') {
      await i18n.loadNamespaces('conversation')
      set(one.client_id, { state: 'refused', error: i18n.t('conversation:send.filesGone') })
      return true
    }
    if (answer.error === undefined) {
      const message = answer.data as Message
      for (const take of takers) take(message)
      drop(one.client_id)
      dispatch(api.util.invalidateTags([...addMessage.changes]))
      pause = firstPause
      return true
    }
    // the user aborted the upload
    if (answer.error.status === 'ABORTED') {
      drop(one.client_id)
      return true
    }
    const isRefused = isFinal(answer.error)
    const isNew = one.state === 'waiting' && one.error === null
    set(one.client_id, { state: isRefused ? 'refused' : 'stopped', error: answer.error.error })
    if (isNew || isRefused) await say(one, isRefused ? answer.error.error : undefined)
    return isRefused
  }

  const sendAll = () =>
    alone(boxOf(user_id), async () => {
      for (;;) {
        // read again, because another window may have sent it
        const next = readBox(user_id).find(({ state }) => state !== 'refused')
        if (!next || isOver || navigator.onLine === false) return
        // without this user's session the request would get 401 or be sent as another user; retry after sign-in
        if (!isTheirs()) return later()
        if (await sendNext(next)) continue
        // messages added meanwhile wait for the same retry
        isAsked = false
        return later()
      }
    })
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void pump(), pause)
    pause = Math.min(pause * 2, maxPauseDays)
  }
  const pump = (): Promise<void> => {
    isAsked = true
    pumping ??= (async () => {
      while (isAsked && !isOver) {
        isAsked = false
        clearTimeout(timer)
        look()
        await sendAll()
      }
    })().finally(() => {
      pumping = undefined
      look()
    })
    return pumping
  }
  const retry = (client_id: string) => {
    change((list) =>
      list.map((one) => (one.client_id === client_id ? { ...one, state: 'waiting', ...(one.state === 'refused' && { again: (one.again ?? 0) + 1 }) } : one)),
    )
    pause = firstPause
    void pump()
  }

  const stored = ({ key }: StorageEvent) => {
    if (key === boxOf(user_id) || key === null) look()
  }
  const online = () => {
    pause = firstPause
    void pump()
  }
  addEventListener('storage', stored)
  addEventListener('online', online)
  // render the waiting state when offline
  addEventListener('offline', look)
  if (shown.length) void pump()
  else void dropFilesBut(heldBy(user_id))

  return {
    user_id,
    read: () => shown,
    shareOf: (client_id: string) => progress.get(client_id),
    /** Not in flight and blocked: offline, or an earlier message failed. */
    isHeld: (client_id: string) => !stopping.has(client_id) && (navigator.onLine === false || shown.some(({ state }) => state === 'stopped')),
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Subscribes to messages the server confirmed. */
    onTaken: (take: (message: Message) => void) => {
      takers.add(take)
      return () => void takers.delete(take)
    },
    add: async (said: Omit<Waiting, 'client_id' | 'state' | 'error' | 'at' | 'files'>, files: File[] = []) => {
      const client_id = crypto.randomUUID()
      if (files.length) await keepFiles(client_id, files)
      const at = new Date().toISOString()
      const one: Waiting = { ...said, client_id, files: files.map(({ name, size }) => ({ name, size })), state: 'waiting', error: null, at }
      change((list) => [...list, one])
      return pump()
    },
    retry,
    /** Aborts a message in flight and discards a waiting one. */
    discard: (client_id: string) => {
      const running = stopping.get(client_id)
      if (running) running.abort()
      else drop(client_id)
    },
    pump,
    close: () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('storage', stored)
      removeEventListener('online', online)
      removeEventListener('offline', look)
    },
  }
}

export type Outbox = ReturnType<typeof makeOutbox>

let current: Outbox | undefined
/** The outbox of the signed-in user, shared by all components. */
export const outboxOf = (user_id: number, store: Pick<Store, 'getState' | 'dispatch'>): Outbox => {
  if (current?.user_id !== user_id) {
    current?.close()
    current = makeOutbox(user_id, store)
  }
  return current
}
