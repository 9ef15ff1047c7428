import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { apiError } from '../errors/api-error.ts'

const maxEntries = 3_000
const maxDirectoryBytes = 1_000_000
const maxUnpackedBytes = 400_000_000
const maxTypes = 1_000_000
/** Limit for all embedded documents together, unpacked: they are archives and hardly grow. */
const maxEmbeddingBytes = 40_000_000
/** Bytes of an entry that are checked for a foreign signature. */
const bytesToPeek = 256

/** Supported formats by the content type of the main part; types with macros are not among them. */
const forms = [
  ['wordprocessingml.document', 'word/'],
  ['spreadsheetml.sheet', 'xl/'],
  ['presentationml.presentation', 'ppt/'],
] as const
const office = 'application/vnd.openxmlformats-officedocument.'

/** Signatures of archives, programs and OLE containers, which hold macros and embedded objects. */
const foreign = ['504b0304', '504b0506', '377abcaf271c', '526172211a07', '1f8b', '425a68', 'fd377a585a00', 'd0cf11e0', '4d5a', '7f454c46'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const foreignName = /(^|\/)vbaproject|\.(zip|jar|7z|rar|gz|tgz|tar|iso|cab|exe|dll|msi|bat|cmd|ps1|js|jse|vbs|vbe|wsf|hta|lnk|sh|docm|xlsm|pptm)$/i

/** Paths of embedded documents, such as the data of a chart. */
const embedding = /^(word|xl|ppt)\/embeddings\/[^/]+\.(docx|xlsx|pptx)$/i

/** Flag bits of an encrypted entry: encryption, strong encryption, masked header. */
const encrypted = 0x2041

/** Reads a range of a file or of an embedded document. */
type Bytes = (at: number, length: number) => Promise<Buffer>
/** Limits shared by a document and its embedded documents. */
type Budget = { entries: number; unpacked: number; embeddings: number }
type Entry = { name: string; method: number; flags: number; crc: number; packed: number; unpacked: number; at: number }

const unreadable = () => apiError('file_unreadable')
const unsupported = () => apiError('document_unsupported')

const bytesOf =
  (file: FileHandle): Bytes =>
  async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    if (bytesRead < length) throw unreadable()
    return buffer
  }
const bytesIn =
  (whole: Buffer): Bytes =>
  async (at, length) => {
    if (at + length > whole.length) throw unreadable()
    return whole.subarray(at, at + length)
  }

/** Reads the central directory of a ZIP, which must end the file: no comment, no multi-part archive, no ZIP64. */
const entriesOf = async (read: Bytes, size: number, budget: Budget): Promise<{ entries: Entry[]; from: number }> => {
  if (size < 22) throw unreadable()
  const end = await read(size - 22, 22)
  if (end.readUInt32LE(0) !== 0x06054b50) throw unreadable()
  const [disk, start, here, count, comment] = [4, 6, 8, 10, 20].map((at) => end.readUInt16LE(at)) as [number, number, number, number, number]
  const [length, from] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (disk || start || comment || here !== count || from + length !== size - 22) throw unreadable()
  budget.entries -= count
  if (!count || budget.entries < 0 || length > maxDirectoryBytes) throw unsupported()
  const list = await read(from, length)
  const entries: Entry[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    if (at + 46 > length || list.readUInt32LE(at) !== 0x02014b50) throw unreadable()
    const [flags, method, name, extra, note] = [8, 10, 28, 30, 32].map((to) => list.readUInt16LE(at + to)) as [number, number, number, number, number]
    const [crc, packed, unpacked, mode, place] = [16, 20, 24, 38, 42].map((to) => list.readUInt32LE(at + to)) as [number, number, number, number, number]
    // a symbolic link, whatever system the entry declares
    if (mode >>> 28 === 0xa) throw unsupported()
    entries.push({ name: list.toString('utf8', at + 46, at + 46 + name), method, flags, crc, packed, unpacked, at: place })
    at += 46 + name + extra + note
  }
  if (at !== length) throw unreadable()
  return { entries, from }
}

const inflated = (packed: Buffer, method: number, max: number, finishFlush = constants.Z_FINISH) => {
  try {
    return method ? inflateRawSync(packed, { maxOutputLength: max, finishFlush }) : packed
  } catch (error) {
    // the output of a partial entry can exceed the limit
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw unsupported()
    throw unreadable()
  }
}

