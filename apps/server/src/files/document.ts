import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { ApiError, apiError } from '../errors/api-error.ts'
import { requireNoExternalParts } from './office-links.ts'

const maxEntries = 3_000
const maxDirectoryBytes = 1_000_000
const maxUnpackedBytes = 400_000_000
const maxContentTypesBytes = 1_000_000
/** Limit for the unpacked size of all embedded documents together. They are compressed themselves, so unpacking hardly makes them larger. */
const maxEmbeddingBytes = 40_000_000
/** Limit for all relationships parts (`*.rels`) together, unpacked. */
const maxRelationshipsBytes = 10_000_000
const endRecordBytes = 22
/** Packed bytes of an entry that are unpacked to look for a foreign signature. */
const bytesToPeek = 256

/** Supported formats by the content type of the main part; types with macros are not among them. */
const formats = [
  ['wordprocessingml.document', 'word/'],
  ['spreadsheetml.sheet', 'xl/'],
  ['presentationml.presentation', 'ppt/'],
] as const
const office = 'application/vnd.openxmlformats-officedocument.'

/** Signatures of archives, compressed files, programs and OLE containers, which hold macros and embedded objects. */
const foreignSignatures = ['504b0304', '504b0506', '377abcaf271c', '526172211a07', '1f8b', '425a68', 'fd377a585a00', 'd0cf11e0', '4d5a', '7f454c46'].map(
  (hex) => Buffer.from(hex, 'hex'),
)
const foreignName = /(^|\/)vbaproject|\.(zip|jar|7z|rar|gz|tgz|tar|iso|cab|exe|dll|msi|bat|cmd|ps1|js|jse|vbs|vbe|wsf|hta|lnk|sh|docm|xlsm|pptm)$/i

/** Paths of embedded documents, such as the data of a chart. */
const embedding = /^(word|xl|ppt)\/embeddings\/[^/]+\.(docx|xlsx|pptx)$/i

/** Flag bits of an encrypted entry: encryption, strong encryption, masked header. */
const encrypted = 0x2041

/** Limits shared by a document and its embedded documents. */
type Budget = { entries: number; unpacked: number; embeddings: number; relationships: number }

const unreadable = () => apiError('file_unreadable')
const unsupported = () => apiError('document_unsupported')

/**
 * Errors of yauzl and zlib mean a damaged archive, except for an encryption that yauzl does not know. Errors of the file system and
 * of the program are returned unchanged.
 */
const archiveError = (error: unknown) => {
  if (error instanceof ApiError || error instanceof TypeError || (error as NodeJS.ErrnoException).syscall) return error
  return /encryption/.test(String(error)) ? apiError('document_encrypted') : unreadable()
}

/** The functions below check names and sizes, so yauzl only parses. */
const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }

const nameOf = ({ fileNameRaw }: Entry) => fileNameRaw.toString('utf8')

/** The record that ends a ZIP: no comment, no multi-part archive. */
const endRecord = (count: number, length: number, directoryOffset: number) => {
  const record = Buffer.alloc(endRecordBytes)
  record.write('PK\x05\x06', 'latin1')
  for (const at of [8, 10]) record.writeUInt16LE(count, at)
  record.writeUInt32LE(length, 12)
  record.writeUInt32LE(directoryOffset, 16)
  return record
}

/** Reads the central directory of a ZIP. Only the end record `tail`, which ends the file, may follow it. */
const entriesOf = async (zip: ZipFile, tail: Buffer, budget: Budget): Promise<{ entries: Entry[]; directoryOffset: number }> => {
  budget.entries -= zip.entryCount
  if (!zip.entryCount || budget.entries < 0) throw unsupported()
  const entries: Entry[] = []
  let length = 0
  for await (const entry of zip.eachEntry()) {
    length += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (length > maxDirectoryBytes) throw unsupported()
    // a symbolic link, whatever system the entry declares
    if (entry.externalFileAttributes >>> 28 === 0xa) throw unsupported()
    entries.push(entry)
  }
  const directoryOffset = zip.fileSize - endRecordBytes - length
  // A ZIP64 locator can point yauzl to another directory than the one that the end record names.
  // `readEntryCursor` is a number; its type is wrong.
  if (Number(zip.readEntryCursor) !== directoryOffset + length || !tail.equals(endRecord(entries.length, length, directoryOffset))) throw unreadable()
  return { entries, directoryOffset }
}

/** Offset of an entry's data. Its local header must match the central directory. */
const dataOffset = async (zip: ZipFile, entry: Entry) => {
  const { fileDataStart, fileName, compressionMethod, generalPurposeBitFlag } = await zip.readLocalFileHeaderPromise(entry)
  const isSame = (generalPurposeBitFlag & encrypted) === (entry.generalPurposeBitFlag & encrypted) && compressionMethod === entry.compressionMethod
  if (!isSame || !fileName.equals(entry.fileNameRaw)) throw unreadable()
  return fileDataStart
}

