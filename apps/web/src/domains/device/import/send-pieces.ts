import { type PostCounts, postAppleHealth } from '@sukoyaka/wire/record/device'
import { sendBuilt } from '../../../api/call.ts'
import type { CallError } from '../../../api/call-error.ts'
import { type Order, piecesOf } from './pieces.ts'

export type Sent = Pick<PostCounts, 'new' | 'same' | 'changed'>
/** `headers` are those of the session at the moment. */
type Sender = { headers: () => Headers; onRead: (bytes: number) => void; onSent: (sent: Sent) => void }

const pieceSize = 2_000
/** Between the starts of two posts: leaves some of the writes per minute to the person, who goes on using the app. */
const minIntervalMs = 250
const never = new AbortController().signal

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const waitMs = ({ retry_after = 10 }: CallError) => retry_after * 1_000

/** Waits where the server asks for it. The key stays the same, so that a piece whose answer was lost is taken once. */
const sendPiece = async (body: Uint8Array<ArrayBuffer>, headers: () => Headers) => {
  const key = crypto.randomUUID()
  for (;;) {
    const keyed = headers()
    keyed.set('idempotency-key', key)
    const { data, error } = await sendBuilt({ endpoint: postAppleHealth }, { url: postAppleHealth.path, body }, keyed, never)
    if (error?.status !== 429) return { data, error }
    await wait(waitMs(error))
  }
}

/** Sends the samples of these types, a piece after the other; ends with the error of a piece that was not taken. */
export const sendPieces = async (order: Order, { headers, onRead, onSent }: Sender): Promise<CallError | undefined> => {
  const sent: Sent = { new: 0, same: 0, changed: 0 }
  for await (const body of piecesOf(order, pieceSize, onRead)) {
    const startedAt = Date.now()
    const { data, error } = await sendPiece(body, headers)
    if (error) return error
    const counts = data as PostCounts
    for (const name of ['new', 'same', 'changed'] as const) sent[name] += counts[name]
    onSent({ ...sent })
    await wait(startedAt + minIntervalMs - Date.now())
  }
  return undefined
}
