import type { FileHandle } from 'node:fs/promises'
import { apiError } from '../errors/api-error.ts'
import { readAt, type Span, zeroFill } from './bytes.ts'

/** `span` is the whole box, `body` its content. */
type Box = { type: string; span: Span; body: Span }

const maxBoxes = 10_000
const maxContentBytes = 16_000_000

async function* boxesIn(file: FileHandle, { at, end }: Span): AsyncGenerator<Box> {
  for (let position = at, i = 0; position + 8 <= end; i++) {
    const head = await readAt(file, position, 16)
    if (head.length < 8 || i > maxBoxes) throw apiError('file_unreadable')
    const size32 = head.readUInt32BE(0)
    const size64 = size32 === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : undefined
    const size = size64 ?? (size32 === 0 ? end - position : size32)
    const header = size64 === undefined ? 8 : 16
    if (size < header || position + size > end) throw apiError('file_unreadable')
    yield { type: head.toString('latin1', 4, 8), span: { at: position, end: position + size }, body: { at: position + header, end: position + size } }
    position += size
  }
}

const find = async (file: FileHandle, span: Span, ...path: string[]): Promise<Box | undefined> => {
  const [type, ...rest] = path
  for await (const box of boxesIn(file, span)) if (box.type === type) return rest.length ? find(file, box.body, ...rest) : box
  return undefined
}

const contentOf = async (file: FileHandle, box: Box | undefined): Promise<Buffer> => {
  if (!box) throw apiError('file_unreadable')
  const { at, end } = box.body
  if (end - at > maxContentBytes) throw apiError('file_unreadable')
  return readAt(file, at, end - at)
}

/** Turns a box into a `free` box of zeros, which players skip. */
const clearBox = async (file: FileHandle, { span, body }: Box) => {
  await file.write('free', span.at + 4, 'latin1')
  await zeroFill(file, body)
}

const metadataTypes = ['udta', 'meta', 'uuid', 'free', 'skip']

/** Byte ranges of a track's samples, from its chunk offsets, samples per chunk and sample sizes. */
const samplesOf = async (file: FileHandle, table: Span): Promise<Span[]> => {
  const longOffsets = await find(file, table, 'co64')
  const offsets = await contentOf(file, longOffsets ?? (await find(file, table, 'stco')))
  const runs = await contentOf(file, await find(file, table, 'stsc'))
  const sizes = await contentOf(file, await find(file, table, 'stsz'))
  const [fixedSize, samples] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)]
  const sizeOf = (sample: number) => fixedSize || sizes.readUInt32BE(12 + 4 * sample)
  const chunks = offsets.readUInt32BE(4)
  const ranges: Span[] = []
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunks && sample < samples; chunk++) {
    const at = longOffsets ? Number(offsets.readBigUInt64BE(8 + 8 * chunk)) : offsets.readUInt32BE(8 + 4 * chunk)
    if (run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(8 + 12 * (run + 1)) <= chunk + 1) run++
    const lastSample = Math.min(samples, sample + runs.readUInt32BE(8 + 12 * run + 4))
    let end = at
    for (; sample < lastSample; sample++) end += sizeOf(sample)
    ranges.push({ at, end })
  }
  return ranges
}

type Size = { width: number; height: number }

const sizeIn = (header: Buffer): Size => {
  const from = header[0] === 1 ? 52 : 40
  const [width, height] = [header.readUInt32BE(from + 36) >>> 16, header.readUInt32BE(from + 40) >>> 16]
  // rotated by 90 degrees
  const isRotated = header.readInt32BE(from) === 0 && header.readInt32BE(from + 4) !== 0
  return isRotated ? { width: height, height: width } : { width, height }
}

const cleanTrack = async (file: FileHandle, track: Box, { end }: Span): Promise<Size | undefined> => {
  const handler = await find(file, track.body, 'mdia', 'hdlr')
  const type = (await contentOf(file, handler)).toString('latin1', 8, 12)
  if (type !== 'vide' && type !== 'soun') {
    // a track of locations, motion or similar data: blank its samples too
    const table = await find(file, track.body, 'mdia', 'minf', 'stbl')
    if (!table) throw apiError('file_unreadable')
    for (const span of await samplesOf(file, table.body)) {
      if (span.end > end) throw apiError('file_unreadable')
      await zeroFill(file, span)
    }
    await clearBox(file, track)
    return undefined
  }
  for await (const box of boxesIn(file, track.body)) if (metadataTypes.includes(box.type)) await clearBox(file, box)
  // the handler's name often contains the camera model
  await zeroFill(file, { at: handler!.body.at + 24, end: handler!.body.end })
  return type === 'vide' ? sizeIn(await contentOf(file, await find(file, track.body, 'tkhd'))) : undefined
}

/** Blanks metadata of an MP4 or MOV: locations, devices, names and tracks other than video and audio. Offsets do not change. */
export const cleanBoxes = async (file: FileHandle, range: Span): Promise<Size> => {
  let size: Size | undefined
  let isFragmented = false
  let hasClearedTracks = false
  for await (const box of boxesIn(file, range)) {
    if (metadataTypes.includes(box.type)) await clearBox(file, box)
    isFragmented ||= box.type === 'moof'
    if (box.type !== 'moov') continue
    for await (const part of boxesIn(file, box.body)) {
      if (metadataTypes.includes(part.type)) await clearBox(file, part)
      if (part.type !== 'trak') continue
      const trackSize = await cleanTrack(file, part, range)
      hasClearedTracks ||= (await readAt(file, part.span.at + 4, 4)).toString('latin1') === 'free'
      size ??= trackSize
    }
  }
  // in a fragmented file the sample tables in moov do not locate all samples, so those of the cleared tracks would remain
  if (!size || (isFragmented && hasClearedTracks)) throw apiError('file_unreadable')
  return size
}
