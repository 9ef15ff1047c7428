import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { sourceFile } from '../config/folders.ts'
import { compactPdf } from './compact-pdf.ts'
import { fontFolders, makePrintable } from './fonts.ts'

/*
 * Runs in a process of its own: compiling blocks, and a document that never ends, or a crash of the native code, must not stop the server. Templates read
 * no file but those of this folder and the fonts, and there is no network in Typst.
 */

/** What the process is asked for: data is JSON. */
export type Work = { template: string; data: string; maxMemory: number; maxBytes: number }
/** `begun` comes before each result: the start of the process is not the document's time. */
export type Answer = { begun: true } | { pdf: string } | { error: string } | { exceeded: 'bytes' }

const checkMs = 20

/** Resident bytes at which the process ends itself: 0 is none. A thread reads it while the main thread compiles. */
const limit = new Int32Array((isMainThread ? new SharedArrayBuffer(4) : workerData) as SharedArrayBuffer)
const megabyte = 1024 * 1024

/** The limit of V8's heap does not count the memory of the compiler, which is native. */
const watchMemory = async () => {
  for (;;) {
    const most = Atomics.load(limit, 0)
    if (most > 0 && process.memoryUsage.rss() > most * megabyte) process.kill(process.pid, 'SIGKILL')
    await delay(checkMs)
  }
}

const compileDocuments = () => {
  new Worker(import.meta.filename, { workerData: limit.buffer }).unref()
  const compiler = NodeCompiler.create({ workspace: sourceFile('documents'), fontArgs: [{ fontPaths: fontFolders }] })
  const printable = makePrintable()
  const templates = new Map<string, string>()
  const contentOf = (template: string) => {
    const content = templates.get(template) ?? readFileSync(template, 'utf8')
    templates.set(template, content)
    return content
  }
  const compile = ({ template, data, maxBytes }: Work): Answer => {
    const printed = JSON.stringify(JSON.parse(data, (_key, value) => (typeof value === 'string' ? printable(value) : value)))
    const pdf = compactPdf(compiler.pdf({ mainFileContent: contentOf(template), inputs: { data: printed } }, { pdfStandard: PdfStandard.UA_1 }))
    return pdf.length > maxBytes ? { exceeded: 'bytes' } : { pdf: pdf.toString('base64') }
  }
  process.on('message', (work: Work) => {
    Atomics.store(limit, 0, Math.ceil(work.maxMemory / megabyte))
    process.send!({ begun: true })
    try {
      process.send!(compile(work))
    } catch (error) {
      // the compiler gives what is wrong as the code of its error
      process.send!({ error: String((error as { code?: unknown }).code ?? error) })
    }
    compiler.evictCache(0)
    Atomics.store(limit, 0, 0)
  })
  // the server has ended
  process.on('disconnect', () => process.exit(0))
}

if (isMainThread) compileDocuments()
else await watchMemory()
