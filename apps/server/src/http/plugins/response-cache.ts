import { hash } from 'node:crypto'
import type { Tag } from '@sukoyaka/wire/all'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../config/language.ts'
import type { AppContext } from '../../context/app-context.ts'
import { openTagVersions } from '../../realtime/tag-versions.ts'

/** Max bytes of all cached responses, by `sizeOf`. */
const maxBytes = 8_000_000
/** Estimated bytes of an entry beside its content and its key. */
const entryBytes = 1_000
/** The greatest age of a cached response: it may depend on the time, such as the plan of the current contract. */
const maxAgeMs = 60_000

/** Hash for an ETag. */
export const etagHashOf = (content: string | Buffer) => hash('sha1', content, 'base64')

type Entry = { version: string; content: Buffer; etag: string; accessed: ReadonlySet<number> }

/** `cached` is undefined if there is no response or its data may have changed; `keep` then stores the response that the handler reads. */
type Lookup = { cached: Entry | undefined; keep: (json: string, accessed: ReadonlySet<number>) => Entry }

export type ResponseCache = { find: (request: FastifyRequest, tags: readonly Tag[]) => Promise<Lookup> }

const sizeOf = (key: string, { content, accessed }: Entry) => content.length + 2 * key.length + 16 * accessed.size + entryBytes

const openResponseCache = ({ pool, clock }: AppContext): ResponseCache => {
  const { versionOf } = openTagVersions(pool)
  const entries = new Map<string, Entry>()
  let bytes = 0

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (entry && entries.delete(key)) bytes -= sizeOf(key, entry)
  }
  const keep = (key: string, entry: Entry) => {
    remove(key)
    entries.set(key, entry)
    bytes += sizeOf(key, entry)
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return
      remove(oldest)
    }
  }
  return {
    find: async (request, tags) => {
      const { actor, url, headers } = request
      const key = `${actor!.id} ${actor!.role} ${languageOf(headers['accept-language'])} ${url}`
      // read before the data: a change in between makes the next request read again
      const version = `${await versionOf(tags)} ${Math.floor(clock().getTime() / maxAgeMs)}`
      const entry = entries.get(key)
      return {
        cached: entry?.version === version ? entry : undefined,
        keep: (json, accessed) => {
          const content = Buffer.from(json)
          const read = { version, content, etag: `W/"${etagHashOf(content)}"`, accessed }
          keep(key, read)
          return read
        },
      }
    },
  }
}

const caches = new WeakMap<AppContext, ResponseCache>()

/**
 * The server's cache of responses that change with events of known tags and with time, by caller, language and URL. Each look-up asks PostgreSQL for the
 * version of the tags, so that a response is not older than the last committed event with one of them.
 */
export const responseCacheOf = (context: AppContext): ResponseCache => {
  const cache = caches.get(context) ?? openResponseCache(context)
  caches.set(context, cache)
  return cache
}

export const sendEntry = (reply: FastifyReply, { content, etag }: Entry) => reply.header('etag', etag).type('application/json; charset=utf-8').send(content)
