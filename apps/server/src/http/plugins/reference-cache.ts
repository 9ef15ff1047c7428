import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { languageOf } from '../../config/language.ts'
import type { AppContext } from '../../context/app-context.ts'
import { invalidateOn } from '../../realtime/invalidation.ts'

const compress = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
/** Max bytes of all cached responses, by `sizeOf`. */
const maxBytes = 4_000_000
/** Estimated bytes of an entry beside its content and its URL. */
const entryBytes = 500
/** Smaller responses are sent uncompressed. */
const minCompressedBytes = 1_024

type Entry = { content: Buffer; etag: string; compressed?: Promise<Buffer> }

/** Upper bound in bytes: the compressed form is smaller than the content, and a string takes at most two bytes per character. */
const sizeOf = (key: string, { content }: Entry) => 2 * content.length + 2 * key.length + entryBytes

/** Permissions of the calls that write reference data. */
const writers = ['administration.write', 'diagnoses.write']
/** Whether a call may change reference data, which other servers keep in memory until they are notified. */
export const writesReference = (permission: string | undefined): boolean => writers.includes(permission ?? '')

const isReference = ({ routeOptions: { config } }: FastifyRequest) => config.cache === 'reference'
const isBrotliAccepted = ({ headers }: FastifyRequest) => /\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(String(headers['accept-encoding'] ?? ''))

/**
 * Caches responses of reference data, which are the same for everybody who reads one language, with their compressed form and ETag. PostgreSQL notifies of
 * changes of the tables; a write of this server empties the cache before its response. A cached URL needs no validation, because it was valid at its first
 * request. Must be registered after `addHeaders`, and before the plugins for ETags and compression.
 */
export const cacheReference = fp<{ context: AppContext }>(async (app, { context }) => {
  const entries = new Map<string, Entry>()
  let bytes = 0
  const { forget, startRead, stopListening } = invalidateOn(context.events, 'onReferenceChanged', () => {
    entries.clear()
    bytes = 0
  })
  app.addHook('onClose', async () => stopListening())

  const keyOf = ({ url, headers }: FastifyRequest) => `${languageOf(headers['accept-language'])} ${url}`
  const keep = (key: string, entry: Entry) => {
    if (entry.content.length > maxBytes / 4) return
    const known = entries.get(key)
    if (known) bytes -= sizeOf(key, known)
    entries.set(key, entry)
    bytes += sizeOf(key, entry)
    for (const [oldest, kept] of entries) {
      if (bytes <= maxBytes) return
      entries.delete(oldest)
      bytes -= sizeOf(oldest, kept)
    }
  }

  app.decorateRequest('isReferenceCurrent', undefined)
  app.decorateRequest('referenceEntry', undefined)
  app.addHook('preHandler', async (request, reply) => {
    if (!isReference(request)) return
    request.isReferenceCurrent = startRead()
    request.referenceEntry = entries.get(keyOf(request))
    if (request.referenceEntry) return reply.type('application/json; charset=utf-8').send(request.referenceEntry.content)
  })

  const sendEntry = async (request: FastifyRequest, reply: FastifyReply, entry: Entry) => {
    reply.header('etag', entry.etag)
    if (entry.content.length < minCompressedBytes || !isBrotliAccepted(request)) return entry.content
    entry.compressed ??= compress(entry.content, quality)
    reply.headers({ 'content-encoding': 'br', vary: `${reply.getHeader('vary')}, accept-encoding` })
    return entry.compressed
  }
  app.addHook('onSend', async (request, reply, payload) => {
    if (writesReference(request.routeOptions.config.permission) && request.method !== 'GET') forget()
    if (!isReference(request) || reply.statusCode !== 200) return payload
    if (request.referenceEntry) return sendEntry(request, reply, request.referenceEntry)
    if (typeof payload !== 'string') return payload
    const content = Buffer.from(payload)
    const entry = { content, etag: `W/"${createHash('sha256').update(content).digest('base64url')}"` }
    if (request.isReferenceCurrent?.()) keep(keyOf(request), entry)
    return sendEntry(request, reply, entry)
  })
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the reference data that the handler read is still what PostgreSQL has. */
    isReferenceCurrent: (() => boolean) | undefined
    referenceEntry: Entry | undefined
  }
}
