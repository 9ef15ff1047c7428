const [endSignature, end64Signature, entrySignature, localSignature] = [0x06054b50, 0x06064b50, 0x02014b50, 0x04034b50]
const [endLength, maxComment, locatorLength] = [22, 65_535, 20]
const [stored, deflated] = [0, 8]
/** Limit of the zip's central directory; the directory of an export has a few hundred entries. */
const maxDirectoryBytes = 50_000_000
/** Limit of the unpacked XML; a year of data is less than 1 GB. */
const maxExportBytes = 20_000_000_000

type Entry = { name: string; method: number; packed: number; size: number; offset: number }
export class UnreadableFile extends Error {}

const viewOf = async (file: Blob, from: number, to: number) => new DataView(await file.slice(Math.max(0, from), to).arrayBuffer())
const uint64At = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** Offset and length of the central directory; large archives (ZIP64) store them in a separate record. */
const findDirectory = async (file: Blob) => {
  const from = Math.max(0, file.size - endLength - maxComment - locatorLength)
  const view = await viewOf(file, from, file.size)
  let at = view.byteLength - endLength
  while (at >= 0 && view.getUint32(at, true) !== endSignature) at--
  if (at < 0) throw new UnreadableFile('no end of a zip')
  const [length, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
  if (offset !== 0xffffffff || at < locatorLength) return { length, offset }
  const record = uint64At(view, at - locatorLength + 8)
  const large = await viewOf(file, record, record + 56)
  if (large.byteLength < 56 || large.getUint32(0, true) !== end64Signature) throw new UnreadableFile('no end of a large zip')
  return { length: uint64At(large, 40), offset: uint64At(large, 48) }
}

/** Sizes and offset beyond 4 GB are in an extra field (ZIP64). */
const withLargeSizes = (entry: Entry, extra: DataView): Entry => {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue
    let next = at + 4
    const read = (value: number) => {
      if (value !== 0xffffffff || next + 8 > extra.byteLength) return value
      next += 8
      return uint64At(extra, next - 8)
    }
    const [size, packed] = [read(entry.size), read(entry.packed)]
    return { ...entry, size, packed, offset: read(entry.offset) }
  }
  return entry
}

const entriesIn = (view: DataView): Entry[] => {
  const entries: Entry[] = []
  const text = new TextDecoder()
  for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === entrySignature; ) {
    const [nameLength, extraLength, commentLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
    const nameAt = at + 46
    const extra = new DataView(view.buffer, view.byteOffset + nameAt + nameLength, extraLength)
    const entry = {
      name: text.decode(new Uint8Array(view.buffer, view.byteOffset + nameAt, nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    entries.push(withLargeSizes(entry, extra))
    at = nameAt + nameLength + extraLength + commentLength
  }
  return entries
}

/** The export in a zip: the largest XML file that is no clinical document. The name of the export depends on the language of the phone. */
const exportIn = (entries: readonly Entry[]) =>
  entries.filter(({ name }) => /\.xml$/i.test(name) && !/_cda\.xml$/i.test(name)).sort((a, b) => b.size - a.size)[0]

/**
 * The XML of an export as a stream, from `export.xml` or the zip around it. `onRead` gets the number of bytes of the file that were read. Throws if the zip
 * has no export or its directory is damaged; damaged data fails the stream.
 */
export const exportStream = async (file: Blob, onRead: (bytes: number) => void): Promise<ReadableStream<Uint8Array>> => {
  const count = (blob: Blob) => {
    let read = 0
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        read += chunk.byteLength
        onRead(read)
        controller.enqueue(chunk)
      },
    })
    return blob.stream().pipeThrough(counting)
  }
  const start = await viewOf(file, 0, 4)
  if (start.byteLength < 4 || start.getUint32(0, true) !== localSignature) return count(file)
  const { length, offset } = await findDirectory(file)
  if (length > maxDirectoryBytes) throw new UnreadableFile('the directory is too large')
  const entry = exportIn(entriesIn(await viewOf(file, offset, offset + length)))
  if (!entry || (entry.method !== stored && entry.method !== deflated) || entry.size > maxExportBytes) throw new UnreadableFile('no export in the zip')
  const local = await viewOf(file, entry.offset, entry.offset + 30)
  if (local.byteLength < 30 || local.getUint32(0, true) !== localSignature) throw new UnreadableFile('no entry')
  const dataAt = entry.offset + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const data = count(file.slice(dataAt, dataAt + entry.packed))
  return entry.method === stored ? data : data.pipeThrough(limited(new DecompressionStream('deflate-raw'), entry.size))
}

/** Fails a stream that unpacks to more than the central directory states, as a zip bomb does. */
const limited = (unpack: DecompressionStream, size: number): ReadableWritablePair<Uint8Array, BufferSource> => {
  let unpacked = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      unpacked += chunk.byteLength
      if (unpacked > size) throw new UnreadableFile('larger than stated')
      controller.enqueue(chunk)
    },
  })
  return { writable: unpack.writable, readable: unpack.readable.pipeThrough(limit) }
}
