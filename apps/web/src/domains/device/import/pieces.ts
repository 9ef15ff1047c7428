import type { Sample, SampleType } from '@sukoyaka/wire/record/device'
import { samplesIn } from './read-export.ts'

export type ImportRequest = { file: Blob; user_id: number; types: readonly SampleType[] }

/** Buffer size of a piece. 2,000 samples with usual names take about 0.7 MB. */
const pieceBytes = 2_000_000
/** Upper bound of one sample's JSON: the names in it are cut to 100 characters. */
const maxSampleBytes = 10_000

/** Request body of a post, written sample by sample. Building objects and JSON of a whole piece would leave memory that is garbage-collected late. */
const makePiece = (user_id: number, maxSamples: number) => {
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(pieceBytes)
  let end = 0
  const write = (text: string) => {
    end += encoder.encodeInto(text, bytes.subarray(end)).written
  }
  const values = new Map<string, number>()
  return {
    isEmpty: () => !values.size,
    isFull: () => values.size === maxSamples || end > pieceBytes - maxSampleBytes,
    valueOf: (record_id: string) => values.get(record_id),
    add: (sample: Sample) => {
      write(values.size ? ',' : `{"user_id":${user_id},"samples":[`)
      write(JSON.stringify(sample))
      values.set(sample.record_id, sample.value)
    },
    take: () => {
      write(']}')
      const body = bytes.subarray(0, end)
      bytes = new Uint8Array(pieceBytes)
      end = 0
      values.clear()
      return body
    },
  }
}

/** Request bodies with at most `size` samples of these types. The generator reads more of the file only when the next body is requested. */
export async function* piecesOf(
  { file, user_id, types }: ImportRequest,
  size: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const piece = makePiece(user_id, size)
  for await (const part of samplesIn(file, onRead))
    for (const sample of part) {
      if (!sample || !types.includes(sample.type)) continue
      const value = piece.valueOf(sample.record_id)
      if (value === sample.value) continue
      // a post must not name a record twice; the later value counts
      if (value !== undefined || piece.isFull()) yield piece.take()
      piece.add(sample)
    }
  if (!piece.isEmpty()) yield piece.take()
}
