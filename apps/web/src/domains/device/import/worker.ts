import type { CallError } from '../../../api/call-error.ts'
import type { Piece } from './piece-sender.ts'
import type { ImportRequest } from './pieces.ts'
import { type Summary, summarize } from './read-export.ts'
import { postInWorkers, type Sent, sendPieces } from './send-pieces.ts'

type HeaderList = Piece['headers']
export type ToWorker = { kind: 'scan'; file: File } | ({ kind: 'send'; headers: HeaderList } & ImportRequest) | { kind: 'headers'; headers: HeaderList }
export type FromWorker =
  | { kind: 'read'; bytes: number }
  | { kind: 'found'; summary: Summary }
  | { kind: 'sent'; sent: Sent }
  | { kind: 'done' }
  | { kind: 'refused'; error: CallError }
  | { kind: 'failed' }

/** Progress is reported once per this many bytes. */
const stepBytes = 2_000_000

const post = (message: FromWorker) => self.postMessage(message)
let headers: HeaderList = []

const onReadOf = () => {
  let reported = 0
  return (bytes: number) => {
    if (bytes - reported < stepBytes) return
    reported = bytes
    post({ kind: 'read', bytes })
  }
}

const scan = async (file: File) => post({ kind: 'found', summary: await summarize(file, onReadOf()) })

/** Sends in the worker, because on the page each piece would occupy memory as objects, JSON and body until a late garbage collection. */
const send = async (request: ImportRequest) => {
  const error = await sendPieces(request, {
    post: postInWorkers(() => new Worker(new URL('./piece-sender.ts', import.meta.url), { type: 'module' })),
    headers: () => headers,
    onRead: onReadOf(),
    onSent: (sent) => post({ kind: 'sent', sent }),
  })
  post(error ? { kind: 'refused', error } : { kind: 'done' })
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind !== 'scan') headers = data.headers
  if (data.kind === 'headers') return
  const work = data.kind === 'scan' ? scan(data.file) : send(data)
  work.catch(() => post({ kind: 'failed' }))
})
