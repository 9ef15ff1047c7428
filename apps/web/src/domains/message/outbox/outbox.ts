import { addMessage, type Message } from '@sukoyaka/wire/care/message'
import { invalidateChanges } from '../../../api/api.ts'
import type { CallResult } from '../../../api/call.ts'
import { isFinal } from '../../../api/call-error.ts'
import type { SessionState } from '../../../api/session.ts'
import type { Store } from '../../../api/store.ts'
import { deleteUnusedFiles } from '../../../api/unsent/files.ts'
import { i18n } from '../../../i18n/i18n.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { attachmentIdsOf } from './attachment.ts'
import { type NewMessage, openList } from './list.ts'
import { type OutboxMessage, outboxKeyOf } from './outbox-message.ts'
import { openRetryLoops, type RetryLoop } from './retry-loop.ts'
import { openSender } from './sender.ts'

/** Only one window sends at a time, by Web Lock; without support for locks, the idempotency key prevents duplicates. */
const withLock = (name: string, act: () => Promise<void>) => (navigator.locks ? navigator.locks.request(name, act) : act())

const isUnsent = ({ state }: OutboxMessage) => state === 'waiting' || state === 'stopped'

/** Sending does not wait for the words: during an outage they may not load, and the other windows wait for the lock. */
const loadWords = () => i18n.loadNamespaces('conversation')

/** `text`: why the server refused the message; undefined if the message will be sent again automatically. */
const showFailure = async (text: string | undefined, onRetry: () => void) => {
  await loadWords()
  toast.error(i18n.t(text ? 'conversation:send.stopped' : 'conversation:send.failed'), { text, onRetry })
}

type ResponseHandlers = {
  list: ReturnType<typeof openList>
  onConfirmed: (message: Message, sent: OutboxMessage) => void
  retry: (client_id: string) => void
}

/** Updates the message that was sent. Returns whether to continue with the next one. */
const applyResponse = (sent: OutboxMessage, response: CallResult | 'files are gone', { list, onConfirmed, retry }: ResponseHandlers) => {
  const { client_id } = sent
  if (response === 'files are gone') {
    list.update(client_id, () => ({ state: 'refused', error: null }))
    void loadWords().then(() => list.update(client_id, ({ state }) => (state === 'refused' ? { error: i18n.t('conversation:send.filesGone') } : {})))
    return true
  }
  if (response.error === undefined) {
    onConfirmed(response.data as Message, sent)
    return true
  }
  const { error } = response
  // the text stays; after `discard` there is no message to change
  if (error.status === 'ABORTED') {
    list.update(client_id, () => ({ state: 'cancelled', error: null }))
    return true
  }
  const isRejected = isFinal(error)
  const isNew = sent.state === 'waiting' && sent.error === null
  list.update(client_id, () => ({ state: isRejected ? 'refused' : 'stopped', error: error.error }))
  if (isNew || isRejected) void showFailure(isRejected ? error.error : undefined, () => retry(client_id))
  return isRejected
}

/** Outbox of a user: sends the messages of each conversation in order and retries until the server confirms or rejects them. Idempotency keys prevent duplicates. */
export const makeOutbox = (user_id: number, store: Pick<Store, 'getState' | 'dispatch'>) => {
  const confirmListeners = new Set<(message: Message) => void>()
  const isSignedIn = () => (store.getState() as { session?: SessionState }).session?.me?.id === user_id
  const list = openList(user_id, isSignedIn)
  const sender = openSender(user_id, store, list.refresh)

  const onConfirmed = (message: Message, { client_id, patient_id }: OutboxMessage) => {
    for (const listener of confirmListeners) listener(message)
    list.remove(client_id)
    store.dispatch(invalidateChanges(addMessage))
    loops.of(patient_id).resetDelay()
  }

  const sendAll = (patient_id: number, loop: RetryLoop) =>
    withLock(`${outboxKeyOf(user_id)}.${patient_id}`, async () => {
      for (;;) {
        // another window may have sent messages
        const next = list.refresh().find((message) => message.patient_id === patient_id && isUnsent(message))
        if (!next || loop.isClosed() || navigator.onLine === false) return
        // without this user's session the request would get 401 or be sent as another user; retry after sign-in
        if (!isSignedIn()) return loop.retryLater()
        const response = await sender.send(next)
        if (!loop.isClosed() && applyResponse(next, response, { list, onConfirmed, retry })) continue
        // messages added meanwhile wait for the same retry
        loop.cancelRequest()
        return loop.retryLater()
      }
    })
  // one per conversation, so that a message that cannot be sent holds up its own conversation only
  const loops = openRetryLoops(sendAll, list.refresh)
  const unsentLoops = () => [...new Set(list.refresh().map(({ patient_id }) => patient_id))].map(loops.of)

  const retry = (client_id: string) => {
    list.update(client_id, ({ state, again = 0 }) => ({ state: 'waiting', ...(state === 'refused' && { again: again + 1 }) }))
    const message = list.read().find((unsent) => unsent.client_id === client_id)
    if (message) loops.of(message.patient_id).requestNow()
  }
  const sendWaiting = () => Promise.all(unsentLoops().map((loop) => loop.request()))
  const onOnline = () => {
    for (const loop of unsentLoops()) loop.requestNow()
  }
  addEventListener('online', onOnline)
  if (list.read().length) void sendWaiting()
  else void deleteUnusedFiles(user_id, attachmentIdsOf(user_id))

  return {
    user_id,
    read: list.read,
    shareOf: sender.shareOf,
    /** Whether the message is not being sent and has to wait: offline, or for another message of its conversation that failed or is being uploaded. */
    isHeld: ({ client_id, patient_id }: OutboxMessage) =>
      !sender.isSending(client_id) &&
      (navigator.onLine === false ||
        list.read().some((other) => other.patient_id === patient_id && (other.state === 'stopped' || sender.shareOf(other.client_id) !== undefined))),
    subscribe: list.subscribe,
    /** Subscribes to messages the server confirmed. */
    onConfirmed: (listener: (message: Message) => void) => {
      confirmListeners.add(listener)
      return () => void confirmListeners.delete(listener)
    },
    add: (message: NewMessage, files: File[] = []) => {
      list.add(message, files)
      return loops.of(message.patient_id).request()
    },
    retry,
    /** Stops the upload of a message that is in flight; the message stays. */
    cancel: sender.abort,
    /** Removes the message; stops it if it is in flight. */
    discard: (client_id: string) => {
      list.remove(client_id)
      sender.abort(client_id)
    },
    sendWaiting,
    close: () => {
      loops.close()
      list.close()
      removeEventListener('online', onOnline)
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
