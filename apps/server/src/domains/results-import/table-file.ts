import { Readable } from 'node:stream'
import { foldHeader, looksLikeUnit, splitUnit } from '@sukoyaka/rules/boards/import-header'
import type { ImportColumn } from '@sukoyaka/wire/boards/results-import'
import { parse } from 'csv-parse'
import { readSheet } from 'read-excel-file/node'
import { unescapeFormula } from './csv.ts'
import { ImportError } from './import-error.ts'
import { repackWorkbook } from './workbook.ts'

export type Row = { line: number; cells: string[] }
export type Table = { encoding: string; columns: ImportColumn[]; rows: AsyncIterable<Row> }

const maxColumns = 400
const maxRows = 100_000
const maxCellLength = 1_000
const maxTitles = 20

const hasPrefix = (bytes: Uint8Array, ...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)

const decode = (bytes: Uint8Array): { text: string; encoding: string } => {
  if (hasPrefix(bytes, 0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = new TextDecoder('shift_jis').decode(bytes)
    const replacedCount = text.split('\ufffd').length - 1
    if (replacedCount > text.length / 200) throw new ImportError('encoding_unknown')
    return { text, encoding: 'Shift_JIS' }
  }
}

const delimiterOf = (text: string) => {
  const head = text.slice(0, 20_000).replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => head.split(delimiter).length
  return ([',', '\t', ';'] as const).toSorted((a, b) => count(b) - count(a))[0]!
}

const pad2 = (value: number) => String(value).padStart(2, '0')
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return `${cell.getUTCFullYear()}-${pad2(cell.getUTCMonth() + 1)}-${pad2(cell.getUTCDate())}`
  // unpaired surrogates and U+0000 cannot be stored
  return unescapeFormula(String(cell).replaceAll('\u0000', '').trim()).slice(0, maxCellLength).toWellFormed()
}

/** Excel files contain binary numbers such as 5.0999999999999997E-2; Excel shows fifteen digits of them. Short numbers stay as written. */
const shownNumber = (text: string): string => (/^-?\d{1,15}(\.\d{1,13})?$/.test(text) && text.length < 17 ? text : shortened(text))
const shortened = (text: string): string => {
  const rounded = Number(Number(text).toPrecision(15))
  return Number.isFinite(rounded) ? String(rounded) : text
}

const records = async (bytes: Uint8Array): Promise<{ encoding: string; lines: AsyncIterable<unknown[]> }> => {
  if (hasPrefix(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportError('old_excel')
  if (hasPrefix(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    // numbers stay text, short ones as written, because of 1.10 and ids with leading zeros
    const rows = await readSheet(await repackWorkbook(bytes), { parseNumber: (text) => shownNumber(text) })
    return { encoding: 'Excel', lines: Readable.from(rows as unknown[][]) }
  }
  const { text, encoding } = decode(bytes)
  if (text.slice(0, 4_000).includes('\u0000') || hasPrefix(bytes, 0x25, 0x50, 0x44, 0x46)) throw new ImportError('not_a_table')
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: 2_000_000,
  })
  Readable.from(chunks(text)).pipe(parser)
  return { encoding, lines: parser }
}

function* chunks(text: string) {
  for (let offset = 0; offset < text.length; offset += 65_536) yield text.slice(offset, offset + 65_536)
}

const jlac10 = /^\d[A-Z]\d{3}\d{4}\d{3}\d{3}\d{2}$|^\d[A-Z]\d{3}[0-9A-Z]{12}$/
const filled = (cells: string[]) => cells.filter(Boolean)
const isCodes = (cells: string[]) => cells.filter((cell) => jlac10.test(cell)).length >= 3
const isUnits = (cells: string[]) => filled(cells).length >= 2 && filled(cells).filter(looksLikeUnit).length >= filled(cells).length * 0.6

/** Titles may precede the headers. Takes the row with the most known names; if no row has two, the first row with 60 % as many filled cells as the fullest. */
const headerAt = (head: string[][], knownNames: ReadonlySet<string>): number => {
  const knownIn = (cells: string[]) =>
    cells.filter((cell) => cell && (knownNames.has(foldHeader(cell)) || knownNames.has(foldHeader(splitUnit(cell).name)))).length
  const counts = head.map(knownIn)
  const max = Math.max(...counts)
  if (max >= 2) return counts.indexOf(max)
  const width = Math.max(...head.map((cells) => filled(cells).length))
  return head.findIndex((cells) => filled(cells).length >= width * 0.6)
}

/** Reads a table from CSV or Excel, detecting encoding, delimiter, headers, units and codes. `knownNames` are folded. Throws `ImportError` or parser errors. */
export const readTable = async (bytes: Uint8Array, knownNames: ReadonlySet<string>): Promise<Table> => {
  const { encoding, lines } = await records(bytes)
  const iterator = lines[Symbol.asyncIterator]()
  let line = 0
  const nextRow = async (): Promise<Row | undefined> => {
    const { value, done } = await iterator.next()
    if (done) return undefined
    line++
    return { line, cells: (value as unknown[]).slice(0, maxColumns).map(cellText) }
  }
  const head: Row[] = []
  while (head.length < maxTitles + 5) {
    const row = await nextRow()
    if (!row) break
    head.push(row)
  }
  const headerIndex = head.length
    ? headerAt(
        head.slice(0, maxTitles).map(({ cells }) => cells),
        knownNames,
      )
    : -1
  const names = head[headerIndex]?.cells ?? []
  if (filled(names).length < 2) throw new ImportError('not_a_table')
  let body = headerIndex + 1
  let units: string[] = []
  let codes = head.slice(0, headerIndex).find(({ cells }) => isCodes(cells))?.cells ?? []
  while (body < head.length && (isUnits(head[body]!.cells) || isCodes(head[body]!.cells))) {
    if (isCodes(head[body]!.cells)) codes = head[body]!.cells
    else units = head[body]!.cells
    body++
  }
  const bufferedRows = head.slice(body)
  const width = Math.max(names.length, ...bufferedRows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, i): ImportColumn => {
    const header = names[i] ?? ''
    const samples = [...new Set(bufferedRows.flatMap(({ cells }) => cells[i] || []))].slice(0, 5)
    return { header: header.replace(/\s+/g, ' '), unit: units[i] || splitUnit(header).unit, code: codes[i] ?? '', samples }
  })
  async function* rows() {
    let count = 0
    for (let row = bufferedRows.shift() ?? (await nextRow()); row; row = bufferedRows.shift() ?? (await nextRow())) {
      if (filled(row.cells).length === 0) continue
      if (++count > maxRows) throw new ImportError('too_many_rows')
      yield row
    }
  }
  return { encoding, columns, rows: rows() }
}
