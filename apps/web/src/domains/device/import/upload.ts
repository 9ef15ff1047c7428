import { postAppleHealth, type SampleType } from '@sukoyaka/wire/record/device'
import { handleCallError, headersOf } from '../../../api/call.ts'
import type { Store } from '../../../api/store.ts'
import { makeObservable } from '../../../ui/page/observable.ts'
import type { Summary } from './read-export.ts'
import type { Sent } from './send-pieces.ts'
import type { FromWorker, ToWorker } from './worker.ts'

/** State of the import, which outlives the page on which it was started. `bytes`: how much of the file was read in this phase. */
export type Import =
  | { phase: 'idle' }
  | { phase: 'failed'; reason: 'file' | 'send'; name: string }
  | { phase: 'reading'; name: string; size: number; bytes: number }
  | { phase: 'choosing'; name: string; size: number; summary: Summary }
  | { phase: 'sending'; name: string; size: number; bytes: number; sent: Sent }
  | { phase: 'done'; name: string; sent: Sent }

export const currentImport = makeObservable<Import>({ phase: 'idle' })
let running: { worker: Worker; file: File; store: Store } | undefined
let stopFollowing = () => {}

const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
/** Terminating the worker also aborts its request. */
const stop = () => {
  running?.worker.terminate()
  running = undefined
  removeEventListener('beforeunload', askBeforeUnload)
}
export const cancelImport = () => {
  stop()
  stopFollowing()
  currentImport.set({ phase: 'idle' })
}
const fail = (reason: 'file' | 'send') => {
  const { name } = running!.file
  stop()
  currentImport.set({ phase: 'failed', reason, name })
}

const listen = (worker: Worker, onMessage: (message: FromWorker) => void) => {
  // messages of a worker that was stopped may still arrive
  const isCurrent = () => running?.worker === worker
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => isCurrent() && onMessage(data)
  worker.onerror = () => isCurrent() && fail('file')
}
const sendTo = (worker: Worker, message: ToWorker) => worker.postMessage(message)
const headersIn = (store: Store) => [...headersOf({}, store.getState().session)]

/** Called when the session has ended. Samples already sent stay stored; if sending was not over, the person sees the failure after the next sign-in. */
const end = () => {
  const { phase } = currentImport.read()
  if (phase === 'sending') fail('send')
  else if (phase !== 'failed') cancelImport()
}

/** Ends the import with the session of the person who started it, so that it is never shown to the next user. A renewed session continues it. */
const follow = (store: Store) => {
  stopFollowing()
  const credentialsNow = () => store.getState().session.credentials
  let credentials = credentialsNow()
  stopFollowing = store.subscribe(() => {
    const now = credentialsNow()
    if (now === credentials) return
    if (!now) return end()
    if (now.id !== credentials?.id) return cancelImport()
    credentials = now
    if (running) sendTo(running.worker, { kind: 'headers', headers: headersIn(store) })
  })
}

/** Reads a file to show what it contains. Nothing is sent. */
export const readImport = (store: Store, file: File) => {
  stop()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  running = { worker, file, store }
  follow(store)
  const { name, size } = file
  currentImport.set({ phase: 'reading', name, size, bytes: 0 })
  listen(worker, (message) => {
    if (message.kind === 'read') currentImport.set({ phase: 'reading', name, size, bytes: message.bytes })
    else if (message.kind === 'found') currentImport.set({ phase: 'choosing', name, size, summary: message.summary })
    else fail('file')
  })
  sendTo(worker, { kind: 'scan', file })
}

/** The worker sends the samples of the chosen types, a piece after the other. Sending a file again changes nothing. */
export const sendImport = (user_id: number, types: SampleType[]) => {
  if (!running) return
  const { worker, file, store } = running
  const { name, size } = file
  let [sent, bytes]: [Sent, number] = [{ new: 0, same: 0, changed: 0 }, 0]
  const show = () => currentImport.set({ phase: 'sending', name, size, bytes, sent })
  show()
  addEventListener('beforeunload', askBeforeUnload)
  listen(worker, (message) => {
    switch (message.kind) {
      case 'read':
        bytes = message.bytes
        return show()
      case 'sent':
        sent = message.sent
        return show()
      case 'done':
        stop()
        return currentImport.set({ phase: 'done', name, sent })
      case 'refused': {
        const { session } = store.getState()
        fail('send')
        return handleCallError({ endpoint: postAppleHealth }, message.error, session, store)
      }
      default:
        return fail('file')
    }
  })
  sendTo(worker, { kind: 'send', file, user_id, types, headers: headersIn(store) })
}
