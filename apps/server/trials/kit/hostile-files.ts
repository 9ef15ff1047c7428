import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { tagsOf, webmOf } from '../../src/demo/files/webm.ts'
import { officeOf, pdf } from '../../test/documents.ts'
import { box, mp4Of, notesOf, text, words } from '../../test/mp4.ts'
import { pngChunk as chunk, png, pngSignature as signature } from '../../test/png.ts'
import type { Entry } from '../../test/xlsx.ts'

/** An upload with its file name and claimed type, and whether it may be stored. */
export type HostileFile = {
  name: string
  filename: string
  type: string
  content: Buffer
  isAccepted: boolean
  /** Content type of a document that is stored byte for byte and served as an attachment only. */
  servedAs?: string
}

/** Byte sequences that could run, unpack or be mistaken for another type when served, and the canary of metadata. */
export const traces = ['<script', '<?php', '<html', 'PK\x03\x04', '%PDF', 'X5O!P%', 'CANARY', '#!/bin', 'MZ\x90']

const zipOf = (name: string, content: string, isLink = false) => {
  const local = Buffer.concat([text('PK\x03\x04'), Buffer.alloc(22), Buffer.from([name.length, 0, 0, 0]), text(name), text(content)])
  const central = Buffer.alloc(46)
  central.write('PK\x01\x02')
  central.writeUInt16LE(name.length, 28)
  central.writeUInt32LE(isLink ? 0xa1ff0000 : 0, 38)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  return Buffer.concat([local, central, text(name), end])
}

const gifOf = (frames: number) => {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f90404010000002c000000000100010000020244010', 'hex')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(Buffer.concat([frame, Buffer.from([0])])), Buffer.from(';')])
}

const eicar = `${['X5O!P%@AP[4', 'PZX54(P^)7CC)7}$EICAR-STANDARD'].join('\\')}-ANTIVIRUS-TEST-FILE!$H+H*`
const script = '<script>document.title="executed";window.executed=1</script>'
const page = `<!doctype html><html><body>${script}</body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='executed'">${script}</svg>`

/** Name of the file whose pictures are an animation. */
export const animation = 'a GIF of 10,000 pictures'

