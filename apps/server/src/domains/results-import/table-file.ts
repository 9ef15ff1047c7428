import { Readable } from 'node:stream'
import { foldHeader, looksLikeUnit, splitUnit } from '@sukoyaka/rules/boards/import-header'
import type { ImportColumn, importErrors } from '@sukoyaka/wire/boards/results-import'
import { parse } from 'csv-parse'
import { readSheet } from 'read-excel-file/node'
import { withoutGuard } from './csv.ts'

export type ImportError = (typeof importErrors)[number]

/** The file cannot be read as a table; `code` says why. */
export class Unreadable extends Error {
  readonly code: ImportError
  constructor(code: ImportError) {
    super(code)
    this.code = code
  }
}

export type Row = { line: number; cells: string[] }
export type Table = { encoding: string; columns: ImportColumn[]; rows: AsyncIterable<Row> }

const maxColumns = 400
const maxRows = 100_000
const maxCellLength = 1_000
const maxTitles = 20
const maxUnpackedBytes = 400_000_000

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** The unpacked size stated in the ZIP directory: a small file can be a very large table. */
const unpackedSize = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size = 0
  for (let at = 0; at + 46 <= bytes.length; at++) if (view.getUint32(at, true) === 0x02014b50) size += view.getUint32(at + 24, true)
  return size
}

const decode = (bytes: Uint8Array): { text: string; encoding: string } => {
  if (begins(bytes, 0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = new TextDecoder('shift_jis').decode(bytes)
    const lost = text.split('\ufffd').length - 1
    if (lost > text.length / 200) throw new Unreadable('encoding_unknown')
    return { text, encoding: 'Shift_JIS' }
  }
}

const delimiterOf = (text: string) => {
  const head = text.slice(0, 20_000).replace(/"[^"]*"/g, '')
  const count = (sign: string) => head.split(sign).length
  return ([',', '\t', ';'] as const).toSorted((a, b) => count(b) - count(a))[0]!
}

const two = (n: number) => String(n).padStart(2, '0')
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return `${cell.getUTCFullYear()}-${two(cell.getUTCMonth() + 1)}-${two(cell.getUTCDate())}`
  // unpaired surrogates and U+0000 cannot be stored
  return withoutGuard(String(cell).replaceAll('\u0000', '').trim()).slice(0, maxCellLength).toWellFormed()
}

/** Excel files contain binary numbers such as 5.0999999999999997E-2; Excel shows fifteen digits of them. Short numbers stay as written. */
const shownNumber = (text: string): string => (/^-?\d{1,15}(\.\d{1,13})?$/.test(text) && text.length < 17 ? text : shortened(text))
const shortened = (text: string): string => {
  const it = Number(Number(text).toPrecision(15))
  return Number.isFinite(it) ? String(it) : text
}

const records = async (bytes: Uint8Array): Promise<{ encoding: string; lines: AsyncIterable<unknown[]> }> => {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable('old_excel')
  if (begins(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    if (unpackedSize(bytes) > maxUnpackedBytes) throw new Unreadable('too_large')
    // numbers stay text as written, because of 1.10 and ids with leading zeros
    const rows = await readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { parseNumber: (text) => shownNumber(text) as never })
    return { encoding: 'Excel', lines: Readable.from(rows as unknown[][]) }
  }
  const { text, encoding } = decode(bytes)
  if (text.slice(0, 4_000).includes('\u0000') || begins(bytes, 0x25, 0x50, 0x44, 0x46)) throw new Unreadable('not_a_table')
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: 2_000_000,
  })
  Readable.from(pieces(text)).pipe(parser)
  return { encoding, lines: parser }
}

function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}

const jlac10 = /^\d[A-Z]\d{3}\d{4}\d{3}\d{3}\d{2}$|^\d[A-Z]\d{3}[0-9A-Z]{12}$/
const filled = (cells: string[]) => cells.filter(Boolean)
const isCodes = (cells: string[]) => cells.filter((cell) => jlac10.test(cell)).length >= 3
const isUnits = (cells: string[]) => filled(cells).length >= 2 && filled(cells).filter(looksLikeUnit).length >= filled(cells).length * 0.6

/** Titles may precede the headers. Takes the row with the most known names, otherwise the first one about as wide as the table. */
const headerAt = (head: string[][], known: ReadonlySet<string>): number => {
  const knownIn = (cells: string[]) => cells.filter((cell) => cell && (known.has(foldHeader(cell)) || known.has(foldHeader(splitUnit(cell).name)))).length
  const counts = head.map(knownIn)
  const max = Math.max(...counts)
  if (max >= 2) return counts.indexOf(max)
  const width = Math.max(...head.map((cells) => filled(cells).length))
  return head.findIndex((cells) => filled(cells).length >= width * 0.6)
}

/** Reads a table from CSV or Excel, detecting encoding, delimiter, headers, units and codes. `known` are folded names. Throws `Unreadable`. */
export const readTable = async (bytes: Uint8Array, known: ReadonlySet<string>): Promise<Table> => {
  const { encoding, lines } = await records(bytes)
  const iterator = lines[Symbol.asyncIterator]()
  let line = 0
  const next = async (): Promise<Row | undefined> => {
    const { value, done } = await iterator.next()
    if (done) return undefined
    line++
    return { line, cells: (value as unknown[]).slice(0, maxColumns).map(cellText) }
  }
  const head: Row[] = []
  while (head.length < maxTitles + 5) {
    const row = await next()
    if (!row) break
    head.push(row)
  }
  const at = head.length
    ? headerAt(
        head.slice(0, maxTitles).map(({ cells }) => cells),
        known,
      )
    : -1
  const names = head[at]?.cells ?? []
  if (filled(names).length < 2) throw new Unreadable('not_a_table')
  let body = at + 1
  let units: string[] = []
  let codes = head.slice(0, at).find(({ cells }) => isCodes(cells))?.cells ?? []
  while (body < head.length && (isUnits(head[body]!.cells) || isCodes(head[body]!.cells))) {
    if (isCodes(head[body]!.cells)) codes = head[body]!.cells
    else units = head[body]!.cells
    body++
  }
  const waiting = head.slice(body)
  const width = Math.max(names.length, ...waiting.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, i): ImportColumn => {
    const header = names[i] ?? ''
    const samples = [...new Set(waiting.flatMap(({ cells }) => cells[i] || []))].slice(0, 5)
    return { header: header.replace(/\s+/g, ' '), unit: units[i] || splitUnit(header).unit, code: codes[i] ?? '', samples }
  })
  async function* rows() {
    let count = 0
    for (let row = waiting.shift() ?? (await next()); row; row = waiting.shift() ?? (await next())) {
      if (filled(row.cells).length === 0) continue
      if (++count > maxRows) throw new Unreadable('too_many_rows')
      yield row
    }
  }
  return { encoding, columns, rows: rows() }
}
