import { postAppleHealth } from '@sukoyaka/wire/record/device'
import { type CallResult, sendBuilt } from '../../../api/call.ts'

export type Piece = { body: Uint8Array<ArrayBuffer>; headers: [name: string, value: string][] }
/** The body is transferred to this worker and back, so that the piece can be sent again after a 429. */
export type Answer = { body: Uint8Array<ArrayBuffer>; result: CallResult }

const never = new AbortController().signal

self.addEventListener('message', async ({ data: { body, headers } }: MessageEvent<Piece>) => {
  const result = await sendBuilt({ endpoint: postAppleHealth }, { url: postAppleHealth.path, body }, new Headers(headers), never)
  const answer: Answer = { body, result }
  self.postMessage(answer, { transfer: [body.buffer] })
})