/** Offset of an entry's data. Its local header must match the central directory. */
const contentAt = async (read: Bytes, { name, method, flags, at }: Entry) => {
  const head = await read(at, 30)
  const [length, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)]
  const isSame = head.readUInt32LE(0) === 0x04034b50 && (head.readUInt16LE(6) & encrypted) === (flags & encrypted) && head.readUInt16LE(8) === method
  if (!isSame || (await read(at + 30, length)).toString('utf8') !== name) throw unreadable()
  return at + 30 + length + extra
}

const unpack = promisify(inflateRaw)

/** Unpacks an embedded document and checks its declared size and CRC. */
const embedded = async (read: Bytes, from: number, { method, packed, unpacked, crc }: Entry, budget: Budget): Promise<Buffer> => {
  budget.embeddings -= unpacked
  if (budget.embeddings < 0) throw unsupported()
  const raw = await read(from, packed)
  const whole = method
    ? await unpack(raw, { maxOutputLength: Math.max(unpacked, 1) }).catch(({ code }: NodeJS.ErrnoException) => {
        throw code === 'ERR_BUFFER_TOO_LARGE' ? unsupported() : unreadable()
      })
    : raw
  if (whole.length !== unpacked || crc32(whole) !== crc) throw unreadable()
  return whole
}

const mustBePlain = async (read: Bytes, entry: Entry, next: number, isWithin: boolean, budget: Budget) => {
  const { name, method, flags, packed } = entry
  // encrypted, or a compression method that Office does not use
  if (flags & encrypted || (method !== 0 && method !== 8)) throw unsupported()
  if (!name || /^\/|\\|(^|\/)\.\.?(\/|$)|\p{C}|\ufffd/u.test(name) || foreignName.test(name)) throw unsupported()
  const from = await contentAt(read, entry)
  if (from + packed > next) throw unreadable()
  if (embedding.test(name)) {
    // only one level of embedded documents is allowed
    if (isWithin) throw unsupported()
    const whole = await embedded(read, from, entry, budget)
    return void (await typeWithin(bytesIn(whole), whole.length, budget, true))
  }
  const some = await read(from, Math.min(packed, bytesToPeek))
  const begins = inflated(some, method, 1_000_000, constants.Z_SYNC_FLUSH)
  if (foreign.some((sign) => begins.subarray(0, sign.length).equals(sign))) throw unsupported()
}

const typeWithin = async (read: Bytes, size: number, budget: Budget, isWithin: boolean): Promise<string> => {
  const { entries, from } = await entriesOf(read, size, budget)
  const inOrder = entries.toSorted((a, b) => a.at - b.at)
  if (inOrder[0]!.at !== 0) throw unreadable()
  if (new Set(entries.map(({ name }) => name.toLowerCase())).size < entries.length) throw unsupported()
  for (const { unpacked } of entries) budget.unpacked -= unpacked
  if (budget.unpacked < 0) throw unsupported()
  for (const [n, entry] of inOrder.entries()) await mustBePlain(read, entry, inOrder[n + 1]?.at ?? from, isWithin, budget)
  const list = entries.find(({ name }) => name === '[Content_Types].xml')
  if (!list || list.packed > maxTypes || !entries.some(({ name }) => name === '_rels/.rels')) throw unsupported()
  const types = inflated(await read(await contentAt(read, list), list.packed), list.method, maxTypes)
  if (crc32(types) !== list.crc) throw unreadable()
  const text = types.toString('utf8')
  const form = forms.find(
    ([name, folder]) => new RegExp(`["']${office}${name}\\.main\\+xml["']`).test(text) && entries.some((one) => one.name.startsWith(folder)),
  )
  if (!form || /macroEnabled/i.test(text)) throw unsupported()
  return office + form[0]
}

/**
 * Returns the content type of a Word, Excel or PowerPoint file (OOXML) by its content. Rejects macros, archives, programs, links,
 * encryption and damaged files. Embedded documents, such as the data of a chart, pass the same checks and may not embed others.
 * Unpacks only the list of content types, embedded documents and the first bytes of each entry.
 */
export const officeTypeOf = async (path: string, size: number): Promise<string> => {
  const file = await open(path, 'r')
  try {
    return await typeWithin(bytesOf(file), size, { entries: maxEntries, unpacked: maxUnpackedBytes, embeddings: maxEmbeddingBytes }, false)
  } finally {
    await file.close()
  }
}

/** Requires `%%EOF` near the end of a PDF: without it the file was truncated. */
export const mustBeWholePdf = async (path: string, size: number) => {
  const file = await open(path, 'r')
  try {
    const length = Math.min(size, 4_096)
    if (!(await bytesOf(file)(size - length, length)).includes('%%EOF')) throw unreadable()
  } finally {
    await file.close()
  }
}
