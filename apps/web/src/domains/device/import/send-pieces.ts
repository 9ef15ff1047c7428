import type { PostCounts } from '@sukoyaka/wire/record/device'
import type { CallError } from '../../../api/call-error.ts'
import type { Answer, Piece } from './piece-sender.ts'
import { type ImportRequest, piecesOf } from './pieces.ts'

export type Sent = Pick<PostCounts, 'new' | 'same' | 'changed'>
/** `headers` returns the headers of the current session. */
type Sender = { post: (piece: Piece) => Promise<Answer>; headers: () => Piece['headers']; onRead: (bytes: number) => void; onSent: (sent: Sent) => void }

const pieceSize = 2_000
/** From the start of a piece to the next: uses at most 240 of the 300 writes per minute (`WRITES_PER_MINUTE`), because the person goes on using the app. */
const minIntervalMs = 250
/** Limits the memory that a worker accumulates to about 14 MB: a piece has about 0.7 MB. */
const piecesPerWorker = 20

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const waitMs = ({ retry_after = 10 }: CallError) => retry_after * 1_000

/**
 * Posts pieces in workers, each replaced after `piecesPerWorker` posts: a browser keeps a copy of each body until a late garbage collection or the worker's
 * end.
 */
export const postInWorkers = (open: () => Worker): Sender['post'] => {
  let worker: Worker | undefined
  let posts = 0
  return (piece) =>
    new Promise((resolve, reject) => {
      if (posts++ % piecesPerWorker === 0) {
        worker?.terminate()
        worker = open()
      }
      worker!.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
      worker!.onerror = reject
      worker!.postMessage(piece, [piece.body.buffer])
    })
}

/**
 * Sends one piece; after a 429 it waits and retries. `sendBuilt` in the worker retries after other failures, such as a lost response. The idempotency key
 * stays the same, so that the piece is stored once.
 */
const sendPiece = async (first: Piece['body'], { post, headers }: Sender) => {
  const key: Piece['headers'] = [['idempotency-key', crypto.randomUUID()]]
  let body = first
  for (;;) {
    const answer = await post({ body, headers: [...headers(), ...key] })
    const { data, error } = answer.result
    if (error?.status !== 429) return { data, error }
    body = answer.body
    await wait(waitMs(error))
  }
}

/** Sends the samples of these types, one piece after the other. Stops at the first piece that fails and returns its error. */
export const sendPieces = async (request: ImportRequest, sender: Sender): Promise<CallError | undefined> => {
  const sent: Sent = { new: 0, same: 0, changed: 0 }
  for await (const body of piecesOf(request, pieceSize, sender.onRead)) {
    const startedAt = Date.now()
    const { data, error } = await sendPiece(body, sender)
    if (error) return error
    const counts = data as PostCounts
    for (const name of ['new', 'same', 'changed'] as const) sent[name] += counts[name]
    sender.onSent({ ...sent })
    await wait(startedAt + minIntervalMs - Date.now())
  }
  return undefined
}