/** Unusual images and videos, and other files that pretend to be one. */
export const hostileFiles = async (): Promise<HostileFile[]> => {
  const flat = sharp({ create: { width: 64, height: 48, channels: 3, background: '#285' } })
  const [jpeg, plain, webp, gif, avif, tiff] = await Promise.all([
    flat.clone().jpeg().toBuffer(),
    flat.clone().png().toBuffer(),
    flat.clone().webp().toBuffer(),
    flat.clone().gif().toBuffer(),
    flat.clone().avif({ effort: 0 }).toBuffer(),
    flat.clone().tiff().toBuffer(),
  ])
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#765' } })
    .jpeg()
    .toBuffer()
  const comment = (value: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from([0, value.length + 2]), text(value)])
  const withSize = (source: Buffer, width: number, height: number) => {
    const patched = Buffer.from(source)
    const at = patched.indexOf(Buffer.from([0xff, 0xc0]))
    patched.writeUInt16BE(height, at + 5)
    patched.writeUInt16BE(width, at + 7)
    return patched
  }
  const hugeWebp = Buffer.concat([text('RIFF'), Buffer.from([20, 0, 0, 0]), text('WEBPVP8L'), Buffer.from([8, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])])
  const tiffCopy = Buffer.from(tiff)
  const video = mp4Of([{ handler: 'vide', name: 'CANARY', samples: [text('picture')] }], notesOf('CANARY'))
  const accepted = (name: string, filename: string, type: string, content: Buffer): HostileFile => ({ name, filename, type, content, isAccepted: true })
  const rejected = (name: string, filename: string, type: string, content: Buffer | string): HostileFile => ({
    name,
    filename,
    type,
    content: Buffer.from(content),
    isAccepted: false,
  })
  return [
    accepted('a JPEG that is also a page', 'a.html', 'text/html', Buffer.concat([jpeg.subarray(0, 2), comment(page), jpeg.subarray(2), text(page)])),
    accepted('a GIF that is also an archive', 'a.jar', 'application/java-archive', Buffer.concat([gif, zipOf('A.class', 'CANARY')])),
    accepted(
      'a PNG with a program inside and after it',
      'a.php',
      'application/x-php',
      Buffer.concat([plain.subarray(0, 33), chunk('tEXt', text('Comment\0<?php system($_GET[0]); ?>')), plain.subarray(33), text('<?php phpinfo();')]),
    ),
    accepted('a WebP that says it is a page', 'a.htm', 'text/html', Buffer.concat([webp, text(page)])),
    accepted('an AVIF that says it is a program', 'a.exe', 'application/x-msdownload', avif),
    accepted('a TIFF that says it is a drawing', 'a.svg', 'image/svg+xml', tiff),
    accepted('a JPEG that says it is PNG', 'a.png', 'image/png', jpeg),
    accepted(animation, 'a.gif', 'image/gif', gifOf(10_000)),
    accepted('a large photo', 'a.jpg', 'image/jpeg', large),
    accepted('a film with its location', 'a.mov', 'video/quicktime', video),
    accepted(
      'a WebM with a page in its tags',
      'a.webm',
      'text/html',
      webmOf([webp], { width: 64, height: 48, pictureMs: 40, more: [tagsOf({ TITLE: page })] }),
    ),
    rejected('a drawing with a script', 'a.svg', 'image/svg+xml', svg),
    rejected('a drawing that says it is JPEG', 'a.jpg', 'image/jpeg', svg),
    rejected('a packed drawing', 'a.svgz', 'image/svg+xml', gzipSync(svg)),
    rejected('a page called a photo', 'a.jpg', 'image/jpeg', page),
    rejected('a page after a byte order mark', 'a.png', 'image/png', `\ufeff${page}`),
    rejected('a document with a script', 'a.pdf', 'application/pdf', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    rejected('EICAR', 'a.jpg', 'image/jpeg', eicar),
    rejected('an empty file', 'a.jpg', 'image/jpeg', ''),
    rejected('one byte', 'a.jpg', 'image/jpeg', 'x'),
    rejected('0 by 0', 'a.png', 'image/png', png(0, 0, deflateSync(Buffer.alloc(1)))),
    rejected('60,000 by 60,000', 'a.png', 'image/png', png(60_000, 60_000, deflateSync(Buffer.alloc(100_000)))),
    rejected('a JPEG of 65,000 by 65,000', 'a.jpg', 'image/jpeg', withSize(jpeg, 65_000, 65_000)),
    rejected('a WebP of 16,384 by 16,384', 'a.webp', 'image/webp', hugeWebp),
    rejected(
      'a PNG without pixels whose note unpacks to 50 MB',
      'a.png',
      'image/png',
      png(9, 9, Buffer.from('78', 'hex'), chunk('zTXt', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(50_000_000))]))),
    ),
    rejected('half a JPEG', 'a.jpg', 'image/jpeg', large.subarray(0, 40_000)),
    rejected('half a PNG', 'a.png', 'image/png', plain.subarray(0, 60)),
    rejected('a PNG with meaningless data', 'a.png', 'image/png', Buffer.concat([signature, Buffer.alloc(2_000, 7)])),
    rejected('a TIFF with an offset beyond its end', 'a.tif', 'image/tiff', Buffer.concat([Buffer.from('49492a00ffffff7f', 'hex'), Buffer.alloc(64)])),
    rejected('a TIFF that is cut', 'a.tif', 'image/tiff', tiffCopy.subarray(0, 200)),
    rejected('an AVIF that is cut', 'a.avif', 'image/avif', avif.subarray(0, 120)),
    rejected('HEIC', 'a.heic', 'image/heic', Buffer.concat([box('ftyp', text('heic'), words(0), text('mif1heic')), Buffer.alloc(400)])),
    rejected('HEIC that says it is JPEG', 'a.jpg', 'image/jpeg', Buffer.concat([box('ftyp', text('mif1'), words(0), text('mif1heic')), Buffer.alloc(400)])),
    rejected('DICOM', 'a.dcm', 'image/jpeg', Buffer.concat([Buffer.alloc(128), text('DICM'), Buffer.alloc(400)])),
    rejected('10 MB packed to 10 kB', 'a.gz', 'image/png', gzipSync(Buffer.alloc(10_000_000))),
    rejected('an archive with a link to /etc/passwd', 'a.zip', 'image/png', zipOf('link', '/etc/passwd', true)),
    rejected('a bitmap', 'a.bmp', 'image/bmp', Buffer.concat([text('BM'), Buffer.alloc(200)])),
    rejected('an icon', 'a.ico', 'image/x-icon', Buffer.from('000001000100', 'hex')),
    rejected('PostScript', 'a.eps', 'image/png', '%!PS-Adobe-3.0 EPSF\n(CANARY) show'),
    rejected('instructions for ImageMagick', 'a.mvg', 'image/png', 'push graphic-context\nfill "url(https://127.0.0.1/|ls)"\n'),
    rejected('an XBM picture, which is text', 'a.xbm', 'image/x-xbitmap', '#define a_width 9\n#define a_height 9\nstatic char a_bits[] = { 0x00 };'),
    rejected('XML that reads files', 'a.xml', 'image/png', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    rejected('a program of Windows', 'a.jpg', 'image/jpeg', Buffer.concat([text('MZ\x90'), Buffer.alloc(200)])),
    rejected('a program of Linux', 'a.jpg', 'image/jpeg', Buffer.from('7f454c46020101', 'hex')),
    rejected('a shell script', 'a.jpg', 'image/jpeg', '#!/bin/sh\nrm -rf /'),
    rejected('a script', 'a.js', 'text/javascript', 'document.title="executed"'),
    rejected('a film without content', 'a.mp4', 'video/mp4', box('ftyp', text('isom'))),
    rejected('a film with a box longer than the file', 'a.mp4', 'video/mp4', Buffer.concat([box('ftyp', text('isom')), words(0x7fffffff), text('moov')])),
    rejected('a Matroska that is no WebM', 'a.webm', 'video/webm', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex')),
    rejected('an AVI', 'a.avi', 'video/mp4', 'RIFF\0\0\0\0AVI LIST'),
  ]
}

