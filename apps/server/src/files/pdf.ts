import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, inflate as inflateCallback } from 'node:zlib'
import { apiError } from '../errors/api-error.ts'

const inflate = promisify(inflateCallback)

/** The most bytes of all object streams of a file together, unpacked. */
const maxUnpackedBytes = 64_000_000
/** Characters read between two turns of the event loop. */
const charsPerTurn = 1_000_000
/** Readers look for `%%EOF` near the end only. */
const endBytes = 4_096

/** Names in objects that run code, attach a file or load one. `XFA` is a form language with scripts; encrypted objects cannot be checked. */
const forbiddenNames = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'Rendition', 'XFA', 'ImportData', 'Encrypt'])

const unreadable = () => apiError('file_unreadable')
const unsupported = () => apiError('document_unsupported')

/** Comments, names, delimiters and words. Of a text `(…)` or hexadecimal text `<…>` it matches the first character only; `readPart` skips the rest. */
const token = /%[^\r\n]*|\/[^\0\t\n\f\r ()<>[\]{}/%]*|<<|>>|[[\]()<>{}]|[^\0\t\n\f\r ()<>[\]{}/%]+|[\0\t\n\f\r ]+/y

/** A name may write any character as `#` and two hexadecimal digits. */
const plainName = (name: string) => name.slice(1).replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Index after the `)` that closes the text whose `(` is before `from`. */
const endOfText = (source: string, from: number): number => {
  const mark = /\\[\s\S]|[()]/g
  mark.lastIndex = from
  let depth = 1
  for (let found = mark.exec(source); found; found = mark.exec(source)) {
    if (found[0] === '(') depth++
    if (found[0] === ')') depth--
    if (!depth) return mark.lastIndex
  }
  return source.length
}

const endOfHexText = (source: string, from: number): number => {
  const end = source.indexOf('>', from)
  return end < 0 ? source.length : end + 1
}

const depthChange: Record<string, number> = { '<<': 1, '[': 1, '>>': -1, ']': -1 }

type Part = { names: string[]; end: number; isStream: boolean }

/**
 * Reads the names of an object up to its end: `endobj`, `startxref` or the start of its stream data, and for an object in an object stream (`isPacked`) the end
 * of its value. Names in texts and comments do not count.
 */
const readPart = (source: string, from: number, isPacked: boolean): Part => {
  const names: string[] = []
  let depth = 0
  token.lastIndex = from
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [text] = found
    const end = token.lastIndex
    if (text === '(') token.lastIndex = endOfText(source, end)
    else if (text === '<') token.lastIndex = endOfHexText(source, end)
    else if (text[0] === '/') names.push(plainName(text))
    else if (!isPacked && text === 'stream') return { names, end, isStream: true }
    else if (!isPacked && (text === 'endobj' || text === 'startxref')) return { names, end, isStream: false }
    depth += depthChange[text] ?? 0
    if (isPacked && depth <= 0 && !/^[%\0\t\n\f\r ]/.test(text)) return { names, end: token.lastIndex, isStream: false }
  }
  return { names, end: source.length, isStream: false }
}

const requireHarmless = ({ names }: Part) => {
  if (names.some((name) => forbiddenNames.has(name))) throw unsupported()
}

/** Starts of the objects and of the trailers. */
const partStart = () => /(?<=[\d\0\t\n\f\r ])obj|trailer/g

/** Returns a function that counts the characters read, lets other requests run in between, and rejects a file that takes too long. */
const countChars = (max: number) => {
  let remaining = max
  let sinceTurn = 0
  return async (chars: number) => {
    remaining -= chars
    sinceTurn += chars
    if (remaining < 0) throw unsupported()
    if (sinceTurn < charsPerTurn) return
    sinceTurn = 0
    await nextTurn()
  }
}

/** Offset of the first packed object, from the dictionary of an object stream. Accepts only Flate without predictor, which is what programs write. */
const firstOffset = (dictionary: string, { names }: Part): number => {
  const filters = names.filter((name) => /Decode$|^Crypt$/.test(name))
  const firsts = [...dictionary.matchAll(/\/First[\0\t\n\f\r ]+(\d{1,9})\b(?![\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R)/g)]
  const isUsual = filters.length === 1 && filters[0] === 'FlateDecode' && !names.includes('DecodeParms') && !names.includes('F')
  if (!isUsual || firsts.length !== 1 || names.filter((name) => name === 'First').length !== 1) throw unsupported()
  return Number(firsts[0]![1])
}

const unpack = async (content: Buffer, max: number): Promise<Buffer> => {
  try {
    return await inflate(content, { maxOutputLength: Math.max(max, 1), finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? unsupported() : unreadable()
  }
}

/**
 * Checks every object of a PDF, packed ones included. Starts at each `obj` in the bytes instead of following the file's own table, so that no damaged or
 * false table hides an object.
 */
const requireHarmlessObjects = async (content: Buffer) => {
  const source = content.toString('latin1')
  const count = countChars(3 * source.length + 1_000_000)
  const countPacked = countChars(2 * maxUnpackedBytes)
  let remainingBytes = maxUnpackedBytes
  const start = partStart()
  for (let found = start.exec(source); found; found = start.exec(source)) {
    const part = readPart(source, start.lastIndex, false)
    await count(part.end - found.index)
    requireHarmless(part)
    // of the streams, only object streams have this key
    if (!part.isStream || !part.names.includes('First')) continue
    const first = firstOffset(source.slice(start.lastIndex, part.end), part)
    const dataStart = part.end + (source.startsWith('\r\n', part.end) ? 2 : 1)
    const unpacked = await unpack(content.subarray(dataStart), remainingBytes)
    remainingBytes -= unpacked.length
    const objects = unpacked.toString('latin1')
    const header = objects.slice(0, first)
    if (!/^[\d\0\t\n\f\r ]*$/.test(header)) throw unsupported()
    for (const [at, offset] of (header.match(/\d+/g) ?? []).entries()) {
      if (at % 2 === 0) continue
      const packed = readPart(objects, first + Number(offset), true)
      await countPacked(packed.end - first - Number(offset) + 1)
      requireHarmless(packed)
    }
  }
}

/** Whether a trailer, or a cross-reference stream in its place, says that the file is encrypted. */
const isEncrypted = async (source: string): Promise<boolean> => {
  const count = countChars(2 * source.length + 1_000_000)
  const start = partStart()
  try {
    for (let found = start.exec(source); found; found = start.exec(source)) {
      const { names, end } = readPart(source, start.lastIndex, false)
      if (names.includes('Encrypt') && (found[0] === 'trailer' || names.includes('XRef'))) return true
      await count(end - found.index)
    }
  } catch {
    // the file takes too long to read
  }
  return false
}

/**
 * Requires a complete PDF without active content. Rejects scripts, programs, attached files, encryption, and a file that is a ZIP as well.
 * Without `%%EOF` near its end the file was truncated.
 */
export const requirePassivePdf = async (path: string) => {
  const content = await readFile(path)
  if (!content.subarray(-endBytes).includes('%%EOF')) throw unreadable()
  // the record that ends a ZIP, with the disk numbers of an archive in one piece
  if (content.includes('PK\x05\x06\0\0\0\0', 0, 'latin1')) throw unsupported()
  try {
    await requireHarmlessObjects(content)
  } catch (error) {
    // encrypted objects look damaged or forbidden: report the encryption, which the owner can remove
    throw (await isEncrypted(content.toString('latin1'))) ? apiError('document_encrypted') : error
  }
}
