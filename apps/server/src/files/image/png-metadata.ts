import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { readAt } from '../bytes.ts'

const textChunkTypes = ['tEXt', 'zTXt', 'iTXt']
/** A private chunk type that decoders ignore. */
const skippedType = Buffer.from('skIp')
const maxChunks = 100_000
const readBytes = 65_536

/** Renames the text chunks of a PNG in place so that decoders skip them: a compressed text can become far larger than the image. */
export const skipMetadata = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    for (let at = 8, i = 0; at + 12 <= size && i < maxChunks; i++) {
      const head = await readAt(file, at, 8)
      const length = head.readUInt32BE(0)
      const end = at + 12 + length
      if (end > size) return
      if (textChunkTypes.includes(head.toString('latin1', 4, 8))) {
        let sum = crc32(skippedType)
        for (let from = at + 8; from < end - 4; from += readBytes) sum = crc32(await readAt(file, from, Math.min(readBytes, end - 4 - from)), sum)
        const tail = Buffer.alloc(4)
        tail.writeUInt32BE(sum)
        await file.write(skippedType, 0, 4, at + 4)
        await file.write(tail, 0, 4, end - 4)
      }
      at = end
    }
  } finally {
    await file.close()
  }
}
