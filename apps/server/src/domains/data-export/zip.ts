import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A file of the ZIP. `level` is that of zlib: 1 for what is compressed already. */
export type Entry = { name: string; content: AsyncIterable<string | Uint8Array>; level: 1 | 6 }

/** An entry that zlib compresses in Node's thread pool. Images are compressed too, because not every program can read a stored entry of unknown size. */
class StreamedFile implements ZipInputFile {
  readonly filename: string
  readonly mtime: Date
  readonly compression = 8
  crc = 0
  size = 0
  ondata: NonNullable<ZipInputFile['ondata']> = () => {}

  constructor(filename: string, mtime: Date) {
    this.filename = filename
    this.mtime = mtime
  }

  async *bytes(content: Entry['content']): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      this.crc = crc32(bytes, this.crc)
      this.size += bytes.length
      yield bytes
    }
  }
}

/**
 * The bytes of a ZIP of these files, and of the next ones until it has `maxBytes` or 60,000 files: a ZIP in the 32-bit format has at most 4 GB and
 * 65,535 files.
 */
export async function* zipped(first: Entry, next: AsyncIterator<Entry>, { maxBytes, at }: { maxBytes: number; at: Date }): AsyncGenerator<Uint8Array> {
  let [chunks, failure, size, count]: [Uint8Array[], Error | null, number, number] = [[], null, 0, 0]
  const zip = new Zip((error, chunk) => {
    failure ??= error
    if (chunk?.length) chunks.push(chunk)
  })
  const take = () => {
    if (failure) throw failure
    const taken = chunks
    chunks = []
    for (const chunk of taken) size += chunk.length
    return taken
  }
  for (let entry: Entry | undefined = first; entry; ) {
    const file = new StreamedFile(entry.name, at)
    zip.add(file)
    const packed = createDeflateRaw({ level: entry.level })
    // an error of any stream destroys the last one, whose reader gets it
    pipeline(Readable.from(file.bytes(entry.content), { objectMode: false }), packed, () => {})
    for await (const chunk of packed) {
      file.ondata(null, chunk, false)
      yield* take()
    }
    file.ondata(null, new Uint8Array(), true)
    yield* take()
    count += 1
    if (size >= maxBytes || count >= 60_000) break
    const following: IteratorResult<Entry> = await next.next()
    entry = following.done ? undefined : following.value
  }
  zip.end()
  yield* take()
}
