import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { packageFolder, sourceFile } from '../../../config/folders.ts'

/*
 * Runs in a process of its own: compiling blocks, and a document that never ends, or a crash of the native code, must not stop the server. It reads no
 * file but the template and the fonts, and there is no network in Typst.
 */
const template = sourceFile('domains/shop/receipt/receipt.typ')
const mainFileContent = readFileSync(template, 'utf8')
const compiler = NodeCompiler.create({ workspace: dirname(template), fontArgs: [{ fontPaths: [packageFolder('@expo-google-fonts/biz-udpgothic')] }] })

process.on('message', ({ id, data }: { id: number; data: string }) => {
  try {
    const pdf = compiler.pdf({ mainFileContent, inputs: { data } }, { pdfStandard: PdfStandard.UA_1 })
    process.send!({ id, pdf: pdf.toString('base64') })
  } catch (error) {
    // the message of the compiler names the line of the template, not the data
    process.send!({ id, error: error instanceof Error ? error.message : String(error) })
  }
  compiler.evictCache(0)
})
// the server has ended
process.on('disconnect', () => process.exit(0))
