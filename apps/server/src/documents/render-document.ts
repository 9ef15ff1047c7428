import { sourceFile } from '../config/folders.ts'
import { currentUserId } from '../database/origin.ts'
import { apiError } from '../errors/api-error.ts'
import { openWorkProcess, WorkError, type WorkLimits } from '../processes/work-process.ts'
import type { Document, DocumentWork } from './typst-process.ts'

/** The limits of time and memory for rendering one document, and of the size of the PDF. */
export type DocumentLimits = WorkLimits & { maxBytes: number }
/** The document exceeded a limit, or the compiler ended (`crash`). `bytes`: its data or its PDF is too large. */
export class DocumentError extends Error {
  readonly reason: WorkError['reason'] | 'bytes'
  constructor(reason: DocumentError['reason']) {
    super(`A document failed: ${reason}`)
    this.reason = reason
  }
}

const megabyte = 1024 * 1024
const defaultLimits: DocumentLimits = { maxMs: 20_000, maxMemory: 512 * megabyte, maxBytes: 20 * megabyte }
const maxDataBytes = 8 * megabyte
/** The most documents in the queue, including the one that is being rendered. */
const maxPending = 51
/** The most documents of one person in the queue, so that nobody blocks the compiler for the others. */
const maxPendingOfUser = 4

const compile = openWorkProcess<DocumentWork, Document>({
  entry: 'documents/typst-process.ts',
  heapMegabytes: 256,
  env: () => ({ FONTCONFIG_FILE: sourceFile('documents/no-system-fonts.conf') }),
})
/** For each document in the queue, the id of the person who asked for it; undefined for documents of jobs and public calls. */
const pending: (number | undefined)[] = []

/** Typesets a template (the path of a `.typ` file) as PDF/UA-1. The template gets `data` as JSON, so that text in it is never read as markup. */
export const renderDocument = async (template: string, data: object, limits: Partial<DocumentLimits> = {}): Promise<Buffer> => {
  const { maxMs, maxMemory, maxBytes } = { ...defaultLimits, ...limits }
  const user_id = currentUserId()
  const isTooMany = user_id !== undefined && pending.filter((id) => id === user_id).length >= maxPendingOfUser
  if (isTooMany || pending.length >= maxPending) throw apiError('unavailable', { retry_after: 5 })
  const json = JSON.stringify(data)
  if (Buffer.byteLength(json) > maxDataBytes) throw new DocumentError('bytes')
  pending.push(user_id)
  try {
    const document = await compile({ template, data: json, maxBytes }, { maxMs, maxMemory })
    if ('exceeded' in document) throw new DocumentError('bytes')
    return Buffer.from(document.pdf, 'base64')
  } catch (error) {
    throw error instanceof WorkError ? new DocumentError(error.reason) : error
  } finally {
    pending.splice(pending.indexOf(user_id), 1)
  }
}
