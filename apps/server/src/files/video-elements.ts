import type { FileHandle } from 'node:fs/promises'
import { apiError } from '../errors/api-error.ts'
import { readAt, type Span, zeroFill } from './bytes.ts'

type Element = { id: number; span: Span; body: Span }

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  info: 0x1549a966,
  title: 0x7ba9,
  fileName: 0x7384,
  previousFileName: 0x3c83ab,
  nextFileName: 0x3e83bb,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackName: 0x536e,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  chapters: 0x1043a770,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  void: 0xec,
}
/** Only these elements may be of unknown size. */
const openIds = [ids.segment, ids.cluster]
/** Optional elements, which are removed. A Void element may contain data that was left when the file was edited. */
const removedIds = [ids.tags, ids.attachments, ids.chapters, ids.title, ids.fileName, ids.previousFileName, ids.nextFileName, ids.trackName, ids.void]
/** Names of applications. The elements are required, so that only their content is zeroed. */
const blankedIds = [ids.muxer, ids.writer]
/** Elements whose content is cleaned, by their level. */
const enteredIds = [[ids.info, ids.tracks], [ids.track]]
/** The most elements of a file: enough for more than an hour of video frames and audio in clusters of unknown size. */
const maxElements = 500_000
const maxHeaderBytes = 12
const bufferBytes = 65_536

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

/** Reads element headers through a buffer: a live recording has an element for each frame, and a file read for each would be slow. */
const headerReader = (file: FileHandle) => {
  let start = 0
  let buffer: Buffer = Buffer.alloc(0)
  const headerAt = async (position: number): Promise<Buffer> => {
    const offset = position - start
    if (offset >= 0 && offset + maxHeaderBytes <= buffer.length) return buffer.subarray(offset, offset + maxHeaderBytes)
    start = position
    buffer = await readAt(file, position, bufferBytes)
    return buffer.subarray(0, maxHeaderBytes)
  }
  /** `count`: elements read so far. */
  return { headerAt, count: 0 }
}
type HeaderReader = ReturnType<typeof headerReader>

/**
 * The elements of a range, one after the other. The end of an element of unknown size is not looked for: its children are yielded after it, like siblings,
 * because their ids do not occur at the level above. The children of a segment are yielded like this even if its size is known.
 */
async function* elementsIn(reader: HeaderReader, { at, end }: Span): AsyncGenerator<Element> {
  for (let position = at; position < end; ) {
    const header = await reader.headerAt(position)
    const id = numberIn(header, 0, false)
    const size = id && numberIn(header, id.length, true)
    // a recording that broke off within the header of its last element
    if (!size && header.length < maxHeaderBytes) return
    const isOpen = size?.isUnknown || id?.value === ids.segment
    if (!size || ++reader.count > maxElements || (isOpen && !openIds.includes(id.value))) throw apiError('file_unreadable')
    const from = position + id.length + size.length
    // an interrupted recording may declare more bytes than the file has
    const to = isOpen ? from : Math.min(end, from + size.value)
    yield { id: id.value, span: { at: position, end: to }, body: { at: from, end: to } }
    position = to
  }
}

/** Replaces an element by a Void element, which players skip. */
const clearElement = async (file: FileHandle, { span }: Element) => {
  const totalLength = span.end - span.at
  await zeroFill(file, span)
  const header = Buffer.alloc(totalLength >= 9 ? 9 : 2)
  header[0] = ids.void
  if (totalLength >= 9) {
    header.writeBigUInt64BE(BigInt(totalLength - 9), 1)
    header[1] = 0x01
  } else header[1] = 0x80 | (totalLength - 2)
  await file.write(header, 0, header.length, span.at)
}

type Size = { width: number; height: number }

const sizeIn = async (file: FileHandle, reader: HeaderReader, video: Span): Promise<Size> => {
  const dimensions = { width: 0, height: 0 }
  for await (const element of elementsIn(reader, video)) {
    const name = element.id === ids.width ? 'width' : element.id === ids.height ? 'height' : undefined
    if (name && element.body.end - element.body.at <= 4)
      dimensions[name] = Number(`0x${(await readAt(file, element.body.at, element.body.end - element.body.at)).toString('hex') || '0'}`)
  }
  return dimensions
}

/** Cleans the elements of a range; returns the size of its first video track. */
const cleanRange = async (file: FileHandle, reader: HeaderReader, range: Span, level = 0): Promise<Size | undefined> => {
  let size: Size | undefined
  for await (const element of elementsIn(reader, range)) {
    if (removedIds.includes(element.id)) await clearElement(file, element)
    if (blankedIds.includes(element.id)) await zeroFill(file, element.body)
    if (element.id === ids.video) size ??= await sizeIn(file, reader, element.body)
    if (!enteredIds[level]?.includes(element.id)) continue
    const inner = await cleanRange(file, reader, element.body, level + 1)
    size ??= inner
  }
  return size
}

/** Blanks metadata of a WebM: tags, attachments, chapters, title, names of files, tracks and applications, and padding. Offsets do not change. */
export const cleanElements = async (file: FileHandle, range: Span): Promise<Size> => {
  const size = await cleanRange(file, headerReader(file), range)
  if (!size) throw apiError('file_unreadable')
  return size
}
