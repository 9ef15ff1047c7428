import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Endpoint, type FileKind, maxBytes, maxBytesPerCall } from '@sukoyaka/wire/endpoint'
import type { ErrorCode } from '@sukoyaka/wire/errors'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { mayBeCommitted } from '../database/db.ts'
import { ApiError, apiError } from '../errors/api-error.ts'
import { bytesToSniff, type Sniffed, sniff, zip } from '../files/content-type.ts'
import { officeTypeOf } from '../files/document.ts'
import { withFileName } from '../files/file-name.ts'
import { uploadsFolder } from '../files/partial-files.ts'
import { requirePassivePdf } from '../files/pdf.ts'
import { type ReceivedFile, removeUploads, storeUploads, type Upload } from '../files/store-uploads.ts'
import { parseQuery, type Query } from './query.ts'

/** Idle timeout of an upload, and time limit for discarding the rest of a rejected one. */
const maxIdleMs = 30_000
const maxDrainedBytes = 50_000_000
/** Max length of all fields together: far above the 100,000 characters of a note, so that a longer note gets the error of its field. */
const maxTextLength = 1_500_000
const limits = { fileSize: maxBytes.video + 1, files: 41, fields: 60, parts: 100, fieldSize: 1_000_000, fieldNameSize: 100, headerPairs: 50 }

type Spec = NonNullable<Endpoint['files']>

/** Field name in errors: `images` for `images[]`, `karte.images` for `karte[images][]`. */
const nameOf = (field: string) => field.replace(/\[\]$/, '').replace(/\[(\w+)\]/g, '.$1')

/** The error for a file of another kind; its text names the types that the field accepts. */
const unsupportedType = (kinds: readonly FileKind[]) => {
  if (kinds.includes('document')) return apiError('document_unsupported')
  return apiError('file_type_unsupported', kinds.length === 1 ? { kind: kinds[0]! } : {})
}

/** Whether the error is about an image in a format that must be converted. */
const isAboutImages = (code: ErrorCode) => code === 'heic_unsupported' || code === 'dicom_unsupported'

const sniffAllowed = (head: Buffer, kinds: readonly FileKind[]): Sniffed => {
  try {
    const detected = sniff(head)
    if (kinds.includes(detected.kind)) return detected
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'file_type_unsupported' && !(isAboutImages(error.code) && !kinds.includes('image'))) throw error
  }
  throw unsupportedType(kinds)
}

/** Whether an Office file has a password: such a file is in the OLE container of the old formats, although it has the extension of a new format. */
const isEncryptedOffice = (head: Buffer, name: string) => head.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1' && /\.(docx|xlsx|pptx)$/i.test(name)

/** Streams one file to disk. Rejects an unsupported type by its first bytes; also a file that is too large and an unsafe or encrypted document. */
const writeToDisk = async (content: Readable, path: string, name: string, kinds: readonly FileKind[], countBytes: (bytes: number) => void) => {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  let detected: Sniffed | undefined
  const detectType = () => {
    if (kinds.includes('document') && isEncryptedOffice(head, name)) throw apiError('document_encrypted')
    detected = sniffAllowed(head, kinds)
  }
  await pipeline(
    content,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length
        countBytes(chunk.length)
        hash.update(chunk)
        if (!detected) {
          head = Buffer.concat([head, chunk.subarray(0, bytesToSniff)])
          if (head.length >= bytesToSniff) detectType()
        }
        if (size > maxBytes[detected?.kind ?? 'video']) throw apiError('file_too_large')
        yield chunk
      }
      if (!detected && size) detectType()
      if (detected && size > maxBytes[detected.kind]) throw apiError('file_too_large')
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  if (detected?.content_type === zip) detected = { ...detected, content_type: await officeTypeOf(path) }
  else if (detected?.kind === 'document') await requirePassivePdf(path)
  return { size, sha256: hash.digest('base64url'), ...detected! }
}

