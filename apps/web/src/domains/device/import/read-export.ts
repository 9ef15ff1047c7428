import { type AppleRecord, sampleOfApple } from '@sukoyaka/rules/record/device/apple'
import { sampleProblem } from '@sukoyaka/rules/record/device/sample'
import type { Sample, SampleType } from '@sukoyaka/wire/record/device'
import { SaxesParser } from 'saxes'
import { exportStream, UnreadableFile } from './zip.ts'

/** Max characters between two elements; the longest gap in an export is the document type of about 10 kB. */
const maxGap = 4_000_000

export type Found = { type: SampleType; count: number; from: string; to: string }
export type Summary = { found: Found[]; unreadable: number }

/** A parser that calls back for each record. It resolves only the five entities of XML itself: declarations in the document type are not evaluated. */
const recordParser = (onRecord: (record: AppleRecord) => void) => {
  const parser = new SaxesParser()
  let gap = 0
  parser.on('error', (error) => {
    throw new UnreadableFile(error.message)
  })
  parser.on('opentag', ({ name, attributes }) => {
    gap = 0
    if (name === 'Record') onRecord(attributes as AppleRecord)
  })
  return {
    write: (text: string) => {
      gap += text.length
      if (gap > maxGap) throw new UnreadableFile('no element')
      parser.write(text)
    },
    close: () => parser.close(),
  }
}

/** The samples of an export, part by part as the file is read; `null` for a record that cannot be read or has impossible values. */
export async function* samplesIn(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<(Sample | null)[]> {
  let part: (Sample | null)[] = []
  const now = Date.now()
  const parser = recordParser((record) => {
    const sample = sampleOfApple(record)
    if (sample !== undefined) part.push(sample && sampleProblem(sample, now) ? null : sample)
  })
  const reader = (await exportStream(file, onRead)).getReader()
  const text = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      parser.write(done ? text.decode() : text.decode(value, { stream: true }))
      if (done) parser.close()
      yield part
      part = []
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** What an export contains: for each type, the number of samples and their period. */
export const summarize = async (file: Blob, onRead: (bytes: number) => void): Promise<Summary> => {
  const found = new Map<SampleType, Found>()
  let unreadable = 0
  for await (const part of samplesIn(file, onRead))
    for (const sample of part) {
      if (!sample) {
        unreadable++
        continue
      }
      const { type, started_at } = sample
      const row = found.get(type) ?? { type, count: 0, from: started_at, to: started_at }
      row.count++
      if (started_at < row.from) row.from = started_at
      if (started_at > row.to) row.to = started_at
      found.set(type, row)
    }
  return { found: [...found.values()], unreadable }
}
