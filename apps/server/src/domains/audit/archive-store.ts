import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { AppContext, Files } from '../../context/app-context.ts'
import type { Db } from '../../database/db.ts'
import type { audit_archives } from '../../database/tables.ts'
import { archivedHead, lockChain } from './chain-store.ts'
import { batchSize, type Head, type Link, linksAfter, nextHash } from './link-store.ts'

export type Archived = typeof audit_archives.$inferSelect
type ArchivedLink = Omit<Link, 'is_old' | 'content'> & { content: string }

const linksPerFile = 20_000

/**
 * The oldest links, at most 20,000 (`linksPerFile`), up to the first whose row is not old enough. Throws if a row is missing or does not match the chain:
 * forged rows must not move into a file.
 */
async function* oldLinks(db: Db, from: Head): AsyncGenerator<Head & { line: string }> {
  let head = from
  for (let count = 0; count < linksPerFile; ) {
    const links = await linksAfter(db, head.seq, Math.min(batchSize, linksPerFile - count))
    for (const { seq, hash, source, id, content, is_old } of links) {
      if (content !== null && !is_old) return
      if (content === null || seq !== head.seq + 1 || !nextHash(head.hash, { source, content }).equals(hash))
        throw new Error(`link ${seq} of the audit log does not match: run npm run audit:verify`)
      head = { seq, hash }
      yield { ...head, line: `${JSON.stringify({ seq, source, id, content, hash: hash.toString('hex') })}\n` }
    }
    if (!links.length) return
    count += links.length
  }
}

// built per call: a monthly job
/** Moves the oldest rows of the audit log into a file of the file store; returns how many. */
export const archiveBatch = async ({ db, files, random }: Pick<AppContext, 'db' | 'files' | 'random'>): Promise<number> => {
  const start = await archivedHead(db)
  const links = oldLinks(db, start)
  const first = await links.next()
  if (first.done) return 0
  let last: Head = first.value
  const lines = async function* () {
    yield first.value!.line
    for await (const { line, ...head } of links) {
      last = head
      yield line
    }
  }
  const sha256 = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      sha256.update(chunk)
      done(null, chunk)
    },
  })
  const key = `audit_${String(start.seq + 1).padStart(12, '0')}_${random(9).toString('hex')}`
  // an error in any part destroys `hashed`, so that `files.put` rejects with it
  pipeline(Readable.from(lines()), createGzip(), hashed, () => {})
  const { size } = await files.put(key, hashed)
  await db.transaction(async (tx) => {
    await lockChain(tx)
    await tx.execute(sql`select archive_audit(${last.seq}, ${key}, ${sha256.digest()}, ${size})`)
  })
  return last.seq - start.seq
}

/** The lines of a text. Unlike the iterator of readline, this one throws an error of its input, such as that of a truncated file. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) throw new Error('the last line has no end')
}

/** The links of a file; undefined if there is none with this key. */
export const archivedLinks = async (files: Files, key: string): Promise<AsyncIterable<ArchivedLink> | undefined> => {
  const content = await files.get(key)
  if (!content) return undefined
  const text = createGunzip()
  pipeline(content, text, () => {})
  return (async function* () {
    for await (const line of linesOf(text)) {
      // not validated: the server wrote it, and an edited line does not match its hash
      const { hash, ...link } = JSON.parse(line) as Omit<ArchivedLink, 'hash'> & { hash: string }
      yield { ...link, hash: Buffer.from(hash, 'hex') }
    }
  })()
}
