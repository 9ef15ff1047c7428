import { type Entry, zipOf } from './xlsx.ts'

const forms = {
  docx: ['wordprocessingml.document', 'word/document.xml'],
  xlsx: ['spreadsheetml.sheet', 'xl/workbook.xml'],
  pptx: ['presentationml.presentation', 'ppt/presentation.xml'],
} as const
const part = (name: string, text: string): Entry => ({ name, data: Buffer.from(text) })

/** The minimal parts that identify an Office document, plus `extraEntries`. `macro` replaces the content type of the main part. */
export const officeOf = (form: keyof typeof forms, extraEntries: Entry[] = [], macro = ''): Buffer => {
  const [type, mainPart] = forms[form]
  const types = macro || `application/vnd.openxmlformats-officedocument.${type}.main+xml`
  return zipOf([
    part('[Content_Types].xml', `<?xml version="1.0"?><Types><Override PartName="/${mainPart}" ContentType="${types}"/></Types>`),
    part('_rels/.rels', '<Relationships/>'),
    part(mainPart, `<document>${'あ'.repeat(300)}</document>`),
    ...extraEntries,
  ])
}

export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
