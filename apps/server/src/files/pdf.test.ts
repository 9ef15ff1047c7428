import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { pdf } from '../../test/documents.ts'
import { zipOf } from '../../test/xlsx.ts'
import { menuPdf } from '../demo/files/menu-pdf.ts'
import { requirePassivePdf } from './pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

let n = 0
const codeOf = (content: Buffer) => {
  const path = join(folder, String(n++))
  writeFileSync(path, content)
  return requirePassivePdf(path).then(
    () => 'accepted',
    ({ code }: { code?: string }) => code,
  )
}

type Content = string | Buffer
const bytes = (content: Content) => (typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
/** A PDF of these objects. */
const pdfOf = (objects: Content[], trailer = '<</Root 1 0 R>>') =>
  Buffer.concat([
    bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
    ...objects.flatMap((object, at) => [bytes(`${at + 1} 0 obj\n`), bytes(object), bytes('\nendobj\n')]),
    bytes(`trailer\n${trailer}\nstartxref\n0\n%%EOF\n`),
  ])
const catalog = (extra = '') => `<</Type/Catalog/Pages 2 0 R${extra}>>`
const streamOf = (dictionary: string, data: Content) => Buffer.concat([bytes(`${dictionary}\nstream\r\n`), bytes(data), bytes('\nendstream')])

/** An object stream of one object at `offset` in `body`. */
const packed = (body: string, { dictionary = '/Filter/FlateDecode', offset = 0, pack = (data: Buffer): Buffer => deflateSync(data) } = {}) => {
  const header = `9 ${offset} `
  return streamOf(`<</Type/ObjStm/N 1/First ${header.length}${dictionary}>>`, pack(Buffer.from(header + body, 'latin1')))
}
const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'

test('accepts documents without active content', async () => {
  const harmless: [string, Buffer][] = [
    ['a small one', pdf],
    ['the menu of the demo', menuPdf()],
    ['a link, a form and words like those of scripts', pdfOf([catalog('/URI(https://example.com/JS/JavaScript)'), '<</T(/Launch)/FT/Tx>> % /JavaScript'])],
    ['packed objects', pdfOf([catalog(), packed('<</Type/Page/Title(CSS/JavaScript)>>')])],
    ['an outline before an image', pdfOf([catalog(), '<</Type/Outlines/First 3 0 R>>', streamOf('<</Subtype/Image/Filter/DCTDecode>>', 'x 1 0 obj (')])],
  ]
  for (const [name, content] of harmless) expect([name, await codeOf(content)]).toEqual([name, 'accepted'])
})

test('reports that a file is encrypted, even if its objects are packed and look damaged', async () => {
  const table = streamOf('<</Type/XRef/Size 9/Root 1 0 R/Encrypt 5 0 R>>', 'x')
  const files: [string, Buffer][] = [
    ['by its trailer', pdfOf([catalog()], '<</Root 1 0 R/Encrypt 5 0 R>>')],
    ['by its packed table', pdfOf([catalog(), packed('<<>>', { pack: () => Buffer.from('no deflate') }), table])],
    ['with a script, too', pdfOf([catalog(`/OpenAction${script}`)], '<</Root 1 0 R/Encrypt 5 0 R>>')],
  ]
  for (const [name, content] of files) expect([name, await codeOf(content)]).toEqual([name, 'document_encrypted'])
  expect(await codeOf(pdfOf([catalog('/X<</Encrypt 5 0 R>>')]))).toBe('document_unsupported')
})

test('rejects scripts, programs and attached files, however they are written', async () => {
  const hidden = Buffer.from(`<</X(1 0 obj <</Y )>>)${script}`, 'latin1')
  const active: [string, Buffer][] = [
    ['a script at opening', pdfOf([catalog('/OpenAction 3 0 R'), '<</Kids[]>>', script])],
    ['a script in the catalog', pdfOf([catalog(`/OpenAction${script}`)])],
    ['escaped names', pdfOf([catalog('/OpenAction<</S/J#61vaScr#69pt/J#53(x)>>')])],
    ['a program', pdfOf([catalog('/OpenAction<</S/Launch/F(cmd.exe)>>')])],
    ['an attachment', pdfOf([catalog('/Names<</EmbeddedFiles 3 0 R>>')])],
    ['an attached file', pdfOf([catalog(), streamOf('<</Type/EmbeddedFile>>', 'x')])],
    ['a form with scripts', pdfOf([catalog('/AcroForm<</XFA 3 0 R>>')])],
    ['a script after a comment', pdfOf([catalog('/OpenAction % )\n 3 0 R'), script])],
    ['a script after an odd hexadecimal text', pdfOf([catalog(`/X<(>/OpenAction${script}`)])],
    ['a script whose object starts in a text', pdfOf([catalog(), hidden])],
    ['a script in the data of a stream', pdfOf([catalog(), streamOf('<<>>', `( 7 0 obj ${script}`)])],
    ['a packed script', pdfOf([catalog(), packed(script)])],
    ['a packed script in a text', pdfOf([catalog(), packed(`( ${script})`, { offset: 1 })])],
    ['a packed script without a type', pdfOf([catalog(), Buffer.from(packed(script).toString('latin1').replace('/Type/ObjStm', ''), 'latin1')])],
    [
      'a script packed otherwise',
      pdfOf([catalog(), packed(script, { dictionary: '/Filter/ASCIIHexDecode', pack: (data) => Buffer.from(`${data.toString('hex')}>`) })]),
    ],
    ['a script that is not packed', pdfOf([catalog(), packed(script, { dictionary: '', pack: (data) => data })])],
    ['a predictor', pdfOf([catalog(), packed(script, { dictionary: '/Filter/FlateDecode/DecodeParms<</Predictor 12>>' })])],
    ['an indirect filter', pdfOf([catalog(), packed(script, { dictionary: '/Filter 5 0 R' })])],
    ['a ZIP after it', Buffer.concat([pdf, zipOf([{ name: 'a.txt', data: Buffer.from('x') }]), bytes('%%EOF')])],
  ]
  for (const [name, content] of active) expect([name, await codeOf(content)]).toEqual([name, 'document_unsupported'])
  expect(await codeOf(pdf.subarray(0, 60))).toBe('file_unreadable')
  expect(await codeOf(pdfOf([catalog(), packed('<<>>', { pack: () => Buffer.from('broken') })]))).toBe('file_unreadable')
})

test('rejects a file that unpacks to too many bytes or takes too long to read', async () => {
  const zeros = deflateSync(Buffer.alloc(70_000_000))
  expect(await codeOf(pdfOf([catalog(), packed('', { pack: () => zeros })]))).toBe('document_unsupported')
  // every `obj` and every `<` starts a string without an end
  expect(await codeOf(Buffer.concat([bytes('%PDF-1.7\n'), bytes('1 0 obj ('.repeat(1_000_000)), bytes('%%EOF')]))).toBe('document_unsupported')
  expect(await codeOf(Buffer.concat([bytes('%PDF-1.7\n1 0 obj '), bytes('<a '.repeat(2_000_000)), bytes('%%EOF')]))).toBe('accepted')
})
