import { crc32 } from 'node:zlib'
import { text, words } from './mp4.ts'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const pngChunk = (type: string, body: Buffer) => Buffer.concat([words(body.length), text(type), body, words(crc32(Buffer.concat([text(type), body])))])

/** A hand-made PNG of any size and data, with extra chunks before the data. */
export const png = (width: number, height: number, data: Buffer, ...more: Buffer[]) =>
  Buffer.concat([
    pngSignature,
    pngChunk('IHDR', Buffer.concat([words(width, height), Buffer.from([8, 0, 0, 0, 0])])),
    ...more,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