/** Unpacks an entry. Rejects one that is larger than `max` bytes, or whose size or CRC is wrong. */
const unpack = async (zip: ZipFile, entry: Entry, max: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let left = max
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    left -= chunk.length
    if (left < 0) throw unsupported()
    chunks.push(chunk)
  }
  const unpackedBytes = Buffer.concat(chunks)
  if (unpackedBytes.length !== entry.uncompressedSize || crc32(unpackedBytes) !== entry.crc32) throw unreadable()
  return unpackedBytes
}

/** Unpacks the first bytes of an entry. */
const peek = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const end = Math.min(entry.compressedSize, bytesToPeek)
  const packed = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false, start: 0, end }))
  return entry.compressionMethod ? inflateRawSync(packed, { maxOutputLength: 1_000_000, finishFlush: constants.Z_SYNC_FLUSH }) : packed
}

const checkEntry = async (zip: ZipFile, entry: Entry, nextOffset: number, isEmbedded: boolean, budget: Budget) => {
  const { compressionMethod, compressedSize, generalPurposeBitFlag, uncompressedSize } = entry
  const name = nameOf(entry)
  if (generalPurposeBitFlag & encrypted) throw apiError('document_encrypted')
  // Office does not use other compression methods
  if (compressionMethod !== 0 && compressionMethod !== 8) throw unsupported()
  if (!name || /^\/|\\|(^|\/)\.\.?(\/|$)|\p{C}|\ufffd/u.test(name) || foreignName.test(name)) throw unsupported()
  if ((await dataOffset(zip, entry)) + compressedSize > nextOffset) throw unreadable()
  if (embedding.test(name)) {
    // only one level of embedded documents is allowed
    if (isEmbedded) throw unsupported()
    budget.embeddings -= uncompressedSize
    if (budget.embeddings < 0) throw unsupported()
    const unpackedBytes = await unpack(zip, entry, uncompressedSize)
    return void (await typeOfArchive(await fromBufferPromise(unpackedBytes, options), unpackedBytes.subarray(-endRecordBytes), budget, true))
  }
  if (/\.rels$/i.test(name)) {
    const part = await unpack(zip, entry, budget.relationships)
    budget.relationships -= part.length
    return requireNoExternalParts(part)
  }
  const head = await peek(zip, entry)
  if (foreignSignatures.some((signature) => head.subarray(0, signature.length).equals(signature))) throw unsupported()
}

const typeOfArchive = async (zip: ZipFile, tail: Buffer, budget: Budget, isEmbedded: boolean): Promise<string> => {
  const { entries, directoryOffset } = await entriesOf(zip, tail, budget)
  const byOffset = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  if (byOffset[0]!.relativeOffsetOfLocalHeader !== 0) throw unreadable()
  const names = entries.map(nameOf)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) throw unsupported()
  for (const { uncompressedSize } of entries) budget.unpacked -= uncompressedSize
  if (budget.unpacked < 0) throw unsupported()
  for (const [n, entry] of byOffset.entries()) await checkEntry(zip, entry, byOffset[n + 1]?.relativeOffsetOfLocalHeader ?? directoryOffset, isEmbedded, budget)
  const contentTypes = entries[names.indexOf('[Content_Types].xml')]
  if (!contentTypes || contentTypes.compressedSize > maxContentTypesBytes || !names.includes('_rels/.rels')) throw unsupported()
  const types = (await unpack(zip, contentTypes, maxContentTypesBytes)).toString('utf8')
  const format = formats.find(
    ([name, folder]) => new RegExp(`["']${office}${name}\\.main\\+xml["']`).test(types) && names.some((path) => path.startsWith(folder)),
  )
  if (!format || /macroEnabled/i.test(types)) throw unsupported()
  return office + format[0]
}

/** The last bytes of a file, at most `length`. */
const tailOf = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(Math.min(size, length)), { position: Math.max(size - length, 0) })
    return buffer
  } finally {
    await file.close()
  }
}

/**
 * Returns the content type of a Word, Excel or PowerPoint file (OOXML) by its content. Rejects macros, parts outside of the file, archives, programs,
 * symbolic links, encryption and damaged files. Embedded documents, such as the data of a chart, pass the same checks and may not embed others.
 * Unpacks only the list of content types, relationships parts, embedded documents and the first bytes of the other entries.
 */
export const officeTypeOf = async (path: string): Promise<string> => {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, options)
    return await typeOfArchive(
      zip,
      await tailOf(path, endRecordBytes),
      { entries: maxEntries, unpacked: maxUnpackedBytes, embeddings: maxEmbeddingBytes, relationships: maxRelationshipsBytes },
      false,
    )
  } catch (error) {
    throw archiveError(error)
  } finally {
    zip?.close()
  }
}
