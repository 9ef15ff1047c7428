import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { officeOf } from '../../test/documents.ts'
import { type Entry, zipOf } from '../../test/xlsx.ts'
import { officeTypeOf } from './document.ts'

const folder = mkdtempSync(join(tmpdir(), 'document-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** An Excel workbook such as Office embeds for the data of a chart. */
let numbers: Buffer
beforeAll(async () => {
  const cells = [['4月', 128] as const, ['5月', 121] as const].map(([month, pressure]) => [{ value: month }, { value: pressure }])
  numbers = await writeExcel(cells).toBuffer()
})

let n = 0
const typeOf = (content: Buffer) => {
  const path = join(folder, String(n++))
  writeFileSync(path, content)
  return officeTypeOf(path).then(
    (type) => type.split('.').at(-2)!,
    ({ code }: { code: string }) => code,
  )
}
const chart = 'ppt/embeddings/Microsoft_Excel_Worksheet.xlsx'
const slides = (...extraEntries: Entry[]) => officeOf('pptx', extraEntries)
const slidesWith = (data: Buffer, extraEntries: Partial<Entry> = {}) => slides({ name: chart, data, ...extraEntries })
const book = (...extraEntries: Entry[]) => officeOf('xlsx', extraEntries)
const entry = (name: string, data: Buffer | string, extraEntries: Partial<Entry> = {}): Entry => ({ name, data: Buffer.from(data), ...extraEntries })

test('detects presentations, documents and workbooks with embedded documents', async () => {
  expect(await typeOf(slidesWith(numbers))).toBe('presentationml')
  expect(await typeOf(slides(entry(chart, numbers), entry('ppt/embeddings/2.xlsx', numbers)))).toBe('presentationml')
  expect(await typeOf(officeOf('docx', [entry('word/embeddings/Microsoft_Excel_Worksheet1.xlsx', numbers)]))).toBe('wordprocessingml')
  expect(await typeOf(book(entry('xl/embeddings/Microsoft_Word_Document.docx', officeOf('docx'))))).toBe('spreadsheetml')
})

test('checks embedded documents like the document that contains them, and rejects a document embedded in an embedded document', async () => {
  const cases: [string, Buffer, string][] = [
    ['macros by their name', slidesWith(book(entry('xl/vbaProject.bin', 'x'))), 'document_unsupported'],
    ['macros by their type', slidesWith(officeOf('xlsx', [], 'application/vnd.ms-excel.sheet.macroEnabled.main+xml')), 'document_unsupported'],
    ['macros under another name', slidesWith(book(entry('xl/media/image1.png', Buffer.from('d0cf11e0a1b11ae1', 'hex')))), 'document_unsupported'],
    ['a document with macros, by its name', slides(entry('ppt/embeddings/a.xlsm', book())), 'document_unsupported'],
    ['an archive in the embedded document', slidesWith(book(entry('xl/a.bin', zipOf([entry('a', 'x')])))), 'document_unsupported'],
    ['an archive instead of the embedded document', slidesWith(zipOf([entry('a', 'x')])), 'document_unsupported'],
    ['a document in another place', slides(entry('ppt/media/image1.xlsx', book())), 'document_unsupported'],
    ['a second level', slidesWith(book(entry('xl/embeddings/a.docx', officeOf('docx')))), 'document_unsupported'],
    ['a foreign object', slides(entry('ppt/embeddings/oleObject1.bin', Buffer.from('d0cf11e0a1b11ae1', 'hex'))), 'document_unsupported'],
    ['a program in the embedded document', slidesWith(book(entry('xl/a.bin', 'MZ\x90'))), 'document_unsupported'],
    ['a program instead of the embedded document', slidesWith(Buffer.from('MZ\x90')), 'file_unreadable'],
    ['a symbolic link', slidesWith(book(entry('xl/link', '/etc/passwd', { mode: 0xa1ff0000 }))), 'document_unsupported'],
    ['an encrypted entry', slidesWith(book(entry('xl/a.xml', 'x', { flags: 1 }))), 'document_encrypted'],
    ['trailing bytes', slidesWith(Buffer.concat([book(), Buffer.from('<script>')])), 'file_unreadable'],
    ['a truncated document', slidesWith(numbers.subarray(0, -30)), 'file_unreadable'],
    ['more bytes than declared', slidesWith(numbers, { declaredSize: numbers.length - 1 }), 'document_unsupported'],
    ['fewer bytes than declared', slidesWith(numbers, { declaredSize: numbers.length + 1 }), 'file_unreadable'],
    ['an empty file', slidesWith(Buffer.alloc(0)), 'file_unreadable'],
  ]
  for (const [name, content, expected] of cases) expect([name, await typeOf(content)]).toEqual([name, expected])
})

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (type: string, target: string, mode = ' TargetMode="External"') =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships><Relationship Id="rId1" Type="${type}" Target="${target}"${mode}/></Relationships>`
const withRelationships = (text: string | Buffer, name = 'word/_rels/settings.xml.rels') => officeOf('docx', [entry(name, text)])

test('rejects parts that Office loads from elsewhere when the document is opened', async () => {
  const template = relation(`${office}/attachedTemplate`, 'https://evil.example/t.dotm')
  const cases: [string, Buffer, string][] = [
    ['a hyperlink', withRelationships(relation(`${office}/hyperlink`, 'https://example.com/a?b>c')), 'wordprocessingml'],
    ['parts of its own', withRelationships(relation(`${office}/image`, 'media/image1.png', '')), 'wordprocessingml'],
    ['a template', withRelationships(template), 'document_unsupported'],
    ['a template in an embedded document', slidesWith(book(entry('xl/_rels/a.xml.rels', template))), 'document_unsupported'],
    ...['oleObject', 'frame', 'subDocument', 'externalLinkPath', 'image'].map((type): [string, Buffer, string] => [
      type,
      withRelationships(relation(`${office}/${type}`, 'file://evil/x')),
      'document_unsupported',
    ]),
    [
      'a workbook that is missing',
      withRelationships(relation('http://schemas.microsoft.com/office/2006/relationships/xlExternalLinkPath/xlPathMissing', 'x')),
      'document_unsupported',
    ],
    [
      'another prefix and quotes',
      withRelationships(template.replace('<Relationship ', '<r:Relationship ').replace('"External"', "'External'")),
      'document_unsupported',
    ],
    ['a bracket before it', withRelationships(template.replace('t.dotm', '?a>b')), 'document_unsupported'],
    ['an escaped value', withRelationships(template.replace('External', '&#x45;xternal')), 'document_unsupported'],
    [
      'a comment before and after it',
      withRelationships(template.replace(/(<Relationship .*\/>)/, '<!-- <Relationship a=" -->$1<!-- " TargetMode="Internal"> -->')),
      'document_unsupported',
    ],
    ...['x:TargetMode="Internal"', 'x:Type="/hyperlink"', 'x-TargetMode="Internal"', 'TargetMode="Internal"'].map((other): [string, Buffer, string] => [
      `an attribute ${other}`,
      withRelationships(template.replace('<Relationships>', '<Relationships xmlns:x="y">').replace('/>', ` ${other}/>`)),
      'document_unsupported',
    ]),
    ['a part that is not well-formed', withRelationships('<Relationships>'), 'document_unsupported'],
    ['an own entity', withRelationships(`<!DOCTYPE a [<!ENTITY e "External">]>${template.replace('External', '&e;')}`), 'document_unsupported'],
    ['another encoding', withRelationships(Buffer.from(template, 'utf16le')), 'document_unsupported'],
    ['a declared encoding', withRelationships(template.replace('UTF-8', 'UTF-7')), 'document_unsupported'],
    ['another case of the name', withRelationships(template, 'word/_rels/settings.xml.RELS'), 'document_unsupported'],
    ['more than 10 MB', withRelationships(relation(`${office}/hyperlink`, 'a'.repeat(11_000_000))), 'document_unsupported'],
  ]
  for (const [name, content, expected] of cases) expect([name, await typeOf(content)]).toEqual([name, expected])
})

test('limits apply to the document and its embedded documents together', async () => {
  const parts = (count: number) => Array.from({ length: count }, (_, at) => entry(`xl/${at}`, 'x'))
  const manyEntries = slidesWith(book(...parts(1_400)))
  expect(await typeOf(manyEntries)).toBe('presentationml')
  expect(await typeOf(slides(entry(chart, book(...parts(1_400))), entry('ppt/embeddings/2.xlsx', book(...parts(1_600)))))).toBe('document_unsupported')
  // each declares a size below the limit, both together exceed it
  const large = (name: string) => entry(name, book(entry('xl/a.xml', 'x', { declaredSize: 250_000_000 })))
  expect(await typeOf(slides(large(chart)))).toBe('presentationml')
  expect(await typeOf(slides(large(chart), large('ppt/embeddings/2.xlsx')))).toBe('document_unsupported')
  // the limit for embedded documents, which are unpacked completely, is far lower and does not rely on the declared size
  const zeros = Buffer.alloc(45_000_000)
  expect(await typeOf(slidesWith(zeros))).toBe('document_unsupported')
  expect(await typeOf(slidesWith(zeros, { declaredSize: 1_000 }))).toBe('document_unsupported')
})

/** A document with macros. A ZIP64 locator names a second directory, which does not list the macros. */
const withHiddenMacros = () => {
  const macros = entry('word/vbaProject.bin', 'x')
  const whole = officeOf('docx', [macros])
  const end = whole.length - 22
  const from = whole.readUInt32LE(end + 16)
  const recordBytes = 46 + macros.name.length
  const visible = Buffer.from(whole.subarray(from, end - recordBytes))
  const note = Buffer.alloc(76)
  // the second directory: its record and the locator of that record, in the comment of the last entry
  visible.writeUInt16LE(note.length, visible.length - 46 - 'word/document.xml'.length + 32)
  note.writeUInt32LE(0x06064b50, 0)
  note.writeUInt32LE(3, 32)
  note.writeUInt32LE(from + recordBytes, 48)
  note.writeUInt32LE(0x07064b50, 56)
  note.writeUInt32LE(end, 64)
  const tail = Buffer.from(whole.subarray(end))
  tail.writeUInt32LE(end - from + note.length, 12)
  return Buffer.concat([whole.subarray(0, from), whole.subarray(end - recordBytes, end), visible, note, tail])
}

test('rejects an archive with two directories and an archive with a false entry count', async () => {
  expect(await typeOf(withHiddenMacros())).toBe('file_unreadable')
  const counted = officeOf('docx')
  counted.writeUInt16LE(2, counted.length - 14)
  expect(await typeOf(counted)).toBe('file_unreadable')
})

test('rejects an entry with strong encryption and a false size of the list of content types', async () => {
  expect(await typeOf(book(entry('xl/a.xml', 'x', { flags: 0x40 })))).toBe('document_encrypted')
  const types = officeOf('docx')
  types.writeUInt32LE(9, types.readUInt32LE(types.length - 6) + 24)
  expect(await typeOf(types)).toBe('file_unreadable')
})
