import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { fromBufferPromise } from 'yauzl'
import { ImportError } from './import-error.ts'

const maxParts = 3_000
const maxUnpackedBytes = 200_000_000

/**
 * Repacks a workbook without compression, from the XML parts that its central directory names. The spreadsheet reader follows the local headers instead, which
 * can unpack to any size. Here unpacking fails beyond the size that the directory states. Throws `ImportError` for a workbook that is too large.
 */
export const repackWorkbook = async (bytes: Uint8Array): Promise<Buffer> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { autoClose: false })
  if (zip.entryCount > maxParts) throw new ImportError('too_large')
  const parts: Record<string, Uint8Array> = {}
  let unpackedBytes = 0
  for await (const entry of zip.eachEntry()) {
    // only XML is read, not pictures
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue
    unpackedBytes += entry.uncompressedSize
    if (unpackedBytes > maxUnpackedBytes) throw new ImportError('too_large')
    parts[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  }
  return Buffer.from(zipSync(parts, { level: 0 }))
}
