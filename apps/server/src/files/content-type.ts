import type { FileKind } from '@sukoyaka/wire/endpoint'
import { apiError } from '../errors/api-error.ts'

/** Type of any ZIP, until its content is known. */
export const zip = 'application/zip'

export type Sniffed = { kind: FileKind; content_type: string }

/** Number of leading bytes to collect for `sniff`, which reads at most the first 256. */
export const bytesToSniff = 4_100

const image = (content_type: string): Sniffed => ({ kind: 'image', content_type })
const document = (content_type: string): Sniffed => ({ kind: 'document', content_type })
const video = (content_type: string): Sniffed => ({ kind: 'video', content_type })

/** Brands of the ISO base media file format (ISO 14496-12). */
const brands: [RegExp, Sniffed | 'heic'][] = [
  [/^avi[fs]/, image('image/avif')],
  [/^(hei[cxms]|hev[cxms]|mif1|msf1)/, 'heic'],
  [/^qt {2}/, video('video/quicktime')],
  [/^(iso[m2-9]|mp4[12]|avc1|dash|mmp4|MSNV|M4V |M4VP|f4v |3gp\d|3g2[a-c])/, video('video/mp4')],
]

const typeOfBrands = (head: Buffer): Sniffed | 'heic' | undefined => {
  const length = Math.min(head.readUInt32BE(0), 256, head.length)
  const ownBrands = [head.toString('latin1', 8, 12)]
  // the major brand may be generic; the compatible brands then identify the format
  for (let at = 16; at + 4 <= length; at += 4) ownBrands.push(head.toString('latin1', at, at + 4))
  const types = ownBrands.map((brand) => brands.find(([form]) => form.test(brand))?.[1])
  return (ownBrands[0] === 'mif1' || ownBrands[0] === 'msf1') && types.includes(brands[0]![1]) ? brands[0]![1] : types.find(Boolean)
}

/** Detects the type by content, not by name or declared type. Throws an error for unsupported types and for an empty file. */
export const sniff = (head: Buffer): Sniffed => {
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  const text = (from: number, to: number) => head.toString('latin1', from, to)
  if (!head.length) throw apiError('file_unreadable')
  if (startsWith(0xff, 0xd8, 0xff)) return image('image/jpeg')
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return image('image/png')
  if (/^GIF8[79]a/.test(text(0, 6))) return image('image/gif')
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return image('image/webp')
  if (startsWith(0x49, 0x49, 0x2a, 0) || startsWith(0x4d, 0x4d, 0, 0x2a)) return image('image/tiff')
  if (text(0, 5) === '%PDF-') return document('application/pdf')
  if (startsWith(0x50, 0x4b, 3, 4)) return document(zip)
  if (text(128, 132) === 'DICM') throw apiError('dicom_unsupported')
  if (startsWith(0x1a, 0x45, 0xdf, 0xa3) && /\x42\x82.{1,8}webm/s.test(text(0, 256))) return video('video/webm')
  const boxType = text(4, 8) === 'ftyp' && head.length >= 12 ? typeOfBrands(head) : undefined
  if (boxType === 'heic') throw apiError('heic_unsupported')
  if (!boxType) throw apiError('file_type_unsupported')
  return boxType
}
