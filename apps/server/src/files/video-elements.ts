import type { FileHandle } from 'node:fs/promises'
import { apiError } from '../errors/api-error.ts'
import { readAt, type Span, zeroFill } from './bytes.ts'

type Element = { id: number; span: Span; body: Span; isOpen: boolean }

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  title: 0x7ba9,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
}
const metadataIds = [0x1254c367, 0x1941a469]
const maxElements = 200_000

/** Parses an EBML variable-length integer; with `isSize` the length marker is masked out. */
const numberIn = (bytes: Buffer, at: number, isSize: boolean): { value: number; length: number; isUnknown: boolean } | undefined => {
  const first = bytes[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  const mask = (1 << (8 - length)) - 1
  let value = isSize ? first & mask : first
  let isUnknown = isSize && value === mask
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}

async function* elementsIn(file: FileHandle, { at, end }: Span): AsyncGenerator<Element> {
  for (let position = at, i = 0; position < end; i++) {
    const head = await readAt(file, position, 12)
    const id = numberIn(head, 0, false)
    const size = id && numberIn(head, id.length, true)
    if (!size || i > maxElements) throw apiError('file_unreadable')
    const from = position + id.length + size.length
    // an element of unknown size extends to the end; an interrupted recording may declare more than there is
    const to = size.isUnknown ? end : Math.min(end, from + size.value)
    yield { id: id.value, span: { at: position, end: to }, body: { at: from, end: to }, isOpen: size.isUnknown }
    position = to
  }
}

/** Replaces an element by a Void element, which players skip. */
const clearElement = async (file: FileHandle, { span }: Element) => {
  const totalLength = span.end - span.at
  await zeroFill(file, span)
  const head = Buffer.alloc(totalLength >= 9 ? 9 : 2)
  head[0] = 0xec
  if (totalLength >= 9) {
    head.writeBigUInt64BE(BigInt(totalLength - 9), 1)
    head[1] = 0x01
  } else head[1] = 0x80 | (totalLength - 2)
  await file.write(head, 0, head.length, span.at)
}

const sizeIn = async (file: FileHandle, track: Span): Promise<{ width: number; height: number } | undefined> => {
  for await (const part of elementsIn(file, track)) {
    if (part.id !== ids.video) continue
    const dimensions = { width: 0, height: 0 }
    for await (const element of elementsIn(file, part.body)) {
      const name = element.id === ids.width ? 'width' : element.id === ids.height ? 'height' : undefined
      if (name && element.body.end - element.body.at <= 4)
        dimensions[name] = Number(`0x${(await readAt(file, element.body.at, element.body.end - element.body.at)).toString('hex') || '0'}`)
    }
    return dimensions
  }
  return undefined
}

/** Removes the title; the application names are required elements, so they are blanked. */
const cleanInfo = async (file: FileHandle, info: Span) => {
  for await (const element of elementsIn(file, info)) {
    if (element.id === ids.title) await clearElement(file, element)
    if (element.id === ids.muxer || element.id === ids.writer) await zeroFill(file, element.body)
  }
}

/** Blanks metadata of a WebM, up to its first cluster of unknown size: tags, attachments, title and application names. Offsets do not change. */
export const cleanElements = async (file: FileHandle, range: Span): Promise<{ width: number; height: number }> => {
  let size: { width: number; height: number } | undefined
  for await (const rootElement of elementsIn(file, range)) {
    if (rootElement.id !== ids.segment) continue
    for await (const part of elementsIn(file, rootElement.body)) {
      if (metadataIds.includes(part.id)) await clearElement(file, part)
      if (part.id === ids.info) await cleanInfo(file, part.body)
      if (part.id === ids.tracks) for await (const track of elementsIn(file, part.body)) if (track.id === ids.track) size ??= await sizeIn(file, track.body)
      // live recording: clusters follow until the end
      if (part.isOpen) break
    }
  }
  if (!size) throw apiError('file_unreadable')
  return size
}
