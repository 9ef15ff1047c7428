import type { Sample, SampleType } from '@sukoyaka/wire/record/device'
import { piecesOf, type Summary, summarize } from './read-export.ts'

export type ToWorker = { kind: 'scan'; file: File } | { kind: 'send'; file: File; types: SampleType[] } | { kind: 'next' }
export type FromWorker =
  | { kind: 'read'; bytes: number }
  | { kind: 'found'; summary: Summary }
  | { kind: 'piece'; samples: Sample[] }
  | { kind: 'done' }
  | { kind: 'failed' }

const pieceSize = 2_000
/** Progress is told once for so many bytes. */
const stepBytes = 2_000_000

const post = (message: FromWorker) => self.postMessage(message)
let next: () => void = () => {}

const onReadOf = () => {
  let told = 0
  return (bytes: number) => {
    if (bytes - told < stepBytes) return
    told = bytes
    post({ kind: 'read', bytes })
  }
}

const run = async (message: Exclude<ToWorker, { kind: 'next' }>) => {
  if (message.kind === 'scan') return post({ kind: 'found', summary: await summarize(message.file, onReadOf()) })
  for await (const samples of piecesOf(message.file, message.types, pieceSize, onReadOf())) {
    const taken = new Promise<void>((resolve) => {
      next = resolve
    })
    post({ kind: 'piece', samples })
    await taken
  }
  return post({ kind: 'done' })
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'next') next()
  else run(data).catch(() => post({ kind: 'failed' }))
})