const readParts = async (request: FastifyRequest, spec: Spec, folder: string): Promise<{ body: Query; received: ReceivedFile[] }> => {
  const pairs: string[] = []
  const received: ReceivedFile[] = []
  const counts = new Map<string, number>()
  let remainingBytes = maxBytesPerCall
  let remainingText = maxTextLength
  const idle = setTimeout(() => request.raw.destroy(), maxIdleMs)
  const countBytes = (bytes: number) => {
    idle.refresh()
    remainingBytes -= bytes
    if (remainingBytes < 0) throw apiError('file_too_large')
  }
  try {
    for await (const part of request.parts({ limits })) {
      const field = spec[part.fieldname]
      if (part.type === 'field') {
        const value = String(part.value)
        countBytes(value.length)
        remainingText -= value.length
        if (remainingText < 0) throw apiError('too_large')
        if (part.fieldnameTruncated || part.valueTruncated) throw apiError('too_large')
        // invalid UTF-8 was decoded to U+FFFD
        if (value.includes('\ufffd')) throw apiError('malformed', { name: part.fieldname.slice(0, 100) })
        // an empty text instead of a file means no files; the web app sends it
        if (!field) pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(value)}`)
        else if (value) throw apiError('malformed', { name: part.fieldname.slice(0, 100) })
        continue
      }
      if (!field) throw apiError('unknown_parameter', { name: part.fieldname.slice(0, 100) })
      const path = join(folder, String(received.length))
      const name = field.aliasOf ?? part.fieldname
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      if (count > spec[name]!.max) throw apiError('invalid', { fields: { [nameOf(name)]: ['too_many'] } })
      const fileName = part.filename ?? ''
      const written = await writeToDisk(part.file, path, fileName, field.kinds, countBytes).catch((error) => {
        throw withFileName(error, fileName)
      })
      const storedAs = { isAttachment: field.kinds.includes('document'), square: field.square, isStill: field.isStill }
      if (written.size) received.push({ field: name, name: fileName, path, ...written, ...storedAs })
      else if (fileName) throw apiError('file_unreadable')
      else counts.set(name, count - 1)
    }
  } finally {
    clearTimeout(idle)
  }
  for (const [name, { isRequired }] of Object.entries(spec))
    if (isRequired && !counts.get(name)) throw apiError('invalid', { fields: { [nameOf(name)]: ['required'] } })
  return { body: parseQuery(pairs.join('&')), received }
}

/** Reads and discards the rest of the request, up to a limit, because a client that is still sending does not read the response. */
const drain = ({ raw }: FastifyRequest) =>
  new Promise<void>((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve()
    let remainingBytes = maxDrainedBytes
    raw.on('data', (chunk: Buffer) => {
      remainingBytes -= chunk.length
      if (remainingBytes < 0) resolve()
    })
    raw.once('end', resolve).once('close', resolve)
    raw.resume()
    setTimeout(resolve, maxIdleMs).unref()
  })

const isBroken = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return Boolean(code?.startsWith('FST_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || /multipart|terminated early|boundary/i.test(message ?? ''))
}

/** Maps multipart errors to errors of the contract. */
const toApiError = (error: unknown): unknown => {
  if (error instanceof ApiError || !isBroken(error)) return error
  const { code } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return apiError('file_too_large')
  return apiError(code?.endsWith('_LIMIT') ? 'too_large' : 'malformed')
}

export type UploadInput<I> = { input: I; uploads: Upload[]; fields: unknown }

/**
 * Handles a multipart call: streams files to disk, validates the fields, re-encodes and stores the files, then runs `handle`, which
 * creates their rows. Deletes the files if `handle` does not use them or if anything fails, but not if the rows may be committed: files without rows are
 * orphans, which housekeeping deletes.
 */
export const receiveUploads = async <I, T>(
  context: AppContext,
  request: FastifyRequest,
  spec: Spec,
  check: (body: unknown) => I,
  handle: (uploadInput: UploadInput<I>) => Promise<{ result: T; isUsed: boolean }>,
): Promise<T> => {
  if (!request.isMultipart?.()) throw apiError('media_type_unsupported')
  if (Number(request.headers['content-length'] ?? 0) > maxBytesPerCall + 1_000_000) throw apiError('file_too_large')
  const uploadsDir = uploadsFolder(context.config.data_dir)
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(uploadsDir, 'call-'))
  let uploads: Upload[] = []
  try {
    const { body, received } = await readParts(request, spec, folder).catch(async (error) => {
      await drain(request)
      throw toApiError(error)
    })
    const input = check(body)
    uploads = await storeUploads(context, received)
    const fields = { ...body, files: received.map(({ field, sha256 }) => [field, sha256]) }
    const { result, isUsed } = await handle({ input, uploads, fields })
    if (!isUsed) await removeUploads(context, uploads)
    return result
  } catch (error) {
    if (!mayBeCommitted(error)) await removeUploads(context, uploads)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