const office = 'application/vnd.openxmlformats-officedocument.'

/** Documents that messages may carry, and fakes. */
export const hostileDocuments = (): HostileFile[] => {
  const validPdf = Buffer.concat([pdf, text(`${page}\n%%EOF\n`)])
  const pdfWithScript = Buffer.concat([pdf, text('1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n')])
  const accepted = (name: string, content: Buffer, servedAs: string): HostileFile => ({
    name,
    filename: 'a.html',
    type: 'text/html',
    content,
    servedAs,
    isAccepted: true,
  })
  const rejected = (name: string, content: Buffer): HostileFile => ({
    name,
    filename: 'a.docx',
    type: `${office}wordprocessingml.document`,
    content,
    isAccepted: false,
  })
  const withEmbedded = (name: string, data: Buffer, overrides: Partial<Entry> = {}) => officeOf('docx', [{ name, data, ...overrides }])
  return [
    accepted('a PDF with a page in it', validPdf, 'application/pdf'),
    accepted('a Word document that says it is a page', withEmbedded('word/a.html', Buffer.from(page)), `${office}wordprocessingml.document`),
    accepted('a table that says it is a page', officeOf('xlsx'), `${office}spreadsheetml.sheet`),
    accepted('slides that say they are a page', officeOf('pptx'), `${office}presentationml.presentation`),
    rejected('a document with macros', withEmbedded('word/vbaProject.bin', Buffer.from('d0cf11e0a1b11ae1', 'hex'))),
    rejected('a document that may have macros', officeOf('docx', [], 'application/vnd.ms-word.document.macroEnabled.main+xml')),
    rejected('a document with an archive inside', withEmbedded('word/embeddings/a.bin', officeOf('xlsx'))),
    rejected('a document with a program inside', withEmbedded('word/media/a.png', text('MZ\x90\0'))),
    rejected('a document with a link to /etc/passwd', withEmbedded('word/link', text('/etc/passwd'), { mode: 0xa1ff0000 })),
    rejected('a document with a path outside of it', withEmbedded('word/../../../x', text('x'))),
    rejected('an encrypted document', withEmbedded('word/a.xml', text('x'), { flags: 1 })),
    rejected('a document that unpacks to 1 GB', withEmbedded('word/a.xml', text('x'), { declaredSize: 0x3fffffff })),
    rejected(
      'a document of 30,000 parts',
      officeOf(
        'docx',
        Array.from({ length: 30_000 }, (_, i) => ({ name: `word/${i}`, data: Buffer.alloc(0) })),
      ),
    ),
    rejected('a document with a page after it', Buffer.concat([officeOf('docx'), text(page)])),
    rejected('a document with a page before it', Buffer.concat([text('PK\x03\x04'), text(page), officeOf('docx')])),
    rejected('half a document', officeOf('docx').subarray(0, 200)),
    rejected('an archive of Java', zipOf('META-INF/MANIFEST.MF', 'CANARY')),
    rejected('a PDF with a script', pdfWithScript),
    rejected('a PDF that is cut', validPdf.subarray(0, 90)),
  ]
}

/** Malicious and unusual file names. */
export const hostileNames = [
  '../../x', '..\\..\\x', '/etc/passwd', 'C:\\windows\\x.png', '%2e%2e%2fx', '%00', 'a\u0000b', 'CON', 'nul.jpg', 'LPT1', '.htaccess', '.', '..',
  'a\u202egpj.exe', '\u200b', `${'あ'.repeat(300)}`, 'a".jpg', "a'.jpg", 'a;.jpg', 'a`id`.jpg', '$(id).jpg', 'a|b', '<script>.jpg', 'a\\', 'a%0d%0aSet-Cookie: x=1',
  '胸部X線（右）.jpg', 'a b  c.jpg', '-rf', '~root', 'a.jpg.php', 'CLOCK$', '\ufeffx',
] // biome-ignore format: a list of words
