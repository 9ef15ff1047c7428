import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { readAt } from './bytes.ts'

const notes = ['tEXt', 'zTXt', 'iTXt']
/** A private chunk type that decoders ignore. */
const passed = Buffer.from('skIp')
const maxChunks = 100_000
const piece = 65_536

/** Renames the text chunks of a PNG in place so that decoders skip them: a compressed one can expand far beyond the image. */
export const passOverNotes = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    for (let at = 8, n = 0; at + 12 <= size && n < maxChunks; n++) {
      const head = await readAt(file, at, 8)
      const length = head.readUInt32BE(0)
      const end = at + 12 + length
      if (end > size) return
      if (notes.includes(head.toString('latin1', 4, 8))) {
        let sum = crc32(passed)
        for (let from = at + 8; from < end - 4; from += piece) sum = crc32(await readAt(file, from, Math.min(piece, end - 4 - from)), sum)
        const tail = Buffer.alloc(4)
        tail.writeUInt32BE(sum)
        await file.write(passed, 0, 4, at + 4)
        await file.write(tail, 0, 4, end - 4)
      }
      at = end
    }
  } finally {
    await file.close()
  }
}
