import { expect, test } from 'vitest'
import { pdf } from '../../test/documents.ts'
import { ApiError } from '../errors/api-error.ts'
import { sniff } from './content-type.ts'

const typeOf = (head: Buffer) => {
  try {
    return sniff(head).content_type
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}
/** The first box of an ISO base media file with these brands. */
const branded = (major: string, ...compatible: string[]) => {
  const head = Buffer.from(`\0\0\0\0ftyp${[major, '\0\0\0\0', ...compatible].join('')}`, 'latin1')
  head.writeUInt32BE(head.length)
  return head
}
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')

test.each([
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a PDF', pdf, 'application/pdf'],
  ['an AVIF', branded('avif', 'mif1'), 'image/avif'],
  ['an AVIF with a generic major brand', branded('mif1', 'mif1', 'avif'), 'image/avif'],
  ['an MP4', branded('isom', 'mp42'), 'video/mp4'],
  ['an MP4 with an unknown major brand', branded('XXXX', 'mp42'), 'video/mp4'],
  ['an M4V', branded('M4V ', 'mp42'), 'video/mp4'],
  ['a QuickTime film', branded('qt  '), 'video/quicktime'],
])('accepts %s', (_, head, type) => expect(typeOf(head)).toBe(type))

test.each([
  ['an unknown brand', branded('XXXX'), 'file_type_unsupported'],
  ['JPEG 2000', branded('jp2 '), 'file_type_unsupported'],
  ['HEIC', branded('heic', 'mif1'), 'heic_unsupported'],
  ['HEIC with a generic major brand', branded('mif1', 'heic'), 'heic_unsupported'],
  ['DICOM', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]), 'dicom_unsupported'],
  ['a PDF behind a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), pdf]), 'file_type_unsupported'],
  ['a JPEG behind an ID3 tag', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), jpeg]), 'file_type_unsupported'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file_type_unsupported'],
  ['an empty file', Buffer.alloc(0), 'file_unreadable'],
])('rejects %s', (_, head, code) => expect(typeOf(head)).toBe(code))
