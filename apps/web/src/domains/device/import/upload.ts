import { type PostCounts, postAppleHealth, type Sample, type SampleType } from '@sukoyaka/wire/record/device'
import { performCall } from '../../../api/call.ts'
import type { Store } from '../../../api/store.ts'
import { makeObservable } from '../../../ui/page/observable.ts'
import type { Summary } from './read-export.ts'
import type { FromWorker, ToWorker } from './worker.ts'

type Sent = Pick<PostCounts, 'new' | 'same' | 'changed'>
/** An import outlives the page on which it was begun. `bytes` of the file were read in this phase. */
export type Import =
  | { phase: 'idle' }
  | { phase: 'failed'; reason: 'file' | 'send'; name: string }
  | { phase: 'reading'; name: string; size: number; bytes: number }
  | { phase: 'choosing'; name: string; size: number; summary: Summary }
  | { phase: 'sending'; name: string; size: number; bytes: number; sent: Sent }
  | { phase: 'done'; name: string; sent: Sent }

export const currentImport = makeObservable<Import>({ phase: 'idle' })
let running: { worker: Worker; file: File; abort: AbortController } | undefined

const stop = () => {
  running?.abort.abort()
  running?.worker.terminate()
  running = undefined
}
export const cancelImport = () => {
  stop()
  currentImport.set({ phase: 'idle' })
}
const fail = (reason: 'file' | 'send') => {
  const { name } = running!.file
  stop()
  currentImport.set({ phase: 'failed', reason, name })
}

const isTooMany = (error: object) => 'status' in error && error.status === 429
const waitMs = (error: object) => ('retry_after' in error && typeof error.retry_after === 'number' ? error.retry_after : 10) * 1_000

/** Sends a piece; waits where the server asks for it. Undefined if it could not be sent. */
const sendPiece = async (store: Store, user_id: number, samples: readonly Sample[], signal: AbortSignal): Promise<PostCounts | undefined> => {
  const { getState, dispatch } = store
  for (;;) {
    const { data, error } = await performCall({ endpoint: postAppleHealth, input: { user_id, samples } }, { getState, dispatch, signal })
    if (!error) return data as PostCounts
    if (signal.aborted || !isTooMany(error)) return undefined
    await new Promise((resolve) => setTimeout(resolve, waitMs(error)))
  }
}

const listen = (worker: Worker, onMessage: (message: FromWorker) => void) => {
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data)
  worker.onerror = () => fail('file')
}
const tell = (worker: Worker, message: ToWorker) => worker.postMessage(message)

/** Reads a file to show what it holds. Nothing is sent. */
export const readImport = (file: File) => {
  stop()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  running = { worker, file, abort: new AbortController() }
  const { name, size } = file
  currentImport.set({ phase: 'reading', name, size, bytes: 0 })
  listen(worker, (message) => {
    if (message.kind === 'read') currentImport.set({ phase: 'reading', name, size, bytes: message.bytes })
    else if (message.kind === 'found') currentImport.set({ phase: 'choosing', name, size, summary: message.summary })
    else fail('file')
  })
  tell(worker, { kind: 'scan', file })
}

/** Sends the samples of the chosen types, a piece after the other. Sending a file again changes nothing. */
export const sendImport = (store: Store, user_id: number, types: SampleType[]) => {
  if (!running) return
  const { worker, file, abort } = running
  const { name, size } = file
  let [sent, bytes]: [Sent, number] = [{ new: 0, same: 0, changed: 0 }, 0]
  const show = () => currentImport.set({ phase: 'sending', name, size, bytes, sent })
  show()
  const take = async (samples: Sample[]) => {
    const counts = await sendPiece(store, user_id, samples, abort.signal)
    if (abort.signal.aborted) return
    if (!counts) return fail('send')
    sent = { new: sent.new + counts.new, same: sent.same + counts.same, changed: sent.changed + counts.changed }
    show()
    tell(worker, { kind: 'next' })
  }
  listen(worker, (message) => {
    if (message.kind === 'read') bytes = message.bytes
    if (message.kind === 'piece') void take(message.samples)
    else if (message.kind === 'done') {
      stop()
      currentImport.set({ phase: 'done', name, sent })
    } else if (message.kind === 'failed') fail('file')
    else show()
  })
  tell(worker, { kind: 'send', file, types })
}
