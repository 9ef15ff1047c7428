import { readFileSync } from 'node:fs'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { sourceFile } from '../config/folders.ts'
import { serveWork } from '../processes/serve-work.ts'
import { compactPdf } from './compact-pdf.ts'
import { fontFolders, makePrintable } from './fonts.ts'

/*
 * Runs in a child process, because compiling blocks, and an endless document or a crash of native code must not stop the server. Templates can read
 * only the files of this folder and the fonts; Typst has no network access.
 */

/** `data` is JSON. */
export type DocumentWork = { template: string; data: string; maxBytes: number }
/** The PDF as base64, or that it is too large. */
export type Document = { pdf: string } | { exceeded: 'bytes' }

const compiler = NodeCompiler.create({ workspace: sourceFile('documents'), fontArgs: [{ fontPaths: fontFolders }] })
const printable = makePrintable()
const templates = new Map<string, string>()
const contentOf = (template: string) => {
  const content = templates.get(template) ?? readFileSync(template, 'utf8')
  templates.set(template, content)
  return content
}

serveWork(({ template, data, maxBytes }: DocumentWork): Document => {
  try {
    const printed = JSON.stringify(JSON.parse(data, (_key, value) => (typeof value === 'string' ? printable(value) : value)))
    const pdf = compactPdf(compiler.pdf({ mainFileContent: contentOf(template), inputs: { data: printed } }, { pdfStandard: PdfStandard.UA_1 }))
    return pdf.length > maxBytes ? { exceeded: 'bytes' } : { pdf: pdf.toString('base64') }
  } finally {
    compiler.evictCache(0)
  }
})
