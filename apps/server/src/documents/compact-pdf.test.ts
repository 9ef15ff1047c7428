import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { compactPdf } from './compact-pdf.ts'

/** A file with one cross-reference table, as the compiler writes it: one page with a text, and `rest` objects that nothing refers to. */
const makePdf = (text: string, rest: number) => {
  const drawing = `BT /F1 12 Tf 20 50 Td (${text}) Tj ET`
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
    // before the font, so that it is in another object stream than the catalogue
    ...Array.from({ length: rest }, (_, at) => `<</Type/StructElem/S/TD/K ${at}/A[<</O/Table/RowSpan 1/ColSpan 1>>]>>`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  bodies[2] = bodies[2]!.replace('5 0 R', `${bodies.length} 0 R`)
  let pdf = '%PDF-1.7\n'
  const offsets = bodies.map((body, at) => {
    const start = pdf.length
    pdf += `${at + 1} 0 obj\n${body}\nendobj\n`
    return start
  })
  const table = [`0000000000 65535 f\r\n`, ...offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n\r\n`)].join('')
  const end = `xref\n0 ${bodies.length + 1}\n${table}trailer\n<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`
  return Buffer.from(pdf + end, 'latin1')
}
const read = async (pdf: Buffer) => (await extractText(new Uint8Array(pdf), { mergePages: true })).text

test('a file with hundreds of objects becomes smaller and keeps its text', async () => {
  const pdf = makePdf('LDL 185', 240)
  expect(await read(pdf)).toBe('LDL 185')
  const compact = compactPdf(pdf)
  expect(compact.length).toBeLessThan(pdf.length / 4)
  expect(compact.toString('latin1').match(/\/Type\/ObjStm/g)).toHaveLength(3)
  expect(await read(compact)).toBe('LDL 185')
})

test('a file that does not end with one cross-reference table, as the compiler writes it, is returned unchanged', () => {
  const compact = compactPdf(makePdf('LDL 185', 10))
  const twice = Buffer.concat([makePdf('LDL 185', 10), Buffer.from('\n% changed later')])
  for (const pdf of [compact, twice, Buffer.from('no PDF'), Buffer.alloc(0)]) expect(compactPdf(pdf)).toBe(pdf)
})
